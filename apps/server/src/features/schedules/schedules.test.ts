import { api } from '@learnt/contract'
import { adminReports, type ScheduledViews, scheduledViews } from '@learnt/contract/report-lists'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf, testDatabase, untilLocked } from '../../../test/db.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { sampleForCi } from '../../../test/proof.ts'
import { putCalendar } from '../../platform/tenant/calendar.ts'
import { followZones, sendDueSchedules } from './commands/send-due.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const start = '2027-03-10T09:00:00Z'

async function givenScene(of: { timeZone?: string } = {}) {
  app.clock.set(start)
  const tenant = await givenTenant(app, { settings: { timeZone: of.timeZone ?? 'Europe/Berlin' } })
  const manager = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Mia', lastName: 'Manager' })
  const learner = await givenPerson(app, tenant)
  return { tenant, manager, learner, viewId: await givenView(manager) }
}

async function givenView(owner: GivenPerson, of: { list?: ScheduledViews | 'courses'; query?: string } = {}) {
  const { list = 'report-learners', query = 'search=Able&sort=name' } = of
  const { body } = await app.call(await again(owner), api.views.save, { body: { list, name: `Weekly ${list}`, query } })
  return body.id
}

/** Sessions end while the clock moves. */
async function again(person: GivenPerson) {
  return { token: await givenSession(app.services, person) }
}

const daily = { rhythm: 'daily', time: '08:00' } as const
async function givenSchedule(owner: GivenPerson, body: { viewId: string; receiverIds: string[]; shows?: 'dayBefore' }) {
  const reply = await app.call(await again(owner), api.schedules.create, { body: { ...daily, ...body } })
  expect(reply.problem).toBeNull()
  return reply.body
}

function mailsOf(tenant: GivenTenant) {
  return app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('mails').selectAll().where('kind', '=', 'schedule').orderBy('createdAt').execute())
}

/** Other tests' tenants have schedules as well: how many mails this one got. */
async function send(tenant: GivenTenant): Promise<number> {
  const before = (await mailsOf(tenant)).length
  await sendDueSchedules(app.services)
  return (await mailsOf(tenant)).length - before
}

function change(person: GivenPerson, fields: { status?: 'active' | 'inactive'; roles?: string[] }) {
  return app.services.db.tenant(person.tenantId).write(async (tx) => {
    const row = await tx
      .updateTable('memberships')
      .set(fields)
      .where('id', '=', person.membershipId)
      .returning(['status', 'roles', 'email'])
      .executeTakeFirstOrThrow()
    await sql`select control.put_directory(${person.userId}, ${person.teamId}, ${row.status}, ${row.roles}, ${row.email}, ${app.clock.now()})`.execute(
      tx,
    )
  })
}

describe('a schedule of every report that has a page', () => {
  it.each(scheduledViews)('sends %s by mail and opens with its settings', async (list) => {
    const { tenant, manager } = await givenScene()
    // Managers have no reward report.
    const owner = list === adminReports[0].views ? tenant.admin : manager
    const viewId = await givenView(owner, { list, query: 'sort=nonsense&search=x' })
    const schedule = await givenSchedule(owner, { viewId, receiverIds: [owner.userId] })
    app.clock.set('2027-03-11T07:00:00Z')
    expect(await send(tenant)).toBe(1)
    const opened = await app.call(await again(owner), api.schedules.open, { params: { scheduleId: schedule.id } })
    expect(opened.body).toEqual({ as: owner === manager ? 'manager' : 'admin', list, query: 'sort=nonsense&search=x' })
  })
})

describe('a schedule', () => {
  it('and removing its view at the same moment: one of the two is refused, in words', async () => {
    const { manager } = await givenScene()
    const { db } = app.services
    for (const first of ['schedule', 'removal', 'both'] as const) {
      const viewId = await givenView(manager)
      const [one, other] = [await again(manager), await again(manager)]
      const body = { ...daily, viewId, receiverIds: [manager.userId] }
      const create = () => app.call(one, api.schedules.create, { body })
      const remove = () => app.call(other, api.views.remove, { params: { viewId } })
      const [made, removed] = await holding(first, { create, remove, viewId })
      if (made.status < 300) {
        expect([made.status, removed.status, removed.problem?.code]).toEqual([made.status, 409, 'conflict'])
        expect(removed.problem?.detail).toBe('This view is sent by email. Remove its schedule first.')
      } else expect([made.status, made.problem?.errors?.[0]?.path, removed.status]).toEqual([422, 'body.viewId', 204])
      const schedules = await db
        .tenant(manager.tenantId)
        .read((tx) => tx.selectFrom('schedules').select('id').where('viewId', '=', viewId).execute())
      expect(schedules).toHaveLength(made.status < 300 ? 1 : 0)
      await db.tenant(manager.tenantId).write((tx) => tx.deleteFrom('schedules').execute())
    }

    /** Both wait behind the view's row, in the order of `first`, and go on together. */
    async function holding<A, B>(
      first: 'schedule' | 'removal' | 'both',
      of: { create: () => Promise<A>; remove: () => Promise<B>; viewId: string },
    ): Promise<[A, B]> {
      const queue = first === 'removal' ? [of.remove, of.create] : [of.create, of.remove]
      const running: Promise<unknown>[] = []
      await db.tenant(manager.tenantId).write(async (tx) => {
        await tx.selectFrom('savedViews').select('id').where('id', '=', of.viewId).forUpdate().execute()
        for (const [before, begin] of queue.entries()) {
          running.push(begin())
          if (first !== 'both') await untilLocked((await testDatabase()).adminUrl, before + 1)
        }
      })
      const [a, b] = await Promise.all(running)
      return (first === 'removal' ? [b, a] : [a, b]) as [A, B]
    }
  })

  it('sends a link without figures to whoever may see it, at its time, and opens with the reader’s rights', async () => {
    const { tenant, manager, viewId } = await givenScene()
    const receiverIds = [manager.userId, tenant.admin.userId]
    const schedule = await givenSchedule(manager, { viewId, receiverIds, shows: 'dayBefore' })
    expect(schedule).toMatchObject({ isMine: true, isActive: true, receives: true, timeZone: 'Europe/Berlin' })
    // 08:00 in Berlin is 07:00 in winter, and has passed today.
    expect(schedule.nextAt).toBe('2027-03-11T07:00:00.000Z')
    await sendDueSchedules(app.services)
    expect(await mailsOf(tenant)).toEqual([])
    app.clock.set('2027-03-11T07:00:05Z')
    expect(await send(tenant)).toBe(2)
    const mails = await mailsOf(tenant)
    expect(mails.map((mail) => mail.userId).sort()).toEqual([...receiverIds].sort())
    for (const mail of mails) {
      expect(mail.textBody).toContain(`/apps/report-mails/${schedule.id}?day=2027-03-10`)
      expect(mail.textBody + mail.htmlBody).not.toMatch(/Able|sort=name/)
    }
    const open = (by: { token: string }) =>
      app.call(by, api.schedules.open, { params: { scheduleId: schedule.id }, query: { day: '2027-03-10' } })
    expect((await open(await again(manager))).body).toEqual({
      as: 'manager',
      list: 'report-learners',
      query: 'search=Able&sort=name&asOf=2027-03-10',
    })
    expect((await open(await again(tenant.admin))).body.as).toBe('admin')
    const listed = await app.call(await again(tenant.admin), api.schedules.list)
    expect(listed.body.items[0]).toMatchObject({
      isMine: false,
      receives: true,
      receivers: [],
      ownerName: 'Mia Manager',
    })
  })

  it('of the reward report goes to nobody whose link would not open: managers have no such report', async () => {
    const { tenant, manager } = await givenScene()
    const viewId = await givenView(tenant.admin, { list: adminReports[0].views, query: '' })
    const offered = async (query: { list?: ScheduledViews } = {}) =>
      (await app.call(tenant.admin, api.schedules.people, { query })).body.items.map((one) => one.userId)
    expect(await offered()).toContain(manager.userId)
    expect(await offered({ list: adminReports[0].views })).toEqual([tenant.admin.userId])
    const body = { ...daily, viewId, receiverIds: [tenant.admin.userId, manager.userId] }
    const refused = await app.call(tenant.admin, api.schedules.create, { body })
    expect(refused.problem?.errors?.map((one) => one.path)).toEqual(['body.receiverIds'])
    // Whoever was an administrator when they were chosen, and is a manager now, gets nothing.
    await change(manager, { roles: ['admin'] })
    const { id } = await givenSchedule(tenant.admin, { viewId, receiverIds: body.receiverIds })
    await change(manager, { roles: ['manager'] })
    app.clock.set('2027-03-11T07:00:05Z')
    expect(await send(tenant)).toBe(1)
    expect((await mailsOf(tenant)).map((mail) => mail.userId)).toEqual([tenant.admin.userId])
    const open = await app.call(await again(manager), api.schedules.open, { params: { scheduleId: id } })
    expect(open.status).toBe(403)
  })

  it('is sent once per occurrence, by however many processes, and not again after a standstill or a clock set back', async () => {
    const { tenant, manager, viewId } = await givenScene()
    await givenSchedule(manager, { viewId, receiverIds: [manager.userId] })
    app.clock.set('2027-03-11T07:00:05Z')
    await Promise.all([1, 2, 3, 4].map(() => sendDueSchedules(app.services)))
    expect(await mailsOf(tenant)).toHaveLength(1)
    // Somebody sets the row back as a restored backup would: the book of occurrences holds.
    const db = app.services.db.tenant(tenant.tenantId)
    await db.write((tx) => sql`update schedules set next_at = '2027-03-11T07:00:00Z'`.execute(tx))
    expect(await send(tenant)).toBe(0)
    // Down for three days: what was missed is left out, and the next one comes.
    app.clock.set('2027-03-14T20:00:00Z')
    expect(await send(tenant)).toBe(0)
    app.clock.set('2027-03-15T07:00:05Z')
    expect(await send(tenant)).toBe(1)
    expect(await mailsOf(tenant)).toHaveLength(2)
  })

  it('leaves nothing when the transaction breaks off, and everything when it goes again', async () => {
    const { tenant, manager, viewId } = await givenScene()
    await givenSchedule(manager, { viewId, receiverIds: [manager.userId] })
    app.clock.set('2027-03-11T07:00:05Z')
    const db = app.services.db.tenant(tenant.tenantId)
    // As a process that is killed before it commits.
    await expect(
      db.write(async (tx) => {
        await sql`update schedules set next_at = next_at + interval '1 day'`.execute(tx)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await send(tenant)).toBe(1)
    const { rows } = await db.read((tx) =>
      sql<{ waiting: number }>`select count(*)::int as waiting from outbox where task = 'mails.send'`.execute(tx),
    )
    expect(rows[0]?.waiting).toBeLessThanOrEqual(1)
    await app.settleDay()
    expect((await mailsOf(tenant)).map((mail) => mail.state)).toEqual(['kept'])
  })

  it('asks at sending for the rights of receivers and owner, and stops with the owner', async () => {
    const { tenant, manager, viewId } = await givenScene()
    const other = await givenPerson(app, tenant, { roles: ['manager'] })
    const schedule = await givenSchedule(manager, { viewId, receiverIds: [manager.userId, other.userId] })
    const days = (n: number) => app.clock.set(new Date(Date.UTC(2027, 2, 10 + n, 7, 0, 5)))
    await change(other, { roles: ['learner'] })
    days(1)
    expect(await send(tenant)).toBe(1)
    expect(
      (await app.call(await again(other), api.schedules.open, { params: { scheduleId: schedule.id } })).status,
    ).toBe(403)
    const told = await app.call(await again(manager), api.schedules.list)
    expect(told.body.items[0]?.receivers.find((one) => one.userId === other.userId)?.canSee).toBe(false)
    await change(other, { roles: ['manager'] })
    days(2)
    expect(await send(tenant)).toBe(2)
    for (const lost of [{ roles: ['learner'] }, { status: 'inactive' as const }]) {
      await change(manager, lost)
      days(3)
      expect(await send(tenant)).toBe(0)
      await change(manager, { roles: ['manager'], status: 'active' })
      const mine = await app.call(await again(manager), api.schedules.list)
      expect(mine.body.items[0]).toMatchObject({ isActive: false, stoppedReason: 'owner', nextAt: null })
      const on = await app.call(await again(manager), api.schedules.pause, {
        params: { scheduleId: schedule.id },
        body: { isPaused: false },
      })
      expect(on.body).toMatchObject({ isActive: true, stoppedReason: null })
      await app.services.db
        .tenant(tenant.tenantId)
        .write((tx) => sql`update schedules set next_at = ${app.clock.now()}`.execute(tx))
    }
    const audited = await app.call(await again(tenant.admin), api.audit.list, { query: { action: 'schedules.stop' } })
    expect(audited.body.items).toHaveLength(2)
  })

  it('sends nothing of a suspended tenant, and only what is next when that ends', async () => {
    const { tenant, manager, viewId } = await givenScene()
    await givenSchedule(manager, { viewId, receiverIds: [manager.userId] })
    const db = app.services.db.tenant(tenant.tenantId)
    await db.write((tx) => sql`select control.suspend_tenant('Unpaid', ${app.clock.now()})`.execute(tx))
    app.clock.set('2027-03-12T07:00:05Z')
    expect(await send(tenant)).toBe(0)
    await db.write((tx) => sql`select control.resume_tenant(${app.clock.now()})`.execute(tx))
    app.clock.set('2027-03-13T06:30:00Z')
    expect(await send(tenant)).toBe(0)
    app.clock.set('2027-03-13T07:00:05Z')
    expect(await send(tenant)).toBe(1)
  })

  it('stops for a receiver who no longer wants it, whatever the owner does', async () => {
    const { tenant, manager, viewId } = await givenScene()
    const receiverIds = [manager.userId, tenant.admin.userId]
    const { id } = await givenSchedule(manager, { viewId, receiverIds })
    const params = { scheduleId: id }
    const off = await app.call(tenant.admin, api.schedules.receive, { params, body: { receives: false } })
    expect(off.body.receives).toBe(false)
    await app.call(manager, api.schedules.update, { params, body: { ...daily, viewId, receiverIds } })
    app.clock.set('2027-03-11T07:00:05Z')
    expect(await send(tenant)).toBe(1)
    await app.call(await again(tenant.admin), api.schedules.receive, { params, body: { receives: true } })
    app.clock.set('2027-03-12T07:00:05Z')
    expect(await send(tenant)).toBe(2)
  })

  it('is its owner’s alone, and its receivers see no more than that it is there', async () => {
    const { tenant, manager, learner, viewId } = await givenScene()
    const other = await givenPerson(app, tenant, { roles: ['manager'] })
    const foreign = await givenTenant(app)
    const { id } = await givenSchedule(manager, { viewId, receiverIds: [manager.userId, tenant.admin.userId] })
    const params = { scheduleId: id }
    const body = { ...daily, viewId, receiverIds: [manager.userId] }
    const attempts = (by: GivenPerson | typeof stranger) => [
      () => app.call(by, api.schedules.update, { params, body }),
      () => app.call(by, api.schedules.pause, { params, body: { isPaused: true } }),
      () => app.call(by, api.schedules.remove, { params }),
    ]
    for (const caller of [tenant.admin, other, learner, foreign.admin])
      for (const attempt of attempts(caller)) expect((await attempt()).status).toBe(404)
    for (const attempt of attempts(stranger)) expect((await attempt()).status).toBe(401)
    for (const caller of [other, learner, foreign.admin]) {
      expect((await app.call(caller, api.schedules.receive, { params, body: { receives: false } })).status).toBe(404)
      expect((await app.call(caller, api.schedules.open, { params })).status).toBe(404)
      expect((await app.call(caller, api.schedules.list)).body.items).toEqual([])
    }
    expect((await app.call(learner, api.schedules.create, { body })).status).toBe(403)
    expect((await app.call(learner, api.schedules.people)).status).toBe(403)
    for (const attempt of attempts(manager)) expect((await attempt()).status).toBeLessThan(300)
    expect((await app.call(manager, api.schedules.list)).body.items).toEqual([])
    // All at once: the later ones find it gone, and none of them breaks.
    const second = await givenSchedule(manager, { viewId, receiverIds: [manager.userId] })
    params.scheduleId = second.id
    for (const attempt of await Promise.all(attempts(manager).map((one) => one())))
      expect([200, 204, 404]).toContain(attempt.status)
  })

  it('is chosen for people who see reports, of the own team for who looks after one', async () => {
    const { tenant, manager, learner } = await givenScene()
    const elsewhere = await givenPerson(
      app,
      { ...tenant, teamId: await givenTeam(app, tenant) },
      { roles: ['admin'], lastName: 'Elsewhere' },
    )
    const people = async (by: GivenPerson, query = {}) =>
      (await app.call(by, api.schedules.people, { query })).body.items.map((one) => one.userId)
    expect(await people(manager)).toEqual(expect.arrayContaining([manager.userId, tenant.admin.userId]))
    expect(await people(manager)).not.toContain(learner.userId)
    expect(await people(manager)).not.toContain(elsewhere.userId)
    expect(await people(tenant.admin, { search: 'elsewhere' })).toEqual([elsewhere.userId])
    expect(await people(elsewhere)).toEqual([elsewhere.userId])
  })

  it('complains at the field', async () => {
    const { tenant, manager, learner, viewId } = await givenScene()
    const ask = async (body: object) =>
      (
        await app.call(manager, api.schedules.create, {
          body: { ...daily, viewId, receiverIds: [manager.userId], ...body } as never,
        })
      ).problem?.errors?.map((one) => one.path)
    expect(await ask({ time: '25:00' })).toEqual(['body.time'])
    expect(await ask({ rhythm: 'weekly' })).toEqual(['body.weekdays'])
    expect(await ask({ rhythm: 'weekly', weekdays: [8] })).toEqual(['body.weekdays.0'])
    expect(await ask({ monthDay: 32 })).toEqual(['body.monthDay'])
    expect(await ask({ receiverIds: [] })).toEqual(['body.receiverIds'])
    expect(await ask({ receiverIds: [learner.userId] })).toEqual(['body.receiverIds'])
    expect(await ask({ receiverIds: [(await givenTenant(app)).admin.userId] })).toEqual(['body.receiverIds'])
    expect(await ask({ viewId: await givenView(manager, { list: 'courses' }) })).toEqual(['body.viewId'])
    expect(await ask({ viewId: await givenView(tenant.admin) })).toEqual(['body.viewId'])
    expect(await ask({})).toBeUndefined()
  })

  it('ends at twenty for each person, also of two at once, and keeps its view', async () => {
    const { manager, viewId } = await givenScene()
    const body = { ...daily, viewId, receiverIds: [manager.userId] }
    for (let n = 0; n < 19; n++) await givenSchedule(manager, body)
    const both = await Promise.all([1, 2].map(() => app.call(manager, api.schedules.create, { body })))
    expect(both.map((reply) => reply.status).sort()).toEqual([201, 409])
    expect((await app.call(manager, api.views.remove, { params: { viewId } })).status).toBe(409)
    const count = async () => (await statementsOf(app.services.db, () => app.call(manager, api.schedules.list))).length
    const many = await count()
    const { body: all } = await app.call(manager, api.schedules.list)
    for (const one of all.items.slice(1))
      await app.call(manager, api.schedules.remove, { params: { scheduleId: one.id } })
    expect(await count()).toBe(many)
  })
})

describe('times of day', () => {
  /** What a clock on the wall shows. */
  function wall(moment: Date, timeZone: string) {
    const parts = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(moment)
    const [day = '', time = ''] = parts.split(', ')
    return { day, time }
  }
  async function runs(
    tenant: GivenTenant,
    of: {
      rhythm: string
      weekdays?: number[]
      monthDay?: number
      time: string
      zone: string
      from: string
      count: number
    },
  ) {
    const found: Date[] = []
    let after = new Date(of.from)
    while (found.length < of.count) {
      const from = after
      const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
        sql<{ next: Date }>`
          select next_run(${of.rhythm}, ${of.weekdays ?? []}::smallint[], ${of.monthDay ?? 1}::int, ${of.time}::time, ${of.zone}, ${from}) as next`.execute(
          tx,
        ),
      )
      after = rows[0]?.next as Date
      found.push(after)
    }
    return found
  }

  it('come once a day for a year at the same time on the wall, through every change of the clocks', async () => {
    const { tenant } = await givenScene()
    const zones = ['Australia/Lord_Howe', 'Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Asia/Kolkata']
    for (const zone of sampleForCi(zones)) {
      for (const time of ['00:00', '02:30', '08:00', '23:59']) {
        const found = await runs(tenant, { rhythm: 'daily', time, zone, from: '2026-12-31T23:59:59Z', count: 366 })
        const shown = found.map((moment) => wall(moment, zone))
        expect(new Set(shown.map((one) => one.day)).size, `${zone} ${time}`).toBe(366)
        // The one time that is not there comes later on the same day.
        expect(shown.filter((one) => one.time !== time).length, `${zone} ${time}`).toBeLessThanOrEqual(1)
        if (time === '08:00') expect(shown.every((one) => one.time === time)).toBe(true)
      }
    }
  })

  it('come on the days of the week and of the month, the last one where a month is shorter', async () => {
    const { tenant } = await givenScene()
    const zone = 'Europe/Berlin'
    const from = '2027-01-01T12:00:00Z'
    const weekly = await runs(tenant, { rhythm: 'weekly', weekdays: [1, 5], time: '07:00', zone, from, count: 4 })
    expect(weekly.map((moment) => wall(moment, zone).day)).toEqual([
      '2027-01-04',
      '2027-01-08',
      '2027-01-11',
      '2027-01-15',
    ])
    const monthly = await runs(tenant, { rhythm: 'monthly', monthDay: 31, time: '07:00', zone, from, count: 4 })
    expect(monthly.map((moment) => wall(moment, zone).day)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
  })

  it('follow a tenant that moves to another zone', async () => {
    const { tenant, manager, viewId } = await givenScene()
    await givenSchedule(manager, { viewId, receiverIds: [manager.userId] })
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => putCalendar(tx, { settings: { timeZone: 'America/New_York' }, createdAt: app.clock.now() }))
    await followZones(app.services)
    const { body } = await app.call(manager, api.schedules.list)
    expect(body.items[0]).toMatchObject({ timeZone: 'America/New_York', nextAt: '2027-03-10T13:00:00.000Z' })
  })
})

it('shows a manager their own people in files as well, of now and of a past day', async () => {
  const { tenant, manager } = await givenScene()
  const mine = await givenPerson(app, tenant, { lastName: 'Mine', managers: [manager.userId] })
  const others = await givenPerson(app, tenant, { lastName: 'Others' })
  const course = await givenPublishedCourse(app, tenant)
  await app.call(tenant.admin, api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: course.courseId,
      title: 'All',
      rule: { rule: {}, groups: [], everyone: true },
    },
  })
  app.clock.set('2027-03-12T09:00:00Z')
  for (const asOf of ['', '&asOf=2027-03-11']) {
    const file = async (by: GivenPerson, scope: string) =>
      (await app.send(await again(by), 'GET', `/api/${scope}/reports/assignments.csv?sort=name${asOf}`)).body.toString()
    expect(await file(manager, 'manager')).toContain(mine.email)
    expect(await file(manager, 'manager')).not.toContain(others.email)
    expect(await file(tenant.admin, 'admin')).toContain(others.email)
  }
})
