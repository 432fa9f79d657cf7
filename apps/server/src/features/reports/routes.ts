import { api } from '@learnt/contract'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type CsvColumn, sendCsv } from '../../platform/csv.ts'
import { type CursorValue, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type PublicCall, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { findFreshness } from '../assignments/queries.ts'
import { recomputeAttempt } from '../attempts/commands/recompute-attempt.ts'
import { findAttempt, judgeTimeline, listAttempts, listTimeline } from '../attempts/queries.ts'
import { findOutline } from '../learning/queries/find-outline.ts'
import { listSources } from '../permissions/queries/list-sources.ts'
import { reportPolicy } from './policy.ts'
import {
  presentActivity,
  presentAssignmentFigures,
  presentCourseFigures,
  presentLearnerFigures,
  presentRuntimeCall,
  presentTotals,
} from './present.ts'
import {
  type AssignmentFiguresRow,
  assignmentSorts,
  countAssignmentFigures,
  findAssignmentFigures,
  listAssignmentFigures,
  userCourseIdColumn,
} from './queries/assignment-figures.ts'
import {
  type CourseFiguresRow,
  courseIdColumn,
  courseSorts,
  listCourseFigures,
  sumCourseFigures,
} from './queries/course-figures.ts'
import {
  countLearnerFigures,
  type LearnerFiguresRow,
  learnerSorts,
  listLearnerFigures,
  userIdColumn,
} from './queries/learner-figures.ts'
import { listActivityProgress } from './queries/list-activity-progress.ts'
import { adminScope, type Keyset, managerScope, type ReportScope } from './queries/scope.ts'

/** Rows asked for at a time while a file is written: each time all of them are put in order, so few and large pages. */
const CSV_PAGE = 8000

type Sorts = Record<string, { expression: RawBuilder<unknown>; type: Keyset['type'] }>
interface Sorted {
  sort: string
  direction: 'asc' | 'desc'
  cursor?: string | undefined
}

function keysetOf(ctx: Ctx, list: string, sorts: Sorts, id: RawBuilder<unknown>, query: Sorted): Keyset {
  const sort = sorts[query.sort]
  if (!sort) throw notFound()
  const after = decodeCursor(ctx, `${list}.${query.sort}.${query.direction}`, query.cursor)
  return {
    sort: sort.expression,
    type: sort.type,
    id,
    direction: query.direction,
    after: after === null ? null : [after[0] ?? null, String(after[1])],
  }
}

/** Cuts the one row too many off and makes a cursor of the last one shown. */
function pageOf<Row extends { sortValue: string | number | Date }>(
  ctx: Ctx,
  list: string,
  query: Sorted & { limit: number },
  rows: Row[],
  idOf: (row: Row) => string,
) {
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  const next =
    rows.length > query.limit && last
      ? encodeCursor(ctx, `${list}.${query.sort}.${query.direction}`, [plain(last.sortValue), idOf(last)])
      : null
  return { items, next }
}

function plain(value: string | number | Date): CursorValue {
  return value instanceof Date ? value.toISOString() : value
}

const scopes: Record<'admin' | 'manager', (ctx: Ctx) => ReportScope> = {
  admin: (ctx) => adminScope(ctx.actor),
  manager: (ctx) => managerScope(ctx.actor),
}

function reportRoutesFor(who: 'admin' | 'manager'): Route[] {
  const operations = api.reports[who]
  const scopeOf = scopes[who]
  return [
    route(operations.courses, async ({ ctx, query }) => {
      const scope = scopeOf(ctx)
      const keyset = keysetOf(ctx, 'courses', courseSorts, courseIdColumn, query)
      const [rows, totals, freshAt] = await ctx.read((tx) =>
        Promise.all([
          listCourseFigures(tx, { scope, now: ctx.now, filter: query, keyset, limit: query.limit + 1 }),
          sumCourseFigures(tx, { scope, now: ctx.now, filter: query }),
          findFreshness(tx, ctx.now),
        ]),
      )
      const { items, next } = pageOf(ctx, 'courses', query, rows, (row: CourseFiguresRow) => row.courseId)
      return {
        items: items.map(presentCourseFigures),
        next,
        total: totals.courses,
        totals: presentTotals(totals),
        freshAt: freshAt.toISOString(),
      }
    }),
    route(operations.learners, async ({ ctx, query }) => {
      const scope = scopeOf(ctx)
      const keyset = keysetOf(ctx, 'learners', learnerSorts, userIdColumn, query)
      const [rows, total, freshAt] = await ctx.read((tx) =>
        Promise.all([
          listLearnerFigures(tx, { scope, now: ctx.now, filter: query, keyset, limit: query.limit + 1 }),
          countLearnerFigures(tx, { scope, now: ctx.now, filter: query }),
          findFreshness(tx, ctx.now),
        ]),
      )
      const { items, next } = pageOf(ctx, 'learners', query, rows, (row: LearnerFiguresRow) => row.userId)
      return { items: items.map(presentLearnerFigures), next, total, freshAt: freshAt.toISOString() }
    }),
    route(operations.assignments, async ({ ctx, query }) => {
      const scope = scopeOf(ctx)
      const keyset = keysetOf(ctx, 'assignments', assignmentSorts, userCourseIdColumn, query)
      const [rows, total, freshAt] = await ctx.read((tx) =>
        Promise.all([
          listAssignmentFigures(tx, { scope, now: ctx.now, filter: query, keyset, limit: query.limit + 1 }),
          countAssignmentFigures(tx, { scope, now: ctx.now, filter: query }),
          findFreshness(tx, ctx.now),
        ]),
      )
      const { items, next } = pageOf(ctx, 'assignments', query, rows, (row: AssignmentFiguresRow) => row.userCourseId)
      return { items: items.map(presentAssignmentFigures), next, total, freshAt: freshAt.toISOString() }
    }),
    route(operations.assignment, async ({ ctx, params }) => {
      const figures = await ctx.read((tx) =>
        findAssignmentFigures(tx, { scope: scopeOf(ctx), now: ctx.now, userCourseId: params.userCourseId }),
      )
      authorize(ctx.actor, reportPolicy.see, figures)
      const [outline, progress, attempts, sources] = await ctx.read((tx) =>
        Promise.all([
          figures.versionId ? findOutline(tx, ctx.actor.tenantId, figures.versionId) : null,
          listActivityProgress(tx, figures.userCourseId),
          listAttempts(tx, figures.userCourseId),
          listSources(tx, figures.userCourseId),
        ]),
      )
      return {
        ...presentAssignmentFigures(figures),
        versionNumber: outline?.number ?? null,
        activities: (outline?.activities ?? []).map((step) => presentActivity(step, progress, attempts)),
        sources,
      }
    }),
    route(operations.timeline, async ({ ctx, params, query }) => {
      const attempt = await ctx.read((tx) => findAttempt(tx, params.attemptId))
      const figures = attempt
        ? await ctx.read((tx) =>
            findAssignmentFigures(tx, { scope: scopeOf(ctx), now: ctx.now, userCourseId: attempt.assignmentId }),
          )
        : null
      authorize(ctx.actor, reportPolicy.see, figures)
      if (!attempt) throw notFound()
      const list = `timeline.${attempt.id}`
      const after = decodeCursor(ctx, list, query.cursor)
      const [calls, judged, outline] = await ctx.read((tx) =>
        Promise.all([
          listTimeline(tx, attempt.id, {
            after: after ? { epoch: Number(after[0]), n: Number(after[1]) } : null,
            limit: query.limit + 1,
          }),
          judgeTimeline(tx, attempt.id),
          figures.versionId ? findOutline(tx, ctx.actor.tenantId, figures.versionId) : null,
        ]),
      )
      const items = calls.slice(0, query.limit)
      const last = items.at(-1)
      return {
        items: items.map(presentRuntimeCall),
        next: calls.length > query.limit && last ? encodeCursor(ctx, list, [last.epoch, last.n]) : null,
        total: judged.calls,
        verdict: judged.verdict,
        person: figures.name,
        courseTitle: figures.courseTitle,
        activityTitle: outline?.activities.find((step) => step.id === attempt.activityId)?.title ?? '',
      }
    }),
    rawRoute(operations.coursesCsv, async (call) => {
      const { ctx, query } = await csvCall(call, operations.courses.query, 'courses')
      const scope = scopeOf(ctx)
      const rows = eachRow(
        ctx,
        'courses',
        courseSorts,
        courseIdColumn,
        query,
        (tx, keyset) => listCourseFigures(tx, { scope, now: ctx.now, filter: query, keyset, limit: CSV_PAGE }),
        (row) => row.courseId,
      )
      return sendCsv(call.reply, 'course_report.csv', courseColumns, rows)
    }),
    rawRoute(operations.learnersCsv, async (call) => {
      const { ctx, query } = await csvCall(call, operations.learners.query, 'learners')
      const scope = scopeOf(ctx)
      const rows = eachRow(
        ctx,
        'learners',
        learnerSorts,
        userIdColumn,
        query,
        (tx, keyset) => listLearnerFigures(tx, { scope, now: ctx.now, filter: query, keyset, limit: CSV_PAGE }),
        (row) => row.userId,
      )
      return sendCsv(call.reply, 'learner_report.csv', learnerColumns, rows)
    }),
    rawRoute(operations.assignmentsCsv, async (call) => {
      const { ctx, query } = await csvCall(call, operations.assignments.query, 'assignments')
      const scope = scopeOf(ctx)
      const rows = eachRow(
        ctx,
        'assignments',
        assignmentSorts,
        userCourseIdColumn,
        query,
        (tx, keyset) => listAssignmentFigures(tx, { scope, now: ctx.now, filter: query, keyset, limit: CSV_PAGE }),
        (row) => row.userCourseId,
      )
      return sendCsv(call.reply, 'assignment_report.csv', assignmentColumns, rows)
    }),
  ]
}

export const reportRoutes: Route[] = [
  ...reportRoutesFor('admin'),
  ...reportRoutesFor('manager'),
  route(api.reports.recompute, async ({ ctx, params }) => {
    const attempt = await ctx.read((tx) => findAttempt(tx, params.attemptId))
    const figures = attempt
      ? await ctx.read((tx) =>
          findAssignmentFigures(tx, { scope: adminScope(ctx.actor), now: ctx.now, userCourseId: attempt.assignmentId }),
        )
      : null
    authorize(ctx.actor, reportPolicy.see, figures)
    if (!attempt) throw notFound()
    return recomputeAttempt(ctx, attempt)
  }),
]

/** A file's query is the list's own; every export is audited before its first byte. */
async function csvCall<Q extends z.ZodType>(
  call: PublicCall,
  schema: Q,
  report: string,
): Promise<{ ctx: Ctx; query: z.output<Q> }> {
  const { ctx, request } = call
  if (ctx === null) throw new ProblemError('not-signed-in')
  const query = validate(schema, request.query, 'query', call.t) as z.output<Q>
  await ctx.write((tx) =>
    audit(ctx, tx, { action: 'reports.export', subjectType: 'report', subjectId: report, after: query }),
  )
  return { ctx, query }
}

/** All rows of a report, a page at a time. */
async function* eachRow<Row extends { sortValue: string | number | Date }>(
  ctx: Ctx,
  list: string,
  sorts: Sorts,
  id: RawBuilder<unknown>,
  query: Sorted,
  load: (tx: ReadTx, keyset: Keyset) => Promise<Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<Row> {
  let keyset: Keyset = { ...keysetOf(ctx, list, sorts, id, { ...query, cursor: undefined }), after: null }
  for (;;) {
    const rows = await ctx.read((tx) => load(tx, keyset))
    yield* rows
    const last = rows.at(-1)
    if (rows.length < CSV_PAGE || !last) return
    keyset = { ...keyset, after: [plain(last.sortValue), idOf(last)] }
  }
}

const courseColumns: CsvColumn<CourseFiguresRow>[] = [
  { header: 'title', value: (row) => row.title },
  { header: 'category', value: (row) => row.category },
  { header: 'status', value: (row) => row.status },
  { header: 'isBundle', value: (row) => String(row.isBundle) },
  { header: 'assigned', value: (row) => row.assigned },
  { header: 'required', value: (row) => row.required },
  { header: 'notStarted', value: (row) => row.notStarted },
  { header: 'inProgress', value: (row) => row.inProgress },
  { header: 'completed', value: (row) => row.completed },
  { header: 'failed', value: (row) => row.failed },
  { header: 'overdue', value: (row) => row.overdue },
  { header: 'completionRate', value: (row) => row.completionRate },
  { header: 'averageProgress', value: (row) => row.averageProgress },
  { header: 'averageScore', value: (row) => row.averageScore },
  { header: 'seconds', value: (row) => row.seconds },
]

const learnerColumns: CsvColumn<LearnerFiguresRow>[] = [
  { header: 'name', value: (row) => row.name },
  { header: 'email', value: (row) => row.email },
  { header: 'position', value: (row) => row.position.join('; ') },
  { header: 'status', value: (row) => row.memberStatus },
  { header: 'assigned', value: (row) => row.assigned },
  { header: 'completed', value: (row) => row.completed },
  { header: 'inProgress', value: (row) => row.inProgress },
  { header: 'notStarted', value: (row) => row.notStarted },
  { header: 'overdue', value: (row) => row.overdue },
  { header: 'completionRate', value: (row) => row.completionRate },
  { header: 'averageScore', value: (row) => row.averageScore },
  { header: 'seconds', value: (row) => row.seconds },
  { header: 'lastActivityAt', value: (row) => row.lastActivityAt?.toISOString() ?? null },
]

const assignmentColumns: CsvColumn<AssignmentFiguresRow>[] = [
  { header: 'name', value: (row) => row.name },
  { header: 'email', value: (row) => row.email },
  { header: 'course', value: (row) => row.courseTitle },
  { header: 'required', value: (row) => String(!row.isOptional) },
  { header: 'state', value: (row) => row.state },
  { header: 'progress', value: (row) => row.progress },
  { header: 'score', value: (row) => row.scorePercent },
  { header: 'seconds', value: (row) => row.seconds },
  { header: 'assignedAt', value: (row) => row.assignedAt.toISOString() },
  { header: 'startedAt', value: (row) => row.startedAt?.toISOString() ?? null },
  { header: 'completedAt', value: (row) => row.completedAt?.toISOString() ?? null },
  { header: 'dueAt', value: (row) => row.dueAt?.toISOString() ?? null },
  { header: 'overdue', value: (row) => String(row.isOverdue) },
]
