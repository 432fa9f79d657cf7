import type { Due } from '@learnt/contract/permissions'
import { leaveStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts'
import { changeAssignments } from '../../assignments/commands/change-assignments.ts'
import { lockAround } from '../../assignments/commands/recompute-containers.ts'
import { settleAssignments, wasPublished } from '../../assignments/commands/settle-assignments.ts'
import { missingPrerequisite } from '../../assignments/queries.ts'
import type { WholeRule } from '../../reach/policy.ts'
import { everybody, inRange, matchedPeople, type Range } from '../../reach/queries/match-people.ts'
import { dueOfPermission } from '../queries/due-of-permission.ts'
import { followContainers, giveSteps } from './give-steps.ts'

/** What applying needs of a permission's row; it must be stored already. */
export interface Applicable {
  readonly id: string
  readonly documentType: string
  readonly documentId: string
  readonly status: string
  readonly isOptional: boolean
  /** Set where a request has to be approved first. */
  readonly requestTo: string | null
  readonly rule: WholeRule
  readonly due: Due
}

export interface Applied {
  readonly gained: number
  readonly lost: number
  /** Whose assignments changed; at most 200 of them. */
  readonly people: readonly string[]
}

/**
 * Brings what a rule has given into line with whom it matches, in one statement for everybody or for a range of people:
 * gained, lost, and changed in duty or date. People on leave keep what they have and gain nothing. The rules' lock must
 * be held alone. Doing it again changes nothing.
 */
export async function applyRule(
  ctx: Ctx,
  tx: WriteTx,
  permission: Applicable,
  range: Range = everybody,
): Promise<Applied> {
  const needsRequest = permission.requestTo !== null
  await joinBySets(tx, true)
  const [found] = await changeAssignments<Applied & { touched: string[]; hasSteps: boolean }>(ctx, tx, {
    found: sql`
    ${compare(permission, range)},
    -- Who has it already keeps it, whatever its id: that of a merged record was made for the other one. Who comes back goes
    -- on in the cycle in which they left.
    here as materialized (
      select distinct on (user_id) user_id, id from assignments
      where document_type = ${permission.documentType} and document_id = ${permission.documentId} and ended_at is null
        and user_id in (select user_id from gaining)
      order by user_id, cycle desc
    ),
    wanted as materialized (
      select coalesce(h.id, assignment_id(${ctx.actor.tenantId}, g.user_id, ${permission.documentType}, ${permission.documentId}::uuid, 0)) as id, g.user_id, g.membership_id,
        ${dueOfPermission(sql`p.zone`, sql`${ctx.now}::timestamptz`, sql`0`, { userId: sql`g.user_id`, membershipId: sql`g.membership_id` })} as due_at
      from gaining g cross join permission p left join here h on h.user_id = g.user_id
    )`,
    insert: sql`(id, user_id, document_type, document_id, is_active, is_optional, needs_request, waits_for, assigned_at, due_at, due_day, changed_day)
      select id, user_id, ${permission.documentType}, ${permission.documentId}::uuid, p.was_published, ${permission.isOptional}, ${needsRequest},
        case when p.prerequisites <> '{}' then ${missingPrerequisite(sql`wanted.user_id`, sql`p.prerequisites`)} end, ${ctx.now},
        case when p.was_published then due_at end, case when p.was_published then day_that_ends(due_at, p.zone) end,
        (${ctx.now}::timestamptz at time zone p.zone)::date
      from wanted cross join permission p`,
    beside: sql`
    given as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, needs_request, due_at, granted_at, granted_by)
      select id, 'rule', ${permission.id}::uuid, user_id, membership_id, ${permission.isOptional}, ${needsRequest}, due_at, ${ctx.now}, null from wanted
    ),
    lost as (
      delete from assignment_sources s using losing l
      where s.assignment_id = l.assignment_id and s.kind = 'rule' and s.source_id = ${permission.id} returning s.assignment_id, s.user_id
    ),
    moved as (
      update assignment_sources s set membership_id = coalesce(c.matched_by, s.membership_id), is_optional = ${permission.isOptional}, needs_request = ${needsRequest}, due_at = c.wanted_due_at
      from changing c where s.assignment_id = c.assignment_id and s.kind = 'rule' and s.source_id = ${permission.id} returning s.assignment_id, s.user_id
    )`,
    answer: sql`
    select (select count(*)::int from wanted) as gained, (select count(*)::int from lost) as lost,
      array(
        select id::text from wanted w where not exists (select from changed c where (c.became).id = w.id)
        union all select assignment_id::text from lost union all select assignment_id::text from moved
      ) as touched,
      array(select (became).user_id::text from changed limit 200) as people,
      (select is_bundle or type in ('pathway', 'learningPackage') from documents where id = ${permission.documentId}) as has_steps`,
  })
  await joinBySets(tx, false)
  if (!found) return { gained: 0, lost: 0, people: [] }
  if (found.hasSteps) await lockAround(tx, found.touched)
  const settled = await settleAssignments(ctx, tx, found.touched)
  // New rows of a container were never settled: the whole range is looked at.
  if (found.hasSteps && found.gained > 0)
    await giveSteps(ctx, tx, permission.documentId, (userId) => inRange(range, userId))
  else await followContainers(ctx, tx, settled.containers)
  return { gained: found.gained, lost: found.lost, people: [...new Set([...found.people, ...settled.people])] }
}

/** How many people applying would change; nothing is written. */
export async function countChanges(tx: WriteTx, permission: Applicable): Promise<number> {
  await joinBySets(tx, true)
  const { rows } = await sql<{ changes: number }>`
    with ${compare(permission, everybody)}
    select ((select count(*) from gaining) + (select count(*) from losing) + (select count(*) from changing))::int as changes`.execute(
    tx,
  )
  await joinBySets(tx, false)
  return rows[0]?.changes ?? 0
}

/**
 * For statements that compare everybody with everybody: the planner does not know how many a rule matches, and a loop of
 * 100,000 by 100,000 does not end. Sets are joined by hash or merge while this is on. Before version 18 PostgreSQL prices a
 * loop that it cannot do without so high that it compiles the statement, which takes longer than running it: hence jit.
 */
export async function joinBySets(tx: ReadTx, on: boolean): Promise<void> {
  const loops = on ? 'off' : 'on'
  await sql`select set_config('enable_nestloop', ${loops}, true), set_config('jit', 'off', true)`.execute(tx)
}

/** Keeps the number of people that a permission gives its document to. */
export async function countPeople(tx: WriteTx, permissionId: string): Promise<void> {
  await sql`
    update permissions set people = (select count(*) from assignment_sources where source_id = ${permissionId} and kind = 'rule') where id = ${permissionId}`.execute(
    tx,
  )
}

/**
 * CTEs that compare a rule with what it has given: `permission`, `matched`, and from them `gaining`, `losing` and
 * `changing`. A source whose membership is on leave stays, unless the permission itself is inactive. The membership by
 * which somebody got it stays the one while it matches: a new one takes it from no team, and opens it to none.
 */
function compare(permission: Applicable, range: Range): RawBuilder<unknown> {
  return sql`
    permission as materialized (select due, is_optional, control.zone_of_tenant() as zone, ${wasPublished(sql`${permission.documentId}::uuid`)} as was_published,
      (select d.prerequisites from documents d where d.id = ${permission.documentId} and d.type <> 'pathway') as prerequisites from permissions where id = ${permission.id}),
    matched as materialized (${matchedPeople(permission, range)}),
    away as materialized (
      select id from memberships where ${permission.status === 'active'} and status = any(${leaveStatuses}::text[]) and ${inRange(range, sql`user_id`)}
    ),
    held as materialized (
      select s.assignment_id, s.user_id, s.membership_id, s.is_optional, s.needs_request, s.due_at,
        matched.by as matched_by,
        case when s.cycle_due_day is not null and not p.is_optional then end_of_day(s.cycle_due_day + s.due_shift_days, p.zone)
          else ${dueOfPermission(sql`p.zone`, sql`s.granted_at`, sql`s.due_shift_days`, { userId: sql`s.user_id`, membershipId: sql`coalesce(matched.by, s.membership_id)` })} end as wanted_due_at,
        m.user_id is not null or w.id is not null as stays
      from assignment_sources s cross join permission p left join matched m on m.user_id = s.user_id
      cross join lateral (select case when s.membership_id = any(m.membership_ids) then s.membership_id else m.membership_id end as by) matched left join away w on w.id = s.membership_id
      where s.source_id = ${permission.id} and s.kind = 'rule' and ${inRange(range, sql`s.user_id`)}
    ),
    gaining as (select m.* from matched m where not exists (select from held h where h.user_id = m.user_id)),
    losing as (select * from held where not stays),
    changing as (
      select * from held
      where stays and (
        is_optional <> ${permission.isOptional} or needs_request <> ${permission.requestTo !== null} or due_at is distinct from wanted_due_at
        or (matched_by is not null and membership_id is distinct from matched_by)
      )
    )`
}
