import { type RawBuilder, sql } from 'kysely'
import { selectCells } from '../../../platform/csv.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { countedDueDayOf } from '../../assignments/commands/append-deltas.ts'
import {
  allOf,
  assignmentsAt,
  inOrder,
  isAfter,
  isAssignmentInScope,
  type Keyset,
  type ReportMoment,
  type ReportScope,
  today,
  wasThere,
} from './scope.ts'

export interface CourseFiguresRow {
  courseId: string
  title: string
  category: string
  status: string
  isBundle: boolean
  offered: number
  assigned: number
  required: number
  notStarted: number
  inProgress: number
  completed: number
  failed: number
  overdue: number
  completionRate: number | null
  averageProgress: number | null
  averageScore: number | null
  seconds: number
  sortValue: string | number
}

export interface CourseFiguresFilter {
  search?: string | undefined
  category?: string[] | undefined
  isBundle?: boolean | undefined
  having?: 'assigned' | 'inProgress' | 'completed' | 'overdue' | undefined
}

/** Breaks ties of every order, and names the row in a cursor. */
export const courseIdColumn = sql`course_id`

export const courseSorts = {
  title: { expression: sql`lower(title)`, type: 'text' },
  assigned: { expression: sql`assigned`, type: 'numeric' },
  completed: { expression: sql`completed`, type: 'numeric' },
  completionRate: { expression: sql`coalesce(completion_rate, -1)`, type: 'numeric' },
  overdue: { expression: sql`overdue`, type: 'numeric' },
  averageScore: { expression: sql`coalesce(average_score, -1)`, type: 'numeric' },
  seconds: { expression: sql`seconds`, type: 'numeric' },
} as const

/** Courses with their figures; drafts that nobody has are left out, and for managers all that none of their people has. */
export async function listCourseFigures(
  tx: ReadTx,
  of: { scope: ReportScope; at: ReportMoment; filter: CourseFiguresFilter; keyset: Keyset; limit: number },
): Promise<CourseFiguresRow[]> {
  const { rows } = await sql<CourseFiguresRow>`
    select f.*, ${of.keyset.sort} as sort_value from (${courseFigures(of.scope, of.at, of.filter)}) f
    where ${allOf([isAfter(of.keyset)])}
    order by ${inOrder(of.keyset)} limit ${of.limit}`.execute(tx)
  return rows
}

/** All of them as a file. */
export function courseFile(of: {
  scope: ReportScope
  at: ReportMoment
  filter: CourseFiguresFilter
  keyset: Keyset
  columns: readonly FileColumn[]
  format: FileFormat
}): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (${courseFigures(of.scope, of.at, of.filter)}) f order by ${inOrder(of.keyset)}`
}

/** Their headers are words of the catalogue, `reports.columns`. */
export const courseFileColumns: readonly FileColumn[] = [
  { header: 'title', type: 'text', of: sql`title` },
  { header: 'category', type: 'text', of: sql`category` },
  { header: 'status', type: 'word', of: sql`status` },
  { header: 'isBundle', type: 'flag', of: sql`is_bundle` },
  { header: 'offered', type: 'integer', of: sql`offered` },
  { header: 'assigned', type: 'integer', of: sql`assigned` },
  { header: 'required', type: 'integer', of: sql`required` },
  { header: 'notStarted', type: 'integer', of: sql`not_started` },
  { header: 'inProgress', type: 'integer', of: sql`in_progress` },
  { header: 'completed', type: 'integer', of: sql`completed` },
  { header: 'failed', type: 'integer', of: sql`failed` },
  { header: 'overdue', type: 'integer', of: sql`overdue` },
  { header: 'completionRate', type: 'decimal', of: sql`completion_rate` },
  { header: 'averageProgress', type: 'decimal', of: sql`average_progress` },
  { header: 'averageScore', type: 'decimal', of: sql`average_score` },
  { header: 'seconds', type: 'integer', of: sql`seconds` },
]

export interface CourseTotals {
  courses: number
  assigned: number
  notStarted: number
  inProgress: number
  completed: number
  failed: number
  overdue: number
  seconds: number
}

/** How many courses match, and the sums over all of them. */
export async function sumCourseFigures(
  tx: ReadTx,
  of: { scope: ReportScope; at: ReportMoment; filter: CourseFiguresFilter },
): Promise<CourseTotals> {
  const { rows } = await sql<CourseTotals>`
    select (count(*) filter (where ${isHaving(of.filter, 'f')}))::int as courses, coalesce(sum(assigned), 0)::int as assigned, coalesce(sum(not_started), 0)::int as not_started,
           coalesce(sum(in_progress), 0)::int as in_progress, coalesce(sum(completed), 0)::int as completed,
           coalesce(sum(failed), 0)::int as failed, coalesce(sum(overdue), 0)::int as overdue, coalesce(sum(seconds), 0)::float8 as seconds
    from (${courseFigures(of.scope, of.at, { ...of.filter, having: undefined })}) f`.execute(tx)
  return rows[0] as CourseTotals
}

const columnOf = {
  assigned: 'assigned',
  inProgress: 'in_progress',
  completed: 'completed',
  overdue: 'overdue',
} as const

function isHaving({ having }: CourseFiguresFilter, table: 'f' | 'r'): RawBuilder<boolean> {
  return having ? sql`${sql.ref(`${table}.${columnOf[having]}`)} > 0` : sql`true`
}

function courseFigures(scope: ReportScope, at: ReportMoment, filter: CourseFiguresFilter): RawBuilder<unknown> {
  return sql`
    select c.id as course_id, c.title, c.category, c.status, c.is_bundle,
           coalesce(${isKept(scope, at) ? sql`c.optional_count` : sql`r.offered`}, 0) as offered,
           coalesce(r.assigned, 0) as assigned, coalesce(r.required, 0) as required, coalesce(r.not_started, 0) as not_started,
           coalesce(r.in_progress, 0) as in_progress, coalesce(r.completed, 0) as completed, coalesce(r.failed, 0) as failed,
           coalesce(r.overdue, 0) as overdue,
           round(100.0 * r.completed / nullif(r.assigned, 0), 1)::float8 as completion_rate,
           round(r.progress_sum / nullif(r.assigned, 0), 1)::float8 as average_progress,
           round(r.score_sum / nullif(r.score_count, 0), 1)::float8 as average_score,
           coalesce(r.seconds, 0)::float8 as seconds
    from documents c ${scope.kind === 'tenant' ? sql`left join` : sql`join`} (${isKept(scope, at) ? fromRollups(at) : fromAssignments(scope, at)}) r on r.course_id = c.id
    where ${allOf([
      sql`c.type = 'course'`,
      sql`(c.status not in ('draft', 'archived') or r.assigned > 0)`,
      scope.kind === 'tenant' && wasThere(at, sql`c.created_at`),
      filter.search && matchesWords('documents', sql`c.id`, [filter.search]),
      filter.category && sql`c.category = any (${filter.category})`,
      filter.isBundle !== undefined && sql`c.is_bundle = ${filter.isBundle}`,
      isHaving(filter, 'r'),
    ])}`
}

/** Rollups are everybody's, and of now. */
function isKept(scope: ReportScope, at: ReportMoment): boolean {
  return scope.kind === 'tenant' && at.asOf === null
}

function fromRollups(at: ReportMoment): RawBuilder<unknown> {
  return sql`
    select cr.document_id as course_id, cr.assigned, cr.required, cr.not_started, cr.in_progress, cr.completed, cr.failed,
           cr.progress_sum, cr.score_sum, cr.score_count, cr.seconds, coalesce(late.open, 0) as overdue
    from document_rollups cr
    left join (select document_id, sum(open)::int as open from due_rollups where due_day < ${today(at)} group by document_id) late
      on late.document_id = cr.document_id`
}

/** A part of the people has no rollups of its own, nor has a past day: their assignments are counted. */
function fromAssignments(scope: ReportScope, at: ReportMoment): RawBuilder<unknown> {
  return sql`
    select course_id, (count(*) filter (where is_optional))::int as offered, (count(*) filter (where counts))::int as assigned,
           (count(*) filter (where not is_optional))::int as required,
           (count(*) filter (where counts and state = 'notstarted'))::int as not_started,
           (count(*) filter (where counts and state = 'inprogress'))::int as in_progress,
           (count(*) filter (where counts and state in ('completed', 'passed')))::int as completed,
           (count(*) filter (where counts and state = 'failed'))::int as failed,
           sum(progress) filter (where counts) as progress_sum, sum(score) filter (where counts) as score_sum,
           (count(score) filter (where counts))::int as score_count, sum(seconds) filter (where counts) as seconds,
           (count(*) filter (where is_late))::int as overdue
    from (
      select a.document_id as course_id, a.is_optional, a.state, a.progress, a.score, a.seconds, ${isCounted} as counts, ${isOverdue(at)} as is_late
      from ${assignmentsAt(at)} a
      where a.is_active and a.document_type = 'course' and ${isAssignmentInScope(scope)}
    ) given
    group by course_id ${scope.kind === 'tenant' ? sql`` : sql`having count(*) filter (where counts) > 0`}`
}

/** What the rollups count too: an offer that nobody took up is no assignment. */
export const isCounted: RawBuilder<boolean> = sql<boolean>`(a.is_active and not (a.is_optional and a.state = 'notstarted'))`

/** By the day that the rollups count by: on leave only what was overdue before the leave began. */
export function isOverdue(at: ReportMoment): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${countedDueDayOf('a')} < ${today(at)}, false)`
}
