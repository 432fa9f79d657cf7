import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { ImportKind } from '../kind.ts'
import type { RowError } from '../queries/read-cells.ts'

/** A row of a run of the demonstration. */
export interface SeededRow {
  person: string
  userId: string
  membershipId: string | null
  cells: string[]
  fields: Record<string, unknown>
  outcome: 'update' | 'leave' | 'unchanged' | 'skipped' | 'rejected'
  before?: Record<string, unknown>
  errors?: RowError[]
  /** Missing from the file. */
  isMissing?: true
}

/** Adds a run to the history of the demonstration, with its file. */
export async function seedRun(
  ctx: Ctx,
  tx: WriteTx,
  kind: Pick<ImportKind, 'name' | 'noCounts'>,
  of: {
    name: string
    daysAgo: number
    state: 'done' | 'checked'
    headings: readonly string[]
    mapping: readonly string[]
    options: object
    asks: boolean
    counts: object
    rows: readonly SeededRow[]
  },
): Promise<void> {
  const { tenantId, teamId, userId } = ctx.actor
  const at = new Date(ctx.now.getTime() - of.daysAgo * 86_400_000)
  const ended = of.state === 'done' ? new Date(at.getTime() + 4000) : null
  const inFile = of.rows.filter((row) => !row.isMissing)
  const cellOf = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const text = [of.headings, ...inFile.map((row) => row.cells)].map((cells) => cells.map(cellOf).join(',')).join('\r\n')
  const { sha256, size } = await ctx.services.files.put(tenantId, Readable.from([Buffer.from(text)]))
  const [fileId, runId] = [newId(), newId()]
  const having = (outcome: SeededRow['outcome']) => of.rows.filter((row) => row.outcome === outcome).length
  const counts = {
    ...kind.noCounts,
    rows: inFile.length,
    update: having('update'),
    rejected: having('rejected'),
    done: of.state === 'done' ? having('update') : 0,
    ...of.counts,
  }
  await sql`
    insert into files (id, sha256, size, name, content_type, purpose, created_by, created_at)
    values (${fileId}, ${sha256}, ${size}, ${of.name}, 'text/csv', 'feed', ${userId}, ${at})`.execute(tx)
  await sql`
    insert into feed_runs (id, kind, team_id, state, source, file_id, file_name, file_size, sha256, headings, mapping, options, counts, asks, created_by, created_at, checked_at, started_at, finished_at)
    values (${runId}, ${kind.name}, ${teamId}, ${of.state}, 'upload', ${fileId}, ${of.name}, ${size}, ${sha256}, ${[...of.headings]}::text[], ${json(of.mapping)},
      ${json(of.options)}, ${json(counts)}, ${of.asks}, ${userId}, ${at}, ${at}, ${at}, ${ended})`.execute(tx)
  const told = of.rows.map((row, place) => ({
    place: place + 1,
    line: row.isMissing ? null : place + 2,
    person: row.person,
    user_id: row.userId,
    membership_id: row.membershipId,
    fields: row.fields,
    outcome: row.outcome,
    state: of.state === 'done' && row.outcome === 'update' ? 'done' : 'planned',
    errors: row.errors ?? [],
    before: row.before ?? null,
  }))
  await sql`
    insert into feed_rows (run_id, place, line, person, user_id, membership_id, fields, outcome, state, errors, before)
    select ${runId}, place, line, person, user_id, membership_id, fields, outcome, state, errors, before
    from jsonb_to_recordset(${json(told)}) as r (place int, line int, person text, user_id uuid, membership_id text, fields jsonb, outcome text, state text,
      errors jsonb, before jsonb)`.execute(tx)
}
