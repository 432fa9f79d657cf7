import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { findTeam } from '../teams/queries.ts'

/** Hosts whose videos may stand on the tenant's pages. */
export async function listVideoHosts(ctx: Pick<Ctx, 'actor'>, tx: ReadTx): Promise<string[]> {
  return (await findTeam(tx, ctx.actor.teamId))?.config.videoHosts ?? []
}
