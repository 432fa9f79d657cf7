import { api } from '@learnt/contract'
import type { CustomField } from '@learnt/contract/custom-fields'
import { documentKinds } from '@learnt/contract/document-kinds'
import type { Endpoint } from '@learnt/contract/endpoint'
import { pathwayReportTypes, type ReportName, reportLists, reportNames } from '@learnt/contract/report-lists'
import { Id } from '@learnt/contract/values'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type CursorValue, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { readFeatures } from '../../platform/tenant/has-feature.ts'
import { findExtension, findFreshness, presentExtension } from '../assignments/queries.ts'
import { launchRecorded } from '../attempts/commands/launch-recorded.ts'
import { recomputeAttempt } from '../attempts/commands/recompute-attempt.ts'
import { findAttempt, judgeTimeline, listAttempts, listScos, listTimeline } from '../attempts/queries.ts'
import { readRecord } from '../courses/queries/read-record.ts'
import { accessOf } from '../custom-fields/policy.ts'
import { readCustomFields } from '../custom-fields/queries/read-custom-fields.ts'
import { listCycles } from '../cycles/queries/list-cycles.ts'
import { listStepSubmissions } from '../forms/queries/find-submissions.ts'
import { findOutline } from '../learning/queries/find-outline.ts'
import { listSources } from '../permissions/queries/list-sources.ts'
import { adminScope, isAssignmentInScope, managerScope, type ReportScope } from '../reach/queries/scope.ts'
import { reportPolicy } from './policy.ts'
import {
  presentActivity,
  presentActivityAggregate,
  presentActivityPerson,
  presentAnswers,
  presentAssignmentFigures,
  presentContainerFigures,
  presentCourseFigures,
  presentLearnerFigures,
  presentMoment,
  presentRead,
  presentRuntimeCall,
  presentStatement,
  presentStep,
} from './present.ts'
import { activityPeopleReport, activityReport, findActivity } from './queries/activity-figures.ts'
import { assignmentReport, findAssignmentFigures } from './queries/assignment-figures.ts'
import { bundleReport, courseReport, pathwayReport } from './queries/document-figures.ts'
import { listReads, listStatements, listStepFigures } from './queries/evidence.ts'
import { checkPast, findReportHistory } from './queries/find-history.ts'
import { findAssignmentOwner, findManagersBetween } from './queries/find-managers-between.ts'
import { learnerReport } from './queries/learner-figures.ts'
import { listActivityProgress } from './queries/list-activity-progress.ts'
import type { Keyset, ReportMoment } from './queries/moment.ts'
import { type FieldFilter, fieldFileColumns, fieldsAsked, listFieldValues } from './queries/person-fields.ts'
import { listReport, type Report, reportFile } from './queries/report.ts'

interface ShownReport<Row, Filter> extends Report<Row, Filter> {
  readonly present: (row: Row) => object
  /** Its days were kept from a later day on than those of assignments. */
  readonly isOfActivities?: boolean
  /** What has to be known of the filter before the report is read. */
  readonly narrow?: (ctx: Ctx, filter: object) => Promise<object>
}

/** Every report of the contract, with how it is read and shown. */
const reports: { [K in ReportName]: ShownReport<never, never> } = {
  courses: shown(courseReport, presentCourseFigures),
  bundles: shown(bundleReport, presentContainerFigures),
  pathways: shown(pathwayReport, presentContainerFigures, { narrow: onlySwitchedOn }),
  activities: shown(activityReport, presentActivityAggregate, { isOfActivities: true }),
  activityPeople: shown(activityPeopleReport, presentActivityPerson, { isOfActivities: true, narrow: withActivity }),
  learners: shown(learnerReport, presentLearnerFigures),
  assignments: shown(assignmentReport, presentAssignmentFigures),
}

function shown<Row, Filter>(
  report: Report<Row, Filter>,
  present: (row: Row) => object,
  of: Pick<ShownReport<never, never>, 'isOfActivities' | 'narrow'> = {},
): ShownReport<never, never> {
  return { ...report, present, ...of } as unknown as ShownReport<never, never>
}

/** Pathways and learning packages, each where the tenant has that part of the product. */
async function onlySwitchedOn(ctx: Ctx, filter: { type?: readonly string[] }): Promise<object> {
  const features = await readFeatures(ctx.services, ctx.actor)
  const type = pathwayReportTypes.filter((one) => {
    const { feature } = documentKinds[one]
    return (feature === null || features[feature]) && (filter.type?.includes(one) ?? true)
  })
  return { ...filter, type }
}

async function withActivity(ctx: Ctx, filter: { activityId?: string }): Promise<object> {
  const activity = await ctx.read((tx) => findActivity(tx, filter.activityId ?? ''))
  if (!activity) throw notFound()
  return { ...filter, ...activity }
}

interface ReportQuery {
  sort: string
  direction: 'asc' | 'desc'
  limit: number
  cursor?: string | undefined
  asOf?: string | undefined
}

function keysetOf(ctx: Ctx, list: string, report: ShownReport<never, never>, query: ReportQuery): Keyset {
  const sort = report.sorts[query.sort]
  if (!sort) throw notFound()
  const after = decodeCursor(ctx, `${list}.${query.sort}.${query.direction}`, query.cursor)
  return {
    sort: sort.expression,
    type: sort.type,
    id: report.id,
    direction: query.direction,
    after: after === null ? null : [after[0] ?? null, String(after[1])],
  }
}

/** Cuts the one row too many off and makes a cursor of the last one shown. */
function pageOf(
  ctx: Ctx,
  list: string,
  report: ShownReport<never, never>,
  query: ReportQuery,
  rows: { sortValue: string | number | Date }[],
) {
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  const next =
    rows.length > query.limit && last
      ? encodeCursor(ctx, `${list}.${query.sort}.${query.direction}`, [
          plain(last.sortValue),
          report.idOf(last as never),
        ])
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

function reportRoutesFor(who: 'admin' | 'manager'): Route[] {
  const operations = api.reports[who]
  const scopeOf = scopes[who]
  const loadAssignment = async (ctx: Ctx, userCourseId: string) => {
    const read = (scope: ReportScope) =>
      ctx.read((tx) => findAssignmentFigures(tx, { scope, at: momentOf(ctx), userCourseId }))
    let scope = scopeOf(ctx)
    let figures = await read(scope)
    if (figures === null && who === 'manager') {
      const userId = await ctx.read((tx) => findAssignmentOwner(tx, userCourseId))
      scope = await scopeOver(ctx, who, userId ?? undefined)
      if (userId !== null) figures = await read(scope)
    }
    authorize(ctx.actor, reportPolicy.see, figures)
    return { figures, scope }
  }
  return [
    ...reportNames.map((name) => listRoute(who, name)),
    ...reportNames.flatMap((name) => (['csv', 'xlsx'] as const).map((format) => fileRoute(who, name, format))),
    route(operations.fieldValues, async ({ ctx }) => {
      const fields = await visibleFields(ctx, who)
      return { items: await ctx.read((tx) => listFieldValues(tx, scopeOf(ctx), fields)) }
    }),
    route(operations.assignment, async ({ ctx, params }) => {
      const { figures, scope } = await loadAssignment(ctx, params.userCourseId)
      const [outline, progress, attempts, submissions, steps, reads, sources, cycles, extension] = await ctx.read(
        (tx) =>
          Promise.all([
            figures.versionId ? findOutline(tx, ctx.actor.tenantId, figures.versionId) : null,
            listActivityProgress(tx, figures.userCourseId),
            listAttempts(tx, figures.userCourseId),
            listStepSubmissions(tx, figures.userCourseId),
            listStepFigures(tx, scope, figures.userCourseId),
            listReads(tx, figures.userCourseId),
            listSources(tx, figures.userCourseId),
            listCycles(tx, {
              userId: figures.userId,
              documentId: figures.courseId,
              only: isAssignmentInScope(scope),
            }),
            findExtension(tx, figures.userCourseId),
          ]),
      )
      return {
        ...presentAssignmentFigures(figures),
        extension: presentExtension(extension),
        canExtend: !(scope.kind === 'manager' && scope.looksOnly),
        versionNumber: outline?.number ?? null,
        activities:
          figures.documentType === 'course'
            ? (outline?.activities ?? []).map((step) => presentActivity(step, progress, attempts, submissions))
            : [],
        steps: steps.map(presentStep),
        reads: reads.map(presentRead),
        sources,
        cycles,
      }
    }),
    route(operations.statements, async ({ ctx, params, query }) => {
      const { figures } = await loadAssignment(ctx, params.userCourseId)
      const list = `statements.${figures.userCourseId}`
      const after = decodeCursor(ctx, list, query.cursor)
      const rows = await ctx.read((tx) =>
        listStatements(tx, {
          userId: figures.userId,
          assignmentId: figures.userCourseId,
          after: after ? [String(after[0]), String(after[1])] : null,
          limit: query.limit + 1,
        }),
      )
      const items = rows.slice(0, query.limit)
      const last = items.at(-1)
      return {
        items: items.map(presentStatement),
        next: rows.length > query.limit && last ? encodeCursor(ctx, list, [last.stored.toISOString(), last.id]) : null,
      }
    }),
    route(operations.record, async ({ ctx, params, query }) => {
      await loadAssignment(ctx, params.userCourseId)
      const record = await ctx.read((tx) => readRecord(ctx, tx, { ...params, versionId: query.version }))
      if (!record) throw notFound()
      return record
    }),
    route(operations.recordLaunch, async ({ ctx, params, body, request }) => {
      await loadAssignment(ctx, params.userCourseId)
      return launchRecorded(ctx, request, { ...params, ...body })
    }),
    route(operations.timeline, async ({ ctx, params, query }) => {
      const attempt = await ctx.read((tx) => findAttempt(tx, params.attemptId))
      if (!attempt) throw notFound()
      const { figures } = await loadAssignment(ctx, attempt.assignmentId)
      const list = `timeline.${attempt.id}`
      const after = decodeCursor(ctx, list, query.cursor)
      const [calls, judged, outline, scos] = await ctx.read((tx) =>
        Promise.all([
          listTimeline(tx, attempt.id, {
            after: after ? { epoch: Number(after[0]), n: Number(after[1]) } : null,
            limit: query.limit + 1,
          }),
          judgeTimeline(tx, attempt.id),
          figures.versionId ? findOutline(tx, ctx.actor.tenantId, figures.versionId) : null,
          after ? [] : listScos(tx, attempt.id),
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
        answers: presentAnswers(scos),
      }
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

/** What a call asks of a report. */
async function askedOf(ctx: Ctx, { who, name }: Call, query: ReportQuery, request: { params: unknown }) {
  const filter = { ...query, ...named(request) }
  const narrowed = (await reports[name].narrow?.(ctx, filter)) ?? filter
  const fields = reports[name].isOfPeople ? await visibleFields(ctx, who) : []
  // A field that is not shown must not be found out by asking for its values.
  const hidden = fieldsAsked(query as FieldFilter).filter((one) => !fields.some(({ field }) => field === one))
  if (who === 'manager' && hidden.length > 0)
    throw invalid(Object.fromEntries(hidden.map((field) => [`query.${field}`, 'hiddenField'])))
  const { userId } = filter as { userId?: string }
  return { scope: await scopeOver(ctx, who, userId), at: momentOf(ctx, query), filter: narrowed as never, fields }
}

/** Whose figures, where the report is of one person: managers also look at those who report to managers below them. */
async function scopeOver(ctx: Ctx, who: Call['who'], userId: string | undefined): Promise<ReportScope> {
  const scope = scopes[who](ctx)
  if (scope.kind !== 'manager' || userId === undefined) return scope
  const between = await ctx.read((tx) => findManagersBetween(tx, { managerId: ctx.actor.userId, userId }))
  const isOwn = between.length === 0 || between.includes(ctx.actor.userId)
  return { kind: 'manager', userIds: [...scope.userIds, ...between], ...(isOwn ? {} : { looksOnly: true }) }
}

/** The tenant's own fields that a report shows: administrators see all that have a name, managers those shown to managers. */
async function visibleFields(ctx: Ctx, who: Call['who']): Promise<CustomField[]> {
  const fields = await ctx.read((tx) => readCustomFields(tx))
  const onlooker = who === 'admin' ? 'administrator' : 'manager'
  return fields.filter((field) => accessOf(field, [onlooker]) !== 'none')
}

interface Call {
  readonly who: 'admin' | 'manager'
  readonly name: ReportName
}

/** The report's own query, whatever its filters are. */
type ListOperation = Endpoint<string, undefined, z.ZodType<ReportQuery>, undefined, z.ZodType<object>>

function operationOf({ who, name }: Call): ListOperation {
  return api.reports[who][name] as unknown as ListOperation
}

function listRoute(who: Call['who'], name: ReportName): Route {
  const report = reports[name]
  return route(operationOf({ who, name }), async ({ ctx, query, request }) => {
    const of = await askedOf(ctx, { who, name }, query, request)
    const keyset = keysetOf(ctx, name, report, query)
    const [isThere, rows, { total, more }, freshAt, history] = await ctx.read((tx) =>
      Promise.all([
        report.isThere?.(tx, of) ?? true,
        listReport(tx, report, { ...of, keyset, limit: query.limit + 1 }),
        report.summarize(tx, of),
        findFreshness(tx, ctx.now),
        findReportHistory(tx, ctx.now, report),
      ]),
    )
    if (!isThere) throw notFound()
    checkPast(of.at, history)
    const { items, next } = pageOf(ctx, name, report, query, rows)
    return {
      items: items.map((row) => report.present(row as never)),
      next,
      total,
      ...more,
      ...presentMoment(of.at, freshAt, history),
    }
  })
}

/** What the address names: the one thing of whose rows the report is. */
function named({ params }: { params: unknown }): { activityId?: string } {
  const { activityId } = params as { activityId?: string }
  if (activityId === undefined) return {}
  if (!Id.safeParse(activityId).success) throw notFound()
  return { activityId }
}

/** A file has the list's own query, and all rows, wherever the page stood from which it was asked for. */
function fileRoute(who: Call['who'], name: ReportName, format: 'csv' | 'xlsx'): Route {
  const report = reports[name]
  const operation = api.reports[who][`${name}${format === 'csv' ? 'Csv' : 'Xlsx'}`]
  return rawRoute(operation, async (call) => {
    const { ctx, request } = call
    if (ctx === null) throw new ProblemError('not-signed-in')
    const query = validate(operationOf({ who, name }).query, request.query, 'query', call.t) as ReportQuery
    const of = await askedOf(ctx, { who, name }, query, request)
    if (!(await ctx.read(async (tx) => report.isThere?.(tx, of) ?? true))) throw notFound()
    if (query.asOf !== undefined) checkPast(of.at, await ctx.read((tx) => findReportHistory(tx, ctx.now, report)))
    const columns = [
      ...report.columns.map((column) => ({ ...column, header: ctx.t(`reports.columns.${column.header}`) })),
      ...fieldFileColumns(of.fields, ctx.locale),
    ]
    const keyset = keysetOf(ctx, name, report, { ...query, cursor: undefined })
    return sendReportFile(call, ctx, {
      format,
      columns,
      name: reportLists[name].file,
      title: ctx.t(`reports.sheets.${name}`),
      entry: {
        action: 'reports.export',
        subjectType: 'report',
        subjectId: name,
        after: { ...query, ...named(request) },
      },
      count: async (tx) => (await report.summarize(tx, of)).total,
      rows: reportFile(report, { ...of, format, columns, keyset }),
    })
  })
}
