import { once } from 'node:events'
import { api } from '@learnt/contract'
import type { LiveMessage, LiveTopic } from '@learnt/contract/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { chance } from '../../demo/chance.ts'
import { LiveHub } from '../../src/platform/live/hub.ts'
import { relayLive } from '../../src/platform/live/relay.ts'
import { sessionCookieName } from '../../src/platform/session/token.ts'
import { type TestApp, testApp } from '../app.ts'
import { testDatabase } from '../db.ts'
import { goodPassword } from '../given/browsers.ts'
import { givenPerson, givenSession } from '../given/people.ts'
import { givenWorld, type World } from '../given/world.ts'
import { noticedWithinMs } from '../soon.ts'
import { report } from './report.ts'

// A right that was taken away is gone at the next request, and within a second on open sockets.

const seed = process.env.ATTACK_SEED ?? '20261121'
const rounds = Number(process.env.ATTACK_ROUNDS ?? 1)

let app: TestApp
let hub: LiveHub
let address: string
let relay: NodeJS.Timeout

beforeAll(async () => {
  app = await testApp()
  hub = new LiveHub(app.services, (await testDatabase()).appUrl)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  address = `127.0.0.1:${(app.server.server.address() as { port: number }).port}`
  await hub.start(app.server.server)
  relay = setInterval(() => void relayLive(app.services), 100)
})
afterAll(async () => {
  clearInterval(relay)
  await hub.stop()
})

interface Case {
  readonly name: string
  /** The request answers 2xx before, and this afterwards. */
  readonly ask: (world: World, token: string) => Promise<number>
  readonly after: readonly number[]
  readonly who: (world: World) => { userId: string; tenantId: string; teamId: string }
  readonly act: (world: World, token: string) => Promise<{ status: number }>
  /** The result for an open socket: closed, or no messages of this topic any more. */
  readonly socket?: 'closed' | LiveTopic
}

const update = (world: World, userId: string, body: object) =>
  app.call(world.superadmin, api.members.update, { params: { userId }, body })
const start = async (_world: World, token: string) => (await app.call({ token }, api.session.teams)).status
const people = async (_world: World, token: string) => (await app.call({ token }, api.members.list)).status
const course = async (world: World, token: string) =>
  (await app.call({ token }, api.learning.course, { params: { userCourseId: world.userCourseId } })).status
const suspended = (status: 'inactive' | 'sick leave' | 'archived'): Case => ({
  name: `status ${status}`,
  ask: start,
  after: [401],
  who: (world) => world.learner,
  act: (world) => update(world, world.learner.userId, { status }),
  socket: 'closed',
})

const cases: readonly Case[] = [
  suspended('inactive'),
  suspended('sick leave'),
  suspended('archived'),
  {
    name: 'role admin taken',
    ask: people,
    after: [403],
    who: (world) => world.admin,
    act: (world) => update(world, world.admin.userId, { roles: ['learner'] }),
    socket: 'reports',
  },
  {
    name: 'role superadmin taken',
    ask: async (_world, token) => (await app.call({ token }, api.tenants.list)).status,
    after: [403],
    who: (world) => world.suspended,
    act: (world) => update(world, world.suspended.userId, { roles: ['admin'] }),
  },
  {
    name: 'role manager taken',
    ask: async (_world, token) => (await app.call({ token }, api.reports.manager.learners)).status,
    after: [403],
    who: (world) => world.manager,
    act: (world) => update(world, world.manager.userId, { roles: ['learner'] }),
  },
  {
    name: 'somebody taken from a manager',
    ask: async (world, token) =>
      (
        await app.call({ token }, api.reports.manager.assignment, {
          params: { userCourseId: world.userCourseId },
        })
      ).status,
    after: [404],
    who: (world) => world.manager,
    act: (world) => update(world, world.learner.userId, { managers: [] }),
  },
  {
    name: 'session ended elsewhere',
    ask: start,
    after: [401],
    who: (world) => world.learner,
    act: (world) => app.call(world.learner, api.session.revokeOthers),
    socket: 'closed',
  },
  {
    name: 'signed out',
    ask: start,
    after: [401],
    who: (world) => world.learner,
    act: (_world, token) => app.call({ token }, api.session.signOut),
    socket: 'closed',
  },
  {
    name: 'password changed elsewhere',
    ask: start,
    after: [401],
    who: (world) => world.learner,
    act: (world) =>
      app.call(world.learner, api.accounts.changePassword, {
        body: { currentPassword: goodPassword, newPassword: 'Another-horse-43' },
      }),
    socket: 'closed',
  },
  {
    name: 'rule switched off',
    ask: course,
    after: [404],
    who: (world) => world.learner,
    act: (world) =>
      app.call(world.admin, api.permissions.update, {
        params: { permissionId: world.permissionId },
        body: { status: 'inactive' },
      }),
  },
  {
    name: 'attribute that a rule asks for taken',
    ask: course,
    after: [404],
    who: (world) => world.learner,
    act: (world) => update(world, world.learner.userId, { position: ['gardener'] }),
  },
  {
    name: 'course withdrawn',
    ask: course,
    after: [404],
    who: (world) => world.learner,
    act: (world) => app.call(world.admin, api.courses.withdraw, { params: { courseId: world.courseId } }),
  },
  {
    name: 'course archived',
    ask: course,
    after: [404],
    who: (world) => world.learner,
    act: (world) => app.call(world.admin, api.courses.archive, { params: { courseId: world.courseId } }),
  },
  {
    name: 'launching session ended',
    ask: async (world, token) => {
      const found = launches.get(token) ?? (await launch(world, token))
      launches.set(token, found)
      return (await app.call({ token: null }, api.runtime.state, { headers: { authorization: `Bearer ${found}` } }))
        .status
    },
    after: [401],
    who: (world) => world.learner,
    act: (world) => app.call(world.learner, api.session.revokeOthers),
  },
]

const launches = new Map<string, string>()
async function launch(world: World, token: string): Promise<string> {
  const reply = await app.call({ token }, api.learning.launch, {
    params: { userCourseId: world.userCourseId, activityId: world.packageStepId },
    body: {},
  })
  return reply.body.token
}

let changes = 0
let slowest = 0
const lasting: string[] = []

test.for([...cases])('$name: gone with the next request', { timeout: 120_000 }, async (one) => {
  const random = chance(`${seed} ${one.name}`)
  for (let round = 0; round < rounds; round++) {
    const world = await givenWorld(app)
    // The world's suspended person has every role; made active again, they lose one in the test.
    if (one.who(world).userId === world.suspended.userId)
      await update(world, world.suspended.userId, { status: 'active' })
    const token = await givenSession(app.services, one.who(world))
    const bystander = await givenPerson(app, world)
    expect(await one.ask(world, token), 'before').toBeLessThan(300)
    const socket = one.socket ? await givenSocket(token, one.socket === 'closed' ? 'me' : one.socket) : null
    const other = one.socket ? await givenSocket(bystander.token, 'me') : null
    // Some sessions are older, so that not only new ones are tested.
    await new Promise((resume) => setTimeout(resume, random.int(0, 60)))

    const reply = await one.act(world, token)
    const began = performance.now()
    expect(reply.status, 'the change').toBeLessThan(300)
    const after = await one.ask(world, token)
    changes++
    if (!one.after.includes(after)) lasting.push(`${one.name}: ${after}`)
    expect(one.after, one.name).toContain(after)
    expect((await app.call(bystander, api.session.teams)).status, 'somebody else').toBe(200)

    if (socket && other) {
      if (one.socket === 'closed') {
        const ms = (await socket.closed) - began
        slowest = Math.max(slowest, ms)
        expect(ms).toBeLessThan(noticedWithinMs)
        expect(socket.heard.at(-1)).toEqual({ say: 'signedOut' })
      } else {
        const subscribing = async () => {
          const before = socket.heard.length
          socket.socket.send(JSON.stringify({ say: 'unsubscribe', topic: one.socket }))
          socket.socket.send(JSON.stringify({ say: 'subscribe', topic: one.socket }))
          await expect.poll(() => socket.heard.length).toBeGreaterThan(before)
          return socket.heard.at(-1)
        }
        await expect
          .poll(subscribing, { timeout: noticedWithinMs - (performance.now() - began), interval: 100 })
          .toEqual({ say: 'refused', topic: one.socket, reason: 'not-allowed' })
        socket.socket.close()
      }
      expect(other.socket.readyState).toBe(WebSocket.OPEN)
      other.socket.close()
    }
  }
})

afterAll(() => {
  report('revocation', {
    seed,
    kinds: cases.length,
    changes,
    lasting: lasting.length,
    'slowest socket ms': Math.round(slowest),
  })
})

/** An open socket of a session, subscribed to a topic. */
async function givenSocket(token: string, topic: LiveTopic) {
  const socket = new WebSocket(`ws://${address}/api/live`, {
    headers: { cookie: `${sessionCookieName(app.services.settings)}=${token}` },
    origin: `http://${address}`,
  })
  const heard: LiveMessage[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as LiveMessage))
  await once(socket, 'open')
  socket.send(JSON.stringify({ say: 'subscribe', topic }))
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]?.say).toBe('subscribed')
  const closed = once(socket, 'close').then(() => performance.now())
  return { socket, heard, closed }
}
