import { api } from '@learnt/contract'
import type { FeedOptions, FeedRow, FeedRunPage } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import type { Caller, TestApp } from '../app.ts'
import { uploadBytes } from './uploads.ts'

export const feedOptions: FeedOptions = {
  mode: 'both',
  blanks: 'keep',
  missing: 'keep',
  returns: false,
  invites: false,
  dates: 'dmy',
  separator: ';',
}

/** A file's text of rows. */
export function csv(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return Buffer.from(rows.map((row) => row.map(cell).join(',')).join('\r\n'))
}

/** Uploads a file, maps it as guessed or told, and waits for the dry run. */
export async function checkFeed(
  app: TestApp,
  admin: Caller,
  file: Buffer,
  of: { name?: string; mapping?: (FeedField | null)[]; options?: Partial<FeedOptions> } = {},
): Promise<FeedRunPage> {
  const uploadId = await uploadBytes(app, admin, file, of.name ?? 'people.csv')
  const started = await app.call(admin, api.feeds.start, { body: { uploadId } })
  if (started.status !== 201) throw new Error(JSON.stringify(started.problem))
  const params = { runId: started.body.id }
  const preview = await app.call(admin, api.feeds.preview, { params, query: {} })
  const checked = await app.call(admin, api.feeds.check, {
    params,
    body: {
      mapping: of.mapping ?? preview.body.mapping,
      options: { ...feedOptions, ...of.options },
      reading: { encoding: '', delimiter: '' },
    },
  })
  if (checked.status !== 200) throw new Error(JSON.stringify(checked.problem))
  await app.settle()
  return (await app.call(admin, api.feeds.get, { params })).body
}

/** Carries out a run; returns the run afterwards. */
export async function commitFeed(
  app: TestApp,
  admin: Caller,
  run: Pick<FeedRunPage, 'id' | 'counts' | 'asks'>,
): Promise<FeedRunPage> {
  const params = { runId: run.id }
  const begun = await app.call(admin, api.feeds.commit, {
    params,
    body: run.asks ? { leaving: run.counts.leaving } : {},
  })
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.problem))
  await app.settle()
  return (await app.call(admin, api.feeds.get, { params })).body
}

export async function feedRows(
  app: TestApp,
  admin: Caller,
  run: Pick<FeedRunPage, 'id'>,
  query: { outcome?: FeedRow['outcome'][]; search?: string } = {},
): Promise<FeedRow[]> {
  const reply = await app.call(admin, api.feeds.rows, { params: { runId: run.id }, query: { limit: 100, ...query } })
  return reply.body.items
}
