import type { Attention, myPeople, TeamTotals } from '@learnt/contract/my-people'
import type { MembershipStatus } from '@learnt/contract/states'
import { hereStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dueState, isOpened } from '../../assignments/queries.ts'
import { isExpiring, stateOf } from '../../certificates/queries/find-certificates.ts'
import { waitsForManager } from '../../forms/queries/list-submissions.ts'
import { idInChain, managedBy, managersBelow, standsFor, usersOf } from '../../reach/queries/look-after.ts'
import { searchCondition } from '../../reach/queries/visible-members.ts'
import { isToDecide } from '../../requests/queries/list-requests.ts'

export interface MyPersonRow {
  readonly userId: string
  readonly name: string
  readonly avatar: string
  readonly email: string
  readonly position: string[]
  readonly status: MembershipStatus
  readonly through: string | null
  readonly overdue: number
  readonly dueSoon: number
  readonly expired: number
  readonly expiring: number
  readonly waiting: number
  readonly assigned: number
  readonly notStarted: number
  readonly completed: number
  readonly lastActivityAt: Date | null
  readonly remindedAt: Date | null
  readonly score: number
  readonly sortName: string
}

type Query = z.output<typeof myPeople.list.query>

const columnOf: Record<Attention, RawBuilder<unknown>> = {
  overdue: sql`overdue`,
  expired: sql`expired`,
  dueSoon: sql`due_soon`,
  expiring: sql`expiring`,
  waiting: sql`waiting`,
  notStarted: sql`not_started`,
}

/**
 * The caller's people with their figures, those first who need something most: what is late or expired, then what is about
 * to be, then what waits for the caller. Two statements, however many people there are.
 */
export async function listPeople(
  ctx: Ctx,
  tx: ReadTx,
  query: Query,
): Promise<{ rows: MyPersonRow[]; next: string | null; total: number; totals: TeamTotals }> {
  const list = `my-people:${query.sort}:${query.levels}`
  const after = decodeCursor(ctx, list, query.cursor)
  const chain = query.levels === 'all' ? await listChain(ctx, tx) : [ctx.actor.userId]
  const found = sql`
    ${query.status?.length ? sql`status = any (${query.status}::text[])` : sql`status = any (${hereStatuses}::text[])`}
    and ${
      query.having?.length
        ? sql`(${sql.join(
            query.having.map((one) => sql`${columnOf[one]} > 0`),
            sql` or `,
          )})`
        : sql`true`
    }
    and ${query.search ? sql`is_hit` : sql`true`}`
  const order = query.sort === 'name' ? sql`0` : sql`-score`
  const { rows } = await sql<{ page: MyPersonRow[] | null; total: number; totals: TeamTotals }>`
    with ${figures(ctx, chain, query.search)},
    found as materialized (select f.*, ${order} as key from figures f where ${found})
    select
      (select jsonb_agg(to_jsonb(p)) from (
        select user_id as "userId", name, avatar, email, position, status, through, overdue, due_soon as "dueSoon", expired, expiring, waiting, assigned,
          not_started as "notStarted", completed, last_activity_at as "lastActivityAt", reminded_at as "remindedAt", score, sort_name as "sortName"
        from found where ${after ? sql`(key, sort_name, user_id) > (${after[0]}::int, ${after[1]}::text, ${after[2]}::uuid)` : sql`true`}
        order by key, sort_name, user_id limit ${query.limit + 1}) p) as page,
      (select count(*)::int from found) as total,
      (select jsonb_build_object('people', count(*), ${sql.join(
        (['overdue', 'expired', 'dueSoon', 'expiring', 'waiting', 'notStarted'] as const).map(
          (one) => sql`${sql.lit(one)}::text, count(*) filter (where ${columnOf[one]} > 0)`,
        ),
      )}, 'completionRate', round(avg(100.0 * completed / nullif(assigned, 0)), 1))
      from figures where status = any (${hereStatuses}::text[])) as totals`.execute(tx)
  const answer = rows[0]
  if (!answer) throw new Error('An aggregate has one row')
  const cut = cutPage(ctx, list, answer.page ?? [], {
    limit: query.limit,
    key: (last) => [query.sort === 'name' ? 0 : -last.score, last.sortName, last.userId],
  })
  return { ...cut, total: answer.total, totals: answer.totals }
}

/** The caller and all managers below them. */
async function listChain(ctx: Ctx, tx: ReadTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${managersBelow(ctx.actor.userId)}
    select ${idInChain} as id from chain c
    where exists (select from manager_relations r where r.manager_id = c.user_id) or c.user_id = ${ctx.actor.userId}`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Tables `people` and `figures`, one row for each person who reports to one of the chain. */
function figures(ctx: Ctx, chain: readonly string[], search: string | undefined): RawBuilder<unknown> {
  const me = ctx.actor.userId
  const managerIds = usersOf(chain)
  const isLookedAfter = managedBy(chain)
  return sql`
    people as materialized (
      select r.user_id, bool_or(r.manager_id = ${me}) as is_direct, min(r.manager_id::text) filter (where r.manager_id <> ${me}) as through_id
      from manager_relations r where r.manager_id = any (${managerIds}::uuid[]) and r.user_id <> ${me} group by r.user_id
    ),
    work as materialized (
      select a.user_id, count(*) filter (where counts)::int as assigned,
        (count(*) filter (where counts and state = 'notstarted'))::int as not_started,
        (count(*) filter (where counts and state in ('completed', 'passed')))::int as completed,
        (count(*) filter (where due = 'overdue'))::int as overdue, (count(*) filter (where due = 'soon'))::int as due_soon,
        max(last_activity_at) as last_activity_at
      from (
        select a.user_id, a.state, a.last_activity_at, not (a.is_optional and a.state = 'notstarted') as counts, ${dueState(ctx.now)} as due
        from people p join assignments a on a.user_id = p.user_id join documents d on d.id = a.document_id
        -- What a bundle, a pathway or a package gives counts itself.
        where a.is_active and a.ended_at is null and d.type not in ('pathway', 'learningPackage') and not d.is_bundle
          and ${isOpened(isLookedAfter, sql`a.id`, sql`a.user_id`)}
      ) a group by a.user_id
    ),
    proof as materialized (
      select c.user_id, (count(*) filter (where ${stateOf(ctx.now)} = 'expired'))::int as expired, (count(*) filter (where ${isExpiring(ctx.now)}))::int as expiring
      from people p join certificates c on c.user_id = p.user_id join assignments a on a.id = c.assignment_id
      where c.valid_until is not null and c.revoked_at is null and c.replaced_by is null
        and not exists (
          select from certificates later where later.user_id = c.user_id and later.document_id = c.document_id and later.revoked_at is null
            and later.replaced_by is null and (later.valid_until is null or later.valid_until > c.valid_until))
        and ${isOpened(isLookedAfter, sql`a.id`, sql`a.user_id`)}
      group by c.user_id
    ),
    asked as materialized (
      select user_id, count(*)::int as waiting from (
        select r.user_id from requests r where r.state = 'open' and ${isToDecide(ctx, 'manager')}
        union all
        select s.user_id from submissions s where ${waitsForManager(ctx.actor)}
      ) one group by user_id
    ),
    figures as materialized (
      select m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.avatar, m.email, m.position, m.status, m.sort_name,
        case when p.is_direct then null else coalesce((
          select rtrim(b.shown_first_name || ' ' || b.last_name) from memberships b where b.user_id = p.through_id::uuid and b.is_primary), '') end as through,
        coalesce(w.overdue, 0) as overdue, coalesce(w.due_soon, 0) as due_soon, coalesce(c.expired, 0) as expired, coalesce(c.expiring, 0) as expiring,
        coalesce(q.waiting, 0) as waiting, coalesce(w.assigned, 0) as assigned, coalesce(w.not_started, 0) as not_started,
        coalesce(w.completed, 0) as completed, w.last_activity_at, x.reminded_at,
        least(coalesce(w.overdue, 0) + coalesce(c.expired, 0), 999) * 1000000 + least(coalesce(w.due_soon, 0) + coalesce(c.expiring, 0), 999) * 1000
          + least(coalesce(q.waiting, 0), 999) as score,
        ${search ? searchCondition(search) : sql`true`} as is_hit
      from people p join memberships m on m.user_id = p.user_id and ${standsFor(isLookedAfter)}
      left join work w on w.user_id = p.user_id left join proof c on c.user_id = p.user_id left join asked q on q.user_id = p.user_id
      left join manager_reminders x on x.user_id = p.user_id and x.manager_id = ${me}
    )`
}
