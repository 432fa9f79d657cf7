import { type AuditFact, audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { systemContext } from '../../../platform/system-context.ts'

/**
 * A superadministrator at work in some tenant: what is done there stands in that tenant's own audit log, in the
 * transaction that does it, and afterwards in the log of whoever did it.
 */
export async function inTenant<T>(
  ctx: Ctx,
  tenantId: string,
  act: (tx: WriteTx, inside: Ctx) => Promise<{ result: T; fact: AuditFact | null }>,
): Promise<T> {
  const inside = systemContext(ctx.services, tenantId, { requestId: ctx.requestId, userId: ctx.actor.userId })
  const { result, fact } = await inside.write(async (tx) => {
    const done = await act(tx, inside)
    if (done.fact) await audit(inside, tx, done.fact)
    return done
  })
  if (fact && ctx.actor.tenantId !== inside.actor.tenantId) await ctx.write((tx) => audit(ctx, tx, fact))
  return result
}
