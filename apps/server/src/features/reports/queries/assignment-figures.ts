import type { DocumentType } from '@learnt/contract/document-kinds'
import { hereStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { isAssignmentInScope, isShownMembership, type ReportScope } from '../../reach/queries/scope.ts'
import { isCounted, isOverdue } from './document-figures.ts'
import { allOf, assignmentsAt, type ReportMoment, today } from './moment.ts'
import { type FieldFilter, hasFieldValues, type PersonFields } from './person-fields.ts'
import type { Report } from './report.ts'

export interface AssignmentFiguresRow {
  userCourseId: string
  userId: string
  name: string
  email: string
  memberStatus: string
  courseId: string
  courseTitle: string
  documentType: string
  isOptional: boolean
  state: string
  progress: number
  scorePercent: number | null
  seconds: number
  assignedAt: Date
  startedAt: Date | null
  completedAt: Date | null
  dueAt: Date | null
  isOverdue: boolean
  isSoon: boolean
  isPaused: boolean
  cycle: number
  isCurrent: boolean
  /** Under way on, else the published one. */
  versionId: string | null
  fields: PersonFields
  sortValue: string | number | Date
}

export interface AssignmentFiguresFilter extends FieldFilter {
  search?: string | undefined
  courseId?: string | undefined
  /** Of any type; without it the rows are those of courses. */
  documentId?: string | undefined
  userId?: string | undefined
  /** Of a person; left out: courses. */
  documentType?: DocumentType | undefined
  /** Of a person: every type, unless one is named. */
  anyType?: boolean | undefined
  state?: string[] | undefined
  overdue?: boolean | undefined
  /** Of people who left, which no figure counts. */
  left?: boolean | undefined
  /** Left out: the current ones. */
  cycles?: 'current' | 'earlier' | 'all' | undefined
}

/** What people had who left. */
const wasCounted = sql`(not a.is_active and not (a.is_optional and a.state = 'notstarted') and not exists (
  select from memberships here where here.user_id = a.user_id and here.status = any(${hereStatuses}::text[])))`

/** What stood in a cycle that has ended since. */
const wasEarlier = sql`(a.ended_at is not null and not (a.is_optional and a.state = 'notstarted'))`

const never = sql`timestamptz '1970-01-01'`

/** One row for each person and course, or each person who has one document: what stands behind every figure. */
export const assignmentReport: Report<AssignmentFiguresRow, AssignmentFiguresFilter> = {
  sorts: {
    // As the list of people; its index gives a page without looking at all rows.
    name: { expression: sql`sort_name`, type: 'text' },
    courseTitle: { expression: sql`sort_title`, type: 'text' },
    progress: { expression: sql`progress`, type: 'numeric' },
    completedAt: { expression: sql`coalesce(completed_at, ${never})`, type: 'timestamptz' },
    dueAt: { expression: sql`coalesce(due_at, ${never})`, type: 'timestamptz' },
    assignedAt: { expression: sql`assigned_at`, type: 'timestamptz' },
  },
  isOfPeople: true,
  id: sql`user_course_id`,
  idOf: (row) => row.userCourseId,
  rows: (of) => assignmentFigures(of.scope, of.at, of.filter),
  /**
   * Whoever has an assignment has exactly one membership that stands for them, and the course is there: neither table is
   * read where nothing is asked of it.
   */
  async summarize(tx, of) {
    const { userId, documentType, anyType } = of.filter
    const joins = of.filter.search || userId ? joined(of.scope) : sql``
    const [{ rows }, totals] = await Promise.all([
      sql<{ total: number }>`
        select count(*)::int as total from ${assignmentsAt(of.at)} a ${joins} where ${conditions(of.scope, of.at, of.filter, onlyOf(of.filter))}`.execute(
        tx,
      ),
      userId ? sumAssignmentFigures(tx, { ...of, userId, documentType, anyType }) : null,
    ])
    return {
      total: rows[0]?.total ?? 0,
      more: { totals, canExtend: !(of.scope.kind === 'manager' && of.scope.looksOnly) },
    }
  },
  columns: [
    { header: 'name', type: 'text', of: sql`name` },
    { header: 'email', type: 'text', of: sql`email` },
    { header: 'course', type: 'text', of: sql`course_title` },
    { header: 'required', type: 'flag', of: sql`not is_optional` },
    { header: 'state', type: 'word', of: sql`state` },
    { header: 'progress', type: 'decimal', of: sql`progress` },
    { header: 'score', type: 'decimal', of: sql`score_percent` },
    { header: 'seconds', type: 'integer', of: sql`seconds` },
    { header: 'assignedAt', type: 'moment', of: sql`assigned_at` },
    { header: 'startedAt', type: 'moment', of: sql`started_at` },
    { header: 'completedAt', type: 'moment', of: sql`completed_at` },
    // The last day on which it is in time, where the tenant is: the moment after it would be read as the day after.
    { header: 'dueDay', type: 'day', of: sql`due_day` },
    { header: 'overdue', type: 'flag', of: sql`is_overdue` },
    { header: 'memberStatus', type: 'word', of: sql`member_status` },
    { header: 'paused', type: 'flag', of: sql`is_paused` },
    { header: 'cycle', type: 'integer', of: sql`cycle` },
  ],
}

interface PersonTotals {
  assigned: number
  notStarted: number
  inProgress: number
  completed: number
  overdue: number
}

/** How one person stands over all their courses, or what they have of another type. */
async function sumAssignmentFigures(
  tx: ReadTx,
  of: { scope: ReportScope; at: ReportMoment } & Required<Pick<AssignmentFiguresFilter, 'documentType' | 'anyType'>> & {
      userId: string
    },
): Promise<PersonTotals> {
  const { rows } = await sql<PersonTotals>`
    select count(*)::int as assigned, (count(*) filter (where state = 'notstarted'))::int as not_started,
           (count(*) filter (where state = 'inprogress'))::int as in_progress,
           (count(*) filter (where state in ('completed', 'passed')))::int as completed,
           (count(*) filter (where is_overdue))::int as overdue
    from (${assignmentFigures(of.scope, of.at, { userId: of.userId, documentType: of.documentType, anyType: of.anyType })}) f`.execute(
    tx,
  )
  return rows[0] as PersonTotals
}

/** One assignment, if the scope has its person; withdrawn ones too, for what was proved stays proved. */
export async function findAssignmentFigures(
  tx: ReadTx,
  of: { scope: ReportScope; at: ReportMoment; userCourseId: string },
): Promise<AssignmentFiguresRow | null> {
  const { rows } = await sql<AssignmentFiguresRow>`
    select f.*, 0 as sort_value, '{}'::jsonb as fields from (${assignmentFigures(of.scope, of.at, { anyType: true }, sql`a.id = ${of.userCourseId}`)}) f limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

function assignmentFigures(
  scope: ReportScope,
  at: ReportMoment,
  filter: AssignmentFiguresFilter,
  only: RawBuilder<unknown> = onlyOf(filter),
): RawBuilder<unknown> {
  return sql`
    select a.id as user_course_id, a.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.sort_name, m.email, m.status as member_status, c.id as course_id, c.title as course_title, a.document_type, c.sort_title,
           a.is_optional, a.state, a.progress, a.score as score_percent, a.seconds, a.assigned_at, a.started_at, a.completed_at, a.due_at, a.due_day,
           coalesce(a.version_id, c.published_version_id) as version_id, ${isOverdue(at)} as is_overdue,
           (not a.is_optional and a.state not in ('completed', 'passed') and a.waits_for is null and a.due_day >= ${today(at)} and a.due_day <= ${today(at)} + 7) as is_soon,
           coalesce(a.due_at > a.frozen_at and not a.is_optional and a.state not in ('completed', 'passed'), false) as is_paused,
           1 + coalesce(a.cycle, (select kept.cycle from assignments kept where kept.id = a.id)) as cycle, a.ended_at is null as is_current
    from ${assignmentsAt(at)} a ${joined(scope)}
    where ${conditions(scope, at, filter, only)}`
}

function onlyOf(filter: AssignmentFiguresFilter): RawBuilder<unknown> {
  const had = sql`(${wasCounted} and a.ended_at is null)`
  // The record of one person is whole after they have left, too.
  const current = filter.left ? had : filter.anyType && filter.userId ? sql`(${isCounted} or ${had})` : isCounted
  if (filter.cycles === 'earlier') return wasEarlier
  return filter.cycles === 'all' ? sql`(${current} or ${wasEarlier})` : current
}

function joined(scope: ReportScope): RawBuilder<unknown> {
  return sql`join memberships m on m.user_id = a.user_id and ${isShownMembership(scope)} join documents c on c.id = a.document_id`
}

function conditions(
  scope: ReportScope,
  at: ReportMoment,
  filter: AssignmentFiguresFilter,
  only: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return allOf([
    only,
    !filter.documentId &&
      !(filter.anyType && !filter.documentType) &&
      sql`a.document_type = ${filter.documentType ?? 'course'}`,
    filter.documentId && sql`a.document_id = ${filter.documentId}`,
    isAssignmentInScope(scope),
    filter.search
      ? sql`(${matchesWords('members', sql`m.id`, [filter.search])} or ${matchesWords('documents', sql`c.id`, [filter.search])})`
      : null,
    hasFieldValues(scope, filter, sql`a.user_id`),
    filter.courseId && sql`a.document_id = ${filter.courseId}`,
    // A person's figures count courses, not the bundles around them.
    filter.userId && sql`(a.user_id = ${filter.userId} and not c.is_bundle)`,
    filter.state && sql`a.state = any (${filter.state})`,
    filter.overdue === true && isOverdue(at),
    filter.overdue === false && sql`not ${isOverdue(at)}`,
  ])
}
