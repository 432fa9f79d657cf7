import { leaveStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { announceMany } from '../../../platform/outbox.ts'
import { invalid } from '../../../platform/problem.ts'

/** The manager relation says what the people's memberships say; what rules and feeds added to it stays. */
export async function keepManagers(tx: WriteTx, userIds: readonly string[]): Promise<void> {
  const ids = [...userIds]
  await Promise.all([
    sql`
      delete from manager_relations r where r.source = 'membership' and r.user_id = any (${ids}::uuid[])
        and not exists (select from memberships m where m.user_id = r.user_id and r.manager_id::text = any (m.managers))`.execute(
      tx,
    ),
    sql`
      insert into manager_relations (manager_id, user_id, source)
      select distinct manager::uuid, m.user_id, 'membership' from memberships m, unnest(m.managers) manager
      where m.user_id = any (${ids}::uuid[])
      on conflict do nothing`.execute(tx),
  ])
}

/**
 * One membership of a person stands for them in reports: the oldest of those that still are in the organisation (active
 * or on leave), else the oldest. Taken away before it is given, since it is unique at every moment.
 */
export async function keepPrimary(tx: WriteTx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const ids = [...userIds]
  const isHere = sql`status in ('active', ${sql.join(leaveStatuses.map((status) => sql.lit(status)))})`
  const right = sql`select distinct on (user_id) id from memberships where user_id = any (${ids}::uuid[]) order by user_id, ${isHere} desc, created_at, id`
  await sql`update memberships set is_primary = false where user_id = any (${ids}::uuid[]) and is_primary and id not in (${right})`.execute(
    tx,
  )
  await sql`update memberships set is_primary = true where user_id = any (${ids}::uuid[]) and not is_primary and id in (${right})`.execute(
    tx,
  )
}

/** Tells the browsers of sessions that a change of status ended. */
export async function announceEnded(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  sessions: readonly { sessionId: string; userId: string }[],
): Promise<void> {
  await announceMany(
    ctx,
    tx,
    sessions.map(({ sessionId, userId }) => ({ topic: 'me', userId, kind: 'signedOut', id: sessionId })),
  )
}

/** What the database refuses, as a complaint at the field. */
export function asComplaint(error: unknown): unknown {
  if (
    isUniqueViolation(error, 'membership_email_once_in_a_team') ||
    isUniqueViolation(error, 'membership_once_in_a_team') ||
    isUniqueViolation(error, 'memberships_pkey')
  ) {
    return invalid({ 'body.email': 'emailTaken' })
  }
  if (isUniqueViolation(error, 'users_email_key') || isUniqueViolation(error, 'address_of_one_person'))
    return invalid({ 'body.email': 'emailTaken' })
  if (isUniqueViolation(error, 'username_once_in_a_tenant')) return invalid({ 'body.username': 'usernameTaken' })
  return error
}
