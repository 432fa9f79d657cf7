import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenEvent } from '../../../test/given/events.ts'
import { type GivenTenant, givenTenant } from '../../../test/given/people.ts'
import { json } from '../../platform/db/database.ts'
import { deterministicId, newId } from '../../platform/ids.ts'
import { cancelOwn, register } from './commands/register.ts'

vi.setConfig({ testTimeout: 600_000 })

const crowd = Number(process.env.EVENTS_CROWD ?? 5000)
const seats = Math.ceil(crowd / 50)

it(`gives ${seats} seats to ${crowd} people who ask at once, and the seats of those who leave to the next in line`, async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const event = await givenEvent(app, tenant, { seats })
  const people = await givenCrowd(tenant, event.id)
  const started = performance.now()
  const results = await Promise.allSettled(
    people.map(async (userId) => {
      await register(contextOf(app, { ...tenant, userId }), event.id, { note: '' })
    }),
  )
  const took = performance.now() - started
  expect(results.filter((one) => one.status === 'rejected')).toEqual([])
  const rows = await readRows(tenant, event.id)
  expect(rows.filter((row) => row.state === 'attending')).toHaveLength(seats)
  expect(rows.filter((row) => row.state === 'waiting')).toHaveLength(crowd - seats)
  // In the order of the number that was taken under the lock, without a gap.
  expect(rows.map((row) => row.number)).toEqual(Array.from({ length: crowd }, (_, at) => at + 1))
  expect(rows.slice(0, seats).every((row) => row.state === 'attending')).toBe(true)

  const leaving = rows.slice(0, seats / 2)
  await Promise.all(
    leaving.map((row) => cancelOwn(contextOf(app, { ...tenant, userId: row.userId }), event.id, { reason: '' })),
  )
  const after = await readRows(tenant, event.id)
  const promoted = after.filter((row) => row.state === 'attending' && row.number > seats)
  expect(promoted.map((row) => row.number)).toEqual(leaving.map((_, at) => seats + 1 + at))
  expect(after.filter((row) => row.state === 'attending')).toHaveLength(seats)
  console.log(
    `${crowd} people, ${seats} seats: ${Math.round(took)} ms, ${Math.round((crowd / took) * 1000)} registrations a second, ${leaving.length} left, ${promoted.length} moved up`,
  )

  async function readRows(of: GivenTenant, eventId: string) {
    return app.services.db
      .tenant(of.tenantId)
      .read((tx) =>
        tx
          .selectFrom('registrations')
          .select(['userId', 'state', 'number'])
          .where('eventId', '=', eventId)
          .orderBy('number')
          .execute(),
      )
  }

  /** People with a membership and the event, straight in the tables. */
  async function givenCrowd(of: GivenTenant, eventId: string): Promise<string[]> {
    const ids = Array.from({ length: crowd }, () => newId())
    const rows = ids.map((id, at) => ({
      user_id: id,
      assignment_id: deterministicId('assignment', of.tenantId, id, 'event', eventId, '0'),
      last_name: `Person${at}`,
      search_text: searchForm(`Crowd Person${at}`),
    }))
    await app.services.db.tenant(of.tenantId).write(async (tx) => {
      await sql`
        insert into memberships (id, user_id, team_id, email, first_name, last_name, status, roles, is_primary, search_text)
        select c.user_id || ':' || ${of.teamId}, c.user_id, ${of.teamId}, c.user_id || '@example.test', 'Crowd', c.last_name, 'active', '{learner}', true, c.search_text
        from jsonb_to_recordset(${json(rows)}::jsonb) as c(user_id uuid, last_name text, search_text text)`.execute(tx)
      await sql`
        insert into assignments (id, user_id, document_type, document_id, is_optional, assigned_at)
        select c.assignment_id, c.user_id, 'event', ${eventId}::uuid, true, ${app.clock.now()} from jsonb_to_recordset(${json(rows)}::jsonb) as c(assignment_id uuid, user_id uuid)`.execute(
        tx,
      )
    })
    return ids
  }
})
