import type { importOperations } from '@learnt/contract/imports'
import { Id } from '@learnt/contract/values'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { readAccessToken } from '../../platform/session/token.ts'
import { adoptUpload } from '../files/commands.ts'
import { listTeamsOfTenant } from '../teams/queries.ts'
import { previewRun } from './commands/preview-file.ts'
import { sendRejected } from './commands/send-rejected.ts'
import { checkRun, commitRun, discardRun, startRun, undoRun } from './commands/start-run.ts'
import type { ImportKind } from './kind.ts'
import { importPolicy } from './policy.ts'
import { presentRow, presentRun, presentRunPage } from './present.ts'
import { findRun, listRows, pageOfRuns, type RunRow } from './queries/runs.ts'

type Own = Record<never, z.ZodType>
type Operations = ReturnType<
  typeof importOperations<string, z.ZodType<object>, string, Own, Own, Own, Own, z.ZodType | undefined>
>

/** The routes of importOperations() for one import. */
export function importRoutes<Run extends RunRow, Counts extends object>(
  operations: Operations,
  kind: ImportKind<Run, Counts>,
): Route[] {
  const load = async (ctx: Ctx, runId: string, verb: keyof typeof importPolicy): Promise<Run> => {
    const found = await ctx.read((tx) => findRun(tx, runId))
    const run = found?.kind === kind.name ? (found as Run) : undefined
    authorize(ctx.actor, importPolicy[verb], run)
    return run
  }
  const show = async (ctx: Ctx, runId: string) => {
    const run = await load(ctx, runId, 'read')
    const [teams, own] = await ctx.read((tx) => Promise.all([listTeamsOfTenant(tx), kind.presentPage?.(tx, run)]))
    return { ...presentRunPage({ ...ctx, teams }, kind, run), ...own }
  }
  const rowList = `${kind.noun}.rows`
  return [
    route(operations.list, async ({ ctx, query }) => {
      const { rows, next, total, teams } = await pageOfRuns(ctx, kind.name, query)
      return { items: rows.map((run) => presentRun({ ...ctx, teams }, kind, run as RunRow as Run)), next, total }
    }),
    route(operations.start, async ({ ctx, body, request }) => {
      const { uploadId, commits = false, options = {} } = body as typeof body & { commits?: boolean; options?: object }
      const source = readAccessToken(request.headers.authorization) === null ? 'upload' : 'api'
      const file = await adoptUpload(ctx, { uploadId, purpose: 'feed' })
      return show(ctx, await startRun(ctx, kind, file, { source, commits, options }))
    }),
    route(operations.get, ({ ctx, params }) => show(ctx, params.runId)),
    route(operations.preview, async ({ ctx, params, query }) => {
      const run = await load(ctx, params.runId, 'read')
      const preview = await previewRun(ctx, kind, run, query)
      return { ...preview, mapping: preview.mapping as never[], options: run.options }
    }),
    route(operations.check, async ({ ctx, params, body }) => {
      await checkRun(ctx, kind, await load(ctx, params.runId, 'check'), body)
      return show(ctx, params.runId)
    }),
    route(operations.commit, async ({ ctx, params, body }) => {
      await commitRun(ctx, kind, await load(ctx, params.runId, 'commit'), body)
      return show(ctx, params.runId)
    }),
    route(operations.undo, async ({ ctx, params }) => {
      await undoRun(ctx, kind, await load(ctx, params.runId, 'undo'))
      return show(ctx, params.runId)
    }),
    route(operations.discard, async ({ ctx, params }) => {
      await discardRun(ctx, kind, await load(ctx, params.runId, 'discard'))
      return show(ctx, params.runId)
    }),
    route(operations.rows, async ({ ctx, params, query }) => {
      const run = await load(ctx, params.runId, 'read')
      const after = decodeCursor(ctx, rowList, query.cursor)
      const found = await ctx.read((tx) => listRows(tx, run, { ...query, after }))
      const { rows, next } = cutPage(ctx, rowList, found.rows, { limit: query.limit, key: (last) => [last.place] })
      const own = await kind.presentRows(ctx, run, rows)
      const items = rows.map((row, at) => ({ ...presentRow(ctx.t, kind.noun, run, row), ...own[at] }))
      return { items, next, total: found.total }
    }),
    rawRoute(operations.rejected, async ({ ctx, request, reply }) => {
      if (ctx === null) throw new ProblemError('not-signed-in')
      const runId = Id.safeParse((request.params as { runId?: string }).runId).data
      if (runId === undefined) throw notFound()
      return sendRejected(ctx, reply, kind, await load(ctx, runId, 'read'))
    }),
  ]
}
