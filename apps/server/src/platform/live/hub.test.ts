import { createServer } from 'node:http'
import { type AddressInfo, connect as dial } from 'node:net'
import { api } from '@learnt/contract'
import type { LiveMessage } from '@learnt/contract/live'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../test/app.ts'
import { ask } from '../../../test/connection.ts'
import { asOwner, testDatabase } from '../../../test/db.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTenant,
} from '../../../test/given/people.ts'
import { isProof } from '../../../test/proof.ts'
import { noticedWithinMs } from '../../../test/soon.ts'
import type { WriteTx } from '../db/database.ts'
import { buildServer } from '../http/server.ts'
import { newId } from '../ids.ts'
import { announce } from '../outbox.ts'
import { sessionCookieName } from '../session/token.ts'
import { LiveHub, liveChannel, maySubscribe } from './hub.ts'
import { forgetLive, relayLive } from './relay.ts'

async function givenHub(app: TestApp): Promise<{ url: string; origin: string }> {
  const { appUrl } = await testDatabase()
  const server = createServer()
  const hub = new LiveHub(app.services, appUrl)
  await hub.start(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await hub.stop()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}/api/live`, origin: `http://127.0.0.1:${port}` }
}

interface Ears {
  heard: LiveMessage[]
  socket: WebSocket
  say(message: object): void
  until(test: (message: LiveMessage) => boolean): Promise<LiveMessage>
}

async function connect(
  app: TestApp,
  hub: { url: string; origin: string },
  person: Pick<GivenPerson, 'token'>,
  origin = hub.origin,
  headers: Record<string, string> = {},
): Promise<Ears> {
  const socket = new WebSocket(hub.url, {
    headers: { ...headers, origin, cookie: `${sessionCookieName(app.services.settings)}=${person.token}` },
  })
  const heard: LiveMessage[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as LiveMessage))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
  })
  return {
    heard,
    socket,
    say: (message) => socket.send(JSON.stringify(message)),
    async until(wanted) {
      for (let i = 0; i < 2000; i++) {
        const found = heard.find(wanted)
        if (found) return found
        await pause(20)
      }
      throw new Error(`Not heard; heard ${JSON.stringify(heard)}`)
    },
  }
}

/** Other files of this worker leave events behind: the relay goes on until it has told all of them. */
async function relayAll(app: TestApp): Promise<void> {
  let told: number
  do told = await relayLive(app.services)
  while (told > 0)
}

const tell = (
  app: TestApp,
  person: GivenPerson,
  event: { topic: 'me' | 'courses'; userId: string | null; kind: string; id: string },
) => app.services.db.tenant(person.tenantId).write((tx) => announce({ now: app.clock.now() }, tx, event))

test('a change reaches those of its tenant who may see the topic, and nobody else', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  const foreign = await givenTenant(app)
  const learner = await givenPerson(app, tenant)
  const [admin, learning, stranger] = await Promise.all([
    connect(app, hub, tenant.admin),
    connect(app, hub, learner),
    connect(app, hub, foreign.admin),
  ])
  for (const ears of [admin, learning, stranger]) ears.say({ say: 'subscribe', topic: 'courses' })
  await admin.until((message) => message.say === 'subscribed')
  await stranger.until((message) => message.say === 'subscribed')
  await learning.until((message) => message.say === 'refused')

  const id = newId()
  await tell(app, tenant.admin, { topic: 'courses', userId: null, kind: 'published', id })
  await relayAll(app)
  await admin.until((message) => message.say === 'changed' && message.id === id)
  expect(learning.heard.filter((message) => message.say === 'changed')).toEqual([])
  expect(stranger.heard.filter((message) => message.say === 'changed')).toEqual([])
})

test('a person’s own topic is the person’s own', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  const [one, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
  const [mine, theirs] = await Promise.all([connect(app, hub, one), connect(app, hub, other)])
  for (const ears of [mine, theirs]) ears.say({ say: 'subscribe', topic: 'me' })
  await Promise.all([mine, theirs].map((ears) => ears.until((message) => message.say === 'subscribed')))
  const id = newId()
  await tell(app, one, { topic: 'me', userId: one.userId, kind: 'assigned', id })
  await relayAll(app)
  await mine.until((message) => message.say === 'changed' && message.id === id)
  expect(theirs.heard.filter((message) => message.say === 'changed')).toEqual([])
})

test('a client that comes back hears what was missed, also what was begun earlier and committed later', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const { admin } = await givenTenant(app)
  const ears = await connect(app, hub, admin)
  const [early, late, away] = [newId(), newId(), newId()]
  const event = (id: string) => ({ topic: 'courses' as const, userId: null, kind: 'published', id })
  ears.say({ say: 'subscribe', topic: 'courses' })
  await ears.until((message) => message.say === 'subscribed')
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow = app.services.db.tenant(admin.tenantId).write(async (tx) => {
    await announce({ now: app.clock.now() }, tx, event(late))
    begun.resolve()
    await goOn.promise
  })
  await begun.promise
  await tell(app, admin, event(early))
  await relayAll(app)
  const { cursor } = (await ears.until((message) => message.say === 'changed')) as { cursor: string }
  ears.socket.terminate()
  goOn.resolve()
  await slow
  await tell(app, admin, event(away))
  await relayAll(app)

  const back = await connect(app, hub, admin)
  back.say({ say: 'subscribe', topic: 'courses', since: cursor })
  await back.until((message) => message.say === 'changed' && message.id === away)
  expect(back.heard.filter(isChanged).map(({ id }) => id)).toEqual([late, away])
})

test('a client that missed too much, or comes with an unknown cursor, is told to ask for everything', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const { admin } = await givenTenant(app)
  const first = await connect(app, hub, admin)
  first.say({ say: 'subscribe', topic: 'courses' })
  const { cursor } = (await first.until((message) => message.say === 'subscribed')) as { cursor: string }
  const back = async (since: string) => {
    const ears = await connect(app, hub, admin)
    ears.say({ say: 'subscribe', topic: 'courses', since })
    await ears.until((message) => message.say === 'subscribed')
    // Whatever is said to the subscription was said before the answer to this.
    ears.say({ say: 'subscribe', topic: 'everything' })
    await ears.until((message) => message.say === 'refused')
    return { resets: ears.heard.filter((one) => one.say === 'reset'), changes: ears.heard.filter(isChanged) }
  }
  const announceMany = (count: number) =>
    app.services.db.tenant(admin.tenantId).write(async (tx) => {
      for (let i = 0; i < count; i++)
        await announce({ now: app.clock.now() }, tx, { topic: 'courses', userId: null, kind: 'published', id: newId() })
    })
  await announceMany(500)
  await relayAll(app)
  expect(await back(cursor)).toMatchObject({ resets: [], changes: { length: 500 } })
  await announceMany(1)
  await relayAll(app)
  const over = await back(cursor)
  expect(over).toMatchObject({ resets: { length: 1 }, changes: { length: 0 } })
  const fresh = (over.resets[0] as { cursor: string }).cursor
  expect(await back(fresh)).toMatchObject({ resets: [], changes: [] })
  for (const unknown of [newId(), '999999999999', 'x'])
    expect(await back(unknown), unknown).toMatchObject({ resets: { length: 1 }, changes: [] })

  // After an hour the changes are deleted; clients further behind load everything again.
  await announceMany(1)
  await relayAll(app)
  expect(await back(fresh)).toMatchObject({ resets: [], changes: { length: 1 } })
  const services = { ...app.services, clock: { now: () => new Date(app.clock.now().getTime() + 2 * 3_600_000) } }
  await forgetLive(services)
  expect(await back(fresh)).toMatchObject({ resets: { length: 1 }, changes: [] })
  const { count } = await app.services.db.tenant(admin.tenantId).read((tx) =>
    tx
      .selectFrom('liveEvents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  expect(count).toBe(0)
})

test('what comes in one breath with the answer to listening again is told after what was missed before it', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const { admin } = await givenTenant(app)
  const ears = await connect(app, hub, admin)
  ears.say({ say: 'subscribe', topic: 'courses' })
  await ears.until((message) => message.say === 'subscribed')
  const [missed, early] = [newId(), newId()]
  const happen = async () => {
    for (const id of [missed, early]) {
      await tell(app, admin, { topic: 'courses', userId: null, kind: 'published', id })
      await relayAll(app)
    }
    const event = await app.services.db
      .tenant(admin.tenantId)
      .read((tx) =>
        tx
          .selectFrom('liveEvents')
          .select(['position', 'tenantId', 'topic', 'userId', 'kind', 'subjectId'])
          .where('subjectId', '=', early)
          .executeTakeFirstOrThrow(),
      )
    return JSON.stringify([event])
  }
  const query = pg.Client.prototype.query as unknown as (this: pg.Client, ...asked: unknown[]) => unknown
  let news: Promise<string> | null = null
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    if (asked[0] !== `listen ${liveChannel}`) return query.apply(this, asked)
    news ??= happen()
    return news.then((text) => query.call(this, `${asked[0]}; select pg_notify('${liveChannel}', '${text}')`))
  } as never)
  onTestFinished(() => spy.mockRestore())
  await breakListeners(1)
  await ears.until((message) => message.say === 'changed' && message.id === early)
  expect(ears.heard.flatMap((message) => (message.say === 'changed' ? [message.id] : []))).toEqual([missed, early])
})

test('of many changes, some committed late, none is lost to browsers that come and go over two processes', {
  timeout: 180_000,
}, async () => {
  const app = await testApp()
  const hubs = [await givenHub(app), await givenHub(app)]
  const { admin } = await givenTenant(app)
  const random = randomFrom(20261121)
  const told: string[] = []
  /** The place of the last change, once all have one. */
  let end: number | null = null
  const relays = [0, 1].map(async () => {
    while (end === null) {
      await relayLive(app.services)
      await pause(10 + random() * 40)
    }
  })

  /** The browsers that have a cursor; what happened before is nothing that they could miss. */
  const listening = new Set<number>()

  /** A browser: keeps its cursor, counts what it heard, and what a reset made it ask for again. */
  const browser = async (nth: number) => {
    const heard = new Set<string>()
    let cursor = ''
    let resets = 0
    let coveredUpTo = 0
    let isLast = false
    for (let visit = 0; !isLast; visit++) {
      const upTo = end
      isLast = upTo !== null
      const ears = await connect(app, hubs[(visit + nth) % 2] as (typeof hubs)[number], admin)
      ears.say({ say: 'subscribe', topic: 'courses', ...(cursor ? { since: cursor } : {}) })
      await ears.until((message) => message.say === 'subscribed')
      listening.add(nth)
      if (upTo === null) await pause(random() * 400)
      // Positions come in order: a client that hears this one has heard all before it.
      else await ears.until((message) => 'cursor' in message && Number(message.cursor) >= upTo)
      ears.socket.terminate()
      let position = 0
      for (const message of ears.heard) {
        if (!('cursor' in message)) continue
        expect(Number(message.cursor)).toBeGreaterThanOrEqual(position)
        position = Number(message.cursor)
        cursor = message.cursor
        if (message.say === 'changed') heard.add(message.id)
        if (message.say === 'reset') {
          resets++
          coveredUpTo = position
        }
      }
      if (!isLast) await pause(random() * (nth === 0 ? 1500 : 150))
    }
    return { heard, resets, coveredUpTo }
  }
  const browsers = [0, 1, 2, 3].map(browser)
  await expect.poll(() => listening.size).toBe(browsers.length)

  const breaking = (async () => {
    await pause(400)
    await breakListeners()
  })()
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      while (told.length < (isProof ? 2000 : 600)) {
        const ids = Array.from({ length: 10 }, () => newId())
        told.push(...ids)
        await app.services.db.tenant(admin.tenantId).write(async (tx) => {
          for (const id of ids)
            await announce({ now: new Date(app.clock.now().getTime() + random() * 1000) }, tx, {
              topic: 'courses',
              userId: null,
              kind: 'published',
              id,
            })
          await pause(random() * 60)
        })
      }
    }),
  )
  await breaking
  await relayAll(app)
  const rows = await app.services.db
    .tenant(admin.tenantId)
    .read((tx) => tx.selectFrom('liveEvents').select(['subjectId', 'position']).execute())
  const positions = new Map(rows.map((row) => [row.subjectId, row.position ?? 0]))
  expect(positions.size).toBe(told.length)
  expect(new Set(positions.values()).size).toBe(told.length)
  end = Math.max(...positions.values())
  await Promise.all(relays)
  for (const { heard, coveredUpTo } of await Promise.all(browsers)) {
    const lost = told.filter((id) => !heard.has(id) && (positions.get(id) ?? 0) > coveredUpTo)
    expect(lost).toEqual([])
  }
})

test('no rights are asked for before a message, except changed ones, together and within a second', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  const admins = [tenant.admin]
  for (let i = 0; i < 4; i++)
    admins.push({ ...tenant.admin, ...(await givenPerson(app, tenant, { roles: ['admin'] })) })
  // Two sockets of each session, which know of it at different times.
  const ears = await Promise.all(admins.map((person) => connect(app, hub, person)))
  const asked: string[] = []
  app.services.db.observe((event) => void (event.sql.includes('check_session') && asked.push(event.sql)))
  const word = async (toHear: readonly Ears[]) => {
    const id = newId()
    await tell(app, tenant.admin, { topic: 'courses', userId: null, kind: 'published', id })
    await relayAll(app)
    for (const one of toHear) await one.until((message) => message.say === 'changed' && message.id === id)
    return id
  }
  const join = async (one: Ears) => {
    one.say({ say: 'subscribe', topic: 'courses' })
    await one.until((message) => message.say === 'subscribed')
  }
  for (const one of ears) await join(one)
  const second = await Promise.all(admins.map((person) => connect(app, hub, person)))
  for (const one of second) await join(one)
  await pause(1100)
  asked.length = 0
  await word([...ears, ...second])
  // The heartbeat asks for some, all at once.
  expect(asked.length).toBeLessThan(5)
  asked.length = 0

  const [, noAdmin, gone] = admins as [GivenPerson, GivenPerson, GivenPerson]
  const put = (tx: WriteTx, userId: string, status: string, roles: string[]) =>
    sql`select control.put_directory(${userId}, ${tenant.admin.teamId}, ${status}, ${roles}::text[], '', ${app.clock.now()})`.execute(
      tx,
    )
  const began = performance.now()
  // Begun before the others, committed after: the commit counts.
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await put(tx, noAdmin.userId, 'active', ['learner'])
    await put(tx, gone.userId, 'inactive', ['admin'])
    await pause(700)
  })
  const still = [...ears, ...second].filter((_, i) => i % 5 !== 1 && i % 5 !== 2)
  // Nothing needs to be said to them for that.
  await ears[2]?.until((message) => message.say === 'signedOut')
  await second[2]?.until((message) => message.say === 'signedOut')
  expect(performance.now() - began - 700).toBeLessThan(noticedWithinMs)
  expect(asked.length).toBeLessThan(8)
  const id = await word(still)
  for (const one of [ears[1], second[1], ears[2], second[2]])
    expect(one?.heard.some((message) => message.say === 'changed' && message.id === id)).toBe(false)
  expect(ears[1]?.socket.readyState).toBe(WebSocket.OPEN)
})

test('any change that takes a right away is noticed, by any writer', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const byItself = (act: (of: GivenTenant & { person: GivenPerson }) => string) => act
  const ways = {
    'the session ended': byItself(
      ({ person }) => `update control.sessions set ended_at = now() where user_id = '${person.userId}'`,
    ),
    'the session expired earlier': byItself(
      ({ person }) => `update control.sessions set expires_at = '2000-01-01' where user_id = '${person.userId}'`,
    ),
    'the session gone': byItself(({ person }) => `delete from control.sessions where user_id = '${person.userId}'`),
    'the membership gone': byItself(({ person }) => `delete from control.directory where user_id = '${person.userId}'`),
    'the team closed': byItself(({ teamId }) => `update control.teams set is_active = false where id = '${teamId}'`),
    'the tenant suspended': byItself(
      ({ tenantId }) => `update control.tenants set status = 'suspended' where id = '${tenantId}'`,
    ),
  }
  for (const [way, act] of Object.entries(ways)) {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const ears = await connect(app, hub, person)
    ears.say({ say: 'subscribe', topic: 'me' })
    await ears.until((message) => message.say === 'subscribed')
    const began = performance.now()
    await asOwner((client) => client.query(act({ ...tenant, person })))
    await ears.until((message) => message.say === 'signedOut')
    expect(performance.now() - began, way).toBeLessThan(noticedWithinMs)
  }
})

test('a word to more people than are told at once reaches all of them, in its order', async () => {
  const app = await testApp()
  const { appUrl } = await testDatabase()
  const server = createServer()
  const hub = new LiveHub(app.services, appUrl)
  await hub.start(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const at = { url: `ws://127.0.0.1:${port}/api/live`, origin: `http://127.0.0.1:${port}` }
  const tenant = await givenTenant(app)
  const ears: Ears[] = []
  // One session opens fifty at most.
  for (let i = 0; i < 22; i++) {
    const person = await givenPerson(app, tenant)
    ears.push(...(await Promise.all(Array.from({ length: 50 }, () => connect(app, at, person)))))
  }
  for (const one of ears) one.say({ say: 'subscribe', topic: 'me' })
  for (const one of ears) await one.until((message) => message.say === 'subscribed')
  const last = Math.max(...ears.map(({ heard }) => Number((heard[0] as { cursor: string }).cursor)))
  const ids = ['one', 'two', 'three'].map((word) => `${word}${'x'.repeat(word === 'two' ? 200 : 0)}`)
  for (const [i, subjectId] of ids.entries())
    hub.deliver({
      position: last + 1 + i,
      tenantId: tenant.tenantId,
      topic: 'me',
      userId: null,
      kind: 'x',
      subjectId,
    })
  for (const one of ears) await one.until((message) => isChanged(message) && message.id === ids[2])
  for (const { heard } of ears) expect(heard.filter(isChanged).map(({ id }) => id)).toEqual(ids)
  await hub.stop()
  server.close()
})

test('a socket is refused to strangers and to pages of other hosts', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  await expect(connect(app, hub, { token: 'nonsense' })).rejects.toThrow('401')
  await expect(connect(app, hub, tenant.admin, 'https://evil.example')).rejects.toThrow('403')
  await expect(connect(app, hub, tenant.admin, hub.origin.replace('http:', 'https:'))).rejects.toThrow('403')
  // Another site's name that points to this machine.
  const foreign = 'http://evil.example'
  await expect(connect(app, hub, tenant.admin, foreign, { host: 'evil.example' })).rejects.toThrow('421')
  const ears = await connect(app, hub, tenant.admin)
  expect(ears.socket.readyState).toBe(WebSocket.OPEN)
})

test('an ended session ends its socket within a second', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant)
  const ears = await connect(app, hub, learner)
  ears.say({ say: 'subscribe', topic: 'me' })
  await ears.until((message) => message.say === 'subscribed')
  const elsewhere = { token: await givenSession(app.services, learner) }
  expect((await app.call(elsewhere, api.session.revokeOthers)).body.ended).toBe(1)
  await relayAll(app)
  await ears.until((message) => message.say === 'signedOut')
})

test('nonsense is answered, and a huge frame closes the socket', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  const ears = await connect(app, hub, tenant.admin)
  ears.socket.send('{{{')
  await ears.until((message) => message.say === 'refused')
  ears.say({ say: 'subscribe', topic: 'everything' })
  ears.socket.send('x'.repeat(100_000))
  await new Promise((resolve) => ears.socket.once('close', resolve))
})

test('a flood closes its own socket and keeps nobody else waiting', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  const other = await givenPerson(app, tenant)
  const flood = await connect(app, hub, tenant.admin)
  const closed = new Promise<number>((resolve) => flood.socket.once('close', resolve))
  for (let i = 0; i < 3000; i++) flood.say({ say: 'subscribe', topic: 'me', since: newId() })
  const ears = await connect(app, hub, other)
  const began = Date.now()
  ears.say({ say: 'subscribe', topic: 'me' })
  await ears.until((message) => message.say === 'subscribed')
  expect(Date.now() - began).toBeLessThan(noticedWithinMs)
  expect(await closed).toBe(1008)
})

test.each([
  ['refused at once', 'http://elsewhere.example', ''],
  ['looked for', '', 'learnt_session=unknown'],
  ['taken', '', null],
])(
  'a browser may break off while it is %s: nobody else is touched, and nothing stays open',
  async (_, from, cookie) => {
    const app = await testApp()
    const hub = await givenHub(app)
    const { admin } = await givenTenant(app)
    const host = new URL(hub.origin).host
    const own = `${sessionCookieName(app.services.settings)}=${admin.token}`
    const opening = [
      'GET /api/live HTTP/1.1',
      `Host: ${host}`,
      `Origin: ${from || hub.origin}`,
      `Cookie: ${cookie ?? own}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n')
    const open = () =>
      dial({ port: Number(host.split(':')[1]), host: '127.0.0.1', allowHalfOpen: true }).on('error', noop)
    for (let i = 0; i < 30; i++) {
      const socket = open()
      await new Promise((written) => socket.write(opening, written))
      if (i % 3 > 0) await pause(i % 3)
      socket.resetAndDestroy()
    }
    if (cookie !== null) {
      // Refused, and never closed from here: what is sent into it finds nobody.
      const socket = open().resume()
      socket.write(opening)
      socket.once('end', () => setInterval(() => socket.write('?'), 20).unref())
      await new Promise((closed) => socket.once('close', closed))
    }
    await connect(app, hub, admin)
  },
)

test('who opens sockets without an end is refused: by address, beside their requests, and by person', async () => {
  const app = await testApp()
  const { appUrl } = await testDatabase()
  const settings = { ...app.services.settings, publicIsLoopback: false, trustedProxies: ['loopback'] }
  const services = { ...app.services, settings }
  const server = buildServer(services, [])
  const live = new LiveHub(services, appUrl)
  await live.start(server.server, server.countRequest)
  onTestFinished(() => live.stop().then(() => server.close()))
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const hub = { url: `${origin.replace('http', 'ws')}/api/live`, origin }
  const tenant = await givenTenant(app)
  const ask = () => server.inject({ url: '/nothing', headers: { 'x-forwarded-for': '192.0.2.1' } })
  // No bucket is filled meanwhile.
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  while ((await ask()).statusCode !== 429);
  const from = (address: string) =>
    connect({ ...app, services }, hub, tenant.admin, origin, { 'x-forwarded-for': address })
  await expect(from('192.0.2.1')).rejects.toThrow('429')
  time.mockRestore()
  await from('192.0.2.2')
  const ends: string[] = []
  for (let i = 0; i < 2000 && ends.length === 0; i++)
    await from(`198.51.${i >> 8}.${i & 255}`).then(
      ({ socket }) => new Promise((closed) => socket.once('close', closed).close()),
      (error: Error) => ends.push(error.message),
    )
  expect(ends).toEqual(['429'])
  await connect({ ...app, services }, hub, await givenPerson(app, tenant), origin)
})

test('one session opens so many sockets and no more', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  for (let i = 0; i < 50; i++) await connect(app, hub, tenant.admin)
  await expect(connect(app, hub, tenant.admin)).rejects.toThrow('429')
  await connect(app, hub, await givenPerson(app, tenant))
})

const isChanged = (message: LiveMessage): message is Extract<LiveMessage, { say: 'changed' }> =>
  message.say === 'changed'

const noop = () => {}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Ends the connections that tell the processes about changes: they miss everything until they are back. */
async function breakListeners(least = 2): Promise<void> {
  const rows = await ask(
    (await testDatabase()).appUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(least)
}

test('topics follow roles', () => {
  const actor = (roles: string[]) => ({ roles }) as never
  expect(maySubscribe(actor(['learner']), 'me')).toBe(true)
  expect(maySubscribe(actor(['learner']), 'courses')).toBe(false)
  expect(maySubscribe(actor(['manager']), 'reports')).toBe(true)
  expect(maySubscribe(actor(['manager']), 'courses')).toBe(false)
  expect(maySubscribe(actor(['admin']), 'courses')).toBe(true)
})
