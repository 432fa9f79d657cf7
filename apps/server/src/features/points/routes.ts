import { api } from '@learnt/contract'
import { PointReportQuery } from '@learnt/contract/points'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { documentPolicy } from '../documents/policy.ts'
import { type DocumentRecord, findDocument } from '../documents/queries.ts'
import { stayOffLeaderboard } from '../members/commands/stay-off-leaderboard.ts'
import { memberPolicy } from '../members/policy.ts'
import { adjustPoints, redeemPoints } from './commands/redeem.ts'
import { savePointSettings, saveRule } from './commands/save-rule.ts'
import { presentEntry, presentPointFigures } from './present.ts'
import {
  findEarns,
  findGiven,
  findPointSettings,
  findRule,
  listRuledSteps,
  mustHaveRewards,
} from './queries/find-rule.ts'
import { findEntry, findHolder, findStaysOut, listEntries, listLeaders } from './queries/list-entries.ts'
import { countPointFigures, findPointHistory, listPointFigures, pointFile, pointFileColumns } from './queries/report.ts'

const { points } = api

export const pointRoutes: Route[] = [
  route(points.own, async ({ ctx, query }) => {
    mustBeOwn(ctx, query)
    await ctx.read(mustHaveRewards)
    return showEntries(ctx, ctx.actor.membershipId, query)
  }),

  route(points.redeem, async ({ ctx, body }) => {
    mustBeOwn(ctx, body)
    return showEntry(ctx, await ctx.write((tx) => redeemPoints(ctx, tx, body.rewardPointAmount)))
  }),

  route(points.ofPerson, async ({ ctx, params, query }) => {
    const holder = await findHolder(ctx, { userId: params.userId, teamId: query.teamId })
    authorize(ctx.actor, memberPolicy.read, holder)
    return { ...(await showEntries(ctx, holder.id, query)), name: holder.name, membershipId: holder.id }
  }),

  route(points.adjust, async ({ ctx, params, body }) => {
    const holder = await findHolder(ctx, { userId: params.userId, teamId: body.teamId })
    authorize(ctx.actor, memberPolicy.setStatus, holder)
    const { amount, reason } = body
    return showEntry(ctx, await ctx.write((tx) => adjustPoints(ctx, tx, { member: holder, amount, reason })))
  }),

  route(points.rule, async ({ ctx, params }) => {
    const document = await load(ctx, params, 'see')
    const [rule, given, steps] = await ctx.read((tx) =>
      Promise.all([findRule(tx, document.id), findGiven(ctx, tx, document.id), listRuledSteps(tx, document.id)]),
    )
    return { ...rule, ...given, steps }
  }),

  route(points.changeRule, async ({ ctx, params, body }) => {
    const document = await load(ctx, params, 'edit')
    return ctx.write((tx) => saveRule(ctx, tx, document, body))
  }),

  route(points.earns, async ({ ctx, params }) => {
    const earns = await ctx.read((tx) => findEarns(ctx, tx, params.userCourseId))
    if (!earns) throw notFound()
    return earns
  }),

  route(points.settings, ({ ctx }) => ctx.read(findPointSettings)),
  route(points.changeSettings, ({ ctx, body }) => ctx.write((tx) => savePointSettings(ctx, tx, body))),

  route(points.leaders, async ({ ctx }) => {
    await ctx.read(mustHaveRewards)
    const [{ leaderboard }, staysOut] = await Promise.all([ctx.read(findPointSettings), findStaysOut(ctx)])
    return { isShown: leaderboard, staysOut, items: leaderboard ? await listLeaders(ctx) : [] }
  }),

  route(points.stayOut, async ({ ctx, body }) => {
    await ctx.write((tx) => stayOffLeaderboard(ctx, tx, body.staysOut))
    return undefined
  }),

  route(points.report, async ({ ctx, query }) => {
    await ctx.read(mustHaveRewards)
    const history = await checkPast(ctx, query.asOf)
    const { rows, next, total, totals } = await listPointFigures(ctx, query)
    return { items: rows.map(presentPointFigures), next, total, totals, asOf: query.asOf ?? null, ...history }
  }),

  ...(['csv', 'xlsx'] as const).map((format) =>
    rawRoute(points[format === 'csv' ? 'reportCsv' : 'reportXlsx'], async (call) => {
      const { ctx, request } = call
      if (ctx === null) throw new ProblemError('not-signed-in')
      const { search, asOf, kind, memberStatus } = validate(
        PointReportQuery,
        request.query,
        'query',
        call.t,
      ) as z.output<typeof PointReportQuery>
      const filter = {
        ...(search ? { search } : {}),
        ...(asOf ? { asOf } : {}),
        ...(kind ? { kind } : {}),
        ...(memberStatus ? { memberStatus } : {}),
      }
      await checkPast(ctx, asOf)
      const columns = pointFileColumns.map((column) => ({
        ...column,
        header: ctx.t(`points.columns.${column.header}`),
      }))
      return sendReportFile(call, ctx, {
        format,
        columns,
        name: 'reward_report',
        title: ctx.t('points.sheet'),
        entry: { action: 'points.export', subjectType: 'report', subjectId: 'rewards', after: filter },
        count: (tx) => countPointFigures(ctx, tx, filter),
        rows: pointFile(ctx, { filter, format, columns }),
      })
    }),
  ),
]

/** The ids that the old client names have to be the session's. */
function mustBeOwn(
  { actor }: Ctx,
  of: { userId?: string | undefined; tenantId?: string | undefined; teamId?: string | undefined },
): void {
  for (const name of ['userId', 'tenantId', 'teamId'] as const)
    if (of[name] !== undefined && of[name] !== actor[name]) throw new ProblemError('not-allowed')
}

async function load(
  ctx: Ctx,
  { documentType, documentId }: { documentType: DocumentRecord['type']; documentId: string },
  verb: 'see' | 'edit',
): Promise<DocumentRecord> {
  const document = await ctx.read((tx) => findDocument(tx, documentType, documentId))
  authorize(ctx.actor, documentPolicy[verb], document)
  return document
}

async function showEntries(ctx: Ctx, membershipId: string, query: Parameters<typeof listEntries>[2]) {
  const { rows, next, total, balance } = await listEntries(ctx, membershipId, query)
  return { items: rows.map(presentEntry), next, total, rewardPointsCount: balance }
}

async function showEntry(ctx: Ctx, id: string) {
  const entry = await ctx.read((tx) => findEntry(ctx, tx, id))
  if (!entry) throw new ProblemError('internal')
  return { data: presentEntry(entry), rewardPointsCount: entry.balance }
}

/** Today is not over, and before the first entry there was nothing. Answers the days that can be asked for. */
async function checkPast(ctx: Ctx, asOf: string | undefined) {
  const history = await ctx.read((tx) => findPointHistory(ctx, tx))
  if (asOf !== undefined && asOf > history.historyTo) throw invalid({ 'query.asOf': 'pastDay' })
  return history
}
