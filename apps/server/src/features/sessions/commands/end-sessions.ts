import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { mintTenantId, type TenantId } from '../../../platform/tenant/tenant-id.ts'
import type { OwnSession } from '../queries.ts'

/**
 * Ends sessions of the signed-in person, wherever they are at the moment, and tells the browsers: their sockets close at
 * once, and their next request is refused in any case. Answers how many were still open.
 * `userId`: whose they are; of somebody who acts as another, their own.
 */
export async function endSessions(
  ctx: Ctx,
  sessions: readonly Pick<OwnSession, 'id' | 'tenantId'>[],
  userId = ctx.actor.impersonator?.userId ?? ctx.actor.userId,
): Promise<number> {
  let ended = 0
  for (const [tenantId, group] of Map.groupBy(sessions, (session) => session.tenantId)) {
    // Live events are a tenant's: a session that is in another of the person's tenants is ended there.
    const tenant = mintTenantId(tenantId)
    const write = tenant === ctx.actor.tenantId ? ctx.write : ctx.services.db.tenant(tenant).write
    ended += await write(async (tx) => {
      const open = await Promise.all(
        group.map(async ({ id }) => {
          const { rows } = await sql<{
            ended: boolean
          }>`select control.end_session(${id}, ${userId}, ${ctx.now}) as ended`.execute(tx)
          return rows[0]?.ended ? id : null
        }),
      )
      const closed = open.filter((id) => id !== null)
      await tellEnded(ctx, tx, tenant, closed, userId)
      return closed.length
    })
  }
  return ended
}

/** Signs out: of the session, and of those that it was carried from or to under other host names. */
export async function endChain(ctx: Ctx, sessionId: string): Promise<void> {
  const userId = ctx.actor.impersonator?.userId ?? ctx.actor.userId
  const { rows } = await ctx.services.db.control((tx) =>
    sql<Pick<OwnSession, 'id' | 'tenantId'>>`
      select * from control.sessions_of_chain(${sessionId}, ${userId}, ${ctx.now})`.execute(tx),
  )
  await endSessions(ctx, rows, userId)
}

/**
 * Ends all that somebody has open in these tenants but the session that asks, however many there are: who knows the
 * password could open more than a list shows. Answers how many.
 */
export async function endAllSessions(ctx: Ctx, userId: string, tenantIds: readonly string[]): Promise<number> {
  let ended = 0
  for (const tenantId of tenantIds) {
    const tenant = mintTenantId(tenantId)
    const write = tenant === ctx.actor.tenantId ? ctx.write : ctx.services.db.tenant(tenant).write
    ended += await write(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from control.end_sessions_of(${userId}, ${ctx.actor.sessionId}, ${ctx.now})`.execute(tx)
      await tellEnded(
        ctx,
        tx,
        tenant,
        rows.map((row) => row.id),
        userId,
      )
      return rows.length
    })
  }
  return ended
}

/** Their browsers hear of it; what another tenant logs is its own. */
async function tellEnded(
  ctx: Ctx,
  tx: WriteTx,
  tenantId: TenantId,
  ids: readonly string[],
  userId: string,
): Promise<void> {
  await Promise.all(ids.map((id) => announce(ctx, tx, { topic: 'me', userId, kind: 'signedOut', id })))
  if (tenantId !== ctx.actor.tenantId) return
  await Promise.all(
    ids.map((id) =>
      audit(ctx, tx, { action: 'session.end', subjectType: 'session', subjectId: id, subjectPerson: userId }),
    ),
  )
}
