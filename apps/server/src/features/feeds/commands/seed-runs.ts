import { Readable } from 'node:stream'
import type { FeedCounts } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId, newPersonId } from '../../../platform/ids.ts'
import type { RowError } from '../queries/read-cells.ts'
import { standardOptions } from '../queries/settings.ts'

const headings = ['Staff no', 'First name', 'Last name', 'Email', 'Location']
const mapping: FeedField[] = ['employeeId', 'firstName', 'lastName', 'email', 'loc1']

interface Person {
  id: string
  userId: string
  firstName: string
  lastName: string
  email: string
  employeeId: string
  loc1: string[]
}

interface Seeded {
  person: string
  userId: string
  membershipId: string | null
  cells: string[]
  fields: Record<string, unknown>
  outcome: 'update' | 'leave' | 'unchanged' | 'rejected'
  before?: Record<string, unknown>
  errors?: RowError[]
  /** Missing from the file. */
  isMissing?: true
}

/** The columns of the feed, and two runs in its history: one carried out, and one that asks before it goes on. */
export async function seedRuns(ctx: Ctx, tx: WriteTx): Promise<void> {
  const { teamId } = ctx.actor
  const { rows: people } = await sql<Person>`
    select id, user_id, first_name, last_name, email, employee_id, loc1 from memberships
    where team_id = ${teamId} and status = 'active' and not roles && array['admin', 'superadmin'] order by sort_name, id limit 16`.execute(
    tx,
  )
  if (people.length < 4) return
  await sql`select control.set_team(${teamId}, ${json({
    feedHeadings: headings.map((title, at) => ({ title, field: mapping[at], isUniqueAttribute: at === 0 })),
  })}, ${ctx.now})`.execute(tx)
  await sql`
    insert into feed_settings (team_id, most_leaving, mapping, options) values (${teamId}, 5, ${json(Object.fromEntries(headings.map((title, at) => [title, mapping[at]])))}, ${json(standardOptions)})
    on conflict do nothing`.execute(tx)
  const known = people.map(
    (one): Seeded => ({
      person: `${one.firstName} ${one.lastName}`.trim(),
      userId: one.userId,
      membershipId: one.id,
      cells: [one.employeeId, one.firstName, one.lastName, one.email, one.loc1.join('; ')],
      fields: { firstName: one.firstName, lastName: one.lastName, email: one.email, loc1: one.loc1 },
      outcome: 'unchanged',
    }),
  )
  const changed = known.map(
    (row, at): Seeded => (at % 4 === 0 ? { ...row, outcome: 'update', before: { loc1: ['Head office'] } } : row),
  )
  const wrong = (cells: string[], code: string, field: FeedField, found: string): Seeded => ({
    person: `${cells[1]} ${cells[2]}`.trim(),
    userId: newPersonId(),
    membershipId: null,
    cells,
    fields: {},
    outcome: 'rejected',
    errors: [{ code, field, found }],
  })
  const rejected = [
    wrong(
      ['9001', 'Robin', 'Field', 'robin.field(at)example.com', 'Leeds'],
      'email',
      'email',
      'robin.field(at)example.com',
    ),
    wrong(['9002', '', 'Marsh', 'marsh@example.com', 'Leeds'], 'firstNameMissing', 'firstName', ''),
    wrong(['9003', 'Sam', 'Brook', 'sam.brook@example.com', ''], 'twice', 'employeeId', '9003'),
  ]
  await seedRun(ctx, tx, { name: 'people-october.csv', daysAgo: 30, state: 'done', rows: [...changed, ...rejected] })
  const staying = known.slice(0, Math.ceil(known.length / 2))
  const missing = known.slice(staying.length).map(
    (row): Seeded => ({
      ...row,
      fields: { status: 'inactive' },
      outcome: 'leave',
      isMissing: true,
    }),
  )
  await seedRun(ctx, tx, {
    name: 'people-november-part.csv',
    daysAgo: 1,
    state: 'checked',
    rows: [...staying, ...missing],
  })
}

async function seedRun(
  ctx: Ctx,
  tx: WriteTx,
  of: { name: string; daysAgo: number; state: 'done' | 'checked'; rows: readonly Seeded[] },
): Promise<void> {
  const { tenantId, teamId, userId } = ctx.actor
  const at = new Date(ctx.now.getTime() - of.daysAgo * 86_400_000)
  const inFile = of.rows.filter((row) => !row.isMissing)
  const text = [headings, ...inFile.map((row) => row.cells)].map((cells) => cells.join(',')).join('\r\n')
  const { sha256, size } = await ctx.services.files.put(tenantId, Readable.from([Buffer.from(text)]))
  const [fileId, runId] = [newId(), newId()]
  await sql`
    insert into files (id, sha256, size, name, content_type, purpose, created_by, created_at)
    values (${fileId}, ${sha256}, ${size}, ${of.name}, 'text/csv', 'feed', ${userId}, ${at})`.execute(tx)
  const { rows: active } = await sql<{ count: number }>`
    select count(*)::int as count from memberships where team_id = ${teamId} and status = 'active'`.execute(tx)
  const having = (outcome: Seeded['outcome']) => of.rows.filter((row) => row.outcome === outcome).length
  const counts: FeedCounts = {
    rows: inFile.length,
    create: 0,
    update: having('update'),
    unchanged: having('unchanged'),
    rejected: having('rejected'),
    skipped: 0,
    leaving: having('leave'),
    active: active[0]?.count ?? 0,
    away: 0,
    done: of.state === 'done' ? having('update') : 0,
    failed: 0,
    undone: 0,
  }
  const ended = of.state === 'done' ? new Date(at.getTime() + 4000) : null
  await sql`
    insert into feed_runs (id, team_id, state, source, file_id, file_name, file_size, sha256, headings, mapping, options, counts, asks, created_by, created_at, checked_at, started_at, finished_at)
    values (${runId}, ${teamId}, ${of.state}, 'upload', ${fileId}, ${of.name}, ${size}, ${sha256}, ${headings}::text[], ${json(mapping)},
      ${json({ ...standardOptions, missing: of.state === 'checked' ? 'inactive' : 'keep' })}, ${json(counts)}, ${counts.leaving > 0}, ${userId}, ${at}, ${at}, ${at}, ${ended})`.execute(
    tx,
  )
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
