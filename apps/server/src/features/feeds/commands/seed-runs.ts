import type { FeedField } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { type SeededRow, seedRun } from '../../imports/commands/seed-run.ts'
import { standardOptions } from '../queries/settings.ts'
import { peopleImport } from './people-import.ts'

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

/** The columns of the feed, and two runs in its history: one carried out, and one that waits for confirmation. */
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
    (one): SeededRow => ({
      person: `${one.firstName} ${one.lastName}`.trim(),
      userId: one.userId,
      membershipId: one.id,
      cells: [one.employeeId, one.firstName, one.lastName, one.email, one.loc1.join('; ')],
      fields: { firstName: one.firstName, lastName: one.lastName, email: one.email, loc1: one.loc1 },
      outcome: 'unchanged',
    }),
  )
  const changed = known.map(
    (row, at): SeededRow => (at % 4 === 0 ? { ...row, outcome: 'update', before: { loc1: ['Head office'] } } : row),
  )
  const wrong = (cells: string[], code: string, field: FeedField, found: string): SeededRow => ({
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
  const { rows: active } = await sql<{ count: number }>`
    select count(*)::int as count from memberships where team_id = ${teamId} and status = 'active'`.execute(tx)
  const seed = (name: string, daysAgo: number, state: 'done' | 'checked', rows: readonly SeededRow[]) => {
    const having = (outcome: SeededRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
    const leaving = having('leave')
    return seedRun(ctx, tx, peopleImport, {
      ...{ name, daysAgo, state, headings, mapping, rows },
      options: { ...standardOptions, missing: leaving > 0 ? 'inactive' : 'keep' },
      asks: leaving > 0,
      counts: { unchanged: having('unchanged'), leaving, active: active[0]?.count ?? 0 },
    })
  }
  await seed('people-october.csv', 30, 'done', [...changed, ...rejected])
  const staying = known.slice(0, Math.ceil(known.length / 2))
  const missing = known.slice(staying.length).map(
    (row): SeededRow => ({
      ...row,
      fields: { status: 'inactive' },
      outcome: 'leave',
      isMissing: true,
    }),
  )
  await seed('people-november-part.csv', 1, 'checked', [...staying, ...missing])
}
