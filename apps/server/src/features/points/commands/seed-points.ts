import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { keepBalances } from '../../members/commands/keep-balances.ts'

/** Points for every course, what people have earned with those that they finished, and what some of them spent since. */
export async function seedPoints(ctx: Ctx, tx: WriteTx): Promise<void> {
  await sql`
    insert into point_rules (document_id, amount, repeats)
    select id, 10 + 5 * (length(title) % 5), 'cycle' from documents where type = 'course' and not is_bundle`.execute(tx)
  await sql`insert into point_settings (leaderboard) values (true)`.execute(tx)
  await sql`
    with earned as (
      select m.id as membership_id, m.user_id, m.team_id, 'earn' as kind, r.amount, a.document_id, a.document_type, d.title, a.id as assignment_id,
        'earn:' || a.id || ':0' as key, a.completed_at as at
      from assignments a join documents d on d.id = a.document_id join point_rules r on r.document_id = a.document_id
        join memberships m on m.user_id = a.user_id and m.is_primary
      where a.state in ('completed', 'passed') and a.completed_at is not null
    ),
    spent as (
      select membership_id, user_id, team_id, 'redeem', -(sum(amount) / 2)::integer, null::uuid, null, '', null::uuid,
        'redeem:' || membership_id, least(max(at) + interval '2 days', ${ctx.now}::timestamptz)
      from earned group by membership_id, user_id, team_id having sum(amount) >= 60 and substr(membership_id, 1, 1) < '6'
    ),
    entries as (select * from earned union all select * from spent)
    insert into point_entries (id, place, membership_id, user_id, team_id, kind, amount, balance, document_id, document_type, document_title, assignment_id, key, created_at)
    select gen_random_uuid(), row_number() over (partition by membership_id order by at, key), membership_id, user_id, team_id, kind, amount, sum(amount) over (partition by membership_id order by at, key),
      document_id, document_type, title, assignment_id, key, at
    from entries order by at, key`.execute(tx)
  await keepBalances(
    sql`select membership_id, sum(amount) as balance from point_entries group by membership_id`,
  ).execute(tx)
}
