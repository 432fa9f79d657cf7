import { type RawBuilder, sql } from 'kysely'
import { type Cause, type CauseCtx, followersOf } from '../../../platform/causes.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { noVersion } from '../queries.ts'
import { changeAssignments, type Values } from './change-assignments.ts'
import { countStates, figuresOf, keepActivityDays } from './recompute-progress.ts'

/**
 * Records what people did before today, each with its own moment: reports as of any day since then show it.
 *
 * `wanted`: a query with `assignment_id`, `activity_id` (null: the whole document), `at`, `progress` (100: finished) and
 * `score`. The assignments are locked, and whoever calls has found that each row is better than what stands. A whole
 * course is all of its activities. Answers the assignments that are finished by it; what follows is the caller's part.
 */
export async function recordHistory(
  ctx: CauseCtx,
  tx: WriteTx,
  wanted: RawBuilder<unknown>,
): Promise<{ finished: string[] }> {
  await sql`
    insert into rollup_marks (name, folded_at) select 'importedHistory', min(at) from (${wanted}) w having count(*) > 0
    on conflict (tenant_id, name) do update set folded_at = least(rollup_marks.folded_at, excluded.folded_at)`.execute(
    tx,
  )
  await recordActivities(tx, wanted)
  const courses = await changeAssignments<Recorded>(ctx, tx, {
    found: sql`
    zone as materialized (select control.zone_of_tenant() as name),
    own as materialized (select assignment_id, max(at) as at from (${wanted}) w group by assignment_id),
    subject as materialized (
      select a as was, a.id, own.at, coalesce(a.version_id, d.published_version_id) as version_id, d.reset is not null as is_reset
      from own join assignments a on a.id = own.assignment_id join documents d on d.id = a.document_id
      where d.type = 'course' and not d.is_bundle
    ),
    figures as materialized (
      select s.*, t.total, one.*, (case when one.done = t.total then one.finished_at else s.at end at time zone (select name from zone))::date as day
      from subject s
      cross join lateral (select count(*)::int as total from course_activities v where v.version_id = s.version_id) t
      cross join lateral (
        select sum(p.progress) as progress, avg(p.score) as score, min(p.started_at) as started_at, max(p.completed_at) as finished_at, ${countStates(sql`p`)}
        from activity_progress p where p.assignment_id = s.id
          and exists (select from course_activities v where v.version_id = s.version_id and v.activity_id = p.activity_id)
      ) one
    )`,
    update: {
      from: 'figures',
      set: {
        ...figuresOf(sql`f.total`, sql`f.finished_at`),
        ...period,
        versionId: sql`f.version_id`,
        lastActivityAt: sql`greatest(a.last_activity_at, f.at)`,
      },
    },
    ...history,
  })
  const others = await changeAssignments<Recorded>(ctx, tx, {
    found: sql`
    zone as materialized (select control.zone_of_tenant() as name),
    own as materialized (
      select distinct on (assignment_id) assignment_id, at, progress, score from (${wanted}) w where activity_id is null
      order by assignment_id, progress desc, at desc
    ),
    subject as materialized (
      select a as was, a.id, own.*, (own.at at time zone (select name from zone))::date as day, own.progress = 100 as is_done, d.published_version_id,
        greatest(1, d.activity_count) as steps, d.reset is not null as is_reset
      from own join assignments a on a.id = own.assignment_id join documents d on d.id = a.document_id
      where d.type <> 'course' or d.is_bundle
    )`,
    update: {
      from: 'subject',
      set: {
        ...period,
        state: sql`case when f.is_done then 'completed' else 'inprogress' end`,
        progress: sql`f.progress`,
        score: sql`coalesce(f.score, a.score)`,
        activitiesDone: sql`case when f.is_done then f.steps else a.activities_done end`,
        versionId: sql`coalesce(a.version_id, f.published_version_id)`,
        startedAt: sql`least(coalesce(a.started_at, f.at), f.at)`,
        completedAt: sql`case when f.is_done then f.at end`,
        lastActivityAt: sql`greatest(a.last_activity_at, f.at)`,
      },
    },
    ...history,
  })
  return { finished: [...courses, ...others].map((row) => row.id) }
}

interface Recorded {
  id: string
}

/** A cycle that counts from a later day counts from the completion: it is due again when that is over. */
const isEarlier = sql`f.is_reset and coalesce(a.period_from, (a.assigned_at at time zone (select name from zone))::date) > f.day`
const period: Values = {
  periodFrom: sql`case when ${isEarlier} then f.day else a.period_from end`,
  monthDay: sql`case when not (${isEarlier}) then a.month_day end`,
}

const history = {
  day: sql`f.day`,
  answer: sql`
    select (became).id from changed
    where (became).state in ('completed', 'passed') and (was).state not in ('completed', 'passed') order by 1`,
}

async function recordActivities(tx: WriteTx, wanted: RawBuilder<unknown>): Promise<void> {
  await sql`
    with zone as materialized (select control.zone_of_tenant() as name),
    rows as materialized (select * from (${wanted}) w),
    course as materialized (
      select a.id, a.document_id, a.is_active, a.version_id, coalesce(a.version_id, d.published_version_id) as shown_version_id
      from (select distinct assignment_id from rows) r join assignments a on a.id = r.assignment_id join documents d on d.id = a.document_id
      where d.type = 'course' and not d.is_bundle
    ),
    -- What a row says of one activity counts before what another says of the whole course.
    said as materialized (
      select distinct on (c.id, s.activity_id) c.*, s.activity_id, r.at, r.progress, r.score, r.progress = 100 as is_done,
        (r.at at time zone (select name from zone))::date as day
      from rows r join course c on c.id = r.assignment_id
      cross join lateral (
        select r.activity_id where r.activity_id is not null
        union all
        select v.activity_id from course_activities v where r.activity_id is null and v.version_id = c.shown_version_id
      ) s
      order by c.id, s.activity_id, (r.progress = 100) desc, r.activity_id is null, r.at desc
    ),
    better as materialized (
      select s.*, p as was from said s left join activity_progress p on p.assignment_id = s.id and p.activity_id = s.activity_id
      where p.state is null or (p.state not in ('completed', 'passed') and (s.is_done or s.progress > p.progress))
    ),
    days as (${keepActivityDays(sql`(select (b.was).*, b.day from better b where (b.was).assignment_id is not null)`, sql`p.day`)}),
    saved as (
      insert into activity_progress (assignment_id, activity_id, state, progress, score, started_at, completed_at, updated_at, changed_day)
      select id, activity_id, case when is_done then 'completed' else 'inprogress' end, progress, score, at, case when is_done then at end, at, day from better
      order by id, activity_id
      on conflict (tenant_id, assignment_id, activity_id) do update set
        state = excluded.state, progress = excluded.progress, score = coalesce(excluded.score, activity_progress.score),
        started_at = least(activity_progress.started_at, excluded.started_at), completed_at = excluded.completed_at,
        updated_at = greatest(activity_progress.updated_at, excluded.updated_at), changed_day = greatest(activity_progress.changed_day, excluded.changed_day)
    )
    insert into activity_deltas (id, document_id, version_id, activity_id, sign, state, score, seconds)
    select gen_random_uuid(), b.document_id, coalesce(b.version_id, ${noVersion}::uuid), b.activity_id, side.sign, side.state, side.score, side.seconds
    from better b cross join lateral (
      select -1 as sign, (b.was).state, (b.was).score, (b.was).seconds where (b.was).state <> 'notstarted'
      union all
      select 1, case when b.is_done then 'completed' else 'inprogress' end, coalesce(b.score, (b.was).score), coalesce((b.was).seconds, 0)
    ) side
    where b.is_active`.execute(tx)
}

/**
 * Dates containers that were finished just now by what was recorded: at the last of the moments when their steps were
 * finished. `ids`: those that may be. Answers those that are.
 */
export async function dateFinished(
  ctx: CauseCtx,
  tx: WriteTx,
  ids: readonly string[],
): Promise<{ finished: string[] }> {
  const rows = await changeAssignments<Recorded>(ctx, tx, {
    found: sql`
    zone as materialized (select control.zone_of_tenant() as name),
    dated as materialized (
      select b as was, b.id, s.at, (s.at at time zone (select name from zone))::date as day, d.reset is not null as is_reset
      from assignments b join documents d on d.id = b.document_id
      cross join lateral (
        select max(a.completed_at) as at from document_steps s join assignments a on a.user_id = b.user_id
          and a.document_id = any(s.step_document_id || s.equivalents) and a.state in ('completed', 'passed')
        where s.version_id = coalesce(b.version_id, d.published_version_id)
      ) s
      where b.id = any(${[...ids]}::uuid[]) and b.state in ('completed', 'passed') and b.completed_at = ${ctx.now} and s.at < ${ctx.now}
    )`,
    update: {
      from: 'dated',
      set: { ...period, completedAt: sql`f.at`, startedAt: sql`least(a.started_at, f.at)` },
    },
    day: sql`f.day`,
    beside: sql`
    causes_dated as (
      update causes set at = (c.became).completed_at from changed c where causes.assignment_id = (c.became).id and causes.kind = 'finished' and causes.at = ${ctx.now}
    )`,
    answer: sql`select (became).id from changed order by 1`,
  })
  return { finished: rows.map((row) => row.id) }
}

/** The last causes of some assignments with what follows from them, for deliverCauses(). */
export async function causesOf(
  tx: WriteTx,
  kind: 'finished' | 'voided',
  assignmentIds: readonly string[],
): Promise<Cause[]> {
  const { rows } = await sql<Cause>`
    select id, assignment_id, ${followersOf()} as by from causes
    where id in (
      select distinct on (c.assignment_id) c.id from causes c
      where c.assignment_id = any(${[...assignmentIds]}::uuid[]) and c.document_id in (select document_id from assignments where id = any(${[...assignmentIds]}::uuid[])) and c.kind = ${kind}
      order by c.assignment_id, c.at desc)`.execute(tx)
  return rows
}
