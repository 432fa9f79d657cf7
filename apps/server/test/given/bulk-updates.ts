import { api } from '@learnt/contract'
import type { BulkUpdateOptions, BulkUpdatePage, BulkUpdateRow } from '@learnt/contract/bulk-updates'
import type { Caller, TestApp } from '../app.ts'
import { uploadBytes } from './uploads.ts'

export const bulkUpdateOptions: BulkUpdateOptions = {
  documentType: 'course',
  dates: 'dmy',
  certificates: true,
  awards: false,
}

/** Uploads a file of completions, maps it as guessed, and waits for the dry run. */
export async function checkUpdate(
  app: TestApp,
  admin: Caller,
  file: Buffer,
  of: { name?: string; options?: Partial<BulkUpdateOptions> } = {},
): Promise<BulkUpdatePage> {
  const uploadId = await uploadBytes(app, admin, file, of.name ?? 'completions.csv')
  const started = await app.call(admin, api.bulkUpdates.start, { body: { uploadId } })
  if (started.status !== 201) throw new Error(JSON.stringify(started.problem))
  const params = { runId: started.body.id }
  const preview = await app.call(admin, api.bulkUpdates.preview, { params, query: {} })
  const checked = await app.call(admin, api.bulkUpdates.check, {
    params,
    body: {
      mapping: preview.body.mapping,
      options: { ...bulkUpdateOptions, ...of.options },
      reading: { encoding: '', delimiter: '' },
    },
  })
  if (checked.status !== 200) throw new Error(JSON.stringify(checked.problem))
  await app.settle()
  return (await app.call(admin, api.bulkUpdates.get, { params })).body
}

/** Carries a run out or undoes it; returns the run afterwards. */
export async function stepUpdate(
  app: TestApp,
  admin: Caller,
  run: Pick<BulkUpdatePage, 'id'>,
  step: 'commit' | 'undo' = 'commit',
): Promise<BulkUpdatePage> {
  const params = { runId: run.id }
  const begun = await app.call(admin, api.bulkUpdates[step], { params })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.problem))
  await app.settle()
  return (await app.call(admin, api.bulkUpdates.get, { params })).body
}

export async function updateRows(
  app: TestApp,
  admin: Caller,
  run: Pick<BulkUpdatePage, 'id'>,
): Promise<BulkUpdateRow[]> {
  return (await app.call(admin, api.bulkUpdates.rows, { params: { runId: run.id }, query: { limit: 100 } })).body.items
}
