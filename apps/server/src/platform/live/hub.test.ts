import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@learnt/contract'
import type { LiveMessage } from '@learnt/contract/live'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenSession, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../ids.ts'
import { announce } from '../outbox.ts'
import { sessionCookieName } from '../session/token.ts'
import { LiveHub, maySubscribe } from './hub.ts'
import { relayLive } from './relay.ts'

async function givenHub(app: TestApp): Promise<{ url: string; origin: string }> {
  const { appUrl } = await testDatabase()
  const server = createServer()
  const hub = new LiveHub(app.services, appUrl)
  await hub.start(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(async () => {
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
): Promise<Ears> {
  const socket = new WebSocket(hub.url, {
    headers: { origin, cookie: `${sessionCookieName(app.services.settings)}=${person.token}` },
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
      for (let i = 0; i < 500; i++) {
        const found = heard.find(wanted)
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 20))
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

test('whoever comes back hears what was missed', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  const before = newId()
  const id = newId()
  await tell(app, tenant.admin, { topic: 'courses', userId: null, kind: 'published', id })
  const ears = await connect(app, hub, tenant.admin)
  ears.say({ say: 'subscribe', topic: 'courses', since: before })
  await ears.until((message) => message.say === 'changed' && message.id === id)
})

test('a socket is refused to strangers and to pages of other hosts', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  await expect(connect(app, hub, { token: 'nonsense' })).rejects.toThrow('401')
  await expect(connect(app, hub, tenant.admin, 'https://evil.example')).rejects.toThrow('403')
  await expect(connect(app, hub, tenant.admin, hub.origin.replace('http:', 'https:'))).rejects.toThrow('403')
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
  expect(Date.now() - began).toBeLessThan(2000)
  expect(await closed).toBe(1008)
})

test('one session opens so many sockets and no more', async () => {
  const app = await testApp()
  const hub = await givenHub(app)
  const tenant = await givenTenant(app)
  for (let i = 0; i < 50; i++) await connect(app, hub, tenant.admin)
  await expect(connect(app, hub, tenant.admin)).rejects.toThrow('429')
  await connect(app, hub, await givenPerson(app, tenant))
})

test('topics follow roles', () => {
  const actor = (roles: string[]) => ({ roles }) as never
  expect(maySubscribe(actor(['learner']), 'me')).toBe(true)
  expect(maySubscribe(actor(['learner']), 'courses')).toBe(false)
  expect(maySubscribe(actor(['manager']), 'reports')).toBe(true)
  expect(maySubscribe(actor(['manager']), 'courses')).toBe(false)
  expect(maySubscribe(actor(['admin']), 'courses')).toBe(true)
})
