import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { announce } from '../../../platform/outbox.ts'
import { mintTenantId, type TenantId } from '../../../platform/tenant-id.ts'

/** Deltas moved by one statement, and statements in one transaction. */
const BATCH = 100_000
const BATCHES = 10

/** Folds every tenant that has deltas; answers how many were moved. */
export async function foldAllDeltas(services: Services, stopping?: AbortSignal): Promise<number> {
  const waiting = await services.db.dangerouslyLookAsSystem((tx) =>
    tx
      .selectFrom('progressDeltas')
      .select('tenantId')
      .union(tx.selectFrom('activityDeltas').select('tenantId'))
      .execute(),
  )
  let moved = 0
  for (const { tenantId } of waiting) {
    if (stopping?.aborted) break
    moved += await foldDeltas(services, mintTenantId(tenantId))
  }
  return moved
}

/**
 * Moves a tenant's deltas into the rollups, each exactly once: they are deleted and added in one statement. Processes
 * that fold at the same time do not wait for each other, the later one leaves the tenant to the first.
 */
export async function foldDeltas(services: Services, tenantId: TenantId): Promise<number> {
  return services.db.tenant(tenantId).write(async (tx) => {
    // Deltas committed by now are visible below, whatever time their own transaction saw.
    const now = services.clock.now()
    await sql`insert into rollup_marks (name, folded_at) values ('progress', 'epoch') on conflict do nothing`.execute(
      tx,
    )
    const mine = await sql`select 1 from rollup_marks where name = 'progress' for update skip locked`.execute(tx)
    if (mine.rows.length === 0) return 0
    let moved = 0
    for (let batch = 0; batch < BATCHES; batch++) {
      const [one, other] = [await fold.execute(tx), await foldActivities.execute(tx)]
      const counts = [one.rows[0]?.moved ?? 0, other.rows[0]?.moved ?? 0]
      moved += counts[0] ?? 0
      if (counts.includes(BATCH)) continue
      await sql`update rollup_marks set folded_at = ${now} where name = 'progress'`.execute(tx)
      break
    }
    if (moved > 0) await announce({ now }, tx, { topic: 'reports', userId: null, kind: 'folded', id: tenantId })
    return moved
  })
}

/**
 * Figures of a group of rows that have a `sign`. An offer (optional and not begun) is no assignment yet: only
 * courses.optional_count counts it.
 */
export const figures: RawBuilder<unknown> = sql`
  coalesce(sum(sign) filter (where counts), 0)::int as assigned,
  coalesce(sum(sign) filter (where not is_optional), 0)::int as required,
  coalesce(sum(sign) filter (where counts and state = 'notstarted'), 0)::int as not_started,
  coalesce(sum(sign) filter (where counts and state = 'inprogress'), 0)::int as in_progress,
  coalesce(sum(sign) filter (where counts and state in ('completed', 'passed')), 0)::int as completed,
  coalesce(sum(sign) filter (where counts and state = 'failed'), 0)::int as failed,
  coalesce(sum(sign * progress) filter (where counts), 0) as progress_sum,
  coalesce(sum(sign * score) filter (where counts), 0) as score_sum,
  coalesce(sum(sign) filter (where counts and score is not null), 0)::int as score_count,
  coalesce(sum(sign * seconds) filter (where counts), 0)::bigint as seconds`

export const figureColumns = [
  'assigned',
  'required',
  'not_started',
  'in_progress',
  'completed',
  'failed',
  'progress_sum',
  'score_sum',
  'score_count',
  'seconds',
] as const

/** What counts, from rows with the columns of progress_deltas; learners' figures count courses only, not the bundles around them. */
export function counted(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select d.document_id, d.user_id, d.version_id, d.sign, d.state, d.is_optional, d.due_day, d.progress, d.score, d.seconds, d.last_activity_at,
      not (d.is_optional and d.state = 'notstarted') as counts, d.document_type = 'course' and not coalesce(c.is_bundle, false) as is_course
    from ${rows} d left join documents c on c.id = d.document_id`
}

/** Assignments of each version of a course, from counted rows. */
export function byVersion(counted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select document_id, version_id, sum(sign)::int as assigned from ${counted} where counts and is_course and version_id is not null
    group by 1, 2 having sum(sign) <> 0`
}

/** Figures of a group of rows of activities that have a `sign`. */
export const activityFigures: RawBuilder<unknown> = sql`
  coalesce(sum(sign), 0)::int as started,
  coalesce(sum(sign) filter (where state = 'inprogress'), 0)::int as in_progress,
  coalesce(sum(sign) filter (where state in ('completed', 'passed')), 0)::int as completed,
  coalesce(sum(sign) filter (where state = 'passed'), 0)::int as passed,
  coalesce(sum(sign) filter (where state = 'failed'), 0)::int as failed,
  coalesce(sum(sign * score), 0) as score_sum,
  coalesce(sum(sign) filter (where score is not null), 0)::int as score_count,
  coalesce(sum(sign * seconds), 0)::bigint as seconds`

export const activityFigureColumns = [
  'started',
  'in_progress',
  'completed',
  'passed',
  'failed',
  'score_sum',
  'score_count',
  'seconds',
] as const

const columns = sql.raw(figureColumns.join(', '))
const added = (table: string, names: readonly string[] = figureColumns) =>
  sql.raw(names.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', '))

const fold = sql<{ moved: number }>`
  with moved as (
    -- By place: rows are never updated, and a join would be planned for the number of rows at the last look, often none.
    delete from progress_deltas where ctid = any(array(select ctid from progress_deltas limit ${sql.raw(String(BATCH))})) returning *
  ),
  counted as materialized (${counted(sql`moved`)}),
  by_document as (
    insert into document_rollups (document_id, ${columns}) select document_id, ${figures} from counted group by document_id
    on conflict (tenant_id, document_id) do update set ${added('document_rollups')}
  ),
  by_learner as (
    insert into learner_rollups (user_id, ${columns}, last_activity_at)
    select user_id, ${figures}, max(last_activity_at) from counted where is_course group by user_id
    on conflict (tenant_id, user_id) do update
      set ${added('learner_rollups')}, last_activity_at = greatest(learner_rollups.last_activity_at, excluded.last_activity_at)
  ),
  by_day as (
    insert into due_rollups (document_id, due_day, open) select document_id, due_day, sum(sign) from counted where due_day is not null group by 1, 2
    having sum(sign) <> 0
    on conflict (tenant_id, document_id, due_day) do update set open = due_rollups.open + excluded.open
  ),
  by_learner_day as (
    insert into learner_due_rollups (user_id, due_day, open)
    select user_id, due_day, sum(sign) from counted where due_day is not null and is_course group by 1, 2 having sum(sign) <> 0
    on conflict (tenant_id, user_id, due_day) do update set open = learner_due_rollups.open + excluded.open
  ),
  by_version as (
    insert into version_rollups (document_id, version_id, assigned) ${byVersion(sql`counted`)}
    on conflict (tenant_id, document_id, version_id) do update set assigned = version_rollups.assigned + excluded.assigned
  ),
  availability as (
    select document_id, coalesce(sum(sign) filter (where not is_optional), 0) as required, coalesce(sum(sign) filter (where is_optional), 0) as optional
    from counted group by document_id
  ),
  by_availability as (
    update documents c set required_count = c.required_count + a.required, optional_count = c.optional_count + a.optional
    from availability a where c.id = a.document_id and (a.required <> 0 or a.optional <> 0)
  )
  select count(*)::int as moved from moved`

const foldActivities = sql<{ moved: number }>`
  with moved as (
    delete from activity_deltas where ctid = any(array(select ctid from activity_deltas limit ${sql.raw(String(BATCH))})) returning *
  ),
  by_activity as (
    insert into activity_rollups (document_id, version_id, activity_id, ${sql.raw(activityFigureColumns.join(', '))})
    select document_id, version_id, activity_id, ${activityFigures} from moved group by 1, 2, 3
    on conflict (tenant_id, document_id, version_id, activity_id) do update set ${added('activity_rollups', activityFigureColumns)}
  )
  select count(*)::int as moved from moved`
