import { api } from '@learnt/contract'
import { attendanceStates, attendanceTransitions, seatStates } from '@learnt/contract/events/attendance'
import { checkInCode } from '@learnt/contract/events/check-in-codes'
import type { SeriesRule } from '@learnt/contract/events/content'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import nodeIcal from 'node-ical'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import { givenEvent, putInForce, sessionIn } from '../../../test/given/events.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { linesOfPdf } from '../../../test/pdf-lines.ts'
import { newId } from '../../platform/ids.ts'
import { addPeople, movePeople, removePeople, reserveSeats } from './commands/manage-people.ts'
import { acceptOffer, cancelOwn, register } from './commands/register.ts'
import { warnOfFew } from './commands/warn-minimum.ts'
import { seedDemo } from './demo.ts'
import { checkTimes, expandSeries, readLocal } from './times.ts'

const hour = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

describe('the table of attendance', () => {
  test('leads only to states that exist, and every state is reached and left', () => {
    const all = Object.values(attendanceTransitions)
    for (const { from, to, by } of all) {
      expect(attendanceStates).toContain(to)
      for (const state of from) if (state !== null) expect(attendanceStates).toContain(state)
      expect(by.length).toBeGreaterThan(0)
    }
    for (const state of attendanceStates) {
      expect(
        all.some((one) => one.to === state),
        state,
      ).toBe(true)
      expect(
        all.some((one) => one.from.includes(state)),
        state,
      ).toBe(true)
    }
  })
})

describe('times', () => {
  test.each([
    ['2026-03-29T02:30', 'Europe/Berlin', 'gap'],
    ['2026-10-25T02:30', 'Europe/Berlin', 'twice'],
    ['2026-10-25T02:30+02:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:30+01:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
    ['2026-02-30T10:00', 'UTC', 'localTime'],
    ['2026-12-01T09:00', 'Asia/Kolkata', '2026-12-01T03:30:00.000Z'],
    ['2026-12-01T09:00', 'America/St_Johns', '2026-12-01T12:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, expected) => {
    const read = readLocal(text, zone)
    expect('at' in read ? read.at.toISOString() : read.code).toBe(expected)
  })

  test('a series makes its dates by the clock, without those left out, and no more than an event has', () => {
    const rule: SeriesRule = {
      every: 'week',
      interval: 2,
      weekdays: ['TU'],
      nth: null,
      ends: { by: 'count', count: 4 },
      except: ['2026-03-31'],
    }
    const of = { timeZone: 'Europe/Berlin', start: '2026-03-17T09:00', end: '2026-03-17T10:30' }
    expect(expandSeries({ ...of, rule })).toEqual({
      sessions: [
        { start: '2026-03-17T09:00', end: '2026-03-17T10:30' },
        { start: '2026-04-14T09:00', end: '2026-04-14T10:30' },
        { start: '2026-04-28T09:00', end: '2026-04-28T10:30' },
      ],
      problems: [],
    })
    const many = expandSeries({ ...of, rule: { ...rule, ends: { by: 'count', count: 10_000 } } })
    expect(many).toEqual({ sessions: [], problems: [{ path: 'rule.ends.count', code: 'tooManyDates' }] })
    const night = { timeZone: 'Europe/Berlin', start: '2026-03-22T02:30', end: '2026-03-22T04:00' }
    const gap = expandSeries({
      ...night,
      rule: { ...rule, interval: 1, weekdays: ['SU'], ends: { by: 'count', count: 2 }, except: [] },
    })
    expect(gap.problems).toEqual([{ path: 'sessions.1.start', code: 'gap' }])
  })

  test.each<[from: string, interval: number, ends: SeriesRule['ends'], days: string[]]>([
    ['2027-01-31', 1, { by: 'count', count: 4 }, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    ['2027-08-31', 6, { by: 'day', day: '2028-12-31' }, ['2027-08-31', '2028-02-29', '2028-08-31']],
    ['2027-01-15', 1, { by: 'day', day: '2027-03-15' }, ['2027-01-15', '2027-02-15', '2027-03-15']],
    [
      '2028-02-29',
      12,
      { by: 'count', count: 5 },
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
  ])('a monthly series from %s counts from the first date', (day, interval, ends, days) => {
    const rule: SeriesRule = { every: 'month', interval, weekdays: [], nth: null, ends, except: [] }
    const of = { timeZone: 'Europe/Berlin', start: `${day}T09:00`, end: `${day}T10:00` }
    expect(expandSeries({ ...of, rule })).toEqual({
      sessions: days.map((one) => ({ start: `${one}T09:00`, end: `${one}T10:00` })),
      problems: [],
    })
    const many = expandSeries({ ...of, rule: { ...rule, ends: { by: 'day', day: '9999-12-31' } } })
    expect(many.problems).toEqual([{ path: 'rule.ends.day', code: 'tooManyDates' }])
  })

  test('what contradicts itself is complained of at its field', () => {
    const session = { ...sessionIn(app, 240), start: '2026-12-01T10:00', end: '2026-12-01T09:00' }
    const content = {
      timeZone: 'UTC',
      title: '',
      sessions: [session],
      registration: { opens: '2026-12-02T00:00', closes: '2026-12-01T00:00', approval: 'none' },
      capacity: { min: 5, max: 3 },
      attendance: { rule: 'some', count: 2 },
    } as never
    expect(checkTimes(content).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'sessions.0.end endBeforeStart',
      'registration.closes closesBeforeOpens',
      'registration.opens opensAfterStart',
      'capacity.min minOverMax',
      'attendance.count moreThanDates',
    ])
    expect(checkTimes({ ...(content as object), timeZone: 'Mars/Base' } as never)).toEqual([
      { path: 'timeZone', code: 'zone', title: '' },
    ])
  })
})

it('gives two seats to two of three, moves the third up, and puts one entry into each calendar', async () => {
  const { tenant, people } = await someone(3)
  const [ann, ben, cem] = people as [GivenPerson, GivenPerson, GivenPerson]
  const event = await givenEvent(app, tenant, {
    seats: 2,
    people,
    title: 'First; aid, "basics"',
    timeZone: 'Europe/Berlin',
    sessions: [{ ...sessionIn(app, 240), start: '2026-12-01T09:00', end: '2026-12-01T12:00' }],
  })
  const params = { documentId: event.id }
  const asks = (who: GivenPerson) => app.call(who, api.events.register, { params, body: {} })
  expect((await asks(ann)).body).toMatchObject({ state: 'attending', seats: { max: 2, free: 1 } })
  // Asked twice, it is one registration.
  expect((await asks(ann)).body.state).toBe('attending')
  expect((await asks(ben)).body.state).toBe('attending')
  expect((await asks(cem)).body).toMatchObject({ state: 'waiting', position: 1, seats: { free: 0, waiting: 1 } })
  expect(await counts(tenant, event.id)).toMatchObject({ held: 2, offered: 0, waiting: 1, reserved: 0 })
  await app.settle()
  const gave = await app.call(ann, api.events.cancel, { params, body: { reason: 'Ill' } })
  expect(gave.body.state).toBe('cancelled')
  expect((await app.call(cem, api.events.own, { params })).body.state).toBe('attending')
  await app.settle()
  // Running the tasks again tells nobody twice.
  await app.settle()
  const mails = await mailsOf(tenant)
  expect(
    mails.map(
      ({ kind, method, to }) => `${to === cem.email ? 'cem' : to === ann.email ? 'ann' : 'ben'} ${kind} ${method}`,
    ),
  ).toEqual([
    'ann eventSeat request',
    'ben eventSeat request',
    'cem eventWaiting request',
    'ann eventCancelled cancel',
    'cem eventSeat request',
  ])

  const moved = await app.call(tenant.admin, api.events.move, {
    params: { ...params, sessionId: event.sessionIds[0] as string },
    body: { start: '2026-12-02T09:00', end: '2026-12-02T12:00' },
  })
  expect(moved.problem).toBeNull()
  await app.settle()
  expect(
    (await app.call(tenant.admin, api.events.noticePreview, { params, query: { act: 'cancel' } })).body.notices,
  ).toEqual([{ kind: 'eventCancelled', mail: 'cancel', count: 2, people: expect.any(Array) }])
  await app.call(tenant.admin, api.events.cancelEvent, { params, body: { reason: 'No trainer' } })
  await app.settle()
  const cems = (await mailsOf(tenant)).filter((mail) => mail.to === cem.email)
  expect(cems.map((mail) => mail.kind)).toEqual(['eventWaiting', 'eventSeat', 'eventMoved', 'eventCancelled'])
  const entries = cems.map(({ calendar }) => readBoth(calendar))
  expect(new Set(entries.map((entry) => entry.uid)).size).toBe(1)
  expect(entries.map((entry) => [entry.method, entry.sequence, entry.start])).toEqual([
    ['REQUEST', 0, '2026-12-01T08:00:00.000Z'],
    ['REQUEST', 1, '2026-12-01T08:00:00.000Z'],
    ['REQUEST', 2, '2026-12-02T08:00:00.000Z'],
    ['CANCEL', 3, '2026-12-02T08:00:00.000Z'],
  ])
  expect(entries[0]?.title).toBe('First; aid, "basics"')
  const late = await app.call(ben, api.events.register, { params, body: {} })
  expect(late.problem?.detail).toBe('The event has been cancelled.')
})

it('offers seats, lets offers lapse when they are read, and asks after the cut-off', async () => {
  const { tenant, people } = await someone(3)
  const [ann, ben, cem] = people as [GivenPerson, GivenPerson, GivenPerson]
  const event = await givenEvent(app, tenant, {
    seats: 1,
    people,
    sessions: [sessionIn(app, 20)],
    waiting: { hasList: true, offerHours: 2, cutOffHours: 1 },
    cancelHours: 19,
  })
  const params = { documentId: event.id }
  for (const who of people) await app.call(who, api.events.register, { params, body: {} })
  await app.call(ann, api.events.cancel, { params, body: {} })
  const offered = await app.call(ben, api.events.own, { params })
  expect(offered.body).toMatchObject({ state: 'pending', can: { accept: null }, seats: { free: 0 } })
  app.clock.advance(2 * hour)
  // Nobody has touched the event: the offer has ended all the same.
  expect((await app.call(ben, api.events.own, { params })).body.state).toBe('waiting-cancelled')
  expect((await app.call(ben, api.events.accept, { params })).problem?.detail).toBe('The offer has ended.')
  await app.settleDay()
  expect((await app.call(cem, api.events.own, { params })).body.state).toBe('pending')
  expect((await app.call(cem, api.events.accept, { params })).body.state).toBe('attending')
  // A person who leaves the organisation leaves the seat, and the list goes on.
  const dan = await givenPerson(app, tenant)
  await app.call(tenant.admin, api.events.addPeople, { params, body: { userIds: [dan.userId] } })
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) =>
      tx.updateTable('memberships').set({ status: 'terminated' }).where('userId', '=', dan.userId).execute(),
    )
  await app.settleDay()
  expect((await statesOf(tenant, event.id)).map((one) => one.state)).toEqual([
    'cancelled',
    'waiting-cancelled',
    'attending',
    'cancelled',
  ])
  expect((await app.call(cem, api.events.cancel, { params, body: { reason: 'Late' } })).body.state).toBe('cancellation')
  const granted = await app.call(tenant.admin, api.events.decideCancellation, {
    params,
    body: { userIds: [cem.userId], decision: 'grant' },
  })
  expect(granted.body.rows).toMatchObject([{ outcome: 'done', state: 'cancelled' }])
  app.clock.advance(-2 * hour)
})

it('asks a manager where the event wants approval, and lets managers reserve seats and name them later', async () => {
  const tenant = await givenTenant(app)
  const boss = await givenPerson(app, tenant, { roles: ['manager'] })
  const [ann, ben] = [
    await givenPerson(app, tenant, { managers: [boss.userId] }),
    await givenPerson(app, tenant, { managers: [boss.userId] }),
  ]
  const stranger = await givenPerson(app, tenant)
  const event = await givenEvent(app, tenant, {
    seats: 3,
    people: [ann, ben, stranger],
    registration: { opens: null, closes: null, approval: 'manager' },
  })
  const params = { documentId: event.id }
  expect((await app.call(ann, api.events.register, { params, body: { note: 'Please' } })).body.state).toBe(
    'registration',
  )
  const { items } = (await app.call(boss, api.requests.manager.list, { query: { state: ['open'] } })).body
  expect(items).toMatchObject([{ kind: 'seat', documentType: 'event', note: 'Please' }])
  const decided = await app.call(boss, api.requests.decide, {
    params: { requestId: items[0]?.id as string },
    body: { decision: 'approve' },
  })
  expect(decided.problem).toBeNull()
  expect((await app.call(ann, api.events.own, { params })).body.state).toBe('attending')
  // Two of three are free: no more can be reserved, even if many ask.
  expect((await app.call(boss, api.events.manager.reserve, { params, body: { seats: 3 } })).status).toBe(409)
  expect((await app.call(boss, api.events.manager.reserve, { params, body: { seats: 2 } })).body.seats).toMatchObject({
    held: 1,
    reserved: 2,
    free: 0,
  })
  const named = await app.call(boss, api.events.manager.name, {
    params,
    body: { userIds: [ben.userId, stranger.userId] },
  })
  expect(named.body.rows.map((row) => `${row.outcome} ${row.state}`)).toEqual(['done attending', 'notFound null'])
  expect(await counts(tenant, event.id)).toMatchObject({ held: 2, reserved: 1 })
})

it('marks, corrects and completes, joins, and counts every scan once', async () => {
  const { tenant, people } = await someone(4)
  const [ann, ben, cem, dan] = people as [GivenPerson, GivenPerson, GivenPerson, GivenPerson]
  const trainer = await givenPerson(app, tenant)
  await app.call(tenant.admin, api.events.putFacilitator, { params: { userId: trainer.userId }, body: {} })
  const event = await givenEvent(app, tenant, {
    people: [ann, ben, cem],
    place: 'both',
    joinUrl: 'https://meet.example/first',
    join: { minutes: 15, counts: true },
    facilitators: [trainer.userId],
    sessions: [sessionIn(app, 2)],
    checkIn: { offlineMinutes: 60 },
  })
  const params = { documentId: event.id }
  const session = { ...params, sessionId: event.sessionIds[0] as string }
  const template = await app.call(tenant.admin, api.certificates.templates.create, { body: { title: 'Attended' } })
  const rule = await app.call(tenant.admin, api.certificates.rules.set, {
    params: { documentType: 'event', documentId: event.id },
    body: { templateId: template.body.id, validity: { kind: 'months', months: 12 }, warnings: [30] },
  })
  expect(rule.problem).toBeNull()
  for (const who of [ann, ben, cem]) await app.call(who, api.events.register, { params, body: {} })
  const certificatesOf = async (who: GivenPerson) =>
    (await app.call(who, api.certificates.mine)).body.items.map((one) => [one.title, one.state])
  const mark = (who: GivenPerson, userIds: string[], to: 'attended' | 'not attended' | null) =>
    app.call(who, api.events.mark, { params: session, body: { userIds, mark: to } })
  expect((await mark(trainer, [ann.userId], 'attended')).problem?.detail).toBe('The date has not begun.')
  expect((await app.call(ann, api.events.join, { params })).problem?.detail).toBe('It is too early to join.')
  app.clock.advance(2 * hour)
  // Learners keep no attendance, and strangers to the event do not join.
  expect((await mark(ben, [ben.userId], 'attended')).status).toBe(404)
  expect((await app.call(dan, api.events.join, { params })).status).toBe(404)
  expect((await app.call(ann, api.events.join, { params })).body).toMatchObject({
    url: 'https://meet.example/first',
    counted: true,
  })
  const { seed } = (await app.call(trainer, api.events.codes, { params: session })).body
  const scan = { id: newId(), code: await checkInCode(seed, app.clock.now()), scannedAt: app.clock.now().toISOString() }
  const wrong = { ...scan, id: newId(), code: '12' }
  expect((await app.call(ben, api.events.checkIn, { params, body: wrong })).body.result).toBe('wrongCode')
  // Kept without a network and sent an hour later, and sent twice.
  app.clock.advance(hour)
  for (let time = 0; time < 2; time++)
    expect((await app.call(ben, api.events.checkIn, { params, body: scan })).body.result).toBe('counted')
  const { code } = (await app.call(cem, api.events.ownCode, { params })).body
  const scans = [
    { id: newId(), code, scannedAt: app.clock.now().toISOString() },
    { id: newId(), code: code.replace(/..$/, 'xx'), scannedAt: app.clock.now().toISOString() },
  ]
  for (let time = 0; time < 2; time++)
    expect(
      (await app.call(trainer, api.events.scan, { params: session, body: { scans } })).body.items.map(
        (one) => one.result,
      ),
    ).toEqual(['counted', 'wrongCode'])
  expect((await app.call(trainer, api.events.refusedScans, { params })).body.total).toBe(2)
  const walked = await app.call(trainer, api.events.walkIn, { params: session, body: { addresses: [dan.email] } })
  expect(walked.body.rows).toMatchObject([{ outcome: 'done', state: 'attended' }])
  await app.settle()
  for (const who of people)
    expect((await app.call(who, api.events.own, { params })).body).toMatchObject({
      state: 'attended',
      progress: 'completed',
    })
  expect(await certificatesOf(ann)).toEqual([[event.content.title, 'valid']])
  await mark(trainer, [ann.userId], 'not attended')
  await app.settle()
  expect((await certificatesOf(ann)).filter(([, state]) => state === 'valid')).toEqual([])
  expect((await app.call(ann, api.events.own, { params })).body).toMatchObject({
    state: 'not attended',
    progress: 'failed',
  })
  await mark(trainer, [ann.userId], 'attended')
  await app.settle()
  expect((await app.call(ann, api.events.own, { params })).body.progress).toBe('completed')
  const sheet = `/api/events/${event.id}/sessions/${session.sessionId}/sign-in.pdf`
  expect((await app.send(ben, 'GET', sheet)).status).toBe(404)
  const [lines] = await linesOfPdf(
    (await app.send(trainer, 'GET', sheet, { headers: { 'accept-language': 'de' } })).body,
  )
  expect(lines).toEqual(expect.arrayContaining([expect.stringContaining('Unterschrift'), expect.stringMatching(/^4/)]))
  const list = await app.call(trainer, api.events.attendees, { params })
  expect(list.body.items.map((one) => `${one.marks[0]?.source} ${one.state}`).toSorted()).toEqual([
    'code attended',
    'hand attended',
    'scan attended',
    'walkIn attended',
  ])
  app.clock.advance(-3 * hour)
})

it('warns administrators and facilitators once of too few people, until it takes place anyway', async () => {
  const { tenant, people } = await someone(2)
  const [ann, trainer] = people as [GivenPerson, GivenPerson]
  await app.call(tenant.admin, api.events.putFacilitator, { params: { userId: trainer.userId }, body: {} })
  const event = await givenEvent(app, tenant, {
    people: [ann],
    facilitators: [trainer.userId],
    sessions: [sessionIn(app, 25)],
    capacity: { min: 2, max: 5, warnDays: 1 },
  })
  const params = { documentId: event.id }
  const warned = async () => {
    await warnOfFew(app.services)
    const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{ userId: string; params: object; mails: number }>`
        select n.user_id, n.params, (select count(*)::int from outbox o where o.payload->>'kind' = 'eventBelowMinimum' and o.payload->>'userId' = n.user_id::text) as mails
        from notifications n where n.kind = 'eventBelowMinimum' order by n.user_id`.execute(tx),
    )
    return rows
  }
  const head = async (who = tenant.admin) => (await app.call(who, api.events.head, { params })).body
  expect(await warned()).toEqual([])
  expect((await head()).belowMinimum).toBe(false)
  expect((await app.call(tenant.admin, api.events.runAnyway, { params })).status).toBe(409)
  app.clock.advance(2 * hour)
  await app.call(ann, api.events.register, { params, body: {} })
  for (let time = 0; time < 2; time++) {
    const told = await warned()
    expect(told.map((row) => row.userId)).toEqual([tenant.admin.userId, trainer.userId].toSorted())
    expect(told[0]?.params).toMatchObject({ held: 1, minimum: 2 })
  }
  expect(await head(trainer)).toMatchObject({ belowMinimum: true, can: { runAnyway: 'notAllowed' } })
  expect((await app.call(trainer, api.events.runAnyway, { params })).status).toBe(403)
  expect((await app.call(tenant.admin, api.events.runAnyway, { params })).body).toMatchObject({ belowMinimum: false })
  app.clock.advance(-2 * hour)
})

it('refuses what would take seats from people, and collects interest until there is a date', async () => {
  const { tenant, people } = await someone(2)
  const [ann, ben] = people as [GivenPerson, GivenPerson]
  const event = await givenEvent(app, tenant, { people, sessions: [] })
  const params = { documentId: event.id }
  expect((await app.call(ann, api.events.register, { params, body: {} })).problem?.detail).toBe(
    'The event has no date yet.',
  )
  expect((await app.call(ann, api.events.interest, { params, body: { isInterested: true } })).body.isInterested).toBe(
    true,
  )
  const publish = async (change: object) => {
    const { body: document } = await app.call(tenant.admin, api.events.get, { params })
    const saved = await app.call(tenant.admin, api.events.saveDraft, {
      params,
      body: { revision: document.revision, content: { ...document.content, ...change } },
    })
    return app.call(tenant.admin, api.events.publish, { params, body: { revision: saved.body.revision } })
  }
  expect((await publish({ sessions: [sessionIn(app, 240)] })).problem).toBeNull()
  await app.settle()
  expect((await mailsOf(tenant)).map((mail) => `${mail.kind} ${mail.to === ann.email}`)).toEqual(['eventDated true'])
  for (const who of [ann, ben]) await app.call(who, api.events.register, { params, body: {} })
  const fewer = await publish({ capacity: { min: 0, max: 1 } })
  expect(fewer.problem?.errors).toMatchObject([{ path: 'content.capacity.max', code: 'capacityBelowSeats' }])
  const { body } = await app.call(tenant.admin, api.events.get, { params })
  expect((body.content as { capacity: unknown }).capacity).toEqual({ min: 0, max: 1 })
})

it('fills the demonstration with events in every state', async () => {
  const tenant = await givenTenant(app)
  const at = (who: string) => ({ email: `${who}@${tenant.tenantId}.example` })
  const boss = await givenPerson(app, tenant, { ...at('manager'), roles: ['manager'] })
  const team = ['learner', ...Array.from({ length: 10 }, (_, place) => `colleague${place}`)]
  for (const who of team) await givenPerson(app, tenant, { ...at(who), managers: [boss.userId] })
  const ctx = contextOf(app, tenant.admin, ['admin'])
  await ctx.write((tx) => seedDemo(ctx, tx))
  const { body } = await app.call(tenant.admin, api.events.list, { query: {} })
  expect(body.total).toBe(7)
  const { rows } = await ctx.read((tx) =>
    sql<{ state: string }>`select distinct state from registrations order by state`.execute(tx),
  )
  expect(rows.map((row) => row.state)).toEqual([
    'attended',
    'attending',
    'cancelled',
    'not attended',
    'registration',
    'waiting',
  ])
  await app.settle()
})

it('hides an event from other tenants, and its people from everybody but its leaders', async () => {
  const { tenant, people } = await someone(1)
  const [ann] = people as [GivenPerson]
  const event = await givenEvent(app, tenant, { people })
  const params = { documentId: event.id }
  const elsewhere = await givenTenant(app)
  expect((await app.call(elsewhere.admin, api.events.head, { params })).status).toBe(404)
  expect((await app.call(elsewhere.admin, api.events.register, { params, body: {} })).status).toBe(404)
  expect((await app.call(ann, api.events.attendees, { params })).status).toBe(404)
  expect((await app.call(ann, api.events.addPeople, { params, body: { userIds: [ann.userId] } })).status).toBe(403)
  expect(
    (await app.call(tenant.admin, api.events.addPeople, { params, body: { userIds: [ann.userId] } })).body.rows,
  ).toMatchObject([{ outcome: 'done', state: 'attending' }])
})

it('never gives a seat twice when many ask at once, and at most eight statements to each', async () => {
  const { tenant, people } = await someone(24)
  const event = await givenEvent(app, tenant, { seats: 5, people })
  const params = { documentId: event.id }
  const answers = await Promise.all(people.map((who) => app.call(who, api.events.register, { params, body: {} })))
  expect(answers.map((one) => one.status)).toEqual(people.map(() => 200))
  expect(await counts(tenant, event.id)).toMatchObject({ held: 5, offered: 0, waiting: 19, reserved: 0 })
  const gone = people.filter((_, at) => answers[at]?.body.state === 'attending')
  await Promise.all(gone.map((who) => app.call(who, api.events.cancel, { params, body: {} })))
  const order = await statesOf(tenant, event.id)
  expect(order.filter((one) => one.state === 'attending').map((one) => one.number)).toEqual([6, 7, 8, 9, 10])
  expect(await counts(tenant, event.id)).toMatchObject({ held: 5, offered: 0, waiting: 14, reserved: 0 })

  const late = await givenPerson(app, tenant)
  await givenAssignment(app, late, event.id, { type: 'event' })
  const statements: string[] = []
  const stop = app.services.db.observe((query) => void statements.push(query.sql))
  const ctx = contextOf(app, late)
  await register(ctx, event.id, { note: '' })
  stop()
  expect(statements.filter((text) => !/^(begin|commit)/i.test(text)).length).toBeLessThanOrEqual(8)
})

it('leaves nobody waiting beside a free seat, in whatever order things happen', async () => {
  const seed = Number(process.env.EVENTS_SEED ?? 7)
  let state = seed
  const chance = (below: number) => {
    // A small generator of its own, so that a seed tells the whole story (mulberry32).
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  const { tenant, people } = await someone(7)
  const start = app.clock.now()
  for (const offerHours of [0, 3]) {
    const event = await givenEvent(app, tenant, {
      seats: 3,
      people,
      waiting: { hasList: true, offerHours, cutOffHours: 0 },
    })
    const other = await givenEvent(app, tenant, { seats: 3, people })
    for (let step = 0; step < 60; step++) {
      const who = people[chance(people.length)] as GivenPerson
      const act = chance(11)
      const one = { eventId: event.id, userIds: [who.userId], within: null }
      await attempt(async () => {
        const [ctx, admin] = [contextOf(app, who), contextOf(app, tenant.admin, ['admin'])]
        if (act < 4) await register(ctx, event.id, { note: '' })
        else if (act < 6) await cancelOwn(ctx, event.id, { reason: '' })
        else if (act === 6) await acceptOffer(ctx, event.id)
        else if (act === 7)
          await (chance(2)
            ? admin.write((tx) => removePeople(admin, tx, { ...one, reason: '' }))
            : admin.write((tx) => addPeople(admin, tx, { ...one, otherwiseWait: true })))
        else if (act === 8) {
          if (chance(2)) app.clock.advance(hour)
          else await admin.write((tx) => reserveSeats(admin, tx, event.id, chance(2)))
        } else if (act === 9)
          await admin.write((tx) => movePeople(admin, tx, { ...one, toEventId: other.id, reason: '' }))
        // Fewer seats than are taken are refused.
        else await putInForce(app, tenant, event, { ...event.content, capacity: { min: 0, max: 2 + chance(4) } })
      })
      await checkSeats(tenant, event.id, `seed ${seed}, offers ${offerHours}, step ${step}`)
    }
  }
  app.clock.advance(start.getTime() - app.clock.now().getTime())
})

/** What the event says of itself is what its registrations say, and nobody waits beside a seat that is free. */
async function checkSeats(tenant: GivenTenant, eventId: string, when: string): Promise<void> {
  const [said, people] = [await counts(tenant, eventId), await statesOf(tenant, eventId)]
  const count = (...states: string[]) => people.filter((one) => states.includes(one.state)).length
  expect(said, when).toMatchObject({ held: count(...seatStates), offered: count('pending'), waiting: count('waiting') })
  expect(said.held + said.offered + said.reserved, when).toBeLessThanOrEqual(said.capacity)
  if (said.held + said.offered + said.reserved < said.capacity) expect(count('waiting'), when).toBe(0)
}

async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if ((error as { name?: string }).name !== 'ProblemError') throw error
  }
}

async function someone(many: number): Promise<{ tenant: GivenTenant; people: GivenPerson[] }> {
  const tenant = await givenTenant(app)
  return { tenant, people: await Promise.all(Array.from({ length: many }, () => givenPerson(app, tenant))) }
}

async function counts(tenant: GivenTenant, eventId: string) {
  const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
    sql<{ held: number; offered: number; waiting: number; reserved: number; capacity: number }>`
      select held, offered, waiting, reserved, capacity from events where id = ${eventId}`.execute(tx),
  )
  return rows[0] as { held: number; offered: number; waiting: number; reserved: number; capacity: number }
}

async function statesOf(tenant: GivenTenant, eventId: string): Promise<{ state: string; number: number }[]> {
  return app.services.db
    .tenant(tenant.tenantId)
    .read((tx) =>
      tx
        .selectFrom('registrations')
        .select(['state', 'number'])
        .where('eventId', '=', eventId)
        .orderBy('number')
        .execute(),
    )
}

async function mailsOf(tenant: GivenTenant) {
  const rows = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) =>
      tx
        .selectFrom('mails')
        .select(['kind', 'recipient', 'calendar', 'calendarMethod', 'textBody'])
        .where('kind', 'like', 'event%')
        .orderBy('id')
        .execute(),
    )
  return rows.map((row) => ({
    kind: row.kind,
    to: row.recipient,
    calendar: row.calendar ?? '',
    method: row.calendarMethod,
    text: row.textBody,
  }))
}

/** What two parsers that know nothing of the generator read; they agree. */
function readBoth(text: string) {
  const component = new ICAL.Component(ICAL.parse(text))
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const [event] = component.getAllSubcomponents('vevent')
  if (!event) throw new Error('No entry')
  const read = new ICAL.Event(event)
  const other = Object.values(nodeIcal.sync.parseICS(text)).find((one) => one?.type === 'VEVENT') as unknown as {
    uid: string
    sequence: string
    start: Date
    summary: string
  }
  const start = read.startDate.toJSDate().toISOString()
  expect([other.uid, Number(other.sequence), other.start.toISOString(), other.summary]).toEqual([
    read.uid,
    read.sequence,
    start,
    read.summary,
  ])
  return {
    uid: read.uid,
    sequence: read.sequence,
    start,
    title: read.summary,
    method: component.getFirstPropertyValue('method'),
  }
}
