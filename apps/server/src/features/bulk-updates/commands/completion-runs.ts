import type { BulkUpdateOptions } from '@learnt/contract/bulk-updates'
import { sql } from 'kysely'
import { json } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import type { RunKind } from '../../feeds/commands/start-run.ts'
import { plainHeading } from '../../feeds/queries/read-cells.ts'
import { findFeedSettings, uniqueField } from '../../feeds/queries/settings.ts'
import { guessField } from '../fields.ts'
import { personFields } from '../read-row.ts'

export const standardOptions: BulkUpdateOptions = {
  documentType: 'course',
  dates: 'dmy',
  certificates: true,
  awards: false,
}

/** Files of completions run as those of the HR feed do; this is what is their own. */
export const completionRuns: RunKind = {
  name: 'completions',
  noun: 'bulkUpdates',
  subject: 'bulkUpdate',
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
    // What follows is asked anew for each file: nobody is to send thousands of mails by a choice of last year.
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
}
