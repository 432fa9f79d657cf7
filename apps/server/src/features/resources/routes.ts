import { api } from '@learnt/contract'
import { ReadersQuery } from '@learnt/contract/resources'
import { Id } from '@learnt/contract/values'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { documentPolicy } from '../documents/policy.ts'
import { type DocumentRecord, findDocument } from '../documents/queries.ts'
import { findFile } from '../files/queries.ts'
import { readOwn } from '../permissions/commands/read-own.ts'
import { checkPast, findReportHistory } from '../reports/queries/find-history.ts'
import { recordReading } from './commands/record-reading.ts'
import { beginResource, resourceKind } from './kind.ts'
import { mayOpenResource } from './policy.ts'
import { presentOwnResource, presentReader, presentResourceCard } from './present.ts'
import { findOwnResource, listOwnResources } from './queries/own-resources.ts'
import { countReaders, listReaders, readerFileColumns, readersFile } from './queries/readers.ts'

export const resourceRoutes: Route[] = [
  ...documentRoutes(api.resources, resourceKind, beginResource),

  route(api.resources.mine, async ({ ctx, query }) => {
    const page = await readOwn(ctx, (tx) => listOwnResources(ctx, tx, query))
    return { items: page.rows.map((row) => presentResourceCard(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.resources.own, async ({ ctx, params }) => {
    const resource = await readOwn(ctx, (tx) => findOwnResource(ctx, tx, params.documentId))
    authorize(ctx.actor, mayOpenResource, resource)
    const { fileId } = resource.content
    const file = fileId && !resource.waitsFor ? await ctx.read((tx) => findFile(tx, fileId)) : undefined
    return presentOwnResource(ctx, resource, file)
  }),

  route(api.resources.record, async ({ ctx, params, body }) => {
    const { state, completedAt } = await recordReading(ctx, { ...params, ...body })
    return { state, completedAt: completedAt?.toISOString() ?? null, savedAt: ctx.now.toISOString() }
  }),

  route(api.resources.readers, async ({ ctx, params, query }) => {
    const document = await load(ctx, params.documentId)
    const history = await ctx.read((tx) => findReportHistory(tx, ctx.now))
    const asOf = query.asOf ?? null
    checkPast({ now: ctx.now, asOf }, history)
    const { rows, ...page } = await ctx.read((tx) => listReaders(ctx, tx, document.id, query))
    return { ...page, items: rows.map(presentReader), historyFrom: history.from, historyTo: history.to, asOf }
  }),

  ...(['csv', 'xlsx'] as const).map((format) =>
    rawRoute(api.resources[format === 'csv' ? 'readersCsv' : 'readersXlsx'], async (call) => {
      const { ctx, request } = call
      if (ctx === null) throw new ProblemError('not-signed-in')
      const documentId = Id.safeParse((request.params as { documentId: string }).documentId).data
      if (!documentId) throw notFound()
      const document = await load(ctx, documentId)
      const query = validate(ReadersQuery, request.query, 'query', call.t) as z.output<typeof ReadersQuery>
      const { search, state, asOf } = query
      const filter = { ...(search ? { search } : {}), ...(state ? { state } : {}), ...(asOf ? { asOf } : {}) }
      if (asOf) checkPast({ now: ctx.now, asOf }, await ctx.read((tx) => findReportHistory(tx, ctx.now)))
      const columns = readerFileColumns.map((column) => ({
        ...column,
        header: ctx.t(`reports.columns.${column.header}`),
      }))
      return sendReportFile(call, ctx, {
        format,
        columns,
        name: 'resource_readers',
        title: ctx.t('reports.sheets.readers'),
        entry: {
          action: 'resources.export',
          subjectType: 'resource',
          subjectId: document.id,
          subjectTitle: document.title,
          after: filter,
        },
        count: (tx) => countReaders(ctx, tx, document.id, filter),
        rows: readersFile(ctx, document.id, { query, format, columns }),
      })
    }),
  ),
]

async function load(ctx: Ctx, documentId: string): Promise<DocumentRecord> {
  const document = await ctx.read((tx) => findDocument(tx, 'resource', documentId))
  authorize(ctx.actor, documentPolicy.see, document)
  return document
}
