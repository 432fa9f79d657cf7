import { api } from '@learnt/contract'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { Id } from '@learnt/contract/values'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { readAccessToken } from '../../platform/session/token.ts'
import { listTeamsOfTenant } from '../teams/queries.ts'
import { saveFeedSettings } from './commands/save-settings.ts'
import { sendRejected } from './commands/send-rejected.ts'
import { checkRun, commitRun, discardRun, peopleRuns, previewRun, startRun, undoRun } from './commands/start-run.ts'
import { folderName } from './folder.ts'
import { feedPolicy } from './policy.ts'
import { peopleIn, presentRow, presentRun, presentRunPage } from './present.ts'
import { findRun, listRows, namesOfPeople, pageOfRuns, type RunRow } from './queries/runs.ts'
import { findFeedSettings } from './queries/settings.ts'

const { feeds } = api

export const feedRoutes: Route[] = [
  route(feeds.settings, ({ ctx }) => showSettings(ctx)),
  route(feeds.changeSettings, async ({ ctx, body }) => {
    await saveFeedSettings(ctx, body)
    return showSettings(ctx)
  }),

  route(feeds.list, async ({ ctx, query }) => {
    const { rows, next, total, teams } = await pageOfRuns(ctx, 'people', query)
    return { items: rows.map((run) => presentRun({ ...ctx, teams }, run)), next, total }
  }),

  route(feeds.start, async ({ ctx, body, request }) => {
    const isToken = readAccessToken(request.headers.authorization) !== null
    return show(ctx, await startRun(ctx, body, isToken ? 'api' : 'upload'))
  }),
  route(feeds.get, ({ ctx, params }) => show(ctx, params.runId)),
  route(feeds.preview, async ({ ctx, params, query }) =>
    showPreview(ctx, await load(ctx, params.runId, 'read'), query),
  ),
  route(feeds.check, async ({ ctx, params, body }) => {
    await checkRun(ctx, peopleRuns, await load(ctx, params.runId, 'check'), body)
    return show(ctx, params.runId)
  }),
  route(feeds.commit, async ({ ctx, params, body }) => {
    await commitRun(ctx, peopleRuns, await load(ctx, params.runId, 'commit'), body.leaving)
    return show(ctx, params.runId)
  }),
  route(feeds.undo, async ({ ctx, params }) => {
    await undoRun(ctx, peopleRuns, await load(ctx, params.runId, 'undo'))
    return show(ctx, params.runId)
  }),
  route(feeds.discard, async ({ ctx, params }) => {
    await discardRun(ctx, peopleRuns, await load(ctx, params.runId, 'discard'))
    return show(ctx, params.runId)
  }),

  route(feeds.rows, async ({ ctx, params, query }) => {
    const run = await load(ctx, params.runId, 'read')
    const after = decodeCursor(ctx, 'feeds.rows', query.cursor)
    const found = await ctx.read((tx) => listRows(tx, run, { ...query, after }))
    const { rows, next } = cutPage(ctx, 'feeds.rows', found.rows, { limit: query.limit, key: (last) => [last.place] })
    const names = await ctx.read((tx) => namesOfPeople(tx, peopleIn(rows)))
    return { items: rows.map((row) => presentRow(ctx.t, run, row, names)), next, total: found.total }
  }),
  rawRoute(feeds.rejected, async ({ ctx, request, reply }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    const runId = Id.safeParse((request.params as { runId?: string }).runId).data
    if (runId === undefined) throw notFound()
    return sendRejected(ctx, reply, peopleRuns, await load(ctx, runId, 'read'))
  }),
]

async function load(ctx: Ctx, runId: string, verb: keyof typeof feedPolicy): Promise<RunRow> {
  const found = await ctx.read((tx) => findRun(tx, runId))
  const run = found?.kind === peopleRuns.name ? found : undefined
  authorize(ctx.actor, feedPolicy[verb], run)
  return run
}

async function showPreview(ctx: Ctx, run: RunRow, reading: HandlerInput<typeof feeds.preview>['query']) {
  const preview = await previewRun(ctx, peopleRuns, run, reading)
  return { ...preview, mapping: preview.mapping as RunRow['mapping'], options: run.options }
}

async function show(ctx: Ctx, runId: string) {
  const run = await load(ctx, runId, 'read')
  const [teams, settings] = await ctx.read((tx) =>
    Promise.all([listTeamsOfTenant(tx), findFeedSettings(tx, run.teamId)]),
  )
  return presentRunPage({ ...ctx, teams }, run, settings.mostLeaving)
}

async function showSettings(ctx: Ctx) {
  const { headings, mostLeaving, watchesFolder } = await ctx.read((tx) => findFeedSettings(tx, ctx.actor.teamId))
  return { feedHeadings: headings, mostLeaving, watchesFolder, folder: folderName(ctx.actor) }
}
