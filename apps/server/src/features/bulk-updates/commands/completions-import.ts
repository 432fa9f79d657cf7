import type { BulkUpdateCounts, BulkUpdateOptions } from '@learnt/contract/bulk-updates'
import { sql } from 'kysely'
import { json } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { findFeedSettings, uniqueField } from '../../feeds/queries/settings.ts'
import { stageFile } from '../../imports/commands/stage-file.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { plainHeading } from '../../imports/queries/read-cells.ts'
import { guessField } from '../fields.ts'
import { presentCompletion } from '../present.ts'
import { type BulkRun, countRows } from '../queries/count-rows.ts'
import { momentOfRow } from '../queries/moment-of-row.ts'
import { personFields, rowReader } from '../read-row.ts'
import { planUpdate } from './plan-update.ts'
import { recordCompletions } from './record-completions.ts'
import { takeBackUpdate } from './take-back.ts'

export const standardOptions: BulkUpdateOptions = {
  documentType: 'course',
  dates: 'dmy',
  certificates: true,
  awards: false,
}

/** Bulk updates: files of completions from other systems. */
export const completionsImport: ImportKind<BulkRun, BulkUpdateCounts> = {
  name: 'completions',
  noun: 'bulkUpdates',
  subject: 'bulkUpdate',
  page: '/apps/admin/bulk-update',
  noCounts: { rows: 0, update: 0, skipped: 0, rejected: 0, done: 0, failed: 0, undone: 0, kept: 0 },
  async remembered(tx, teamId) {
    const [{ rows }, { headings }] = await Promise.all([
      sql<{ mapping: Record<string, string | null>; options: object; encoding: string }>`
        select completion_mapping as mapping, completion_options as options, completion_encoding as encoding from feed_settings where team_id = ${teamId}`.execute(
        tx,
      ),
      findFeedSettings(tx, teamId),
    ])
    const known = new Map(
      Object.entries(rows[0]?.mapping ?? {}).map(([title, field]) => [plainHeading(title), field] as const),
    )
    const unique = headings.find((one) => one.isUniqueAttribute)
    if (unique && !known.has(plainHeading(unique.title))) known.set(plainHeading(unique.title), 'unique')
    // Every file starts with awards off, so that last year’s choice never sends thousands of mails.
    return {
      known,
      options: { ...standardOptions, ...rows[0]?.options, awards: false },
      unique: uniqueField(headings),
      encoding: rows[0]?.encoding ?? '',
    }
  },
  async remember(tx, teamId, { mapping, options, encoding }) {
    await sql`
      insert into feed_settings (team_id, completion_mapping, completion_options, completion_encoding)
      values (${teamId}, ${json(mapping)}, ${json(options)}, ${encoding})
      on conflict (tenant_id, team_id) do update set completion_mapping = feed_settings.completion_mapping || excluded.completion_mapping,
        completion_options = excluded.completion_options,
        completion_encoding = coalesce(nullif(excluded.completion_encoding, ''), feed_settings.completion_encoding)`.execute(
      tx,
    )
  },
  guess: guessField,
  refuseMapping(mapping, { unique }, path) {
    const has = (...fields: readonly string[]) => mapping.some((field) => field !== null && fields.includes(field))
    if (!has(...personFields)) throw invalid({ [path]: 'bulkUpdates.noPerson' })
    if (has('unique') && unique === null) throw invalid({ [path]: 'bulkUpdates.noUnique' })
    if (!has('courseTitle', 'documentId')) throw invalid({ [path]: 'bulkUpdates.noTitle' })
    if (!has('completedAt')) throw invalid({ [path]: 'bulkUpdates.noDate' })
  },
  async check(ctx, run, progress) {
    const { headings } = await ctx.read((tx) => findFeedSettings(tx, run.teamId))
    await stageFile(ctx, run, { read: rowReader(run), progress, fields: momentOfRow(ctx.now) })
    return planUpdate(ctx, run, uniqueField(headings))
  },
  commit: recordCompletions,
  undo: takeBackUpdate,
  count: (ctx, run) => ctx.read((tx) => countRows(tx, run.id), { statementTimeout: 120_000 }),
  tell: ({ update, skipped, rejected, done, failed, undone }) => ({
    update,
    skipped,
    rejected,
    done,
    failed: failed + rejected,
    undone,
  }),
  presentRows: async (_ctx, _run, rows) => rows.map(presentCompletion),
}
