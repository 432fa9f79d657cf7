import { leaveStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { invalid } from '../../../platform/problem.ts'

/** The manager relation says what the people's memberships say; what rules and feeds added to it stays. */
export async function keepManagers(tx: WriteTx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
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

/** What people of these memberships are called and look like is the same in all their teams of the tenant. */
export async function keepAlike(ctx: Pick<Ctx, 'now'>, tx: WriteTx, membershipIds: readonly string[]): Promise<void> {
  if (membershipIds.length === 0) return
  await sql`
    with other as materialized (
      select o.id, m.preferred_name, m.avatar from memberships m join memberships o on o.user_id = m.user_id and o.id <> m.id
      where m.id = any (${[...membershipIds]}::text[]) and (o.preferred_name, o.avatar) <> (m.preferred_name, m.avatar)
    )
    update memberships m set preferred_name = o.preferred_name, avatar = o.avatar, updated_at = ${ctx.now}, revision = m.revision + 1
    from other o where m.id = o.id`.execute(tx)
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
