import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenActing } from '../../../test/given/acting.ts'
import { givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const range = { from: '2026-11-01T00:00:00Z', to: '2026-12-31T00:00:00Z' }
const entry = (starts: string, ends: string, more = {}) => ({
  title: 'Rehearsal',
  description: '',
  place: 'Room 1',
  timeZone: 'Europe/Berlin',
  time: { by: 'times' as const, starts, ends },
  ...more,
})
const add = (caller: Caller, body: ReturnType<typeof entry> | object) =>
  app.call(caller, api.calendar.addEntry, { body: body as ReturnType<typeof entry> })
const list = async (caller: Caller, query = range) => (await app.call(caller, api.calendar.list, { query })).body
const titles = async (caller: Caller) => (await list(caller)).items.map((item) => item.title)

describe('own entries', () => {
  it('are kept at their time of the clock, changed, moved and removed, by their person alone', async () => {
    const tenant = await givenTenant(app)
    const [owner, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const { body: made } = await add(owner, entry('2026-11-30T09:00', '2026-11-30T10:30'))
    expect(made).toMatchObject({ startsAt: '2026-11-30T08:00:00.000Z', endsAt: '2026-11-30T09:30:00.000Z', days: null })
    await add(owner, entry('', '', { title: 'Fair', time: { by: 'days', first: '2026-11-28', last: '2026-11-29' } }))
    expect((await list(owner)).items).toMatchObject([
      { title: 'Fair', days: { first: '2026-11-28', last: '2026-11-29' }, endsAt: '2026-11-29T23:00:00.000Z' },
      { title: 'Rehearsal', kind: 'own', place: 'Room 1', own: { revision: 0 } },
    ])
    const params = { entryId: made.own?.id ?? '' }
    const moved = { ...entry('2026-12-01T09:00', '2026-12-01T10:30', { title: '<b>Moved</b>' }), revision: 0 }
    for (const caller of [other, tenant.admin, (await givenTenant(app)).admin]) {
      expect((await app.call(caller, api.calendar.changeEntry, { params, body: moved })).status).toBe(404)
      expect((await app.call(caller, api.calendar.removeEntry, { params })).status).toBe(404)
      expect((await list(caller)).items).toEqual([])
    }
    expect((await app.call(stranger, api.calendar.list, { query: range })).status).toBe(401)
    // Two windows move it at once: one of them is told.
    const answers = await Promise.all(
      [1, 2].map(() => app.call(owner, api.calendar.changeEntry, { params, body: moved })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    expect(await titles(owner)).toEqual(['Fair', '<b>Moved</b>'])
    const acting = await givenActing(app, tenant, owner, { writes: true })
    expect(await titles(acting)).toEqual([])
    expect((await add(acting, entry('2026-11-30T09:00', '2026-11-30T10:30'))).problem?.code).toBe('not-while-acting')
    expect((await app.call(owner, api.calendar.removeEntry, { params })).status).toBe(204)
    expect(await titles(owner)).toEqual(['Fair'])
  })

  it.each([
    ['body.title', entry('2026-11-30T09:00', '2026-11-30T10:00', { title: ' ' })],
    ['body.timeZone', entry('2026-11-30T09:00', '2026-11-30T10:00', { timeZone: 'Mars/Olympus' })],
    ['body.time.ends', entry('2026-11-30T09:00', '2026-11-30T08:00')],
    ['body.time.starts', entry('2026-03-29T02:30', '2026-03-29T04:00')],
    ['body.time.ends', entry('2026-03-29T01:30', '2026-03-29T02:30')],
    ['body.time.last', entry('', '', { time: { by: 'days', first: '2026-11-28', last: '2026-11-27' } })],
    ['body.time.last', entry('', '', { time: { by: 'days', first: '2026-11-28', last: '2036-11-27' } })],
  ])('complain at %s', async (path, body) => {
    const { admin } = await givenTenant(app)
    expect((await add(admin, body)).problem?.errors?.map((one) => one.path)).toEqual([path])
  })

  it('take the first of a doubled hour, and the second for an end that would be before the start', async () => {
    const { admin } = await givenTenant(app)
    const { body } = await add(admin, entry('2026-10-25T02:30', '2026-10-25T02:15'))
    expect(body).toMatchObject({ startsAt: '2026-10-25T00:30:00.000Z', endsAt: '2026-10-25T01:15:00.000Z' })
  })
})

describe('the calendar', () => {
  it('shows due dates as days of the tenant, with how they stand, in at most 8 statements', async () => {
    const tenant = await givenTenant(app, { settings: { timeZone: 'Pacific/Auckland' } })
    const learner = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant, { title: 'Safety', activities: [pageActivity()] })
    await app.call(tenant.admin, api.permissions.assign, {
      params: { documentType: 'course', documentId: course.courseId },
      body: {
        selection: { by: 'ids', ids: [learner.membershipId] },
        isOptional: false,
        due: { kind: 'on', day: '2026-12-05' },
      },
    })
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      const at = new Date('2026-12-01T10:00:00Z')
      const rows = Array.from({ length: 500 }, (_, n) => ({
        id: newId(),
        userId: learner.userId,
        title: `Entry ${n}`,
        timeZone: 'UTC',
        startsAt: at,
        endsAt: at,
        createdAt: at,
        updatedAt: at,
      }))
      await tx.insertInto('personalEntries').values(rows).execute()
    })
    const statements = await statementsOf(app.services.db, async () => {
      const { items, isCut } = await list(learner)
      expect([items.length, isCut]).toEqual([501, false])
      expect(items.at(-1)).toMatchObject({
        kind: 'due',
        title: 'Safety',
        days: { first: '2026-12-05', last: '2026-12-05' },
        timeZone: 'Pacific/Auckland',
        mark: 'open',
        href: `/apps/course/${course.courseId}`,
        own: null,
      })
    })
    expect(statements.length).toBeLessThanOrEqual(8)
    await app.call(learner, api.learning.progress, {
      params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
      body: { event: 'view' },
    })
    expect((await list(learner)).items.at(-1)?.mark).toBe('done')
    expect((await app.call(learner, api.quickPanel.data)).body.events).toHaveLength(8)
    const refused = await app.call(learner, api.calendar.list, {
      query: { from: range.from, to: '2028-01-01T00:00:00Z' },
    })
    expect(refused.problem?.errors?.[0]?.path).toBe('query.to')
  })
})

describe('the feed', () => {
  const read = async (address: string, headers = {}) => {
    const reply = await app.send(stranger, 'GET', new URL(address).pathname, { headers })
    return { status: reply.status, text: reply.body.toString(), etag: String(reply.headers.etag ?? '') }
  }
  const create = async (person: GivenPerson) => (await app.call(person, api.calendar.createFeed)).body.address

  it('is read by its address alone, until a new one is made or it is revoked', async () => {
    const tenant = await givenTenant(app)
    const [owner, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    await add(owner, entry('2026-11-30T09:00', '2026-11-30T10:30', { title: 'Talk; with, "marks"\\' }))
    await add(owner, entry('2026-01-10T09:00', '2026-01-10T10:00', { title: 'In the past year' }))
    await add(owner, entry('2025-01-10T09:00', '2025-01-10T10:00', { title: 'Long ago' }))
    await add(owner, entry('', '', { title: 'Fair', time: { by: 'days', first: '2026-12-24', last: '2026-12-26' } }))
    expect((await app.call(owner, api.calendar.feed)).body).toEqual({ feed: null })
    const address = await create(owner)
    const found = await read(address)
    expect(found.status).toBe(200)
    expect(found.text).toContain('SUMMARY:Talk\\; with\\, "marks"\\\\')
    expect(found.text).toContain('DTSTART:20261130T080000Z')
    expect(found.text).toContain('DTSTART;VALUE=DATE:20261224')
    expect(found.text).toContain('DTEND;VALUE=DATE:20261227')
    expect(found.text).toContain('In the past year')
    expect(found.text).not.toContain('Long ago')
    expect((await read(address, { 'if-none-match': found.etag })).status).toBe(304)
    await add(owner, entry('2026-12-30T09:00', '2026-12-30T10:30', { title: 'New' }))
    expect((await read(address, { 'if-none-match': found.etag })).text).toContain('SUMMARY:New')
    expect((await app.call(owner, api.calendar.feed)).body.feed?.readAt).not.toBeNull()
    expect((await app.call(other, api.calendar.feed)).body.feed).toBeNull()
    const wrong = `${address.slice(0, -2)}${address.endsWith('AA') ? 'BB' : 'AA'}`
    expect((await read(wrong)).status).toBe(404)
    const second = await create(owner)
    expect([(await read(address)).status, (await read(second)).status]).toEqual([404, 200])
    await app.call(other, api.calendar.revokeFeed)
    expect((await read(second)).status).toBe(200)
    await app.call(owner, api.calendar.revokeFeed)
    expect((await read(second)).status).toBe(404)
  })

  it('ends with a new password or the other sessions where that is asked for', async () => {
    const tenant = await givenTenant(app)
    const owner = await givenPerson(app, tenant)
    await givenPassword(app, owner)
    const open = async (address: string) => (await read(address)).status === 200
    const change = async (currentPassword: string, newPassword: string, endsCalendarFeed?: boolean) => {
      const body = { currentPassword, newPassword, ...(endsCalendarFeed === undefined ? {} : { endsCalendarFeed }) }
      expect((await app.call(owner, api.accounts.changePassword, { body })).status).toBe(200)
    }
    const first = await create(owner)
    await change(goodPassword, 'Another-horse-43')
    await app.call(owner, api.session.revokeOthers)
    expect(await open(first)).toBe(true)
    await change('Another-horse-43', 'Another-horse-44', true)
    expect(await open(first)).toBe(false)
    const second = await create(owner)
    await app.call(owner, api.session.revokeOthers, { query: { calendarFeed: 'end' } })
    expect(await open(second)).toBe(false)
    const third = await create(owner)
    const params = { userId: owner.userId }
    await app.call(tenant.admin, api.users.endSessions, { params })
    expect(await open(third)).toBe(true)
    await app.call(tenant.admin, api.users.endSessions, { params, query: { calendarFeed: 'end' } })
    expect(await open(third)).toBe(false)
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'calendar.revokeFeed' } })
    expect(log.body.items).toHaveLength(3)
  })

  it('ends with the membership, and nobody who acts as the person makes one', async () => {
    const tenant = await givenTenant(app)
    const owner = await givenPerson(app, tenant)
    const address = await create(owner)
    expect((await read(address)).status).toBe(200)
    const acting = await givenActing(app, tenant, owner, { writes: true })
    expect((await app.call(acting, api.calendar.createFeed)).problem?.code).toBe('not-while-acting')
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        tx.updateTable('memberships').set({ status: 'inactive' }).where('id', '=', owner.membershipId).execute(),
      )
    expect((await read(address)).status).toBe(404)
  })
})
