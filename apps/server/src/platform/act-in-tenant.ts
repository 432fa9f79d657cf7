import { fullName } from '@learnt/contract/text'
import { type AuditFact, audit } from './audit.ts'
import type { Ctx } from './context.ts'
import type { WriteTx } from './db/database.ts'
import { systemContext } from './system-context.ts'

/**
 * Runs a superadministrator's change in another tenant. The transaction of the change writes that tenant's audit log; the
 * log of the superadministrator's own tenant gets the same entry afterwards. `fact` null: nothing was changed.
 */
export async function actInTenant<T>(
  ctx: Ctx,
  tenantId: string,
  act: (tx: WriteTx, inside: Ctx) => Promise<{ result: T; fact: AuditFact | null }>,
): Promise<T> {
  const inside = await contextInside(ctx, tenantId)
  const { result, fact } = await inside.write(async (tx) => {
    const done = await act(tx, inside)
    if (done.fact) await audit(inside, tx, done.fact)
    return done
  })
  await recordAtHome(ctx, inside, fact)
  return result
}

/** Of that tenant, in the superadministrator's name; their own context where they are there already. */
export async function contextInside(ctx: Ctx, tenantId: string): Promise<Ctx> {
  const { actor, services, requestId } = ctx
  if (actor.tenantId === tenantId) return ctx
  const own = await ctx.read((tx) =>
    tx
      .selectFrom('memberships')
      .select(['shownFirstName as firstName', 'lastName'])
      .where('id', '=', actor.membershipId)
      .executeTakeFirst(),
  )
  // There they may be nobody, and the log would not know how they are called.
  const name = own ? fullName(own) : ''
  return systemContext(services, tenantId, {
    requestId,
    userId: actor.userId,
    claims: ctx.claims,
    ...(name ? { name } : {}),
  })
}

/** For what is in the other tenant's own log already. Takes the request's key here, too, where its answer is kept. */
export async function recordAtHome(ctx: Ctx, inside: Ctx, fact: AuditFact | null): Promise<void> {
  if (ctx.actor.tenantId === inside.actor.tenantId) return
  await ctx.write(async (tx) => {
    if (fact) await audit(ctx, tx, fact)
  })
}
