import type { ImportState } from '@learnt/contract/import-states'
import type { ImportReadAs } from '@learnt/contract/imports'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { type FileRow, findFile } from '../../files/queries.ts'
import { listTeamsOfTenant } from '../../teams/queries.ts'
import type { RowError } from './read-cells.ts'

type Stored = Row<'feedRuns'>
/** A run of any import: its kind says what `mapping`, `options` and `counts` hold. */
export type RunRow<
  Field extends string = string,
  Options extends object = object,
  Counts extends object = Readonly<Record<string, number>>,
> = Omit<Stored, 'tenantId' | 'state' | 'options' | 'mapping' | 'counts' | 'reading' | 'readAs'> & {
  state: ImportState
  options: Options
  mapping: (Field | null)[]
  counts: Partial<Counts>
  reading: { encoding: string; delimiter: string }
  /** Empty where it was read by an earlier version. */
  readAs: Partial<z.infer<typeof ImportReadAs>>
  by: string
}

const columns = sql`f.id, f.kind, f.team_id, f.state, f.source, f.file_id, f.file_name, f.file_size, f.sha256, f.headings, f.mapping, f.options, f.reading, f.read_as,
  f.counts, f.asks, f.commits, f.reason, f.job_id, f.created_by, f.created_at, f.checked_at, f.started_at, f.finished_at,
  coalesce((select rtrim(p.shown_first_name || ' ' || p.last_name) from memberships p where p.user_id = f.created_by and p.is_primary), '') as by`

/** Of any import: the page that shows it asks for its own. */
export async function findRun(tx: ReadTx, runId: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${columns} from feed_runs f where f.id = ${runId}`.execute(tx)
  return rows[0]
}

/** Its file; undefined where none was kept. */
export async function findFileOf(tx: ReadTx, run: Pick<RunRow, 'fileId'>): Promise<FileRow | undefined> {
  return run.fileId === null ? undefined : findFile(tx, run.fileId)
}

/** How the file of a run is read again: as it was read when its columns were assigned. */
export function wishOf({ reading, readAs }: Pick<RunRow, 'reading' | 'readAs'>) {
  return {
    encoding: reading.encoding ?? '',
    delimiter: reading.delimiter ?? '',
    remembered: readAs.basis === 'remembered' ? (readAs.encoding ?? '') : '',
  }
}

/** Until the transaction ends nobody else begins a step of it. */
export async function lockRun(tx: ReadTx, runId: string): Promise<RunRow | undefined> {
  await sql`select from feed_runs where id = ${runId} for update`.execute(tx)
  return findRun(tx, runId)
}

const nameOfAuthor = sql`coalesce((select p.sort_name from memberships p where p.user_id = f.created_by and p.is_primary), '')`

/** What runs are sorted by. */
const runSorts = {
  createdAt: { by: sql`f.created_at`, type: sql`timestamptz` },
  fileName: { by: sql`lower(f.file_name)`, type: sql`text` },
  state: { by: sql`f.state`, type: sql`text` },
  by: { by: nameOfAuthor, type: sql`text` },
  rows: { by: sql`coalesce((f.counts ->> 'rows')::int, 0)`, type: sql`int` },
  finishedAt: { by: sql`coalesce(f.finished_at, 'infinity')`, type: sql`timestamptz` },
}

interface PageOf {
  readonly limit: number
  readonly after: readonly (string | number | null)[] | null
}

/** Newest first unless told otherwise; one more than asked for says that there is a next page. */
async function listRuns(
  tx: ReadTx,
  actor: Actor,
  kind: string,
  of: PageOf & {
    search?: string | undefined
    state?: readonly ImportState[] | undefined
    sort?: keyof typeof runSorts
    direction?: 'asc' | 'desc'
  },
): Promise<{ rows: (RunRow & { sortKey: string })[]; total: number }> {
  const { by, type } = runSorts[of.sort ?? 'createdAt']
  const direction = sql.raw(of.direction ?? 'desc')
  const where = sql`f.kind = ${kind} and ${actor.wholeTenant ? sql`true` : sql`f.team_id = ${actor.teamId}`}
    and ${of.state?.length ? sql`f.state = any (${[...of.state]}::text[])` : sql`true`}
    and ${of.search ? sql`strpos(lower(f.file_name), lower(${of.search})) > 0` : sql`true`}`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<RunRow & { sortKey: string }>`
      select ${columns}, (${by})::text as sort_key from feed_runs f
      where ${where} and ${of.after ? sql`(${by}, f.id) ${sql.raw(of.direction === 'asc' ? '>' : '<')} (${of.after[0]}::text::${type}, ${of.after[1]}::uuid)` : sql`true`}
      order by ${by} ${direction}, f.id ${direction} limit ${of.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total from feed_runs f where ${where}`.execute(tx),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** A page of runs as the lists show it, with the teams whose names stand in it. */
export async function pageOfRuns(
  ctx: Ctx,
  kind: string,
  query: Omit<Parameters<typeof listRuns>[3], 'after'> & { cursor?: string | undefined },
) {
  const list = `${kind}:${query.sort ?? ''}:${query.direction ?? ''}`
  const after = decodeCursor(ctx, list, query.cursor)
  const [found, teams] = await ctx.read((tx) =>
    Promise.all([listRuns(tx, ctx.actor, kind, { ...query, after }), listTeamsOfTenant(tx)]),
  )
  const { rows, next } = cutPage(ctx, list, found.rows, {
    limit: query.limit,
    key: (last) => [last.sortKey, last.id],
  })
  return { rows, next, total: found.total, teams }
}

export interface RowRecord {
  place: number
  line: number | null
  person: string
  userId: string
  membershipId: string | null
  outcome: string
  state: string
  fields: Record<string, unknown>
  before: Record<string, unknown> | null
  errors: RowError[]
  /** What its fields are now; null: nobody yet. */
  current: Record<string, unknown> | null
}

/** Rows of a run in the order of the file; those who are missing from it come last. */
export async function listRows(
  tx: ReadTx,
  run: Pick<RunRow, 'id'>,
  of: PageOf & {
    search?: string | undefined
    outcome?: readonly string[] | undefined
    state?: readonly string[] | undefined
  },
): Promise<{ rows: RowRecord[]; total: number }> {
  const where = sql`r.run_id = ${run.id}
    and ${of.outcome?.length ? sql`r.outcome = any (${[...of.outcome]}::text[])` : sql`true`}
    and ${of.state?.length ? sql`r.state = any (${[...of.state]}::text[])` : sql`true`}
    and ${
      of.search
        ? sql`(strpos(lower(r.person), lower(${of.search})) > 0 or strpos(r.by_email, lower(${of.search})) > 0 or r.by_unique = lower(${of.search}) or r.line::text = ${of.search})`
        : sql`true`
    }`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<RowRecord>`
      select r.place, r.line, r.person, r.user_id, r.membership_id, r.outcome, r.state, r.fields, r.before, r.errors,
        case when r.state = 'planned' and r.outcome in ('update', 'leave') then (
          select to_jsonb(m) from memberships m where m.id = r.membership_id) end as current
      from feed_rows r
      where ${where} and ${of.after ? sql`r.place > ${of.after[0]}::int` : sql`true`}
      order by r.place limit ${of.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total from feed_rows r where ${where}`.execute(tx),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Lines that were rejected or failed, with what was wrong. */
export async function listRejected(tx: ReadTx, runId: string): Promise<Map<number, RowError[]>> {
  const { rows } = await sql<{ line: number; errors: RowError[] }>`
    select line, errors from feed_rows
    where run_id = ${runId} and line is not null and (outcome = 'rejected' or state = 'failed')`.execute(tx)
  return new Map(rows.map((row) => [row.line, row.errors]))
}

export async function namesOfPeople(tx: ReadTx, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: string; name: string }>`
    select user_id::text as user_id, rtrim(shown_first_name || ' ' || last_name) as name from memberships
    where is_primary and user_id = any (${[...userIds]}::text[]::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.userId, row.name]))
}
