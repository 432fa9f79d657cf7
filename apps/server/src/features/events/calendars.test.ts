import { api } from '@learnt/contract'
import type { EventContent } from '@learnt/contract/events/content'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenEvent, sessionIn } from '../../../test/given/events.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { finishCalendar, splitCalendars } from '../../platform/icalendar.ts'

const hour = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

describe('calendars of events', () => {
  it('hold no control characters and end their last line, in the feed, the file and the mails', async () => {
    const tenant = await givenTenant(app)
    const who = await givenPerson(app, tenant)
    const time = { by: 'times' as const, starts: '2026-11-30T09:00', ends: '2026-11-30T10:30' }
    const own = { title: 'Own', description: 'one\u000btwo\u001b[31m\tthree\r\nfour', place: '', timeZone: 'UTC', time }
    expect((await app.call(who, api.calendar.addEntry, { body: own })).problem).toBeNull()
    const event = await givenEvent(app, tenant, {
      people: [who],
      description: 'x\u000by\u000cz\r\nnext',
      address: 'Gate \u001e 5',
    })
    await app.call(who, api.events.register, { params: { documentId: event.id }, body: {} })
    await app.settle()
    const texts = [
      await readFeed(who),
      await readFile(who, event.id),
      ...(await mailsOf(tenant)).map((mail) => mail.calendar),
    ]
    expect(texts).toHaveLength(3)
    for (const text of texts) {
      expect(text).toContain('BEGIN:VEVENT')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
      expect(text).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n/)
      expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    }
    expect(entriesOf(texts[0] ?? '').map((one) => one.description)).toEqual(['xyz\nnext', 'onetwo[31m\tthree\nfour'])
    expect(finishCalendar('A:b\u0001\r\nB:\ud800c')).toBe('A:b\r\nB:\ufffdc\r\n')
  })

  it('say of a cancelled event that it is, with a higher number, also to its leaders', async () => {
    const tenant = await givenTenant(app)
    const [ann, trainer, left] = [
      await givenPerson(app, tenant),
      await givenPerson(app, tenant),
      await givenPerson(app, tenant),
    ]
    await app.call(tenant.admin, api.events.putFacilitator, { params: { userId: trainer.userId }, body: {} })
    const event = await givenEvent(app, tenant, { people: [ann, left], facilitators: [trainer.userId] })
    const params = { documentId: event.id }
    for (const who of [ann, left]) await app.call(who, api.events.register, { params, body: {} })
    await app.call(left, api.events.cancel, { params, body: {} })
    await app.settle()
    const look = async () => ({
      file: entriesOf(await readFile(ann, event.id)).map(short),
      feed: entriesOf(await readFeed(ann)).map(short),
      leader: entriesOf(await readFeed(trainer)).map(short),
      left: entriesOf(await readFile(left, event.id)).map((one) => one.status),
    })
    expect(await look()).toEqual({
      file: ['CONFIRMED 0'],
      feed: ['CONFIRMED 0'],
      leader: ['CONFIRMED 0'],
      left: ['CANCELLED'],
    })
    await app.call(tenant.admin, api.events.cancelEvent, { params, body: {} })
    await app.settle()
    expect(await look()).toEqual({
      file: ['CANCELLED 1'],
      feed: ['CANCELLED 1'],
      leader: ['CANCELLED 1'],
      left: ['CANCELLED'],
    })
  })

  it('raise the number of a past date that another time zone moves, without a mail', async () => {
    const tenant = await givenTenant(app)
    const [ann, trainer] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    await app.call(tenant.admin, api.events.putFacilitator, { params: { userId: trainer.userId }, body: {} })
    const event = await givenEvent(app, tenant, {
      people: [ann],
      facilitators: [trainer.userId],
      sessions: [sessionIn(app, 1), sessionIn(app, 240)],
      timeZone: 'UTC',
    })
    await app.call(ann, api.events.register, { params: { documentId: event.id }, body: {} })
    await app.settle()
    const mails = (await mailsOf(tenant)).length
    app.clock.advance(3 * hour)
    await publish(tenant, event.id, { timeZone: 'Asia/Kolkata' })
    await app.settle()
    const of = async (text: string) => entriesOf(text).map((one) => `${one.sequence} ${one.start}`)
    const expected = ['1 2026-11-20T04:30:00.000Z', '1 2026-11-30T03:30:00.000Z']
    expect(await of(await readFeed(ann))).toEqual(expected)
    expect(await of(await readFeed(trainer))).toEqual(expected)
    expect(await of(await readFile(ann, event.id))).toEqual(expected)
    expect((await mailsOf(tenant)).length).toBe(mails + 1)
    // What changes nothing of a date leaves its number.
    await publish(tenant, event.id, { capacity: { min: 0, max: 50 } })
    await app.settle()
    expect(await of(await readFeed(ann))).toEqual(expected)
    app.clock.advance(-3 * hour)
  })

  it('tell each person of three dates that moved in one mail, with an entry for each', async () => {
    const tenant = await givenTenant(app)
    const people = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const sessions = [240, 264, 288].map((hours, at) => sessionIn(app, hours, { title: `Day ${at + 1}` }))
    const event = await givenEvent(app, tenant, { people, sessions, address: 'Main Street 5' })
    const params = { documentId: event.id }
    for (const who of people) await app.call(who, api.events.register, { params, body: {} })
    await app.settle()
    expect((await mailsOf(tenant)).map((mail) => mail.kind)).toEqual(['eventSeat', 'eventSeat'])
    const later = (text: string) => text.replace('T10:', 'T14:').replace('T09:', 'T13:')
    await publish(tenant, event.id, {
      sessions: sessions.map((one) => ({ ...one, start: later(one.start), end: later(one.end) })),
    })
    await app.settle()
    const mails = (await mailsOf(tenant)).slice(2)
    expect(mails.map((mail) => [mail.kind, mail.to]).toSorted()).toEqual(
      people.map((who) => ['eventMoved', who.email]).toSorted(),
    )
    const [first] = mails
    for (const day of ['Day 1', 'Day 2', 'Day 3', '13:00', 'Main Street 5']) expect(first?.text).toContain(day)
    const objects = splitCalendars(first?.calendar ?? '')
    expect(objects).toHaveLength(3)
    expect(objects.map((text) => entriesOf(text).map((one) => `${one.summary.at(-1)} ${one.sequence}`))).toEqual([
      ['1 1'],
      ['2 1'],
      ['3 1'],
    ])
    expect(new Set(objects.flatMap((text) => entriesOf(text).map((one) => one.uid))).size).toBe(3)
    // Three changes of one date each, which the worker comes to together, are one mail as well.
    for (const one of sessions)
      await app.call(tenant.admin, api.events.move, {
        params: { ...params, sessionId: one.id },
        body: { start: one.start, end: one.end },
      })
    await app.settle()
    expect((await mailsOf(tenant)).length).toBe(6)
  })
})

it('finds events by their address, and by the room of a date, in every list', async () => {
  const tenant = await givenTenant(app)
  const boss = await givenPerson(app, tenant, { roles: ['manager'] })
  const ann = await givenPerson(app, tenant, { managers: [boss.userId] })
  const room = (await app.call(tenant.admin, api.events.createRoom, { body: { name: 'Saal Süd', address: 'Ufer 7' } }))
    .body
  const event = await givenEvent(app, tenant, {
    title: 'First aid',
    description: 'Bandages',
    people: [ann],
    address: 'Main Gate',
    sessions: [
      sessionIn(app, 240),
      sessionIn(app, 264, { roomId: room.id }),
      sessionIn(app, 288, { address: 'Harbour 12' }),
    ],
  })
  await givenEvent(app, tenant, { title: 'Elsewhere', people: [ann] })
  await app.call(ann, api.events.register, { params: { documentId: event.id }, body: {} })
  const found = async (search: string) => {
    const query = { search }
    const answers = await Promise.all([
      app.call(ann, api.events.explore, { query }),
      app.call(ann, api.events.mine, { query }),
      app.call(boss, api.events.manager.list, { query }),
      app.call(tenant.admin, api.events.list, { query }),
    ])
    const words = { query: { q: search } }
    const [mine, all] = await Promise.all([
      app.call(ann, api.search.all, words),
      app.call(tenant.admin, api.search.all, words),
    ])
    return [
      ...answers.map((one) => one.body.items.map((item: { title: string }) => item.title).join()),
      ...[mine, all].map((one) => one.body.items.map((item) => item.title).join()),
    ]
  }
  for (const search of ['aid', 'bandages', 'main gate', 'harbour 12', 'saal sud', 'ufer 7'])
    expect(await found(search), search).toEqual(Array.from({ length: 6 }, () => 'First aid'))
  await app.call(tenant.admin, api.events.changeRoom, {
    params: { roomId: room.id },
    body: { name: 'Attic', address: 'Roof' },
  })
  expect(await found('attic')).toEqual(Array.from({ length: 6 }, () => 'First aid'))
  expect(await found('ufer 7')).toEqual(Array.from({ length: 6 }, () => ''))
})

interface Entry {
  uid: string
  summary: string
  description: string
  status: string
  sequence: number
  start: string
}

/** Entries of a calendar in order of time. */
function entriesOf(text: string): Entry[] {
  const component = new ICAL.Component(ICAL.parse(text))
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return component
    .getAllSubcomponents('vevent')
    .map((one) => {
      const read = new ICAL.Event(one)
      return {
        uid: read.uid,
        summary: read.summary,
        description: read.description,
        status: String(one.getFirstPropertyValue('status')),
        sequence: read.sequence,
        start: read.startDate.toJSDate().toISOString(),
      }
    })
    .toSorted((a, b) => a.start.localeCompare(b.start))
}

const short = (one: Entry) => `${one.status} ${one.sequence}`

async function readFeed(who: GivenPerson): Promise<string> {
  const { address } = (await app.call(who, api.calendar.createFeed)).body
  return (await app.send(stranger, 'GET', new URL(address).pathname)).body.toString()
}

async function readFile(who: GivenPerson, eventId: string): Promise<string> {
  return (await app.send(who, 'GET', `/api/my/events/${eventId}/event.ics`)).body.toString()
}

async function publish(tenant: GivenTenant, eventId: string, change: Partial<EventContent>): Promise<void> {
  const params = { documentId: eventId }
  const { body: document } = await app.call(tenant.admin, api.events.get, { params })
  const saved = await app.call(tenant.admin, api.events.saveDraft, {
    params,
    body: { revision: document.revision, content: { ...document.content, ...change } },
  })
  const published = await app.call(tenant.admin, api.events.publish, {
    params,
    body: { revision: saved.body.revision },
  })
  expect(published.problem).toBeNull()
}

async function mailsOf(tenant: GivenTenant) {
  const rows = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) =>
      tx
        .selectFrom('mails')
        .select(['kind', 'recipient', 'calendar', 'textBody'])
        .where('kind', 'like', 'event%')
        .orderBy('id')
        .execute(),
    )
  return rows.map((row) => ({ kind: row.kind, to: row.recipient, calendar: row.calendar ?? '', text: row.textBody }))
}
