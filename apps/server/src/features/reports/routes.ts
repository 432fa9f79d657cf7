import { api } from '@learnt/contract'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type CursorValue, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type PublicCall, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import type { FileColumn, FileFormat } from '../../platform/xlsx.ts'
import { findExtension, findFreshness, presentExtension } from '../assignments/queries.ts'
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
  presentMoment,
  presentRuntimeCall,
  presentTotals,
} from './present.ts'
import {
  type AssignmentFiguresRow,
  assignmentFile,
  assignmentFileColumns,
  assignmentSorts,
  countAssignmentFigures,
  findAssignmentFigures,
  listAssignmentFigures,
  sumAssignmentFigures,
  userCourseIdColumn,
} from './queries/assignment-figures.ts'
import {
  type CourseFiguresRow,
  courseFile,
  courseFileColumns,
  courseIdColumn,
  courseSorts,
  listCourseFigures,
  sumCourseFigures,
} from './queries/course-figures.ts'
import { findReportHistory, type ReportHistory } from './queries/find-history.ts'
import {
  countLearnerFigures,
  type LearnerFiguresRow,
  learnerFile,
  learnerFileColumns,
  learnerSorts,
  listLearnerFigures,
  userIdColumn,
} from './queries/learner-figures.ts'
import { listActivityProgress } from './queries/list-activity-progress.ts'
import { adminScope, type Keyset, managerScope, type ReportMoment, type ReportScope } from './queries/scope.ts'

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

interface Past {
  asOf?: string | undefined
}

function momentOf(ctx: Ctx, { asOf }: Past = {}): ReportMoment {
  return { now: ctx.now, asOf: asOf ?? null }
}

/** Today is not over, and before the first kept day nobody knows. */
function checkPast({ asOf }: ReportMoment, { from, to }: ReportHistory): void {
  if (asOf === null) return
  if (asOf > to) throw invalid({ 'query.asOf': 'pastDay' })
  if (asOf < from) throw invalid({ 'query.asOf': 'beforeHistory' })
}

function reportRoutesFor(who: 'admin' | 'manager'): Route[] {
  const operations = api.reports[who]
  const scopeOf = scopes[who]
  const asked = <Filter extends Past>(ctx: Ctx, filter: Filter) => ({
    scope: scopeOf(ctx),
    at: momentOf(ctx, filter),
    filter,
  })
  return [
    route(operations.courses, async ({ ctx, query }) => {
      const [scope, at] = [scopeOf(ctx), momentOf(ctx, query)]
      const keyset = keysetOf(ctx, 'courses', courseSorts, courseIdColumn, query)
      const [rows, totals, freshAt, history] = await ctx.read((tx) =>
        Promise.all([
          listCourseFigures(tx, { scope, at, filter: query, keyset, limit: query.limit + 1 }),
          sumCourseFigures(tx, { scope, at, filter: query }),
          findFreshness(tx, ctx.now),
          findReportHistory(tx, ctx.now),
        ]),
      )
      checkPast(at, history)
      const { items, next } = pageOf(ctx, 'courses', query, rows, (row: CourseFiguresRow) => row.courseId)
      return {
        items: items.map(presentCourseFigures),
        next,
        total: totals.courses,
        totals: presentTotals(totals),
        ...presentMoment(at, freshAt, history),
      }
    }),
    route(operations.learners, async ({ ctx, query }) => {
      const [scope, at] = [scopeOf(ctx), momentOf(ctx, query)]
      const keyset = keysetOf(ctx, 'learners', learnerSorts, userIdColumn, query)
      const [rows, total, freshAt, history] = await ctx.read((tx) =>
        Promise.all([
          listLearnerFigures(tx, { scope, at, filter: query, keyset, limit: query.limit + 1 }),
          countLearnerFigures(tx, { scope, at, filter: query }),
          findFreshness(tx, ctx.now),
          findReportHistory(tx, ctx.now),
        ]),
      )
      checkPast(at, history)
      const { items, next } = pageOf(ctx, 'learners', query, rows, (row: LearnerFiguresRow) => row.userId)
      return { items: items.map(presentLearnerFigures), next, total, ...presentMoment(at, freshAt, history) }
    }),
    route(operations.assignments, async ({ ctx, query }) => {
      const [scope, at] = [scopeOf(ctx), momentOf(ctx, query)]
      const keyset = keysetOf(ctx, 'assignments', assignmentSorts, userCourseIdColumn, query)
      const { userId } = query
      const [rows, total, totals, freshAt, history] = await ctx.read((tx) =>
        Promise.all([
          listAssignmentFigures(tx, { scope, at, filter: query, keyset, limit: query.limit + 1 }),
          countAssignmentFigures(tx, { scope, at, filter: query }),
          userId ? sumAssignmentFigures(tx, { scope, at, userId }) : null,
          findFreshness(tx, ctx.now),
          findReportHistory(tx, ctx.now),
        ]),
      )
      checkPast(at, history)
      const { items, next } = pageOf(ctx, 'assignments', query, rows, (row: AssignmentFiguresRow) => row.userCourseId)
      return { items: items.map(presentAssignmentFigures), next, total, totals, ...presentMoment(at, freshAt, history) }
    }),
    route(operations.assignment, async ({ ctx, params }) => {
      const figures = await ctx.read((tx) =>
        findAssignmentFigures(tx, { scope: scopeOf(ctx), at: momentOf(ctx), userCourseId: params.userCourseId }),
      )
      authorize(ctx.actor, reportPolicy.see, figures)
      const [outline, progress, attempts, sources, extension] = await ctx.read((tx) =>
        Promise.all([
          figures.versionId ? findOutline(tx, ctx.actor.tenantId, figures.versionId) : null,
          listActivityProgress(tx, figures.userCourseId),
          listAttempts(tx, figures.userCourseId),
          listSources(tx, figures.userCourseId),
          findExtension(tx, figures.userCourseId),
        ]),
      )
      return {
        ...presentAssignmentFigures(figures),
        extension: presentExtension(extension),
        versionNumber: outline?.number ?? null,
        activities: (outline?.activities ?? []).map((step) => presentActivity(step, progress, attempts)),
        sources,
      }
    }),
    route(operations.timeline, async ({ ctx, params, query }) => {
      const attempt = await ctx.read((tx) => findAttempt(tx, params.attemptId))
      const figures = attempt
        ? await ctx.read((tx) =>
            findAssignmentFigures(tx, { scope: scopeOf(ctx), at: momentOf(ctx), userCourseId: attempt.assignmentId }),
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
    ...(['csv', 'xlsx'] as const).flatMap((format) => [
      rawRoute(operations[format === 'csv' ? 'coursesCsv' : 'coursesXlsx'], async (call) => {
        const { ctx, query } = await fileCall(call, operations.courses.query)
        const of = asked(ctx, query)
        const columns = inWords(ctx, courseFileColumns)
        return sendFile(call, ctx, {
          ...{ format, report: 'courses', query, columns },
          count: async (tx) => (await sumCourseFigures(tx, of)).courses,
          rows: courseFile({
            ...of,
            format,
            columns,
            keyset: fileOrder(ctx, 'courses', courseSorts, courseIdColumn, query),
          }),
        })
      }),
      rawRoute(operations[format === 'csv' ? 'learnersCsv' : 'learnersXlsx'], async (call) => {
        const { ctx, query } = await fileCall(call, operations.learners.query)
        const of = asked(ctx, query)
        const columns = inWords(ctx, learnerFileColumns)
        return sendFile(call, ctx, {
          ...{ format, report: 'learners', query, columns },
          count: (tx) => countLearnerFigures(tx, of),
          rows: learnerFile({
            ...of,
            format,
            columns,
            keyset: fileOrder(ctx, 'learners', learnerSorts, userIdColumn, query),
          }),
        })
      }),
      rawRoute(operations[format === 'csv' ? 'assignmentsCsv' : 'assignmentsXlsx'], async (call) => {
        const { ctx, query } = await fileCall(call, operations.assignments.query)
        const of = asked(ctx, query)
        const columns = inWords(ctx, assignmentFileColumns)
        return sendFile(call, ctx, {
          ...{ format, report: 'assignments', query, columns },
          count: (tx) => countAssignmentFigures(tx, of),
          rows: assignmentFile({
            ...of,
            format,
            columns,
            keyset: fileOrder(ctx, 'assignments', assignmentSorts, userCourseIdColumn, query),
          }),
        })
      }),
    ]),
  ]
}

export const reportRoutes: Route[] = [
  ...reportRoutesFor('admin'),
  ...reportRoutesFor('manager'),
  route(api.reports.recompute, async ({ ctx, params }) => {
    const attempt = await ctx.read((tx) => findAttempt(tx, params.attemptId))
    const figures = attempt
      ? await ctx.read((tx) =>
          findAssignmentFigures(tx, {
            scope: adminScope(ctx.actor),
            at: momentOf(ctx),
            userCourseId: attempt.assignmentId,
          }),
        )
      : null
    authorize(ctx.actor, reportPolicy.see, figures)
    if (!attempt) throw notFound()
    return recomputeAttempt(ctx, attempt)
  }),
]

/** A file's query is the list's own. */
async function fileCall<Q extends z.ZodType>(
  call: PublicCall,
  schema: Q,
): Promise<{ ctx: Ctx; query: z.output<Q> & Past }> {
  const { ctx, request } = call
  if (ctx === null) throw new ProblemError('not-signed-in')
  const query = validate(schema, request.query, 'query', call.t) as z.output<Q> & Past
  if (query.asOf !== undefined) checkPast(momentOf(ctx, query), await ctx.read((tx) => findReportHistory(tx, ctx.now)))
  return { ctx, query }
}

/** The headers in the person's language, with units. */
function inWords(ctx: Ctx, columns: readonly FileColumn[]): FileColumn[] {
  return columns.map((column) => ({ ...column, header: ctx.t(`reports.columns.${column.header}`) }))
}

interface ReportFile {
  readonly format: FileFormat
  readonly report: 'courses' | 'learners' | 'assignments'
  readonly query: unknown
  readonly columns: readonly FileColumn[]
  count(tx: ReadTx): Promise<number>
  readonly rows: RawBuilder<unknown>
}

const fileNames = { courses: 'course_report', learners: 'learner_report', assignments: 'assignment_report' } as const

function sendFile(call: PublicCall, ctx: Ctx, { report, query, ...file }: ReportFile) {
  return sendReportFile(call, ctx, {
    ...file,
    name: fileNames[report],
    title: ctx.t(`reports.sheets.${report}`),
    entry: { action: 'reports.export', subjectType: 'report', subjectId: report, after: query },
  })
}

/** A file holds all rows, wherever the page stood from which it was asked for. */
function fileOrder(ctx: Ctx, list: string, sorts: Sorts, id: RawBuilder<unknown>, query: Sorted): Keyset {
  return keysetOf(ctx, list, sorts, id, { ...query, cursor: undefined })
}
