import type { ActivityKind } from '@learnt/contract/courses'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { noVersion } from '../../assignments/queries.ts'
import { isAssignmentInScope, isShownMembership, type ReportScope } from '../../reach/queries/scope.ts'
import { isCounted } from './document-figures.ts'
import { activitiesAt, allOf, assignmentsAt, type ReportMoment } from './moment.ts'
import { type FieldFilter, hasFieldValues, type PersonFields } from './person-fields.ts'
import type { Asked, Report } from './report.ts'

export interface ActivityFiguresRow {
  courseId: string
  courseTitle: string
  category: string
  activityId: string
  title: string
  kind: ActivityKind
  isCurrent: boolean
  assigned: number
  notStarted: number
  started: number
  inProgress: number
  completed: number
  passed: number
  failed: number
  completionRate: number | null
  averageScore: number | null
  averageSeconds: number | null
  sortValue: string | number
}

export interface ActivityFiguresFilter {
  search?: string | undefined
  courseId?: string | undefined
  category?: string[] | undefined
  kind?: string[] | undefined
  having?: 'started' | 'completed' | 'failed' | undefined
}

/** Activities of courses with their figures: for administrators all that are published, and what people are still on. */
export const activityReport: Report<ActivityFiguresRow, ActivityFiguresFilter> = {
  sorts: {
    // As the course has them.
    courseTitle: {
      expression: sql`lower(course_title) || chr(1) || course_id || lpad(place::text, 6, '0')`,
      type: 'text',
    },
    title: { expression: sql`lower(title)`, type: 'text' },
    category: { expression: sql`lower(category)`, type: 'text' },
    type: { expression: sql`kind`, type: 'text' },
    assigned: { expression: sql`assigned`, type: 'numeric' },
    started: { expression: sql`started`, type: 'numeric' },
    completed: { expression: sql`completed`, type: 'numeric' },
    passed: { expression: sql`passed`, type: 'numeric' },
    failed: { expression: sql`failed`, type: 'numeric' },
    completionRate: { expression: sql`coalesce(completion_rate, -1)`, type: 'numeric' },
    averageScore: { expression: sql`coalesce(average_score, -1)`, type: 'numeric' },
    averageSeconds: { expression: sql`coalesce(average_seconds, -1)`, type: 'numeric' },
  },
  id: sql`activity_id`,
  idOf: (row) => row.activityId,
  rows: (of) => activityFigures(of),
  async summarize(tx, of) {
    const having = of.filter.having ? sql`${sql.ref(of.filter.having)} > 0` : sql`true`
    const { rows } = await sql<{ total: number; started: number; completed: number; failed: number }>`
      select (count(*) filter (where ${having}))::int as total, coalesce(sum(started), 0)::int as started,
             coalesce(sum(completed), 0)::int as completed, coalesce(sum(failed), 0)::int as failed
      from (${activityFigures({ ...of, filter: { ...of.filter, having: undefined } })}) f`.execute(tx)
    const { total, ...totals } = rows[0] ?? { total: 0, started: 0, completed: 0, failed: 0 }
    return { total, more: { totals } }
  },
  columns: [
    { header: 'course', type: 'text', of: sql`course_title` },
    { header: 'category', type: 'text', of: sql`category` },
    { header: 'activity', type: 'text', of: sql`title` },
    { header: 'type', type: 'word', of: sql`kind` },
    { header: 'isCurrent', type: 'flag', of: sql`is_current` },
    { header: 'assigned', type: 'integer', of: sql`assigned` },
    { header: 'notStarted', type: 'integer', of: sql`not_started` },
    { header: 'started', type: 'integer', of: sql`started` },
    { header: 'inProgress', type: 'integer', of: sql`in_progress` },
    { header: 'completed', type: 'integer', of: sql`completed` },
    { header: 'passed', type: 'integer', of: sql`passed` },
    { header: 'failed', type: 'integer', of: sql`failed` },
    { header: 'completionRate', type: 'decimal', of: sql`completion_rate` },
    { header: 'averageScore', type: 'decimal', of: sql`average_score` },
    { header: 'averageSeconds', type: 'decimal', of: sql`average_seconds` },
  ],
}

export interface ActivityPersonRow {
  userCourseId: string
  userId: string
  name: string
  email: string
  memberStatus: string
  courseTitle: string
  activityTitle: string
  kind: ActivityKind
  state: string
  progress: number
  scorePercent: number | null
  seconds: number
  startedAt: Date | null
  completedAt: Date | null
  fields: PersonFields
  sortValue: string | number | Date
}

export interface ActivityPeopleFilter extends FieldFilter {
  activityId: string
  /** The course and the versions of it that have the activity; see findActivity(). */
  courseId: string
  versionIds: readonly string[]
  search?: string | undefined
  state?: string[] | undefined
}

/** The people whose version of a course has an activity, and how each stands with it. */
export const activityPeopleReport: Report<ActivityPersonRow, ActivityPeopleFilter> = {
  sorts: {
    name: { expression: sql`sort_name`, type: 'text' },
    progress: { expression: sql`progress`, type: 'numeric' },
    scorePercent: { expression: sql`coalesce(score_percent, -1)`, type: 'numeric' },
    seconds: { expression: sql`seconds`, type: 'numeric' },
    completedAt: { expression: sql`coalesce(completed_at, timestamptz '1970-01-01')`, type: 'timestamptz' },
  },
  isOfPeople: true,
  id: sql`user_course_id`,
  idOf: (row) => row.userCourseId,
  rows: (of) => activityPeople(of),
  async isThere(tx, { scope, at, filter }) {
    if (scope.kind !== 'manager') return true
    const { activityId, courseId, versionIds } = filter
    const rows = (when: ReportMoment) =>
      activityPeople({ scope, at: when, filter: { activityId, courseId, versionIds }, fields: [] })
    // A manager knows activities from their people alone, then or now.
    const { rows: found } = await sql<{ isThere: boolean }>`
      select exists (${rows(at)}) or exists (${rows({ ...at, asOf: null })}) as is_there`.execute(tx)
    return found[0]?.isThere ?? false
  },
  async summarize(tx, of) {
    // Names and what was done are read only where something is asked of them.
    const { search, state } = of.filter
    const joins = sql`${search ? joinedPeople(of.scope) : sql``} ${state ? joinedWork(of) : sql``}`
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from ${assignmentsAt(of.at)} a ${joins} where ${peopleConditions(of)}`.execute(tx)
    return { total: rows[0]?.total ?? 0 }
  },
  columns: [
    { header: 'name', type: 'text', of: sql`name` },
    { header: 'email', type: 'text', of: sql`email` },
    { header: 'course', type: 'text', of: sql`course_title` },
    { header: 'activity', type: 'text', of: sql`activity_title` },
    { header: 'state', type: 'word', of: sql`state` },
    { header: 'progress', type: 'decimal', of: sql`progress` },
    { header: 'score', type: 'decimal', of: sql`score_percent` },
    { header: 'seconds', type: 'integer', of: sql`seconds` },
    { header: 'startedAt', type: 'moment', of: sql`started_at` },
    { header: 'completedAt', type: 'moment', of: sql`completed_at` },
    { header: 'memberStatus', type: 'word', of: sql`member_status` },
  ],
}

function activityFigures({ scope, at, filter }: Asked<ActivityFiguresFilter>): RawBuilder<unknown> {
  const isKept = scope.kind === 'tenant' && at.asOf === null
  return sql`
    with published as materialized (select c.id as document_id, ${publishedAt(at)} as version_id from documents c where c.type = 'course'),
    ${isKept ? fromRollups : fromAssignments(scope, at)},
    found as (
      select x.document_id, x.activity_id,
        -- Published last, before what only earlier versions have.
        (array_agg(x.title order by x.version_id = now.version_id desc, x.version_id desc))[1] as title,
        (array_agg(x.kind order by x.version_id = now.version_id desc, x.version_id desc))[1] as kind,
        (array_agg(x.place order by x.version_id = now.version_id desc, x.version_id desc))[1] as place,
        bool_or(x.version_id = now.version_id) as is_current,
        coalesce(sum(v.assigned), 0)::int as assigned, coalesce(sum(r.started), 0)::int as started, coalesce(sum(r.in_progress), 0)::int as in_progress,
        coalesce(sum(r.completed), 0)::int as completed, coalesce(sum(r.passed), 0)::int as passed, coalesce(sum(r.failed), 0)::int as failed,
        sum(r.score_sum) as score_sum, sum(r.score_count) as score_count, sum(r.seconds) as seconds
      from course_activities x join published now on now.document_id = x.document_id
      left join on_version v on v.document_id = x.document_id and v.version_id = x.version_id
      left join in_activity r on r.version_id = x.version_id and r.activity_id = x.activity_id
      where ${allOf([
        sql`(v.assigned > 0 or x.version_id = now.version_id)`,
        filter.courseId && sql`x.document_id = ${filter.courseId}`,
        filter.kind && sql`x.kind = any (${filter.kind})`,
      ])}
      group by x.document_id, x.activity_id
    )
    select c.id as course_id, c.title as course_title, c.category, f.activity_id, f.title, f.kind, f.place, f.is_current, f.assigned, f.assigned - f.started as not_started,
      f.started, f.in_progress, f.completed, f.passed, f.failed, round(100.0 * f.completed / nullif(f.assigned, 0), 1)::float8 as completion_rate,
      round(f.score_sum / nullif(f.score_count, 0), 1)::float8 as average_score, round(f.seconds / nullif(f.started, 0), 0)::float8 as average_seconds
    from found f join documents c on c.id = f.document_id
    where ${allOf([
      scope.kind === 'tenant' ? sql`(c.status not in ('draft', 'archived') or f.assigned > 0)` : sql`f.assigned > 0`,
      filter.category && sql`c.category = any (${filter.category})`,
      filter.search &&
        sql`(${matchesWords('documents', sql`c.id`, [filter.search])} or position(search_form(${filter.search}) in search_form(f.title)) > 0)`,
      filter.having && sql`${sql.ref(`f.${filter.having}`)} > 0`,
    ])}`
}

/** Who has not begun counts on the published version. */
const fromRollups = sql`
  on_version as (
    select k.document_id, case when k.version_id = ${noVersion}::uuid then now.version_id else k.version_id end as version_id, sum(k.assigned) as assigned
    from version_rollups k join published now on now.document_id = k.document_id where k.assigned <> 0 group by 1, 2
  ),
  in_activity as (select * from activity_rollups)`

/** A part of the people has no rollups of its own, nor has a past day: what they did is counted. */
function fromAssignments(scope: ReportScope, at: ReportMoment): RawBuilder<unknown> {
  return sql`
    given as materialized (
      select a.id, a.document_id, coalesce(a.version_id, now.version_id) as version_id
      from ${assignmentsAt(at)} a join documents c on c.id = a.document_id and not c.is_bundle join published now on now.document_id = a.document_id
      where a.document_type = 'course' and ${isCounted} and ${isAssignmentInScope(scope)}
    ),
    on_version as (select document_id, version_id, count(*) as assigned from given group by 1, 2),
    in_activity as (
      select g.version_id, p.activity_id, count(*) as started, count(*) filter (where p.state = 'inprogress') as in_progress,
        count(*) filter (where p.state in ('completed', 'passed')) as completed, count(*) filter (where p.state = 'passed') as passed,
        count(*) filter (where p.state = 'failed') as failed, sum(p.score) as score_sum, count(p.score) as score_count, sum(p.seconds) as seconds
      from given g join ${activitiesAt(at)} p on p.assignment_id = g.id where p.state <> 'notstarted' group by 1, 2
    )`
}

/** Where an activity is; null: nowhere. Asked beforehand, so that the people behind it are found by their course. */
export async function findActivity(
  tx: ReadTx,
  activityId: string,
): Promise<Pick<ActivityPeopleFilter, 'courseId' | 'versionIds'> | null> {
  const { rows } = await sql<{ courseId: string; versionIds: string[] }>`
    select document_id as course_id, array_agg(version_id) as version_ids from course_activities where activity_id = ${activityId} group by 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

function activityPeople(of: Asked<ActivityPeopleFilter>): RawBuilder<unknown> {
  const said = (column: 'title' | 'kind') =>
    sql`(select x.${sql.ref(column)} from course_activities x where x.version_id = ${versionOf(of)} and x.activity_id = ${of.filter.activityId})`
  return sql`
    select a.id as user_course_id, a.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.sort_name, m.email, m.status as member_status,
      c.title as course_title, ${said('title')} as activity_title, ${said('kind')} as kind, coalesce(p.state, 'notstarted') as state,
      coalesce(p.progress, 0) as progress, p.score as score_percent, coalesce(p.seconds, 0) as seconds, p.started_at, p.completed_at
    from ${assignmentsAt(of.at)} a join documents c on c.id = a.document_id ${joinedPeople(of.scope)} ${joinedWork(of)}
    where ${peopleConditions(of)}`
}

/** The version that an assignment `a` of the course is on. */
function versionOf({ at, filter }: Asked<ActivityPeopleFilter>): RawBuilder<string> {
  return sql`coalesce(a.version_id, (select ${publishedAt(at)} from documents c where c.id = ${filter.courseId}))`
}

function joinedPeople(scope: ReportScope): RawBuilder<unknown> {
  return sql`join memberships m on m.user_id = a.user_id and ${isShownMembership(scope)}`
}

function joinedWork({ at, filter }: Asked<ActivityPeopleFilter>): RawBuilder<unknown> {
  return sql`left join ${activitiesAt(at)} p on p.assignment_id = a.id and p.activity_id = ${filter.activityId} and p.state <> 'notstarted'`
}

function peopleConditions(of: Asked<ActivityPeopleFilter>): RawBuilder<boolean> {
  const { scope, filter } = of
  return allOf([
    sql`a.document_id = ${filter.courseId}`,
    // NOTE a CASE: the planner takes it for half of the rows, and reads people by name until the page is full
    sql`case when a.id is null then false else ${versionOf(of)} = any (${filter.versionIds}::uuid[]) end`,
    isCounted,
    isAssignmentInScope(scope),
    filter.search && matchesWords('members', sql`m.id`, [filter.search]),
    hasFieldValues(scope, filter, sql`a.user_id`),
    filter.state && sql`coalesce(p.state, 'notstarted') = any (${filter.state})`,
  ])
}

/** The version of a course \`c\` that was published at that time. */
function publishedAt(at: ReportMoment): RawBuilder<string | null> {
  if (at.asOf === null) return sql`c.published_version_id`
  return sql`(
    select then_published.id from document_versions then_published where then_published.document_id = c.id
      and then_published.published_at < (select end_of_day(${at.asOf}::date, control.zone_of_tenant())) order by then_published.number desc limit 1)`
}
