import { api } from '@learnt/contract'
import { bulkUpdateSample } from '@learnt/contract/bulk-updates'
import { Id } from '@learnt/contract/values'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { sendCsv } from '../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { sendRejected } from '../feeds/commands/send-rejected.ts'
import { checkRun, commitRun, discardRun, previewRun, startWithFile, undoRun } from '../feeds/commands/start-run.ts'
import { feedPolicy } from '../feeds/policy.ts'
import { listRows, pageOfRuns } from '../feeds/queries/runs.ts'
import { adoptUpload } from '../files/commands.ts'
import { listTeamsOfTenant } from '../teams/queries.ts'
import { completionRuns } from './commands/completion-runs.ts'
import { presentBulkUpdate, presentBulkUpdatePage, presentBulkUpdateRow } from './present.ts'
import { asBulkRun, type BulkRun, findBulkRun } from './queries/bulk-runs.ts'
import { listSampleRows } from './queries/sample-rows.ts'

const { bulkUpdates } = api

export const bulkUpdateRoutes: Route[] = [
  route(bulkUpdates.list, async ({ ctx, query }) => {
    const { rows, next, total, teams } = await pageOfRuns(ctx, 'completions', query)
    return { items: rows.map((run) => presentBulkUpdate({ ...ctx, teams }, asBulkRun(run))), next, total }
  }),

  route(bulkUpdates.start, async ({ ctx, body }) => {
    const file = await adoptUpload(ctx, { uploadId: body.uploadId, purpose: 'feed' })
    return show(ctx, await startWithFile(ctx, completionRuns, file, { source: 'upload', commits: false, options: {} }))
  }),
  route(bulkUpdates.get, ({ ctx, params }) => show(ctx, params.runId)),
  route(bulkUpdates.preview, async ({ ctx, params, query }) => {
    const run = await load(ctx, params.runId, 'read')
    const preview = await previewRun(ctx, completionRuns, run, query)
    return { ...preview, mapping: preview.mapping as BulkRun['mapping'], options: run.options }
  }),
  route(bulkUpdates.check, async ({ ctx, params, body }) => {
    await checkRun(ctx, completionRuns, await load(ctx, params.runId, 'check'), body)
    return show(ctx, params.runId)
  }),
  route(bulkUpdates.commit, async ({ ctx, params }) => {
    await commitRun(ctx, completionRuns, await load(ctx, params.runId, 'commit'))
    return show(ctx, params.runId)
  }),
  route(bulkUpdates.undo, async ({ ctx, params }) => {
    await undoRun(ctx, completionRuns, await load(ctx, params.runId, 'undo'))
    return show(ctx, params.runId)
  }),
  route(bulkUpdates.discard, async ({ ctx, params }) => {
    await discardRun(ctx, completionRuns, await load(ctx, params.runId, 'discard'))
    return show(ctx, params.runId)
  }),

  route(bulkUpdates.rows, async ({ ctx, params, query }) => {
    const run = await load(ctx, params.runId, 'read')
    const after = decodeCursor(ctx, 'bulkUpdates.rows', query.cursor)
    const found = await ctx.read((tx) => listRows(tx, run, { ...query, after }))
    const { rows, next } = cutPage(ctx, 'bulkUpdates.rows', found.rows, {
      limit: query.limit,
      key: (last) => [last.place],
    })
    return { items: rows.map((row) => presentBulkUpdateRow(ctx.t, run, row)), next, total: found.total }
  }),
  rawRoute(bulkUpdates.rejected, async ({ ctx, request, reply }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    const runId = Id.safeParse((request.params as { runId?: string }).runId).data
    if (runId === undefined) throw notFound()
    return sendRejected(ctx, reply, completionRuns, await load(ctx, runId, 'read'))
  }),
  rawRoute(bulkUpdates.sampleFile, async ({ ctx, reply }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    const found = await ctx.read((tx) => listSampleRows(tx, ctx.actor))
    const columns = bulkUpdateSample.map((header, at) => ({ header, value: (row: readonly string[]) => row[at] ?? '' }))
    async function* rows() {
      yield* found
    }
    return sendCsv(reply, 'bulk-update-sample.csv', columns, rows())
  }),
]

async function load(ctx: Ctx, runId: string, verb: keyof typeof feedPolicy): Promise<BulkRun> {
  const run = await ctx.read((tx) => findBulkRun(tx, runId))
  authorize(ctx.actor, feedPolicy[verb], run)
  return run
}

async function show(ctx: Ctx, runId: string) {
  const run = await load(ctx, runId, 'read')
  const teams = await ctx.read((tx) => listTeamsOfTenant(tx))
  return presentBulkUpdatePage({ ...ctx, teams }, run)
}
