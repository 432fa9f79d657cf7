import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { openApp, type TestApp, testApp } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenEvent } from '../../../test/given/events.ts'
import { type GivenTenant, givenTenant } from '../../../test/given/people.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { json } from '../../platform/db/database.ts'
import { deterministicId, newId } from '../../platform/ids.ts'
import { cancelOwn, register } from './commands/register.ts'

vi.setConfig({ testTimeout: 600_000 })

const crowd = Number(process.env.EVENTS_CROWD ?? 5000)
const seats = Math.ceil(crowd / 50)

it(`gives ${seats} seats to ${crowd} people who ask at once, and the seats of those who leave to the next in line`, async () => {
  const database = await freshDatabase({ poolSize: 10 })
  const app = await openApp(database, await makeScratchFolder())
  const tenant = await givenTenant(app)
  const event = await givenEvent(app, tenant, { seats })
  const people = await givenCrowd(app, tenant, event.id, crowd)
  const started = performance.now()
  const results = await Promise.allSettled(
    people.map(async (userId) => {
      await register(contextOf(app, { ...tenant, userId }), event.id, { note: '' })
    }),
  )
  const took = performance.now() - started
  expect(results.filter((one) => one.status === 'rejected')).toEqual([])
  const rows = await readRows(app, tenant, event.id)
  expect(rows.filter((row) => row.state === 'attending')).toHaveLength(seats)
  expect(rows.filter((row) => row.state === 'waiting')).toHaveLength(crowd - seats)
  // In the order of the number that was taken under the lock, without a gap.
  expect(rows.map((row) => row.number)).toEqual(Array.from({ length: crowd }, (_, at) => at + 1))
  expect(rows.slice(0, seats).every((row) => row.state === 'attending')).toBe(true)

  const leaving = rows.slice(0, seats / 2)
  await Promise.all(
    leaving.map((row) => cancelOwn(contextOf(app, { ...tenant, userId: row.userId }), event.id, { reason: '' })),
  )
  const after = await readRows(app, tenant, event.id)
  const promoted = after.filter((row) => row.state === 'attending' && row.number > seats)
  expect(promoted.map((row) => row.number)).toEqual(leaving.map((_, at) => seats + 1 + at))
  expect(after.filter((row) => row.state === 'attending')).toHaveLength(seats)
  console.log(
    `${crowd} people, ${seats} seats: ${Math.round(took)} ms, ${Math.round((crowd / took) * 1000)} registrations a second, ${leaving.length} left, ${promoted.length} moved up`,
  )
})

it('takes little longer than the same by hand, with 50 at a time', async () => {
  const app = await testApp()
  const tenant = await givenTenant(app)
  const byHand = async (eventId: string, userId: string) => {
    const id = newId()
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      const { rows } = await sql<{ held: number; capacity: number; lastNumber: number }>`
        select held, capacity, last_number from events where id = ${eventId} for no key update`.execute(tx)
      const event = rows[0] as { held: number; capacity: number; lastNumber: number }
      const isFree = event.held < event.capacity
      const now = app.clock.now()
      await sql`
        with put as (
          insert into registrations (id, event_id, user_id, membership_id, state, number, since, registered_at)
          values (${id}, ${eventId}, ${userId}, ${`${userId}:${tenant.teamId}`}, ${isFree ? 'attending' : 'waiting'}, ${event.lastNumber + 1}, ${now}, ${now})
        ),
        step as (
          insert into registration_steps (id, registration_id, verb, state, at, by_user) values (${newId()}, ${id}, 'register', 'attending', ${now}, ${userId})
        ),
        work as (
          insert into outbox (id, task, payload, run_at, created_at) values (${newId()}, 'events.none', ${json({ id })}, ${now}, ${now})
        ),
        entry as (
          insert into audit_entries (id, at, actor_id, actor_name, action, subject_type, subject_id, subject_title, request_id, address)
          values (${newId()}, ${now}, ${userId}, '', 'events.register', 'event', ${eventId}, '', '', '')
        )
        update events set last_number = last_number + 1, held = held + ${isFree ? 1 : 0}, waiting = waiting + ${isFree ? 0 : 1} where id = ${eventId}`.execute(
        tx,
      )
    })
  }
  const measure = async (register: (eventId: string, userId: string) => Promise<void>): Promise<number> => {
    const event = await givenEvent(app, tenant, { seats: 100 })
    const people = await givenCrowd(app, tenant, event.id, 1000)
    const times: number[] = []
    const next = people.values()
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (const userId of next) {
          const begun = performance.now()
          await register(event.id, userId)
          times.push(performance.now() - begun)
        }
      }),
    )
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] as number
  }
  const ours = (eventId: string, userId: string) =>
    register(contextOf(app, { ...tenant, userId }), eventId, { note: '' })
  await measure(ours)
  const rounds: { ours: number; byHand: number }[] = []
  for (let round = 0; round < 3; round++) rounds.push({ ours: await measure(ours), byHand: await measure(byHand) })
  const median = (of: number[]) => of.sort((a, b) => a - b)[1] as number
  const [a, b] = [median(rounds.map((one) => one.ours)), median(rounds.map((one) => one.byHand))]
  console.log(`p95 with 50 at a time: ${a.toFixed(1)} ms, by hand ${b.toFixed(1)} ms: ${(a / b).toFixed(2)} times`)
})

async function readRows(app: TestApp, of: GivenTenant, eventId: string) {
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
async function givenCrowd(app: TestApp, of: GivenTenant, eventId: string, crowd: number): Promise<string[]> {
  const ids = Array.from({ length: crowd }, () => newId())
  const rows = ids.map((id, at) => ({
    user_id: id,
    assignment_id: deterministicId('assignment', of.tenantId, id, 'event', eventId, '0'),
    last_name: `Person${at}`,
  }))
  await app.services.db.tenant(of.tenantId).write(async (tx) => {
    await sql`
      insert into memberships (id, user_id, team_id, email, first_name, last_name, status, roles, is_primary)
      select c.user_id || ':' || ${of.teamId}, c.user_id, ${of.teamId}, c.user_id || '@example.test', 'Crowd', c.last_name, 'active', '{learner}', true
      from jsonb_to_recordset(${json(rows)}::jsonb) as c(user_id uuid, last_name text)`.execute(tx)
    await sql`
      insert into assignments (id, user_id, document_type, document_id, is_optional, assigned_at)
      select c.assignment_id, c.user_id, 'event', ${eventId}::uuid, true, ${app.clock.now()} from jsonb_to_recordset(${json(rows)}::jsonb) as c(assignment_id uuid, user_id uuid)`.execute(
      tx,
    )
  })
  return ids
}
