import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'

interface Ended {
  readonly id: string
  readonly tenantId: string
}

/**
 * Ends the person's other sessions when a second factor changes, so that a stranger must pass the new one. `onlyHere`:
 * the change counts in this tenant alone. Answers the ended sessions of other tenants, for tellElsewhere().
 */
export async function endOthers(
  ctx: Ctx,
  tx: WriteTx,
  { userId = ctx.actor.userId, onlyHere }: { userId?: string; onlyHere: boolean },
): Promise<Ended[]> {
  const { tenantId, sessionId } = ctx.actor
  const { rows } = await sql<Ended>`
    select * from control.end_sessions_in(${userId}, ${onlyHere ? [tenantId] : null}::text[], ${sessionId}, ${ctx.now})`.execute(
    tx,
  )
  const here = rows.filter((one) => one.tenantId === tenantId)
  await Promise.all(here.map(({ id }) => announce(ctx, tx, { topic: 'me', userId, kind: 'signedOut', id })))
  return rows.filter((one) => one.tenantId !== tenantId)
}

/** Live events are a tenant's. Their next request is refused in any case. */
export async function tellElsewhere(ctx: Ctx, ended: readonly Ended[], userId = ctx.actor.userId): Promise<void> {
  for (const { id, tenantId } of ended) {
    await ctx.services.db
      .tenant(mintTenantId(tenantId))
      .write((tx) => announce(ctx, tx, { topic: 'me', userId, kind: 'signedOut', id }))
      .catch((error: unknown) => ctx.log.error({ err: error }, 'the end of a session was not told'))
  }
}
