import { visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { changeAssignments } from '../../assignments/commands/change-assignments.ts'
import { lockAroundThose, recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { type Settled, settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { missingPrerequisite } from '../../assignments/queries.ts'

/** Which people's rows are looked at, as a condition on their id. */
export type PeopleScope = (userId: RawBuilder<unknown>) => RawBuilder<boolean>

/**
 * Brings what a container (a bundle, pathway or learning package) gives into line with the steps of its version: everybody
 * in scope who has the container has each step with the container as its source. The version is the published one, or the
 * one that the person stays on. A step is required and due as the container is for them, unless the step says otherwise.
 * A withdrawn container gives nothing. Who completed a step too early for it to count gets it in a new cycle. The rules'
 * lock must be held. Doing it again changes nothing.
 *
 * Who has none of the steps yet gets them in one statement, as they are to be, locks included. For everybody else the
 * container is worked out anew.
 */
export async function giveSteps(
  ctx: Ctx,
  tx: WriteTx,
  documentId: string,
  scope: PeopleScope,
  around: readonly string[] = [],
): Promise<void> {
  // A container inside itself would never end.
  if (around.includes(documentId)) return
  // Before any step, as whoever finishes one does. What this transaction has just made nobody else can wait for.
  await lockAroundThose(
    tx,
    sql`
      select held.id from assignments held join documents of_it on of_it.id = held.document_id and of_it.type = held.document_type
      where held.document_id = ${documentId} and held.assigned_at < ${ctx.now} and ${scope(sql`held.user_id`)}`,
  )
  const [found] = await changeAssignments<{
    touched: string[]
    parents: string[]
    unexpected: string[]
    containers: Settled['containers']
  }>(ctx, tx, {
    found: sql`
    container as materialized (
      select id, type, case when is_bundle then 'bundle' else type end as kind, status = any(${visibleToLearners}) as is_shown, published_version_id,
        type = 'pathway' and subtype = 'sequenced' as is_sequenced, accepted_months, prerequisites, control.zone_of_tenant() as zone
      from documents where id = ${documentId}
    ),
    parents as materialized (
      -- Which of their cycles count for a container that began anew, their dates say.
      select a.id, a.user_id, case when a.cycle_reason is null then a.cycle else 0 end as cycle, a.cycle_reason is not null as is_anew, a.is_active and c.is_shown as gives, a.is_optional, a.needs_request, a.due_at, a.frozen_at, a.assigned_at, a.waits_for,
        a.state in ('completed', 'passed') as is_done, coalesce(a.version_id, c.published_version_id) as version_id
      from container c join assignments a on a.document_type = c.type and a.document_id = c.id and a.ended_at is null and ${scope(sql`a.user_id`)}
    ),
    steps as materialized (
      select s.version_id, s.section, s.place, s.step_type, s.step_document_id, s.is_required, s.due_days, s.due_from, s.equivalents <> '{}' as has_equivalents,
        x.rule, x.audience_id, shown.is_bundle or shown.type in ('pathway', 'learningPackage') as has_steps, shown.status = any(${visibleToLearners}) as is_shown,
        case when shown.type <> 'pathway' then shown.prerequisites else '{}' end as own_prerequisites
      from (select distinct version_id from parents where gives) v join document_steps s on s.version_id = v.version_id
      join document_sections x on x.version_id = s.version_id and x.section = s.section
      join documents shown on shown.id = s.step_document_id
    ),
    -- What the others wait for, for somebody who has done nothing yet: see lockSteps().
    blocking as materialized (
      select distinct on (version_id) version_id, section, place, waits_for from (
        select version_id, section, place, step_document_id as waits_for from steps where rule = 'all' and is_required and is_shown
        union all
        select version_id, section, ${2 ** 31 - 1}::int, (array_agg(step_document_id order by place))[1] from steps
        where rule <> 'all' and is_required and is_shown group by 1, 2
      ) found where (select is_sequenced from container) order by version_id, section, place
    ),
    -- Each step and what it is for somebody who has done nothing; whether that can be told without a look at the person.
    planned as materialized (
      select s.*, c.kind, c.zone, c.accepted_months,
        case when (s.section, s.place) > (b.section, b.place) then b.waits_for end as waits_for,
        bool_or(s.has_equivalents or s.audience_id is not null) over (partition by s.version_id) or c.prerequisites <> '{}' as depends,
        s.due_days is not null and s.due_from = 'previous' as is_due_later,
        -- Where learners choose the order it waits for the one before it.
        case when s.due_from = 'previous' and (c.is_sequenced or s.place = 1) and not ((s.section, s.place) > (b.section, b.place)) is true
          then end_of_day((${ctx.now}::timestamptz at time zone c.zone)::date + s.due_days, c.zone) end as due_at_first
      from steps s cross join container c left join blocking b on b.version_id = s.version_id
    ),
    -- Each is looked up by its key: two sets that the planner takes for small would be compared each with each.
    found as materialized (
      select p.id as parent_id, p.user_id, p.cycle, p.frozen_at, s.kind, s.zone, s.step_type, s.step_document_id, s.has_steps, s.is_due_later, s.own_prerequisites,
        case when s.audience_id is null then p.is_optional or not s.is_required
          -- Who has finished is asked for no more.
          when p.is_done and child.is_held then child.is_optional
          else p.is_optional or not (s.is_required and is_in_audience(s.audience_id, p.user_id)) end as is_optional, p.needs_request, p.due_at, p.assigned_at, s.due_days, s.due_at_first, p.waits_for as parent_waits_for,
        s.waits_for as waits_at_first, child.id as child_id, child.cycle as child_cycle, child.is_reset, child.is_held, child.is_optional as held_optional, child.needs_request as held_needs_request,
        child.due_at as held_due_at, child.due_shift_days, child.waits_for as held_waits_for,
        child.id is null as is_new,
        child.cycle < p.cycle or (not p.is_done and child.state in ('completed', 'passed') and child.completed_at < case
          when p.is_anew then p.assigned_at
          when s.kind = 'pathway' then p.assigned_at - make_interval(months => s.accepted_months) end) is true as is_again,
        not s.depends and bool_and(child.id is null) over (partition by p.id) as is_fresh
      from parents p join planned s on s.version_id = p.version_id
      left join lateral (
        select a.id, a.cycle, a.assigned_at > p.assigned_at and a.cycle_reason in ('reset', 'renewal') as is_reset, a.state, a.completed_at, o.assignment_id is not null as is_held, o.is_optional, o.needs_request, o.due_at, o.due_shift_days, o.waits_for
        from assignments a left join assignment_sources o on o.assignment_id = a.id and o.kind = s.kind and o.source_id = p.id
        where a.user_id = p.user_id and a.document_type = s.step_type and a.document_id = s.step_document_id and a.ended_at is null
        order by o.assignment_id is null, a.cycle desc limit 1
      ) child on true
      where p.gives
    ),
    wanted as materialized (
      select f.*,
        case when is_new or is_again
          then assignment_id(${ctx.actor.tenantId}, user_id, step_type, step_document_id, case when is_new then cycle else greatest(child_cycle + 1, cycle) end)
          else child_id end as id,
        case when is_new then cycle else greatest(child_cycle + 1, cycle) end as new_cycle,
        case when kind = 'bundle' then parent_waits_for when is_fresh then waits_at_first when is_again then null else held_waits_for end as waits_for,
        case when is_optional then null
          -- Begun anew by the course's own reset: the container's dates are of the time before.
          when is_reset and is_held and not is_again then held_due_at
          when due_days is null then due_at
          when is_due_later then case when is_fresh then due_at_first when is_again then null else held_due_at end
          else end_of_day((assigned_at at time zone zone)::date + due_days + coalesce(due_shift_days, 0), zone) end as wanted_due_at
      from found f
    ),
    missing as materialized (
      select * from wanted
      where is_new or is_again or not is_held
        or (held_optional, held_needs_request, held_due_at, held_waits_for) is distinct from (is_optional, needs_request, wanted_due_at, waits_for)
    )`,
    insert: sql`(id, user_id, document_type, document_id, cycle, is_active, is_optional, needs_request, waits_for, assigned_at, due_at, due_day, frozen_at, changed_day)
      select id, user_id, step_type, step_document_id, new_cycle, true, is_optional, needs_request,
        case when own_prerequisites <> '{}' then coalesce(${missingPrerequisite(sql`missing.user_id`, sql`own_prerequisites`)}, waits_for) else waits_for end, ${ctx.now}::timestamptz, wanted_due_at, day_that_ends(wanted_due_at, zone),
        case when frozen_at is not null then ${ctx.now}::timestamptz end, (${ctx.now}::timestamptz at time zone zone)::date
      from missing where is_new or is_again order by id`,
    beside: sql`
    given as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, is_optional, needs_request, due_at, waits_for, granted_at)
      select id, kind, parent_id, user_id, is_optional, needs_request, wanted_due_at, waits_for, ${ctx.now} from missing
      on conflict (tenant_id, assignment_id, kind, source_id) do update
        set is_optional = excluded.is_optional, needs_request = excluded.needs_request, due_at = excluded.due_at, waits_for = excluded.waits_for
    ),
    lost as (
      delete from assignment_sources s using container c, parents p, assignments child
      where s.kind = c.kind and s.source_id = p.id and child.tenant_id = s.tenant_id and child.id = s.assignment_id
        and (not p.gives or not exists (select from steps st where st.version_id = p.version_id and st.step_document_id = child.document_id))
      returning s.assignment_id, s.source_id
    )`,
    answer: sql`
    select
      array(select id::text from missing where not (is_new or is_again) union all select assignment_id::text from lost) as touched,
      array(select parent_id::text from missing where not is_fresh union select source_id::text from lost) as parents,
      -- Another transaction may have made one at the same moment.
      case when (select count(*) from changed) = (select count(*) from missing where is_new or is_again) then '{}'
        else array(select id::text from missing where is_new or is_again) end as unexpected,
      coalesce((
        select jsonb_agg(jsonb_build_object('documentId', step_document_id, 'userIds', user_ids)) from (
          select step_document_id, array_agg(user_id) as user_ids from missing where has_steps group by 1
        ) inner_containers), '[]') as containers`,
  })
  if (!found) return
  const settled = await settleAssignments(ctx, tx, [...found.touched, ...found.unexpected])
  await recomputeContainers(ctx, tx, found.parents)
  await followContainers(ctx, tx, mergeContainers(found.containers, settled.containers), [...around, documentId])
}

/** Each container once, with everybody of both. */
function mergeContainers(one: Settled['containers'], other: Settled['containers']): Settled['containers'] {
  return [...Map.groupBy([...one, ...other], (container) => container.documentId)].map(([documentId, same]) => ({
    documentId,
    userIds: [...new Set(same.flatMap((container) => container.userIds))],
  }))
}

/** After assignments changed: containers among them pass the change on to their steps. */
export async function followContainers(
  ctx: Ctx,
  tx: WriteTx,
  containers: Settled['containers'],
  around: readonly string[] = [],
): Promise<void> {
  for (const { documentId, userIds } of containers) {
    await giveSteps(ctx, tx, documentId, (userId) => sql`${userId} = any(${userIds}::uuid[])`, around)
  }
}
