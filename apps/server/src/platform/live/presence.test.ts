import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@learnt/contract'
import type { LiveMessage } from '@learnt/contract/live'
import { areaOfPath, type PresenceArea } from '@learnt/contract/presence-areas'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { makeActor } from '../actor.ts'
import { newId } from '../ids.ts'
import { sessionCookieName } from '../session/token.ts'
import type { Ears, FanOut } from './fan-out.ts'
import { LiveHub } from './hub.ts'
import { deviceOf, Presence, type PresentSocket } from './presence.ts'
import { clearDead, notifyPresence, type PresenceNews, putPresence } from './presence-rows.ts'

let app: TestApp
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function givenHub(): Promise<{ address: string; hub: LiveHub }> {
  const { appUrl } = await testDatabase()
  const server = createServer()
  const hub = new LiveHub(app.services, appUrl)
  await hub.start(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    await hub.stop()
    server.close()
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, hub }
}

const chrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.58 Mobile Safari/537.36'
type Frame = Extract<LiveMessage, { say: 'presence' }>

async function connect(at: { address: string }, person: Pick<GivenPerson, 'token'>) {
  const socket = new WebSocket(`ws://${at.address}/api/live`, {
    headers: {
      origin: `http://${at.address}`,
      cookie: `${sessionCookieName(app.services.settings)}=${person.token}`,
      'user-agent': chrome,
    },
  })
  const frames: Frame[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveMessage
    if (message.say === 'presence') frames.push(message)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const latest = (userId: string) =>
    frames.flatMap((frame) => frame.people.filter((one) => one.userId === userId)).at(-1)
  return {
    frames,
    socket,
    latest,
    say: (message: object) => socket.send(JSON.stringify(message)),
    async sees(userId: string, wanted: object) {
      await expect.poll(() => latest(userId), { interval: 20 }).toMatchObject(wanted)
    },
  }
}

const rowOf = async (who: GivenPerson, of: Pick<GivenPerson, 'userId'>) =>
  (await app.call(who, api.presence.list, { query: { userId: [of.userId] } as never })).body.items[0]

it('tells team-mates on screen who is there, where, and that they have gone; the row keeps nothing else', async () => {
  const hub = await givenHub()
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant, { firstName: 'Lena', lastName: 'Learner' })
  const watcher = await connect(hub, tenant.admin)
  watcher.say({ say: 'watch', userIds: [person.userId] })
  await watcher.sees(person.userId, { state: 'offline', area: null, since: null })
  const page = await connect(hub, person)
  page.say({ say: 'here', area: 'mycourses' })
  await watcher.sees(person.userId, { state: 'online', area: 'mycourses' })
  expect(await rowOf(tenant.admin, person)).toMatchObject({
    state: 'online',
    currentTeam: tenant.teamId,
    currentTenant: tenant.tenantId,
    currentUserTeam: person.membershipId,
    firstName: 'Lena',
    deviceType: 'mobile',
    browserName: 'Chrome',
    browserVersion: '130.0.6723.58',
    osName: 'Android',
    osVersion: '14',
  })
  // A second page, and the first one closed: still there, where the second is.
  const second = await connect(hub, person)
  second.say({ say: 'here', area: 'chat' })
  await watcher.sees(person.userId, { state: 'online', area: 'chat' })
  second.socket.terminate()
  await watcher.sees(person.userId, { state: 'online', area: 'mycourses' })
  page.socket.terminate()
  await watcher.sees(person.userId, { state: 'offline', area: null })
  const row = await rowOf(tenant.admin, person)
  const { userId, state, lastChanged, ...rest } = row as NonNullable<typeof row>
  expect([userId, state]).toEqual([person.userId, 'offline'])
  expect(lastChanged).not.toBeNull()
  expect(Object.values(rest).every((value) => value === null)).toBe(true)
})

it('says nothing to other teams and other tenants, and no area of another team', async () => {
  const hub = await givenHub()
  const [tenant, foreign] = [await givenTenant(app), await givenTenant(app)]
  const team = await givenTeam(app, tenant)
  const person = await givenPerson(app, tenant, { teamId: team })
  const mate = await givenPerson(app, tenant, { teamId: team })
  const elsewhere = await givenPerson(app, tenant)
  const page = await connect(hub, person)
  page.say({ say: 'here', area: 'home' })
  const watchers = {
    mate: await connect(hub, mate),
    admin: await connect(hub, tenant.admin),
    elsewhere: await connect(hub, elsewhere),
    foreign: await connect(hub, foreign.admin),
  }
  for (const one of Object.values(watchers)) one.say({ say: 'watch', userIds: [person.userId] })
  await watchers.mate.sees(person.userId, { state: 'online', area: 'home' })
  await watchers.admin.sees(person.userId, { state: 'online', area: 'home' })
  page.say({ say: 'here', area: 'chat' })
  await watchers.mate.sees(person.userId, { area: 'chat' })
  for (const one of [watchers.elsewhere, watchers.foreign]) expect(one.frames).toEqual([])
  for (const who of [elsewhere, foreign.admin]) expect(await rowOf(who, person)).toBeUndefined()
  expect(await rowOf(mate, person)).toMatchObject({ state: 'online' })
  // In two teams, there in one of them: the other one's mates know that, and no more.
  const both = await givenPerson(app, tenant, { teamId: team })
  await givenPerson(app, tenant, { userId: both.userId, email: both.email })
  const there = await connect(hub, both)
  there.say({ say: 'here', area: 'feed' })
  watchers.elsewhere.say({ say: 'watch', userIds: [both.userId] })
  await watchers.elsewhere.sees(both.userId, { state: 'online', area: null })
  expect(await rowOf(elsewhere, both)).toMatchObject({ state: 'online', currentTeam: null, deviceType: null })
})

it('nobody is there who is only acted for', async () => {
  const hub = await givenHub()
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const watcher = await connect(hub, await givenPerson(app, tenant))
  watcher.say({ say: 'watch', userIds: [person.userId, tenant.admin.userId] })
  await app.call(tenant.admin, api.impersonation.start, { body: { userId: person.userId, reason: 'To have a look' } })
  const acting = await connect(hub, tenant.admin)
  acting.say({ say: 'here', area: 'home' })
  await new Promise((resolve) => setTimeout(resolve, 600))
  for (const id of [person.userId, tenant.admin.userId]) expect(watcher.latest(id)?.state).toBe('offline')
})

it('of two questions of a page that come crosswise only the last one counts', async () => {
  const hub = await givenHub()
  const tenant = await givenTenant(app)
  const [first, second] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
  const presence = new Presence(app.services, (await testDatabase()).appUrl)
  await presence.start()
  closing.push(() => presence.stop())
  const told: string[] = []
  const socket = {
    socket: {
      readyState: 1,
      OPEN: 1,
      send: (text: string) => void told.push(text),
    } as unknown as PresentSocket['socket'],
    agent: chrome,
    actor: makeActor({ ...tenant.admin, roles: ['admin'], sessionId: null }),
    isSuspect: false,
    until: Number.POSITIVE_INFINITY,
  }
  await Promise.all([presence.watch(socket, [first.userId]), presence.watch(socket, [second.userId])])
  for (const person of [first, second]) {
    const page = await connect(hub, person)
    page.say({ say: 'here', area: 'home' })
    await expect.poll(() => rowOf(tenant.admin, person)).toMatchObject({ state: 'online' })
  }
  await expect.poll(() => told.join()).toMatch(new RegExp(`${second.userId}","state":"online"`))
  expect(told.join()).not.toContain(first.userId)
})

it('a hundred changes in a moment are one frame in each quarter of a second', async () => {
  const hub = await givenHub()
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const watcher = await connect(hub, tenant.admin)
  watcher.say({ say: 'watch', userIds: [person.userId] })
  const page = await connect(hub, person)
  const began = performance.now()
  for (let i = 0; i < 100; i++) page.say({ say: 'here', area: i % 2 === 0 ? 'chat' : 'home' })
  await watcher.sees(person.userId, { state: 'online', area: 'home' })
  await new Promise((resolve) => setTimeout(resolve, 600))
  // The first one is of the question, and one may have been on its way.
  expect(watcher.frames.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 250)
})

it('people of another process are seen; those of a dead one are cleared away, those of a live one say so again', async () => {
  const [one, other] = [await givenHub(), await givenHub()]
  const tenant = await givenTenant(app)
  const [alive, dead] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
  const watcher = await connect(one, tenant.admin)
  watcher.say({ say: 'watch', userIds: [alive.userId, dead.userId] })
  const page = await connect(other, alive)
  page.say({ say: 'here', area: 'home' })
  await watcher.sees(alive.userId, { state: 'online' })

  const killed = newId()
  await app.services.db.control((tx) => sql`select control.beat_live_process(${killed})`.execute(tx))
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    const news = await putPresence(tx, {
      tenantId: tenant.tenantId,
      processId: killed,
      here: [
        { userId: dead.userId, membershipId: dead.membershipId, teamId: dead.teamId, area: 'chat', ...deviceOf('') },
      ],
      gone: [],
      now: app.clock.now(),
    })
    await notifyPresence(tx, news)
  })
  await watcher.sees(dead.userId, { state: 'online' })
  // As if nobody had beaten for half a minute.
  await app.services.db.dangerouslyAsSystem(async (tx) => notifyPresence(tx, await clearDead(tx, -60, app.clock.now())))
  await watcher.sees(dead.userId, { state: 'offline' })
  await watcher.sees(alive.userId, { state: 'online', area: 'home' })
  expect(await rowOf(tenant.admin, dead)).toMatchObject({ state: 'offline', currentFeature: null })
})

it('words about people may come late, twice and crosswise: the last one that was written down counts', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  let ears: Ears | undefined
  const fanOut: FanOut = {
    server: 'in mind',
    isConnected: true,
    mostBytes: 1000,
    tell: () => {},
    hear: (_channel, heard) => {
      ears = heard
      return () => {}
    },
    stop: async () => {},
  }
  const mine = app.services.db.tenant(tenant.tenantId)
  // What happens between a look and its answer.
  const meanwhile: (() => Promise<void>)[] = []
  const slow: typeof mine = {
    ...mine,
    read: async (fn, options) => {
      const rows = await mine.read(fn, options)
      await meanwhile.shift()?.()
      return rows
    },
  }
  const db = { ...app.services.db, tenant: () => slow }
  const presence = new Presence({ ...app.services, db, fanOut }, (await testDatabase()).appUrl)
  await presence.start()
  closing.push(() => presence.stop())
  const frames: Frame['people'] = []
  const socket: PresentSocket = {
    socket: {
      readyState: 1,
      OPEN: 1,
      send: (text: string) => void frames.push(...(JSON.parse(text) as Frame).people),
    } as unknown as PresentSocket['socket'],
    agent: chrome,
    actor: makeActor({ ...tenant.admin, roles: ['admin'], sessionId: null }),
    isSuspect: false,
    until: Number.POSITIVE_INFINITY,
  }
  const process = { tenantId: tenant.tenantId, processId: newId() }
  const { userId, membershipId, teamId } = person
  const comes = (area: PresenceArea, now: Date) =>
    mine.write((tx) =>
      putPresence(tx, { ...process, here: [{ userId, membershipId, teamId, area, ...deviceOf('') }], gone: [], now }),
    )
  const goes = (now: Date) => mine.write((tx) => putPresence(tx, { ...process, here: [], gone: [userId], now }))
  const [nine, eight] = [app.clock.now(), new Date(app.clock.now().getTime() - 3_600_000)]
  const hear = (news: PresenceNews[]) => news.forEach((one) => void ears?.heard(one))
  const last = async (wanted: object) => {
    await expect.poll(() => frames.at(-1), { interval: 20 }).toMatchObject(wanted)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(frames.at(-1)).toMatchObject(wanted)
  }

  await presence.watch(socket, [userId])
  await last({ state: 'offline' })
  const came = await comes('home', nine)
  // By a process whose clock is an hour behind.
  const moved = await comes('chat', eight)
  hear(moved)
  hear(came)
  await last({ state: 'online', area: 'chat' })
  const went = await goes(nine)
  hear(went)
  await last({ state: 'offline' })
  const many = frames.length
  for (const old of [came, moved, went, came]) hear(old)
  await last({ state: 'offline' })
  expect(frames).toHaveLength(many)
  // Also those that come before anything else is heard.
  await presence.watch(socket, [])
  await presence.watch(socket, [userId])
  hear(moved)
  await last({ state: 'offline' })
  // And those that come while a page looks, again and again.
  await presence.watch(socket, [])
  const heard = async (area: PresenceArea) => hear(await comes(area, nine))
  meanwhile.push(
    () => heard('home'),
    () => heard('chat'),
  )
  await presence.watch(socket, [userId])
  await last({ state: 'online', area: 'chat' })
  // Also where another page that waits for the same person goes away.
  await presence.watch(socket, [])
  const other: PresentSocket = { ...socket }
  meanwhile.push(
    async () => {
      await presence.watch(other, [])
      await heard('home')
    },
    async () => {},
  )
  await Promise.all([presence.watch(socket, [userId]), presence.watch(other, [userId])])
  await last({ state: 'online', area: 'home' })
})

it('takes only as many people as a page can show, and only areas that exist', async () => {
  const tenant = await givenTenant(app)
  const many = Array.from({ length: 101 }, () => newId())
  expect((await app.call(tenant.admin, api.presence.list, { query: { userId: many } as never })).status).toBe(422)
  expect((await app.call(tenant.admin, api.presence.list, { query: { userId: ['x'] } as never })).status).toBe(422)
})

it('reads the device from the browser’s words', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
  expect(deviceOf(iPhone)).toMatchObject({
    deviceType: 'mobile',
    mobileVendor: 'Apple',
    mobileModel: 'iPhone',
    browserName: 'Safari',
    osName: 'iOS',
  })
  for (const odd of ['', 'x'.repeat(5000), '\u0000<script>'])
    expect(Object.values(deviceOf(odd)).every((value) => value === null || value.length <= 60)).toBe(true)
})

it('recognises areas by the path', () => {
  const areas = {
    '/apps/dashboards/analytics': 'dashboard',
    '/apps/admin/reporting-dashboard': 'dashboard',
    '/apps/manager/reporting-dashboard': 'dashboard',
    '/apps/chat': 'chat',
    '/apps/courses/mycourses': 'mycourses',
    '/apps/course/0190': 'mycourses',
    '/apps/homepage/myhomepage': 'home',
    '/apps/munro-homepage': 'home',
    '/apps/admin/courses': 'admincourses',
    '/apps/admin/courses/0190': 'admincourses',
    '/apps/admin/feed-history': 'feed',
    '/apps/admin/users': 'unknown',
    '/apps/coursesx': 'unknown',
  }
  expect(Object.fromEntries(Object.keys(areas).map((path) => [path, areaOfPath(path)]))).toEqual(areas)
})
