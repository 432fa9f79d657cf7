import { api } from '@learnt/contract'
import { checkInCode } from '@learnt/contract/events/check-in-codes'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type Answer, type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenEvent, sessionIn } from '../../../test/given/events.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { linesOfPdf } from '../../../test/pdf-lines.ts'
import { newId } from '../../platform/ids.ts'
import { personCode } from './commands/check-in.ts'

const minute = 60_000
const hour = 60 * minute

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/**
 * A tenant with two teams. `ta` administers and manages the first, which has `own`; `victim` is of the second and was added
 * to the first by address, with `ta` as manager; `other` is of the second only. All three hold a seat of `event`, which the
 * tenant's administrator made and which begins now.
 */
interface Scene {
  tenant: GivenTenant
  ta: GivenPerson
  own: GivenPerson
  victim: GivenPerson
  other: GivenPerson
  trainer: GivenPerson
  event: { id: string }
  params: { documentId: string }
  session: { documentId: string; sessionId: string }
}

let scene: Scene

async function givenScene(): Promise<Scene> {
  const tenant = await givenTenant(app)
  const [first, second] = [await givenTeam(app, tenant), await givenTeam(app, tenant)]
  const in1 = { ...tenant, teamId: first }
  const in2 = { ...tenant, teamId: second }
  const ta = await givenPerson(app, in1, { roles: ['admin', 'manager'], firstName: 'Tea' })
  const own = await givenPerson(app, in1, { firstName: 'Owen', managers: [ta.userId] })
  const victim = await givenPerson(app, in2, { firstName: 'Vic' })
  const other = await givenPerson(app, in2, { firstName: 'Otto' })
  await givenPerson(app, in1, { userId: victim.userId, firstName: 'Vic', email: victim.email, managers: [ta.userId] })
  const trainer = await givenPerson(app, in2, { firstName: 'Trin' })
  await app.call(tenant.admin, api.events.putFacilitator, { params: { userId: trainer.userId }, body: {} })
  const event = await givenEvent(app, tenant, {
    people: [own, victim, other, trainer, ta],
    facilitators: [trainer.userId],
    sessions: [sessionIn(app, 1)],
    seats: 10,
  })
  const params = { documentId: event.id }
  for (const who of [own, victim, other])
    expect((await app.call(who, api.events.register, { params, body: {} })).body.state).toBe('attending')
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) =>
      tx
        .updateTable('registrations')
        .set({ membershipId: victim.membershipId })
        .where('userId', '=', victim.userId)
        .execute(),
    )
  return {
    tenant,
    ta,
    own,
    victim,
    other,
    trainer,
    event,
    params,
    session: { ...params, sessionId: event.sessionIds[0] as string },
  }
}

describe('an administrator of one team, who added somebody of another by address', () => {
  beforeAll(async () => {
    scene = await givenScene()
  })

  test('sees the seats of their own people only, and how many others there are', async () => {
    const { tenant, ta, own, params, session } = scene
    const names = async (who: Caller) => {
      const list = await app.call(who, api.events.attendees, { params })
      const csv = (await app.send(who, 'GET', `/api/events/${params.documentId}/attendees.csv`)).body.toString()
      const sheet = await app.send(
        who,
        'GET',
        `/api/events/${params.documentId}/sessions/${session.sessionId}/sign-in.pdf`,
      )
      const [lines = []] = await linesOfPdf(sheet.body)
      const named = ['Owen', 'Vic', 'Otto'].filter((name) => lines.some((line) => line.includes(name)))
      const inCsv = ['Owen', 'Vic', 'Otto'].filter((name) => csv.includes(name))
      const head = (await app.call(who, api.events.head, { params })).body
      const { notices } =
        (await app.call(who, api.events.noticePreview, { params, query: { act: 'cancel' } })).body ?? {}
      return {
        list: list.body.items.map((one) => one.name.split(' ')[0]).toSorted(),
        total: list.body.total,
        named,
        inCsv,
        counts: head.counts,
        others: head.others,
        can: head.can,
        notices: notices?.map((one) => one.people.length),
      }
    }
    expect(await names(ta)).toMatchObject({
      list: ['Owen'],
      total: 1,
      named: ['Owen'],
      inCsv: ['Owen'],
      counts: [{ value: 'attending', count: 1 }],
      others: 2,
      can: { cancelEvent: 'events.organiser', code: 'events.organiser', change: 'events.organiser', message: null },
      notices: undefined,
    })
    expect(await names(tenant.admin)).toMatchObject({
      list: ['Otto', 'Owen', 'Vic'],
      named: ['Owen', 'Vic', 'Otto'],
      inCsv: ['Owen', 'Vic', 'Otto'],
      counts: [{ value: 'attending', count: 3 }],
      others: 0,
      can: { cancelEvent: null, code: null, change: null },
      notices: [3],
    })
    const found = await app.call(ta, api.events.findPeople, { params, query: { search: 'person' } })
    expect(found.body.items.map((one) => `${one.name.split(' ')[0]} ${one.state}`).toSorted()).toEqual([
      'Owen attending',
      'Tea null',
      'Vic null',
    ])
    expect(
      (await app.call(ta, api.events.findPeople, { params, query: { search: scene.other.email } })).body.items,
    ).toEqual([])
    expect(own.teamId).toBe(ta.teamId)
  })

  test.each(['mark', 'walkIn', 'add', 'remove', 'promote', 'move', 'name', 'giveUp', 'late cancellation'] as const)(
    'changes nobody else by %s, and their own people',
    async (act) => {
      const { tenant, ta, own, victim, other, params, session } = scene
      app.clock.advance(hour)
      const target = await givenEvent(app, tenant, { seats: 10 })
      const send = async (who: Caller, userIds: string[]) => {
        const body = { userIds }
        const answer: Answer<{ rows: { outcome: string; name: string; state: string | null }[] }> = await {
          mark: () => app.call(who, api.events.mark, { params: session, body: { ...body, mark: 'attended' as const } }),
          walkIn: () => app.call(who, api.events.walkIn, { params: session, body }),
          add: () => app.call(who, api.events.addPeople, { params, body }),
          remove: () => app.call(who, api.events.removePeople, { params, body }),
          promote: () => app.call(who, api.events.promote, { params, body }),
          move: () => app.call(who, api.events.movePeople, { params, body: { ...body, toEventId: target.id } }),
          name: () => app.call(who, api.events.manager.name, { params, body }),
          giveUp: () => app.call(who, api.events.manager.cancel, { params, body }),
          'late cancellation': () =>
            app.call(who, api.events.decideCancellation, { params, body: { ...body, decision: 'grant' as const } }),
        }[act]()
        return answer.body.rows
      }
      const refused = await send(ta, [victim.userId, other.userId])
      expect(refused).toMatchObject([
        { outcome: 'notFound', name: '', state: null },
        { outcome: 'notFound', name: '', state: null },
      ])
      expect(await stateOf(tenant, params.documentId, victim)).toBe('attending')
      // Known at least, whatever comes of it just now.
      expect((await send(ta, [own.userId]))[0]?.outcome).not.toBe('notFound')
      await reset(tenant, params.documentId)
      app.clock.advance(-hour)
    },
  )

  it('neither changes nor cancels the event, nor sees its code, its other scans or the mails of others', async () => {
    const { tenant, ta, own, victim, other, trainer, params, session } = scene
    const refused = [
      await app.call(ta, api.events.cancelEvent, { params, body: {} }),
      await app.call(ta, api.events.runAnyway, { params }),
      await app.call(ta, api.events.codes, { params: session }),
      await app.call(ta, api.events.withdraw, { params }),
      await app.call(ta, api.events.archive, { params }),
      await app.call(ta, api.events.move, {
        params: session,
        body: { start: '2099-12-02T09:00', end: '2099-12-02T10:00' },
      }),
    ]
    expect(refused.map((one) => one.status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(refused[0]?.problem?.detail).toMatch(/made this event/)
    for (const who of [trainer, tenant.admin])
      expect((await app.call(who, api.events.codes, { params: session })).status).toBe(200)
    // An administrator may open their own events.
    const made = await app.call(ta, api.events.create, { body: { title: 'Own', category: '' } })
    expect(made.body.can).toMatchObject({ edit: null, archive: null })
    expect((await app.call(ta, api.events.get, { params })).body.can).toMatchObject({
      edit: 'events.organiser',
      see: null,
    })

    app.clock.advance(hour)
    const scansOf = async (who: GivenPerson, scanned: GivenPerson[]) => {
      const scans = scanned.map((one) => ({
        id: newId(),
        code: personCode(contextOf(app, one), params.documentId, one.userId),
        scannedAt: app.clock.now().toISOString(),
      }))
      const { items } = (await app.call(who, api.events.scan, { params: session, body: { scans } })).body
      return items.map((one) => `${one.result} ${one.person?.name.split(' ')[0] ?? 'nobody'}`)
    }
    expect(await scansOf(ta, [victim, other, own])).toEqual(['notYours nobody', 'notYours nobody', 'counted Owen'])
    expect(await scansOf(trainer, [other])).toEqual(['counted Otto'])
    await app.call(victim, api.events.checkIn, {
      params,
      body: { id: newId(), code: '1', scannedAt: app.clock.now().toISOString() },
    })
    const refusedOf = async (who: Caller) =>
      (await app.call(who, api.events.refusedScans, { params })).body.items
        .map((one) => `${one.result} ${one.person?.name.split(' ')[0] ?? 'nobody'}`)
        .toSorted()
    expect(await refusedOf(ta)).toEqual(['notYours nobody', 'notYours nobody'])
    expect(await refusedOf(trainer)).toEqual(['notYours Otto', 'notYours Vic', 'wrongCode Vic'])

    const message = { states: ['attending' as const, 'attended' as const], subject: 'Hello', text: 'Bring a pen.' }
    expect((await app.call(ta, api.events.message, { params, body: message })).body.people).toBe(1)
    expect((await app.call(trainer, api.events.message, { params, body: message })).body.people).toBe(3)
    await reset(tenant, params.documentId)
    app.clock.advance(-hour)
  })

  it('puts own people of the waiting list in order among their own places', async () => {
    const { tenant, ta, own, other } = scene
    const mate = await givenPerson(app, { ...tenant, teamId: ta.teamId })
    const event = await givenEvent(app, tenant, { people: [own, other, mate, ta], seats: 1 })
    const params = { documentId: event.id }
    for (const who of [ta, own, other, mate]) await app.call(who, api.events.register, { params, body: {} })
    const order = async () =>
      (await app.call(tenant.admin, api.events.waitList, { params })).body.items.map((one) => one.userId)
    expect(await order()).toEqual([own.userId, other.userId, mate.userId])
    expect((await app.call(ta, api.events.reorder, { params, body: { userIds: [other.userId] } })).status).toBe(404)
    const moved = await app.call(ta, api.events.reorder, { params, body: { userIds: [mate.userId, own.userId] } })
    expect(moved.body.items).toEqual([
      { userId: mate.userId, place: 1 },
      { userId: own.userId, place: 3 },
    ])
    expect(await order()).toEqual([mate.userId, other.userId, own.userId])
    await app.call(tenant.admin, api.events.reorder, { params, body: { userIds: [other.userId] } })
    expect(await order()).toEqual([other.userId, mate.userId, own.userId])
  })

  it('gives what is new through their own team, and sees it there', async () => {
    const { tenant, ta, victim } = scene
    const event = await givenEvent(app, tenant, { seats: 5 })
    const params = { documentId: event.id }
    const added = await app.call(ta, api.events.addPeople, { params, body: { userIds: [victim.userId] } })
    expect(added.body.rows).toMatchObject([{ outcome: 'done', state: 'attending' }])
    expect((await app.call(ta, api.events.attendees, { params })).body.total).toBe(1)
    // The other way round: nothing given by the other team can be taken over.
    const theirs = await givenEvent(app, tenant, { people: [victim], seats: 5 })
    const refused = await app.call(ta, api.events.addPeople, {
      params: { documentId: theirs.id },
      body: { userIds: [victim.userId] },
    })
    expect(refused.body.rows).toMatchObject([{ outcome: 'notFound' }])
  })

  it('names facilitators of the own team only, and changes no room of other events', async () => {
    const { tenant, ta, own, victim, other, trainer } = scene
    const put = (userId: string) =>
      app.call(ta, api.events.putFacilitator, { params: { userId }, body: { about: 'x' } })
    expect([
      (await put(victim.userId)).status,
      (await put(other.userId)).status,
      (await put(own.userId)).status,
    ]).toEqual([404, 404, 200])
    const listed = (await app.call(ta, api.events.facilitators, { query: {} })).body.items
    expect(listed.find((one) => one.userId === trainer.userId)?.email).toBe('')
    expect(listed.find((one) => one.userId === own.userId)?.email).toBe(own.email)
    const byAddress = await app.call(ta, api.events.facilitators, { query: { search: trainer.email } })
    expect(byAddress.body.items).toEqual([])
    const room = (await app.call(ta, api.events.createRoom, { body: { name: 'Blue' } })).body
    const change = (who: Caller) =>
      app.call(who, api.events.changeRoom, { params: { roomId: room.id }, body: { name: 'Green' } })
    expect((await change(ta)).status).toBe(200)
    await givenEvent(app, tenant, { roomId: room.id })
    expect((await change(ta)).status).toBe(403)
    expect((await change(tenant.admin)).status).toBe(200)
  })
})

describe('managers', () => {
  beforeAll(async () => {
    scene = await givenScene()
  })

  it('see and change seats of the memberships that name them, and nothing without one', async () => {
    const { tenant, ta, own, victim, params } = scene
    const people = async (who: Caller) => {
      const answer = await app.call(who, api.events.manager.reservations, { params })
      return answer.status === 200 ? answer.body.people.map((one) => `${one.userId} ${one.state}`) : answer.status
    }
    expect(await people(ta)).toEqual([`${own.userId} attending`])
    const listed = await app.call(ta, api.events.manager.list, { query: {} })
    expect(listed.body.items.map(({ people, holding }) => ({ people, holding }))).toEqual([{ people: 1, holding: 1 }])
    const gone = await app.call(ta, api.events.manager.cancel, {
      params,
      body: { userIds: [victim.userId, own.userId] },
    })
    expect(gone.body.rows.map((row) => row.outcome)).toEqual(['notFound', 'done'])
    expect(await stateOf(tenant, params.documentId, victim)).toBe('attending')

    // The manager of the membership of the seat, and one of nobody.
    const boss = await givenPerson(app, { ...tenant, teamId: victim.teamId }, { roles: ['manager'] })
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      await tx
        .updateTable('memberships')
        .set({ managers: [boss.userId] })
        .where('id', '=', victim.membershipId)
        .execute()
      await tx.insertInto('managerRelations').values({ managerId: boss.userId, userId: victim.userId }).execute()
    })
    expect(await people(boss)).toEqual([`${victim.userId} attending`])
    const nobody = await givenPerson(app, tenant, { roles: ['manager', 'admin'] })
    expect(await people(nobody)).toBe(404)
    expect((await app.call(nobody, api.events.manager.reserve, { params, body: { seats: 1 } })).status).toBe(404)
    expect((await app.call(boss, api.events.manager.reserve, { params, body: { seats: 1 } })).status).toBe(200)
    const given = await app.call(boss, api.events.manager.cancel, { params, body: { userIds: [victim.userId] } })
    expect(given.body.rows).toMatchObject([{ outcome: 'done', state: 'cancelled' }])
  })
})

describe('facilitators', () => {
  beforeEach(async () => {
    scene = await givenScene()
  })

  it('find people of the event, and others by their exact address only', async () => {
    const { tenant, trainer, own, params, session } = scene
    const stranger = await givenPerson(app, tenant, { firstName: 'Stan' })
    const find = async (search: string) =>
      (await app.call(trainer, api.events.findPeople, { params, query: { search } })).body.items.map(
        (one) => one.name.split(' ')[0],
      )
    expect((await find('person')).toSorted()).toEqual(['Otto', 'Owen', 'Tea', 'Trin', 'Vic'])
    expect(await find('Stan')).toEqual([])
    expect(await find(stranger.email.slice(1))).toEqual([])
    expect(await find(stranger.email.toUpperCase())).toEqual(['Stan'])
    app.clock.advance(hour)
    const walkIn = (body: { userIds?: string[]; addresses?: string[] }) =>
      app.call(trainer, api.events.walkIn, { params: session, body: body as never })
    expect((await walkIn({ userIds: [stranger.userId] })).body.rows).toMatchObject([{ outcome: 'notFound' }])
    expect((await walkIn({ addresses: ['nobody@example.test'] })).problem?.errors).toMatchObject([
      { path: 'body.addresses.0', message: 'Nobody here has this address.' },
    ])
    expect((await walkIn({})).status).toBe(422)
    expect((await walkIn({ addresses: [stranger.email] })).body.rows).toMatchObject([{ outcome: 'done' }])
    expect((await walkIn({ userIds: [own.userId] })).body.rows).toMatchObject([{ outcome: 'done' }])
    app.clock.advance(-hour)
  })

  it('mark everybody but themselves, who check in with the code like anybody', async () => {
    const { tenant, trainer, ta, own, params, session } = scene
    for (const who of [trainer, ta]) await app.call(who, api.events.register, { params, body: {} })
    app.clock.advance(hour)
    for (const who of [trainer, ta]) {
      const mark = await app.call(who, api.events.mark, {
        params: session,
        body: { userIds: [who.userId, own.userId], mark: 'attended' },
      })
      expect(mark.body.rows.map((row) => `${row.outcome} ${row.reason}`)).toEqual([
        'refused ownAttendance',
        expect.stringMatching(/^(done|unchanged) $/),
      ])
      const walked = await app.call(who, api.events.walkIn, { params: session, body: { userIds: [who.userId] } })
      expect(walked.body.rows).toMatchObject([{ outcome: 'refused', reason: 'ownAttendance' }])
      const { code } = (await app.call(who, api.events.ownCode, { params })).body
      const scanned = await app.call(who, api.events.scan, {
        params: session,
        body: { scans: [{ id: newId(), code, scannedAt: app.clock.now().toISOString() }] },
      })
      expect(scanned.body.items.map((one) => one.result)).toEqual(['yourself'])
    }
    const list = (await app.call(trainer, api.events.attendees, { params })).body.items
    expect(list.map((one) => [one.userId === trainer.userId, one.can.mark])).toEqual(
      expect.arrayContaining([
        [true, 'events.ownAttendance'],
        [false, null],
      ]),
    )
    const { seed } = (await app.call(trainer, api.events.codes, { params: session })).body
    const code = await checkInCode(seed, app.clock.now())
    const checked = await app.call(trainer, api.events.checkIn, {
      params,
      body: { id: newId(), code, scannedAt: app.clock.now().toISOString() },
    })
    expect(checked.body.result).toBe('counted')
    expect(await stateOf(tenant, params.documentId, trainer)).toBe('attended')
    app.clock.advance(-hour)
  })
})

describe('check-in codes', () => {
  beforeEach(async () => {
    scene = await givenScene()
  })

  it('count once for a person, within the time that the event allows; later the facilitator decides', async () => {
    const { trainer, ta, own, victim, other, params, session } = scene
    app.clock.advance(hour)
    const { seed } = (await app.call(trainer, api.events.codes, { params: session })).body
    const scannedAt = app.clock.now().toISOString()
    const photo = await checkInCode(seed, app.clock.now())
    const send = async (who: Caller, code: string, at = scannedAt) => {
      const { result } = (
        await app.call(who, api.events.checkIn, { params, body: { id: newId(), code, scannedAt: at } })
      ).body
      return result
    }
    const late = async (who: Caller) =>
      (await app.call(who, api.events.refusedScans, { params, query: { which: 'late' } })).body.items
    const heads = async (who: Caller) => {
      const { late: waiting, refused } = (await app.call(who, api.events.head, { params })).body
      return { waiting, refused }
    }
    app.clock.advance(10 * minute)
    expect(await send(own, photo)).toBe('counted')
    expect(await send(own, photo)).toBe('already')
    // Taken back by the facilitator, the same code does not help again; the one of now does.
    await app.call(trainer, api.events.mark, { params: session, body: { userIds: [own.userId], mark: null } })
    expect(await send(own, photo)).toBe('usedCode')
    const fresh = await checkInCode(seed, app.clock.now())
    expect(await send(own, fresh, app.clock.now().toISOString())).toBe('counted')
    app.clock.advance(2 * hour)
    expect(await send(victim, photo)).toBe('late')
    expect(await send(victim, photo)).toBe('usedCode')
    expect(await send(other, photo)).toBe('late')
    expect(await heads(trainer)).toEqual({ waiting: 2, refused: 2 })
    expect(await heads(ta)).toEqual({ waiting: 0, refused: 1 })
    const waiting = await late(trainer)
    expect(waiting.map((one) => [one.result, one.can.decide])).toEqual([
      ['late', null],
      ['late', null],
    ])
    const idOf = (who: GivenPerson) => waiting.find((one) => one.person?.userId === who.userId)?.id as string
    const decide = (who: Caller, ids: string[], decision: 'count' | 'refuse') =>
      app.call(who, api.events.decideScans, { params, body: { ids, decision } })
    expect((await decide(ta, [idOf(victim)], 'count')).status).toBe(404)
    expect((await decide(victim, [idOf(victim)], 'count')).status).toBe(404)
    expect((await decide(trainer, [idOf(victim)], 'count')).body.items).toMatchObject([{ result: 'counted' }])
    expect((await decide(trainer, [idOf(other)], 'refuse')).body.items).toMatchObject([{ result: 'lateRefused' }])
    const marks = (await app.call(trainer, api.events.attendees, { params })).body.items
    expect(marks.find((one) => one.userId === victim.userId)?.marks).toMatchObject([
      { mark: 'attended', at: scannedAt },
    ])
    expect(marks.find((one) => one.userId === other.userId)?.marks).toEqual([])
    expect(await heads(trainer)).toEqual({ waiting: 0, refused: 3 })
    app.clock.advance(-3 * hour - 10 * minute)
  })

  it('of a facilitator that came in late are for somebody else to decide', async () => {
    const { tenant, trainer, params, session } = scene
    await app.call(trainer, api.events.register, { params, body: {} })
    app.clock.advance(hour)
    const { seed } = (await app.call(trainer, api.events.codes, { params: session })).body
    const scan = {
      id: newId(),
      code: await checkInCode(seed, app.clock.now()),
      scannedAt: app.clock.now().toISOString(),
    }
    app.clock.advance(hour)
    expect((await app.call(trainer, api.events.checkIn, { params, body: scan })).body.result).toBe('late')
    const decide = (who: Caller) =>
      app.call(who, api.events.decideScans, { params, body: { ids: [scan.id], decision: 'count' } })
    expect((await decide(trainer)).status).toBe(403)
    expect((await decide(tenant.admin)).body.items).toMatchObject([{ result: 'counted' }])
    app.clock.advance(-2 * hour)
  })
})

describe('fellow learners', () => {
  beforeAll(async () => {
    scene = await givenScene()
  })

  it('see nothing of an event but what is their own', async () => {
    const { own, other, params, session } = scene
    const statuses = [
      await app.call(own, api.events.head, { params }),
      await app.call(own, api.events.attendees, { params }),
      await app.call(own, api.events.waitList, { params }),
      await app.call(own, api.events.refusedScans, { params }),
      await app.call(own, api.events.findPeople, { params, query: { search: other.email } }),
      await app.call(own, api.events.codes, { params: session }),
      await app.call(own, api.events.mark, { params: session, body: { userIds: [other.userId], mark: 'attended' } }),
      await app.call(own, api.events.walkIn, { params: session, body: { addresses: [other.email] } as never }),
      await app.call(own, api.events.message, { params, body: { states: ['attending'], subject: 'a', text: 'b' } }),
      await app.call(own, api.events.manager.reservations, { params }),
    ].map((one) => one.status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 404, 403])
    expect((await app.call(own, api.events.own, { params })).body.state).toBe('attending')
  })
})

async function stateOf(tenant: GivenTenant, eventId: string, who: GivenPerson): Promise<string | undefined> {
  const row = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) =>
      tx
        .selectFrom('registrations')
        .select('state')
        .where('eventId', '=', eventId)
        .where('userId', '=', who.userId)
        .executeTakeFirst(),
    )
  return row?.state
}

/** Everybody holds their seat again, and nothing was marked or scanned. */
async function reset(tenant: GivenTenant, eventId: string): Promise<void> {
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx.deleteFrom('attendanceMarks').where('eventId', '=', eventId).execute()
    await tx.deleteFrom('eventScans').where('eventId', '=', eventId).execute()
    await tx.updateTable('registrations').set({ state: 'attending' }).where('eventId', '=', eventId).execute()
    await sql`update events e set held = (select count(*) from registrations r where r.event_id = e.id) where e.id = ${eventId}`.execute(
      tx,
    )
  })
}
