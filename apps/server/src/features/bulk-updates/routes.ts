import { api } from '@learnt/contract'
import { bulkUpdateSample } from '@learnt/contract/bulk-updates'
import { sendCsv } from '../../platform/csv.ts'
import { type Route, rawRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem.ts'
import { importRoutes } from '../imports/kind-routes.ts'
import { completionsImport } from './commands/completions-import.ts'
import { listSampleRows } from './queries/sample-rows.ts'

const { bulkUpdates } = api

export const bulkUpdateRoutes: Route[] = [
  ...importRoutes(bulkUpdates, completionsImport),
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
