import { type RawBuilder, sql } from 'kysely'
import { selectCells } from '../../../platform/csv.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { isOverdue } from './course-figures.ts'
import {
  allOf,
  assignmentsAt,
  inOrder,
  isAfter,
  isInScope,
  isShownMembership,
  type Keyset,
  type ReportMoment,
  type ReportScope,
  today,
  wasThere,
} from './scope.ts'

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
  sortValue: string | number | Date
}

export interface LearnerFiguresFilter {
  search?: string | undefined
  memberStatus?: string[] | undefined
  position?: string[] | undefined
  overdue?: boolean | undefined
}

/** Breaks ties of every order, and names the row in a cursor. */
export const userIdColumn = sql`user_id`

export const learnerSorts = {
  // As the list of people; its index gives a page without looking at everybody.
  name: { expression: sql`sort_name`, type: 'text' },
  assigned: { expression: sql`assigned`, type: 'numeric' },
  completed: { expression: sql`completed`, type: 'numeric' },
  completionRate: { expression: sql`coalesce(completion_rate, -1)`, type: 'numeric' },
  overdue: { expression: sql`overdue`, type: 'numeric' },
  averageScore: { expression: sql`coalesce(average_score, -1)`, type: 'numeric' },
  seconds: { expression: sql`seconds`, type: 'numeric' },
  lastActivityAt: { expression: sql`coalesce(last_activity_at, timestamptz '1970-01-01')`, type: 'timestamptz' },
} as const

/** People with their figures over all their courses; people who left stay, so that what they proved stays. */
export async function listLearnerFigures(
  tx: ReadTx,
  of: { scope: ReportScope; at: ReportMoment; filter: LearnerFiguresFilter; keyset: Keyset; limit: number },
): Promise<LearnerFiguresRow[]> {
  const { rows } = await sql<LearnerFiguresRow>`
    select f.*, ${of.keyset.sort} as sort_value from (${learnerFigures(of.scope, of.at, of.filter)}) f
    where ${allOf([isAfter(of.keyset), of.filter.overdue === true && sql`overdue > 0`])}
    order by ${inOrder(of.keyset)} limit ${of.limit}`.execute(tx)
  return rows
}

/** All of them as a file. */
export function learnerFile(of: {
  scope: ReportScope
  at: ReportMoment
  filter: LearnerFiguresFilter
  keyset: Keyset
  columns: readonly FileColumn[]
  format: FileFormat
}): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (${learnerFigures(of.scope, of.at, of.filter)}) f
    where ${of.filter.overdue === true ? sql`overdue > 0` : sql`true`} order by ${inOrder(of.keyset)}`
}

/** Their headers are words of the catalogue, `reports.columns`. */
export const learnerFileColumns: readonly FileColumn[] = [
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
]

export async function countLearnerFigures(
  tx: ReadTx,
  of: { scope: ReportScope; at: ReportMoment; filter: LearnerFiguresFilter },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${learnerFigures(of.scope, of.at, of.filter)}) f
    where ${of.filter.overdue === true ? sql`overdue > 0` : sql`true`}`.execute(tx)
  return rows[0]?.total ?? 0
}

function learnerFigures(scope: ReportScope, at: ReportMoment, filter: LearnerFiguresFilter): RawBuilder<unknown> {
  // Asked for each row that is shown, not summed up for everybody.
  const late =
    at.asOf === null
      ? sql`(select sum(d.open)::int from learner_due_rollups d where d.user_id = m.user_id and d.due_day < ${today(at)})`
      : sql`r.overdue`
  return sql`
    select m.user_id, m.first_name || ' ' || m.last_name as name, m.sort_name, m.email, m.position, m.status as member_status,
           coalesce(r.assigned, 0) as assigned, coalesce(r.completed, 0) as completed, coalesce(r.in_progress, 0) as in_progress,
           coalesce(r.not_started, 0) as not_started, coalesce(${late}, 0) as overdue,
           round(100.0 * r.completed / nullif(r.assigned, 0), 1)::float8 as completion_rate,
           round(r.score_sum / nullif(r.score_count, 0), 1)::float8 as average_score,
           coalesce(r.seconds, 0)::float8 as seconds, r.last_activity_at
    from memberships m
    left join ${at.asOf === null ? sql`learner_rollups` : fromAssignments(scope, at)} r on r.user_id = m.user_id
    where ${allOf([
      isShownMembership(scope),
      isInScope(scope, sql`m.user_id`),
      wasThere(at, sql`m.created_at`),
      filter.search && matchesWords('members', sql`m.id`, [filter.search]),
      filter.memberStatus && sql`m.status = any (${filter.memberStatus})`,
      filter.position && sql`m.position && ${filter.position}::text[]`,
    ])}`
}

/** As the rollups say of now: courses and not the bundles around them; the last activity stays with what was withdrawn. */
function fromAssignments(scope: ReportScope, at: ReportMoment): RawBuilder<unknown> {
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
      from ${assignmentsAt(at)} a join courses c on c.id = a.document_id and not c.is_bundle
      where ${isInScope(scope, sql`a.user_id`)}
    ) had group by user_id)`
}
