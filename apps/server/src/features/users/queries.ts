import type { Ctx } from '../../platform/context.ts'
import { listOwnSessions, type OwnSession } from '../sessions/queries.ts'

/** A person's open sessions in the tenant; what they do elsewhere is not for this tenant's eyes. */
export async function listSessionsHere(ctx: Ctx, userId: string): Promise<OwnSession[]> {
  return listOwnSessions(ctx.services.db, userId, ctx.now, ctx.actor.tenantId)
}
