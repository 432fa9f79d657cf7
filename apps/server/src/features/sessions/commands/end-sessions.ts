import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import type { OwnSession } from '../queries.ts'

/** A session, and where its browser is told. */
export type Ended = Pick<OwnSession, 'id' | 'tenantId'>

/**
 * Ends sessions of the signed-in person, in any team, and tells the browsers: their sockets close at once, and their
 * next request is refused in any case. Answers how many were open. `userId`: the owner; while acting as somebody, the
 * actor themselves.
 */
export function endSessions(
  ctx: Ctx,
  sessions: readonly Ended[],
  userId = ctx.actor.impersonator?.userId ?? ctx.actor.userId,
): Promise<number> {
  const ids = sessions.map((one) => one.id)
  const tenants = sessions.map((one) => one.tenantId)
  return endBy(
    ctx,
    userId,
    sql<Ended>`
      select s.id, s.tenant_id from unnest(${ids}::uuid[], ${tenants}::text[]) s (id, tenant_id)
      where control.end_session(s.id, ${userId}, ${ctx.now})`,
  )
}

/**
 * Ends all of somebody's sessions in these tenants (null: in all) except the one that asks: a thief with the password
 * could open more than a list shows. Answers how many.
 */
export function endAllSessions(ctx: Ctx, userId: string, tenantIds: readonly string[] | null): Promise<number> {
  return endBy(
    ctx,
    userId,
    sql<Ended>`select * from control.end_sessions_in(${userId}, ${tenantIds === null ? null : [...tenantIds]}::text[], ${ctx.actor.sessionId}, ${ctx.now})`,
  )
}

/** Ends what the one statement ends and answers, and logs it, in one transaction. */
async function endBy(ctx: Ctx, userId: string, ending: RawBuilder<Ended>): Promise<number> {
  const own = ctx.actor.tenantId
  const ended = await ctx.write(async (tx) => {
    const { rows } = await ending.execute(tx)
    await tellEnded(
      ctx,
      tx,
      rows.filter((one) => one.tenantId === own),
      userId,
    )
    return rows
  })
  const elsewhere = ended.filter((one) => one.tenantId !== own)
  await tellEach(ctx, elsewhere, userId)
  return ended.length
}

/** The same where nothing may keep it from ending, whatever becomes of its log: the person leaves. */
export async function leaveBy(ctx: Ctx, userId: string, ending: RawBuilder<Ended>): Promise<number> {
  const { rows } = await ctx.services.db.control((tx) => ending.execute(tx))
  await tellEach(ctx, rows, userId)
  return rows.length
}

/** Live events belong to a tenant: a session in another of the person's tenants is told there. */
async function tellEach(ctx: Ctx, ended: readonly Ended[], userId: string): Promise<void> {
  await Promise.all(
    [...Map.groupBy(ended, (one) => one.tenantId)].map(([id, group]) => {
      const tenant = mintTenantId(id)
      const write = tenant === ctx.actor.tenantId ? ctx.write : ctx.services.db.tenant(tenant).write
      return ifPossible(
        ctx,
        write((tx) => tellEnded(ctx, tx, group, userId)),
      )
    }),
  )
}

/** What goes along with the end of a session keeps nobody in. */
export async function ifPossible(ctx: Ctx, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => ctx.log.error({ err: error }, 'not done with the end of a session'))
}

/** Tells their browsers; another tenant logs its own. */
async function tellEnded(ctx: Ctx, tx: WriteTx, ended: readonly Ended[], userId: string): Promise<void> {
  await Promise.all(
    ended.map(({ id, tenantId }) =>
      Promise.all([
        announce(ctx, tx, { topic: 'me', userId, kind: 'signedOut', id }),
        tenantId === ctx.actor.tenantId
          ? audit(ctx, tx, { action: 'session.end', subjectType: 'session', subjectId: id, subjectPerson: userId })
          : null,
      ]),
    ),
  )
}
