import { type CustomField, checkCustomValue } from '@learnt/contract/custom-fields'
import type { FeedCounts, FeedOptions } from '@learnt/contract/feeds'
import { type FeedField, feedFields } from '@learnt/contract/team-values'
import type { FeedHeading } from '@learnt/contract/teams'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { readCustomFields } from '../../custom-fields/queries/read-custom-fields.ts'
import { readDay } from '../../imports/queries/read-cells.ts'
import type { RunRow } from '../../imports/queries/runs.ts'
import type { CheckValue } from '../read-row.ts'

/** A run of a file of people. */
export type FeedRun = RunRow<FeedField, FeedOptions, FeedCounts>

export interface StoredSettings {
  /** Headings of earlier files and the fields that they filled. */
  readonly mapping: Record<string, FeedField | null>
  readonly options: Partial<FeedOptions>
  readonly mostLeaving: number
  readonly watchesFolder: boolean
  /** The encoding that an administrator chose for an earlier file; '': none. */
  readonly encoding: string
}

export const standardOptions: FeedOptions = {
  mode: 'both',
  blanks: 'keep',
  missing: 'keep',
  returns: false,
  invites: false,
  dates: 'dmy',
  separator: ';',
}

export async function findFeedSettings(
  tx: ReadTx,
  teamId: string,
): Promise<StoredSettings & { headings: FeedHeading[] }> {
  const [{ rows }, headings] = await Promise.all([
    sql<StoredSettings>`
      select mapping, options, most_leaving, watches_folder, encoding from feed_settings where team_id = ${teamId}`.execute(
      tx,
    ),
    findHeadings(tx, teamId),
  ])
  return { ...(rows[0] ?? { mapping: {}, options: {}, mostLeaving: 10, watchesFolder: false, encoding: '' }), headings }
}

/** Keeps the headings that are still valid; stored ones may be older. */
async function findHeadings(tx: ReadTx, teamId: string): Promise<FeedHeading[]> {
  const { rows } = await sql<{
    headings: { title?: string; name?: string; field?: string; isUniqueAttribute?: boolean }[]
  }>`
    select control.feed_headings(${teamId}) as headings`.execute(tx)
  return (rows[0]?.headings ?? []).flatMap(({ title, name, field, isUniqueAttribute }) => {
    const known = feedFields.find((one) => one === (field ?? name))
    return known ? [{ title: title ?? name ?? known, field: known, isUniqueAttribute: isUniqueAttribute === true }] : []
  })
}

/** The field that identifies the team’s people. */
export function uniqueField(headings: readonly FeedHeading[]): FeedField | null {
  return headings.find((one) => one.isUniqueAttribute)?.field ?? null
}

export interface OwnFields {
  /** Checks for fields whose type the tenant has set. */
  readonly check: CheckValue
  /** Fields that every person must have. */
  readonly required: FeedField[]
}

/** The tenant’s settings for its own fields, for checking values of a file. */
export async function findOwnFields(ctx: Pick<Ctx, 'read'>): Promise<OwnFields> {
  const fields = await ctx.read((tx) => readCustomFields(tx))
  const byName = new Map<FeedField, CustomField>(fields.map((field) => [field.field, field]))
  return {
    required: fields.filter((field) => field.isRequired).map((field) => field.field),
    check: (name, text, days) => {
      const field = byName.get(name)
      if (!field) return { value: text }
      const typed = field.kind === 'date' ? (readDay(text, days) ?? text) : text
      return checkCustomValue(field, typed)
    },
  }
}
