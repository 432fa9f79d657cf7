import { type RawBuilder, sql } from 'kysely'
import { cells, type SqlColumn, selectCells } from '../../../platform/csv.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { allOf, inOrder, isAfter, isInScope, isShownMembership, type Keyset, type ReportScope, today } from './scope.ts'

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
  of: { scope: ReportScope; now: Date; filter: LearnerFiguresFilter; keyset: Keyset; limit: number },
): Promise<LearnerFiguresRow[]> {
  const { rows } = await sql<LearnerFiguresRow>`
    select f.*, ${of.keyset.sort} as sort_value from (${learnerFigures(of.scope, of.now, of.filter)}) f
    where ${allOf([isAfter(of.keyset), of.filter.overdue === true && sql`overdue > 0`])}
    order by ${inOrder(of.keyset)} limit ${of.limit}`.execute(tx)
  return rows
}

/** All of them as a file. */
export function learnerFile(of: {
  scope: ReportScope
  now: Date
  filter: LearnerFiguresFilter
  keyset: Keyset
}): RawBuilder<unknown> {
  return sql`
    select ${selectCells(fileColumns)} from (${learnerFigures(of.scope, of.now, of.filter)}) f
    where ${of.filter.overdue === true ? sql`overdue > 0` : sql`true`} order by ${inOrder(of.keyset)}`
}

const fileColumns: SqlColumn[] = [
  { header: 'name', cell: cells.text(sql`name`) },
  { header: 'email', cell: cells.text(sql`email`) },
  { header: 'position', cell: cells.text(sql`array_to_string(position, '; ')`) },
  { header: 'status', cell: sql`member_status` },
  { header: 'assigned', cell: sql`assigned` },
  { header: 'completed', cell: sql`completed` },
  { header: 'inProgress', cell: sql`in_progress` },
  { header: 'notStarted', cell: sql`not_started` },
  { header: 'overdue', cell: sql`overdue` },
  { header: 'completionRate', cell: cells.decimal(sql`completion_rate`) },
  { header: 'averageScore', cell: cells.decimal(sql`average_score`) },
  { header: 'seconds', cell: sql`seconds` },
  { header: 'lastActivityAt', cell: cells.moment(sql`last_activity_at`) },
]

export async function countLearnerFigures(
  tx: ReadTx,
  of: { scope: ReportScope; now: Date; filter: LearnerFiguresFilter },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${learnerFigures(of.scope, of.now, of.filter)}) f
    where ${of.filter.overdue === true ? sql`overdue > 0` : sql`true`}`.execute(tx)
  return rows[0]?.total ?? 0
}

function learnerFigures(scope: ReportScope, now: Date, filter: LearnerFiguresFilter): RawBuilder<unknown> {
  // Asked for each row that is shown, not summed up for everybody.
  const late = sql`(select sum(d.open)::int from learner_due_rollups d where d.user_id = m.user_id and d.due_day < ${today(now)})`
  return sql`
    select m.user_id, m.first_name || ' ' || m.last_name as name, m.sort_name, m.email, m.position, m.status as member_status,
           coalesce(r.assigned, 0) as assigned, coalesce(r.completed, 0) as completed, coalesce(r.in_progress, 0) as in_progress,
           coalesce(r.not_started, 0) as not_started, coalesce(${late}, 0) as overdue,
           round(100.0 * r.completed / nullif(r.assigned, 0), 1)::float8 as completion_rate,
           round(r.score_sum / nullif(r.score_count, 0), 1)::float8 as average_score,
           coalesce(r.seconds, 0)::float8 as seconds, r.last_activity_at
    from memberships m
    left join learner_rollups r on r.user_id = m.user_id
    where ${allOf([
      isShownMembership(scope),
      isInScope(scope, sql`m.user_id`),
      filter.search && matchesWords('members', sql`m.id`, [filter.search]),
      filter.memberStatus && sql`m.status = any (${filter.memberStatus})`,
      filter.position && sql`m.position && ${filter.position}::text[]`,
    ])}`
}
