import type { Reset } from '@learnt/contract/cycles'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { CourseCard, dueStates, learning, learningSortKeys } from '@learnt/contract/learning'
import type { WaitsFor } from '@learnt/contract/pathways'
import { type ProgressState, visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dueState, learnerSorts, type Sort, waitsForOf, withinOf } from '../../assignments/queries.ts'

/** One of somebody's courses, as lists show it. */
export interface CardRow {
  id: string
  courseId: string
  title: string
  description: string
  category: string
  tags: string[]
  imageFileId: string | null
  isBundle: boolean
  isOptional: boolean
  state: ProgressState
  progress: number
  activityCount: number
  activitiesDone: number
  minutes: number
  dueAt: Date | null
  dueState: (typeof dueStates)[number]
  assignedAt: Date
  startedAt: Date | null
  completedAt: Date | null
  lastActivityAt: Date | null
  readonly waitsFor: WaitsFor | null
  /** How many times they had it before. */
  cycle: number
  reset: Reset | null
  /** The day from which this cycle counts. */
  cycleFrom: string
  cycleMonthDay: number | null
  within: CourseCard['within']
}

/** Courses the person has and sees: active assignments `a` of published courses `c`; not those still to request. */
export function ownCourses(userId: string): RawBuilder<unknown> {
  return ownDocuments(userId, ['course'])
}

/** The same of other kinds of document. */
export function ownDocuments(userId: string, types: readonly DocumentType[]): RawBuilder<unknown> {
  return sql`
    from assignments a join documents c on c.id = a.document_id
    where a.user_id = ${userId} and a.document_type = any(${types}::text[]) and a.is_active and not a.needs_request and c.status = any(${visibleToLearners}::text[])`
}

/** Columns of a CardRow. */
export function cardColumns(now: Date): RawBuilder<unknown> {
  return sql`
    a.id, c.id as course_id, c.title, c.description, c.category, c.tags, c.image_file_id, c.is_bundle, a.is_optional, a.state, a.progress,
    -- A learner under way on an older version sees that version's number of steps.
    case when c.is_bundle or a.version_id is null or a.version_id = c.published_version_id then c.activity_count else (
      select coalesce(sum(jsonb_array_length(s.section->'activities')), 0)::int
      from document_versions v, jsonb_array_elements(v.content->'sections') s(section) where v.id = a.version_id
    ) end as activity_count,
    a.activities_done, c.minutes, a.due_at, ${dueState(now)} as due_state, a.assigned_at, a.started_at, a.completed_at, a.last_activity_at,
    ${waitsForOf} as waits_for, ${withinOf} as within,
    a.cycle, c.reset, coalesce(a.period_from, (a.assigned_at at time zone (select control.zone_of_tenant()))::date) as cycle_from,
    case when a.period_from is not null then a.month_day end as cycle_month_day`
}

const sorts: Record<(typeof learningSortKeys)[number], Sort> = {
  ...learnerSorts('c', sql`case when c.is_bundle then 'bundle' else 'course' end`),
  // Documents without a date come after all dates, and finished ones last.
  dueAt: {
    by: sql`case when a.state in ('completed', 'passed') then 'infinity' else coalesce(a.due_at, '9999-01-01') end`,
    type: sql`timestamptz`,
  },
}

/** The person's courses, or bundles, a page at a time. */
export async function listCards(
  ctx: Ctx,
  tx: ReadTx,
  of: { isBundle: boolean; query: z.output<typeof learning.courses.query> },
): Promise<{ rows: CardRow[]; next: string | null; total: number }> {
  const { query } = of
  const list = `my:${of.isBundle}:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const sort = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = sql`
    ${ownCourses(ctx.actor.userId)} and c.is_bundle = ${of.isBundle}
    and ${query.state?.length ? sql`a.state = any(${query.state}::text[])` : sql`true`}
    and ${query.category?.length ? sql`c.category = any(${query.category}::text[])` : sql`true`}
    and ${query.required ? sql`a.is_optional = ${query.required === 'optional'}` : sql`true`}
    and ${query.dueState ? sql`${dueState(ctx.now)} = ${query.dueState}` : sql`true`}
    and ${query.search ? sql`c.search_text like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`
  const after = cursor
    ? sql`(${sort.by}, a.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::${sort.type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count] = await Promise.all([
    sql<CardRow & { sortValue: string }>`
      select ${cardColumns(ctx.now)}, (${sort.by})::text as sort_value ${found} and ${after}
      order by ${sort.by} ${direction}, a.id ${direction} limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  const rows = page.rows.slice(0, query.limit)
  const last = rows.at(-1)
  const next = page.rows.length > query.limit && last ? encodeCursor(ctx, list, [last.sortValue, last.id]) : null
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}
