import { visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { type Settled, settleAssignments } from '../../assignments/commands/settle-assignments.ts'

/** Which people's rows are looked at, as a condition on their id. */
export type PeopleScope = (userId: RawBuilder<unknown>) => RawBuilder<boolean>

/**
 * Brings what a container (a bundle, pathway or learning package) gives into line with the steps of its published version:
 * everybody in scope who has the container has each step with the container as its source. A step is required and due as
 * the container is for them, unless the step says otherwise. A withdrawn container gives nothing. The rules' lock must be
 * held. Doing it again changes nothing.
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
  const { rows } = await sql<{ assignmentId: string; parentId: string }>`
    with container as materialized (
      select id, type, case when is_bundle then 'bundle' else type end as kind, published_version_id, control.zone_of_tenant() as zone
      from documents where id = ${documentId}
    ),
    steps as materialized (
      select distinct on (s.step_document_id) s.step_type, s.step_document_id, s.is_required, s.due_days, s.due_from
      from documents d join document_steps s on s.version_id = d.published_version_id
      where d.id = ${documentId} and d.status = any(${visibleToLearners})
      order by s.step_document_id, s.is_required desc, s.place
    ),
    parents as materialized (
      select a.id, a.user_id, a.cycle, a.is_active, a.is_optional, a.needs_request, a.due_at, a.frozen_at, a.assigned_at, c.kind, c.zone
      from container c join assignments a on a.document_type = c.type and a.document_id = c.id and ${scope(sql`a.user_id`)}
    ),
    wanted as materialized (
      select assignment_id(${ctx.actor.tenantId}, p.user_id, s.step_type, s.step_document_id, p.cycle) as id, p.id as parent_id, p.kind, p.user_id,
        s.step_type, s.step_document_id, p.cycle, p.is_optional or not s.is_required as is_optional, p.needs_request,
        case when p.is_optional or not s.is_required then null
          when s.due_days is null then p.due_at
          when s.due_from = 'start' then end_of_day((p.assigned_at at time zone p.zone)::date + s.due_days, p.zone) end as due_at,
        -- Its date is set when the step before it is done.
        s.due_days is not null and s.due_from = 'previous' as is_due_later
      from parents p cross join steps s where p.is_active
    ),
    -- Each is looked up by its key: two sets that the planner takes for small would be compared each with each.
    missing as materialized (
      select w.* from wanted w
      left join lateral (
        select s.is_optional, s.needs_request, s.due_at from assignment_sources s where s.assignment_id = w.id and s.kind = w.kind and s.source_id = w.parent_id
      ) held on true
      where held.is_optional is null or held.is_optional <> w.is_optional or held.needs_request <> w.needs_request
        or (not w.is_due_later and held.due_at is distinct from w.due_at)
    ),
    made as (
      insert into assignments (id, user_id, document_type, document_id, cycle, is_active, is_optional, assigned_at)
      select id, user_id, step_type, step_document_id, cycle, false, is_optional, ${ctx.now} from missing order by id
      on conflict do nothing
    ),
    given as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, is_optional, needs_request, due_at, granted_at)
      select id, kind, parent_id, user_id, is_optional, needs_request, due_at, ${ctx.now} from missing
      on conflict (tenant_id, assignment_id, kind, source_id) do update set is_optional = excluded.is_optional, needs_request = excluded.needs_request, due_at = excluded.due_at
      returning assignment_id, source_id
    ),
    lost as (
      delete from assignment_sources s using parents p, assignments child
      where s.kind = p.kind and s.source_id = p.id and child.tenant_id = s.tenant_id and child.id = s.assignment_id
        and (not p.is_active or child.document_id not in (select step_document_id from steps))
      returning s.assignment_id, s.source_id
    )
    select assignment_id, source_id as parent_id from given union all select assignment_id, source_id from lost`.execute(
    tx,
  )
  if (rows.length === 0) return
  const settled = await settleAssignments(ctx, tx, [...new Set(rows.map((row) => row.assignmentId))])
  await recomputeContainers(ctx, tx, [...new Set(rows.map((row) => row.parentId))])
  await followContainers(ctx, tx, settled.containers, [...around, documentId])
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
