import { type RawBuilder, sql } from 'kysely'
import { matchesWords } from '../../../platform/db/search.ts'
import {
  isAssignmentInScope,
  isInScope,
  isShownMembership,
  isWhollyInScope,
  type ReportScope,
} from '../../reach/queries/scope.ts'
import { isOverdue } from './document-figures.ts'
import { allOf, assignmentsAt, type ReportMoment, today, wasThere } from './moment.ts'
import { type FieldFilter, hasFieldValues, type PersonFields } from './person-fields.ts'
import type { Report } from './report.ts'

export interface LearnerFiguresRow {
  userId: string
  name: string
  email: string
  position: string[]
  memberStatus: string
  assigned: number
  completed: number
  inProgress: number
  notStarted: number
  overdue: number
  completionRate: number | null
  averageScore: number | null
  seconds: number
  lastActivityAt: Date | null
  fields: PersonFields
  sortValue: string | number | Date
}

export interface LearnerFiguresFilter extends FieldFilter {
  search?: string | undefined
  memberStatus?: string[] | undefined
  position?: string[] | undefined
  overdue?: boolean | undefined
}

/** People with their figures over all their courses; people who left stay, so that what they proved stays. */
export const learnerReport: Report<LearnerFiguresRow, LearnerFiguresFilter> = {
  sorts: {
    // As the list of people; its index gives a page without looking at everybody.
    name: { expression: sql`sort_name`, type: 'text' },
    assigned: { expression: sql`assigned`, type: 'numeric' },
    completed: { expression: sql`completed`, type: 'numeric' },
    completionRate: { expression: sql`coalesce(completion_rate, -1)`, type: 'numeric' },
    overdue: { expression: sql`overdue`, type: 'numeric' },
    averageScore: { expression: sql`coalesce(average_score, -1)`, type: 'numeric' },
    seconds: { expression: sql`seconds`, type: 'numeric' },
    lastActivityAt: { expression: sql`coalesce(last_activity_at, timestamptz '1970-01-01')`, type: 'timestamptz' },
  },
  isOfPeople: true,
  id: sql`user_id`,
  idOf: (row) => row.userId,
  rows: (of) => {
    const figures = learnerFigures(of.scope, of.at, of.filter)
    return of.filter.overdue === true ? sql`select * from (${figures}) late where overdue > 0` : figures
  },
  async summarize(tx, of) {
    // Figures are worked out only where they are asked for.
    const counted =
      of.filter.overdue === true
        ? sql`(${learnerFigures(of.scope, of.at, of.filter)}) f where overdue > 0`
        : sql`memberships m where ${conditions(of.scope, of.at, of.filter)}`
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${counted}`.execute(tx)
    return { total: rows[0]?.total ?? 0 }
  },
  columns: [
    { header: 'name', type: 'text', of: sql`name` },
    { header: 'email', type: 'text', of: sql`email` },
    { header: 'position', type: 'text', of: sql`array_to_string(position, '; ')` },
    { header: 'memberStatus', type: 'word', of: sql`member_status` },
    { header: 'assigned', type: 'integer', of: sql`assigned` },
    { header: 'completed', type: 'integer', of: sql`completed` },
    { header: 'inProgress', type: 'integer', of: sql`in_progress` },
    { header: 'notStarted', type: 'integer', of: sql`not_started` },
    { header: 'overdue', type: 'integer', of: sql`overdue` },
    { header: 'completionRate', type: 'decimal', of: sql`completion_rate` },
    { header: 'averageScore', type: 'decimal', of: sql`average_score` },
    { header: 'seconds', type: 'integer', of: sql`seconds` },
    { header: 'lastActivityAt', type: 'moment', of: sql`last_activity_at` },
  ],
}

function learnerFigures(scope: ReportScope, at: ReportMoment, filter: LearnerFiguresFilter): RawBuilder<unknown> {
  return sql`
    select m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.sort_name, m.email, m.position, m.status as member_status,
           coalesce(r.assigned, 0) as assigned, coalesce(r.completed, 0) as completed, coalesce(r.in_progress, 0) as in_progress,
           coalesce(r.not_started, 0) as not_started, coalesce(${lateIn(scope, at)}, 0) as overdue,
           round(100.0 * r.completed / nullif(r.assigned, 0), 1)::float8 as completion_rate,
           round(r.score_sum / nullif(r.score_count, 0), 1)::float8 as average_score,
           coalesce(r.seconds, 0)::float8 as seconds, r.last_activity_at
    from memberships m
    left join ${at.asOf === null ? fromRollups(scope, at) : sql`${fromAssignments(scope, at)} r on r.user_id = m.user_id`}
    where ${conditions(scope, at, filter)}`
}

/** Asked for each row that is shown, not summed up for everybody. */
function lateIn(scope: ReportScope, at: ReportMoment): RawBuilder<unknown> {
  if (at.asOf !== null) return sql`r.overdue`
  const kept = sql`(select sum(d.open)::int from learner_due_rollups d where d.user_id = m.user_id and d.due_day < ${today(at)})`
  if (scope.kind === 'tenant') return kept
  return sql`case when ${isWhollyInScope(scope, sql`m.user_id`)} then ${kept} else r.overdue end`
}

function conditions(scope: ReportScope, at: ReportMoment, filter: LearnerFiguresFilter): RawBuilder<boolean> {
  return allOf([
    isShownMembership(scope),
    isInScope(scope, sql`m.user_id`),
    // So is whoever learnt elsewhere before they came.
    at.asOf !== null &&
      sql`(${wasThere(at, sql`m.created_at`)} or exists (
        select from assignments done where done.user_id = m.user_id and ${wasThere(at, sql`done.completed_at`)}))`,
    filter.search && matchesWords('members', sql`m.id`, [filter.search]),
    hasFieldValues(scope, filter, sql`m.user_id`),
    filter.memberStatus && sql`m.status = any (${filter.memberStatus})`,
    filter.position && sql`m.position && ${filter.position}::text[]`,
  ])
}

/** What is kept for a person tells of all that they do; of who is partly in scope, the assignments that are opened are counted. */
function fromRollups(scope: ReportScope, at: ReportMoment): RawBuilder<unknown> {
  if (scope.kind === 'tenant') return sql`learner_rollups r on r.user_id = m.user_id`
  const isWhole = isWhollyInScope(scope, sql`m.user_id`)
  const columns = sql.raw(
    'assigned, completed, in_progress, not_started, score_sum, score_count, seconds, last_activity_at',
  )
  return sql`lateral (
    select ${columns}, null::int as overdue from learner_rollups where user_id = m.user_id and ${isWhole}
    union all
    select ${columns}, overdue from ${fromAssignments(scope, at, sql`a.user_id = m.user_id`)} opened where not ${isWhole}
  ) r on true`
}

/** As the rollups say of now: courses and not the bundles around them; the last activity stays with what was withdrawn. */
function fromAssignments(
  scope: ReportScope,
  at: ReportMoment,
  only: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`(
    select user_id, (count(*) filter (where counts))::int as assigned,
           (count(*) filter (where counts and state in ('completed', 'passed')))::int as completed,
           (count(*) filter (where counts and state = 'inprogress'))::int as in_progress,
           (count(*) filter (where counts and state = 'notstarted'))::int as not_started,
           (count(*) filter (where is_active and is_late))::int as overdue,
           sum(score) filter (where counts) as score_sum, (count(score) filter (where counts))::int as score_count,
           sum(seconds) filter (where counts) as seconds, max(last_activity_at) as last_activity_at
    from (
      select a.*, a.is_active and not (a.is_optional and a.state = 'notstarted') as counts, ${isOverdue(at)} as is_late
      from ${assignmentsAt(at)} a join documents c on c.id = a.document_id and c.type = 'course' and not c.is_bundle
      where ${only} and ${isAssignmentInScope(scope)}
    ) had group by user_id)`
}
