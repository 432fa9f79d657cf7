import { api } from '@learnt/contract'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { sendCopiedCsv } from '../../platform/csv.ts'
import { type CursorValue, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
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
  assignmentFile,
  assignmentSorts,
  countAssignmentFigures,
  findAssignmentFigures,
  listAssignmentFigures,
  userCourseIdColumn,
} from './queries/assignment-figures.ts'
import {
  type CourseFiguresRow,
  courseFile,
  courseIdColumn,
  courseSorts,
  listCourseFigures,
  sumCourseFigures,
} from './queries/course-figures.ts'
import {
  countLearnerFigures,
  type LearnerFiguresRow,
  learnerFile,
  learnerSorts,
  listLearnerFigures,
  userIdColumn,
} from './queries/learner-figures.ts'
import { listActivityProgress } from './queries/list-activity-progress.ts'
import { adminScope, type Keyset, managerScope, type ReportScope } from './queries/scope.ts'

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
  const asked = <Filter>(ctx: Ctx, filter: Filter) => ({ scope: scopeOf(ctx), now: ctx.now, filter })
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
      const keyset = fileOrder(ctx, 'courses', courseSorts, courseIdColumn, query)
      return sendFile(call, ctx, 'course_report.csv', courseFile({ ...asked(ctx, query), keyset }))
    }),
    rawRoute(operations.learnersCsv, async (call) => {
      const { ctx, query } = await csvCall(call, operations.learners.query, 'learners')
      const keyset = fileOrder(ctx, 'learners', learnerSorts, userIdColumn, query)
      return sendFile(call, ctx, 'learner_report.csv', learnerFile({ ...asked(ctx, query), keyset }))
    }),
    rawRoute(operations.assignmentsCsv, async (call) => {
      const { ctx, query } = await csvCall(call, operations.assignments.query, 'assignments')
      const keyset = fileOrder(ctx, 'assignments', assignmentSorts, userCourseIdColumn, query)
      return sendFile(call, ctx, 'assignment_report.csv', assignmentFile({ ...asked(ctx, query), keyset }))
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

/** Written by the database and passed on: whatever its size, it takes no more memory than a few pieces of it. */
function sendFile({ reply }: PublicCall, ctx: Ctx, name: string, statement: RawBuilder<unknown>) {
  return sendCopiedCsv(reply, name, ctx.services.db.tenant(ctx.actor.tenantId).copyCsv(statement))
}

/** A file holds all rows, wherever the page stood from which it was asked for. */
function fileOrder(ctx: Ctx, list: string, sorts: Sorts, id: RawBuilder<unknown>, query: Sorted): Keyset {
  return keysetOf(ctx, list, sorts, id, { ...query, cursor: undefined })
}
