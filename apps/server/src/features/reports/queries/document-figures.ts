import type { DocumentType } from '@learnt/contract/document-kinds'
import { type RawBuilder, sql } from 'kysely'
import { matchesWords } from '../../../platform/db/search.ts'
import type { FileColumn } from '../../../platform/xlsx.ts'
import { countedDueDayOf } from '../../assignments/queries.ts'
import { isAssignmentInScope, type ReportScope } from '../../reach/queries/scope.ts'
import { allOf, assignmentsAt, type ReportMoment, today, wasThere } from './moment.ts'
import type { Asked, Report } from './report.ts'

export interface DocumentFiguresRow {
  documentId: string
  type: string
  /** What it gives to whoever has it. */
  steps: number
  createdAt: Date
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
  sortValue: string | number | Date
}

/** Which documents a report is of. */
interface ReportedDocuments {
  readonly types: readonly DocumentType[]
  /** Only bundles. */
  readonly isBundle?: boolean
}

export interface DocumentFiguresFilter {
  type?: string[] | undefined
  search?: string | undefined
  category?: string[] | undefined
  isBundle?: boolean | undefined
  having?: 'assigned' | 'inProgress' | 'completed' | 'overdue' | undefined
}

const sorts = {
  title: { expression: sql`lower(title)`, type: 'text' },
  category: { expression: sql`lower(category)`, type: 'text' },
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
  // Pathways first, then by title.
  type: { expression: sql`case type when 'pathway' then '0' else '1' end || lower(title)`, type: 'text' },
  assigned: { expression: sql`assigned`, type: 'numeric' },
  completed: { expression: sql`completed`, type: 'numeric' },
  completionRate: { expression: sql`coalesce(completion_rate, -1)`, type: 'numeric' },
  overdue: { expression: sql`overdue`, type: 'numeric' },
  averageProgress: { expression: sql`coalesce(average_progress, -1)`, type: 'numeric' },
  averageScore: { expression: sql`coalesce(average_score, -1)`, type: 'numeric' },
  seconds: { expression: sql`seconds`, type: 'numeric' },
} as const

export const courseReport = documentReport({ types: ['course'] }, 'title', [
  { header: 'isBundle', type: 'flag', of: sql`is_bundle` },
])
export const bundleReport = documentReport({ types: ['course'], isBundle: true }, 'bundle', [
  { header: 'steps', type: 'integer', of: sql`steps` },
])
export const pathwayReport = documentReport({ types: ['pathway', 'learningPackage'] }, 'document', [
  { header: 'type', type: 'word', of: sql`type` },
  { header: 'steps', type: 'integer', of: sql`steps` },
])

/** Documents with their figures; drafts that nobody has are left out, and for managers all that none of their people has. */
function documentReport(
  documents: ReportedDocuments,
  titleHeader: string,
  ownColumns: readonly FileColumn[],
): Report<DocumentFiguresRow, DocumentFiguresFilter> {
  return {
    sorts,
    id: sql`document_id`,
    idOf: (row) => row.documentId,
    rows: (of) => documentFigures(documents, of),
    async summarize(tx, of) {
      const { rows } = await sql<DocumentTotals & { total: number }>`
        select (count(*) filter (where ${isHaving(of.filter, 'f')}))::int as total, coalesce(sum(assigned), 0)::int as assigned, coalesce(sum(not_started), 0)::int as not_started,
               coalesce(sum(in_progress), 0)::int as in_progress, coalesce(sum(completed), 0)::int as completed,
               coalesce(sum(failed), 0)::int as failed, coalesce(sum(overdue), 0)::int as overdue, coalesce(sum(seconds), 0)::float8 as seconds
        from (${documentFigures(documents, { ...of, filter: { ...of.filter, having: undefined } })}) f`.execute(tx)
      const { total, ...sums } = rows[0] as DocumentTotals & { total: number }
      const completionRate = sums.assigned === 0 ? null : Math.round((1000 * sums.completed) / sums.assigned) / 10
      return { total, more: { totals: { ...sums, completionRate } } }
    },
    columns: [
      { header: titleHeader, type: 'text', of: sql`title` },
      { header: 'category', type: 'text', of: sql`category` },
      { header: 'status', type: 'word', of: sql`status` },
      ...ownColumns,
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
    ],
  }
}

/** The sums over all that match. */
interface DocumentTotals {
  assigned: number
  notStarted: number
  inProgress: number
  completed: number
  failed: number
  overdue: number
  seconds: number
}

const columnOf = {
  assigned: 'assigned',
  inProgress: 'in_progress',
  completed: 'completed',
  overdue: 'overdue',
} as const

function isHaving({ having }: DocumentFiguresFilter, table: 'f' | 'r'): RawBuilder<boolean> {
  return having ? sql`${sql.ref(`${table}.${columnOf[having]}`)} > 0` : sql`true`
}

function documentFigures(
  documents: ReportedDocuments,
  { scope, at, filter }: Asked<DocumentFiguresFilter>,
): RawBuilder<unknown> {
  return sql`
    select c.id as document_id, c.type, c.title, c.category, c.status, c.is_bundle, c.activity_count as steps, c.created_at,
           coalesce(${isKept(scope, at) ? sql`c.optional_count` : sql`r.offered`}, 0) as offered,
           coalesce(r.assigned, 0) as assigned, coalesce(r.required, 0) as required, coalesce(r.not_started, 0) as not_started,
           coalesce(r.in_progress, 0) as in_progress, coalesce(r.completed, 0) as completed, coalesce(r.failed, 0) as failed,
           coalesce(r.overdue, 0) as overdue,
           round(100.0 * r.completed / nullif(r.assigned, 0), 1)::float8 as completion_rate,
           round(r.progress_sum / nullif(r.assigned, 0), 1)::float8 as average_progress,
           round(r.score_sum / nullif(r.score_count, 0), 1)::float8 as average_score,
           coalesce(r.seconds, 0)::float8 as seconds
    from documents c ${scope.kind === 'tenant' ? sql`left join` : sql`join`} (${isKept(scope, at) ? fromRollups(at) : fromAssignments(documents, scope, at)}) r on r.document_id = c.id
    where ${allOf([
      sql`c.type = any (${documents.types})`,
      documents.isBundle && sql`c.is_bundle`,
      filter.type && sql`c.type = any (${filter.type})`,
      sql`(c.status not in ('draft', 'archived') or r.assigned > 0)`,
      // What was learnt elsewhere before it was made here counts from its own day.
      scope.kind === 'tenant' && at.asOf !== null && sql`(${wasThere(at, sql`c.created_at`)} or r.assigned > 0)`,
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
    select cr.document_id, cr.assigned, cr.required, cr.not_started, cr.in_progress, cr.completed, cr.failed,
           cr.progress_sum, cr.score_sum, cr.score_count, cr.seconds, coalesce(late.open, 0) as overdue
    from document_rollups cr
    left join (select document_id, sum(open)::int as open from due_rollups where due_day < ${today(at)} group by document_id) late
      on late.document_id = cr.document_id`
}

/** A part of the people has no rollups of its own, nor has a past day: their assignments are counted. */
function fromAssignments(documents: ReportedDocuments, scope: ReportScope, at: ReportMoment): RawBuilder<unknown> {
  return sql`
    select document_id, (count(*) filter (where is_optional))::int as offered, (count(*) filter (where counts))::int as assigned,
           (count(*) filter (where not is_optional))::int as required,
           (count(*) filter (where counts and state = 'notstarted'))::int as not_started,
           (count(*) filter (where counts and state = 'inprogress'))::int as in_progress,
           (count(*) filter (where counts and state in ('completed', 'passed')))::int as completed,
           (count(*) filter (where counts and state = 'failed'))::int as failed,
           sum(progress) filter (where counts) as progress_sum, sum(score) filter (where counts) as score_sum,
           (count(score) filter (where counts))::int as score_count, sum(seconds) filter (where counts) as seconds,
           (count(*) filter (where is_late))::int as overdue
    from (
      select a.document_id, a.is_optional, a.state, a.progress, a.score, a.seconds, ${isCounted} as counts, ${isOverdue(at)} as is_late
      from ${assignmentsAt(at)} a
      where a.is_active and a.document_type = any (${documents.types}) and ${isAssignmentInScope(scope)}
    ) given
    group by document_id ${scope.kind === 'tenant' ? sql`` : sql`having count(*) filter (where counts) > 0`}`
}

/** What the rollups count too: an offer that nobody took up is no assignment. */
export const isCounted: RawBuilder<boolean> = sql<boolean>`(a.is_active and not (a.is_optional and a.state = 'notstarted'))`

/** By the day that the rollups count by: on leave only what was overdue before the leave began. */
export function isOverdue(at: ReportMoment): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${countedDueDayOf('a')} < ${today(at)}, false)`
}
