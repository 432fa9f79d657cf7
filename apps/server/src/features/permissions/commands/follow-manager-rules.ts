import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { managerPairs, managersByRules, readManagerRules } from '../queries/manager-pairs.ts'

/** Memberships that one transaction gives other managers; more of them are done by the background. */
export const membershipsAtOnce = 2000

/**
 * Applies manager rules after memberships have changed: to these people, and to those they managed or now manage by a
 * rule. Needs the rules' lock, as saving a rule does. Answers the people whose managers changed.
 */
export async function followManagerRules(ctx: Ctx, tx: WriteTx, membershipIds: readonly string[]): Promise<string[]> {
  await lockManagers(tx)
  const ids = [...membershipIds]
  const userIds = [...new Set(ids.map((id) => id.slice(0, id.indexOf(':'))))]
  const rules = await readManagerRules(tx)
  const { rows } = await sql<{ id: string }>`
    select unnest(${ids}::text[]) as id
    union select m.id from manager_relations r join memberships m on m.user_id = r.user_id
    where r.source = 'rule' and r.manager_id = any (${userIds}::uuid[])
    ${sql.join(
      rules.map(
        (rule) =>
          sql`union select membership_id from (${managerPairs({ ...rule, isNearest: false }, { managers: sql`m.id = any (${ids}::text[])` })}) pair`,
      ),
      sql` `,
    )}`.execute(tx)
  if (rows.length > membershipsAtOnce + ids.length) {
    await enqueue(ctx, tx, 'managerRules.apply', {})
    return giveManagers(tx, ids)
  }
  return giveManagers(
    tx,
    rows.map((row) => row.id),
  )
}

/** One at a time: of a person and a manager who come to match at once the second sees the first. */
export async function lockManagers(tx: WriteTx): Promise<void> {
  await sql`select hold_lock('managers', true)`.execute(tx)
}

/** Gives memberships the managers of the rules. Answers the people whose managers changed. */
export async function giveManagers(tx: WriteTx, membershipIds: readonly string[]): Promise<string[]> {
  const ids = [...membershipIds]
  const rules = await readManagerRules(tx)
  const { rows } = await sql<{ userId: string }>`
    with wanted as materialized (${managersByRules(rules, sql`m.id = any (${ids}::text[])`)}),
    -- In the order of their ids, as everything that changes several memberships.
    held as materialized (select id, user_id, rule_managers from memberships where id = any (${ids}::text[]) order by id for no key update)
    update memberships m set rule_managers = coalesce(w.managers, '{}')
    from held h left join wanted w on w.membership_id = h.id
    where m.id = h.id and h.rule_managers is distinct from coalesce(w.managers, '{}')
    returning m.user_id`.execute(tx)
  const userIds = [...new Set(rows.map((row) => row.userId))].sort()
  if (userIds.length > 0) await keepRelation(tx, userIds)
  return userIds
}

/** The manager relation says what the people's memberships say. */
async function keepRelation(tx: WriteTx, userIds: readonly string[]): Promise<void> {
  const ids = [...userIds]
  await sql`
    delete from manager_relations r where r.source = 'rule' and r.user_id = any (${ids}::uuid[])
      and not exists (select from memberships m where m.user_id = r.user_id and r.manager_id::text = any (m.rule_managers))`.execute(
    tx,
  )
  await sql`
    insert into manager_relations (manager_id, user_id, source)
    select distinct manager::uuid, m.user_id, 'rule' from memberships m, unnest(m.rule_managers) manager
    where m.user_id = any (${ids}::uuid[])
    on conflict do nothing`.execute(tx)
}
