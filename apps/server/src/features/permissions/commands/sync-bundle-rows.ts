import { visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { recomputeBundles } from '../../assignments/commands/recompute-progress.ts'
import { type Settled, settleAssignments } from '../../assignments/commands/settle-assignments.ts'

/** Which people's rows are looked at, as a condition on their id. */
export type PeopleScope = (userId: RawBuilder<unknown>) => RawBuilder<boolean>

/**
 * Brings what a bundle gives into line with its published children: everybody in scope who has the bundle has each child
 * with the source `bundle`, required and due as the bundle is for them; a withdrawn bundle gives nothing. The rules' lock
 * must be held. Doing it again changes nothing.
 */
export async function syncBundleRows(
  ctx: Ctx,
  tx: WriteTx,
  bundleId: string,
  scope: PeopleScope,
  around: readonly string[] = [],
): Promise<void> {
  // A bundle inside itself would never end.
  if (around.includes(bundleId)) return
  const { rows } = await sql<{ assignmentId: string; parentId: string }>`
    with steps as materialized (
      select distinct child.id as course_id
      from courses c join course_versions v on v.id = c.published_version_id
      cross join lateral jsonb_array_elements_text(v.content->'courseIds') step(id)
      join courses child on child.id = step.id::uuid
      where c.id = ${bundleId} and c.status = any(${visibleToLearners})
    ),
    parents as materialized (
      select id, user_id, cycle, is_active, is_optional, due_at, frozen_at from assignments
      where document_type = 'course' and document_id = ${bundleId} and ${scope(sql`user_id`)}
    ),
    wanted as materialized (
      select assignment_id(${ctx.actor.tenantId}, p.user_id, 'course', s.course_id, p.cycle) as id, p.id as parent_id, p.user_id, s.course_id, p.cycle,
        p.is_optional, case when p.is_optional then null else p.due_at end as due_at
      from parents p cross join steps s where p.is_active
    ),
    -- Each is looked up by its key: two sets that the planner takes for small would be compared each with each.
    missing as materialized (
      select w.* from wanted w
      left join lateral (
        select s.is_optional, s.due_at from assignment_sources s where s.assignment_id = w.id and s.kind = 'bundle' and s.source_id = w.parent_id
      ) held on true
      where held.is_optional is null or (held.is_optional, held.due_at) is distinct from (w.is_optional, w.due_at)
    ),
    made as (
      insert into assignments (id, user_id, document_type, document_id, cycle, is_active, is_optional, assigned_at)
      select id, user_id, 'course', course_id, cycle, false, is_optional, ${ctx.now} from missing order by id
      on conflict do nothing
    ),
    given as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, is_optional, due_at, granted_at)
      select id, 'bundle', parent_id, user_id, is_optional, due_at, ${ctx.now} from missing
      on conflict (tenant_id, assignment_id, kind, source_id) do update set is_optional = excluded.is_optional, due_at = excluded.due_at
      returning assignment_id, source_id
    ),
    lost as (
      delete from assignment_sources s using parents p, assignments child
      where s.kind = 'bundle' and s.source_id = p.id and child.tenant_id = s.tenant_id and child.id = s.assignment_id
        and (not p.is_active or child.document_id not in (select course_id from steps))
      returning s.assignment_id, s.source_id
    )
    select assignment_id, source_id as parent_id from given union all select assignment_id, source_id from lost`.execute(
    tx,
  )
  if (rows.length === 0) return
  const settled = await settleAssignments(ctx, tx, [...new Set(rows.map((row) => row.assignmentId))])
  await recomputeBundles(ctx, tx, [...new Set(rows.map((row) => row.parentId))])
  await followBundles(ctx, tx, settled.bundles, [...around, bundleId])
}

/** After assignments changed: bundles among them pass the change on to their children. */
export async function followBundles(
  ctx: Ctx,
  tx: WriteTx,
  bundles: Settled['bundles'],
  around: readonly string[] = [],
): Promise<void> {
  for (const { bundleId, userIds } of bundles) {
    await syncBundleRows(ctx, tx, bundleId, (userId) => sql`${userId} = any(${userIds}::uuid[])`, around)
  }
}
