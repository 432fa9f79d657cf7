import type { ReadersQuery } from '@learnt/contract/resources'
import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { isOpened } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { searchCondition, shownMembership } from '../../reach/queries/visible-members.ts'
import {
  assignmentsAt,
  inOrder,
  isAfter,
  type Keyset,
  type ReportMoment,
  wasThere,
} from '../../reports/queries/moment.ts'

type Query = z.output<typeof ReadersQuery>

export interface ReaderRow {
  assignmentId: string
  userId: string
  name: string
  email: string
  state: ProgressState
  versionNumber: number | null
  opened: number | null
  downloads: number | null
  firstOpenedAt: Date | null
  lastOpenedAt: Date | null
  completedAt: Date | null
}

interface ReaderTotals {
  people: number
  opened: number
  completed: number
  downloads: number | null
}

/** What narrows the report, and of when it is. */
export type ReadersFilter = Pick<Query, 'search' | 'state' | 'asOf'>

const never = sql`timestamptz '1970-01-01'`

/** By the names of the contract; never null. */
const sorts: Record<Query['sort'], { expression: RawBuilder<unknown>; type: Keyset['type'] }> = {
  name: { expression: sql`sort_name`, type: 'text' },
  state: { expression: sql`state`, type: 'text' },
  version: { expression: sql`coalesce(version_number, 0)`, type: 'numeric' },
  opened: { expression: sql`coalesce(opened, 0)`, type: 'numeric' },
  downloads: { expression: sql`coalesce(downloads, 0)`, type: 'numeric' },
  firstOpenedAt: { expression: sql`coalesce(first_opened_at, ${never})`, type: 'timestamptz' },
  lastOpenedAt: { expression: sql`coalesce(last_opened_at, ${never})`, type: 'timestamptz' },
  completedAt: { expression: sql`coalesce(completed_at, ${never})`, type: 'timestamptz' },
}

/** Everyone who has the resource, as far as the administrator sees them: a page, how many, and the totals. */
export async function listReaders(
  ctx: Ctx,
  tx: ReadTx,
  documentId: string,
  query: Query,
): Promise<{ rows: ReaderRow[]; next: string | null; total: number; totals: ReaderTotals }> {
  const list = `readers:${documentId}.${query.sort}.${query.direction}.${query.asOf ?? ''}`
  const after = decodeCursor(ctx, list, query.cursor)
  const keyset = keysetOf(query, after === null ? null : [after[0] ?? null, String(after[1])])
  const [page, total, totals] = await Promise.all([
    sql<ReaderRow & { sortValue: string | number | Date }>`
      select f.*, ${keyset.sort} as sort_value from (${readerRows(ctx, documentId, query)}) f
      where ${isAfter(keyset) ?? sql`true`} order by ${inOrder(keyset)} limit ${query.limit + 1}`.execute(tx),
    countReaders(ctx, tx, documentId, query),
    sql<ReaderTotals>`
      select count(*)::int as people, (count(*) filter (where state <> 'notstarted'))::int as opened,
        (count(*) filter (where state in ('completed', 'passed')))::int as completed,
        ${query.asOf ? sql`null::integer` : sql`coalesce(sum(downloads), 0)::int`} as downloads
      from (${readerRows(ctx, documentId, query.asOf ? { asOf: query.asOf } : {})}) f`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, {
      limit: query.limit,
      key: ({ sortValue, assignmentId }) => [
        sortValue instanceof Date ? sortValue.toISOString() : sortValue,
        assignmentId,
      ],
    }),
    total,
    totals: totals.rows[0] ?? { people: 0, opened: 0, completed: 0, downloads: 0 },
  }
}

function keysetOf({ sort, direction }: Pick<Query, 'sort' | 'direction'>, after: Keyset['after']): Keyset {
  const { expression, type } = sorts[sort]
  return { sort: expression, type, id: sql`assignment_id`, direction, after }
}

export async function countReaders(ctx: Ctx, tx: ReadTx, documentId: string, filter: ReadersFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${readerRows(ctx, documentId, filter)}) f`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Columns of the report's file, with the keys of their headers. */
export const readerFileColumns: readonly FileColumn[] = [
  { header: 'name', type: 'text', of: sql`name` },
  { header: 'email', type: 'text', of: sql`email` },
  { header: 'state', type: 'word', of: sql`state` },
  { header: 'version', type: 'integer', of: sql`version_number` },
  { header: 'opened', type: 'integer', of: sql`opened` },
  { header: 'downloads', type: 'integer', of: sql`downloads` },
  { header: 'firstOpenedAt', type: 'moment', of: sql`first_opened_at` },
  { header: 'lastOpenedAt', type: 'moment', of: sql`last_opened_at` },
  { header: 'completedAt', type: 'moment', of: sql`completed_at` },
]

/** The report's rows as the database writes them into a file. */
export function readersFile(
  ctx: Ctx,
  documentId: string,
  of: { query: ReadersFilter & Pick<Query, 'sort' | 'direction'>; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))}
    from (${readerRows(ctx, documentId, of.query)}) f order by ${inOrder(keysetOf(of.query, null))}`
}

const states = {
  notstarted: sql`a.state = 'notstarted'`,
  opened: sql`a.state not in ('notstarted', 'completed', 'passed')`,
  completed: sql`a.state in ('completed', 'passed')`,
}

/**
 * Everyone who has the document with what they did over all versions. As of a past day: how they stood then and what they
 * had opened by then; how often is counted as of now only.
 */
function readerRows(ctx: Ctx, documentId: string, { search, state, asOf }: ReadersFilter): RawBuilder<unknown> {
  const at: ReportMoment = { now: ctx.now, asOf: asOf ?? null }
  const by = wasThere(at, sql`r.first_opened_at`) ?? sql`true`
  const last = wasThere(at, sql`max(r.last_opened_at)`)
  const count = (column: RawBuilder<unknown>) => (asOf ? sql`null::integer` : sql`coalesce(${column}, 0)::int`)
  return sql`
    select a.id as assignment_id, a.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.sort_name, m.email, a.state, r.version_number,
      ${count(sql`r.opened`)} as opened, ${count(sql`r.downloads`)} as downloads, r.first_opened_at, r.last_opened_at, a.completed_at
    from ${assignmentsAt(at)} a join memberships m on m.user_id = a.user_id and ${shownMembership(ctx.actor)}
    left join lateral (
      select sum(r.opened) as opened, sum(r.downloads) as downloads, min(r.first_opened_at) as first_opened_at,
        ${last ? sql`case when ${last} then max(r.last_opened_at) end` : sql`max(r.last_opened_at)`} as last_opened_at, max(v.number) as version_number
      from resource_reads r join document_versions v on v.id = r.version_id where r.assignment_id = a.id and ${by}
    ) r on true
    where a.document_id = ${documentId} and a.is_active and ${isOpened(reachOf(ctx.actor, 'administrator'), sql`a.id`, sql`a.user_id`)}
      and ${search ? searchCondition(search) : sql`true`} and ${state ? states[state] : sql`true`}`
}
