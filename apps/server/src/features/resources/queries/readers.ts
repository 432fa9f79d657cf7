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
import { lookedAfter, searchCondition, shownMembership } from '../../permissions/queries/visible-members.ts'

type Query = z.output<typeof ReadersQuery>

export interface ReaderRow {
  assignmentId: string
  userId: string
  name: string
  email: string
  state: ProgressState
  versionNumber: number | null
  opened: number
  downloads: number
  firstOpenedAt: Date | null
  lastOpenedAt: Date | null
  completedAt: Date | null
}

interface ReaderTotals {
  people: number
  opened: number
  completed: number
  downloads: number
}

/** Everyone who has the resource, as far as the administrator sees them, by name: a page, how many, and the totals. */
export async function listReaders(
  ctx: Ctx,
  tx: ReadTx,
  documentId: string,
  query: Query,
): Promise<{ rows: ReaderRow[]; next: string | null; total: number; totals: ReaderTotals }> {
  const list = `readers:${documentId}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const [page, total, totals] = await Promise.all([
    sql<ReaderRow & { sortName: string; membershipId: string }>`
      select ${readerColumns}, m.sort_name, m.id as membership_id ${readers(ctx, documentId, query)}
        and ${cursor ? sql`(m.sort_name, m.id) > (${cursor[0]}, ${cursor[1]})` : sql`true`}
      order by m.sort_name, m.id limit ${query.limit + 1}`.execute(tx),
    countReaders(ctx, tx, documentId, query),
    sql<ReaderTotals>`
      select count(*)::int as people, (count(*) filter (where a.state <> 'notstarted'))::int as opened,
        (count(*) filter (where a.state in ('completed', 'passed')))::int as completed, coalesce(sum(r.downloads), 0)::int as downloads
      ${readers(ctx, documentId, {})}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortName, last.membershipId] }),
    total,
    totals: totals.rows[0] ?? { people: 0, opened: 0, completed: 0, downloads: 0 },
  }
}

export async function countReaders(
  ctx: Ctx,
  tx: ReadTx,
  documentId: string,
  filter: Pick<Query, 'search' | 'state'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${readers(ctx, documentId, filter)}`.execute(tx)
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
  of: { filter: Pick<Query, 'search' | 'state'>; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))}
    from (select ${readerColumns}, m.sort_name, m.id ${readers(ctx, documentId, of.filter)}) f order by sort_name, id`
}

const readerColumns: RawBuilder<unknown> = sql`
  a.id as assignment_id, a.user_id, rtrim(m.first_name || ' ' || m.last_name) as name, m.email, a.state, r.version_number,
  coalesce(r.opened, 0)::int as opened, coalesce(r.downloads, 0)::int as downloads, r.first_opened_at, r.last_opened_at, a.completed_at`

const states = {
  notstarted: sql`a.state = 'notstarted'`,
  opened: sql`a.state not in ('notstarted', 'completed', 'passed')`,
  completed: sql`a.state in ('completed', 'passed')`,
}

/** Assignments `a` of the document, their people `m` and what these did, `r`, over all versions. */
function readers(ctx: Ctx, documentId: string, filter: Pick<Query, 'search' | 'state'>): RawBuilder<unknown> {
  return sql`
    from assignments a join memberships m on m.user_id = a.user_id and ${shownMembership(ctx.actor)}
    left join lateral (
      select sum(r.opened) as opened, sum(r.downloads) as downloads, min(r.first_opened_at) as first_opened_at,
        max(r.last_opened_at) as last_opened_at, max(v.number) as version_number
      from resource_reads r join document_versions v on v.id = r.version_id where r.assignment_id = a.id
    ) r on true
    where a.document_id = ${documentId} and a.is_active and ${isOpened(lookedAfter(ctx.actor), sql`a.id`, sql`a.user_id`)}
      and ${filter.search ? searchCondition(filter.search) : sql`true`}
      and ${filter.state ? states[filter.state] : sql`true`}`
}
