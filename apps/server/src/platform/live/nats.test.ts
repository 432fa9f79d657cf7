import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveMessage } from '@learnt/contract/live'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { findNats, type NatsPeer, startNats } from '../../../test/peers/nats-server.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { noticedWithinMs } from '../../../test/soon.ts'
import type { Services } from '../context.ts'
import { type LiveSettings, readSettings } from '../env.ts'
import { buildServer } from '../http/server.ts'
import { systemRoutes } from '../http/system-routes.ts'
import { newId } from '../ids.ts'
import { announce } from '../outbox.ts'
import { sessionCookieName } from '../session/token.ts'
import { LiveHub } from './hub.ts'
import { NatsFanOut, subjectOf } from './nats.ts'
import { relayLive } from './relay.ts'

const program = findNats()
const settingsOf = (url: string, more: Record<string, string> = {}) =>
  readSettings({ LIVE_URL: url, ...more }).live as LiveSettings

/** A process of an installation: its line, its sockets. */
interface Process {
  readonly services: Services
  readonly fanOut: NatsFanOut
  readonly address: string
  stop(): Promise<void>
}

async function until(test: () => boolean): Promise<number> {
  const began = performance.now()
  while (!test()) {
    if (performance.now() - began > 60_000) throw new Error('It did not come about')
    await pause(10)
  }
  return performance.now() - began
}

describe.skipIf(program === null)('between processes by NATS', () => {
  let app: TestApp
  let nats: NatsPeer
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    app = await testApp()
    nats = await startNats(program as string)
    closing.push(() => nats.kill())
  })
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  function givenLine(settings: LiveSettings): NatsFanOut {
    const fanOut = new NatsFanOut(app.services, settings)
    fanOut.start()
    closing.push(() => fanOut.stop())
    return fanOut
  }

  async function givenProcess(settings = settingsOf(nats.url)): Promise<Process> {
    const fanOut = givenLine(settings)
    const services = { ...app.services, fanOut }
    const server = createServer()
    const hub = new LiveHub(services, (await testDatabase()).appUrl)
    await hub.start(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const stop = async () => {
      await hub.stop()
      await fanOut.stop()
      server.close()
    }
    closing.push(stop)
    return { services, fanOut, address: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
  }

  async function connect(at: Process, person: Pick<GivenPerson, 'token'>) {
    const socket = new WebSocket(`ws://${at.address}/api/live`, {
      headers: {
        origin: `http://${at.address}`,
        cookie: `${sessionCookieName(app.services.settings)}=${person.token}`,
      },
    })
    const heard: LiveMessage[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data)) as LiveMessage))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    closing.push(async () => socket.terminate())
    const ids = () => heard.flatMap((message) => (message.say === 'changed' ? [message.id] : []))
    const say = (message: object) => socket.send(JSON.stringify(message))
    return { heard, ids, say }
  }

  async function listen(at: Process, person: Pick<GivenPerson, 'token'>) {
    const ears = await connect(at, person)
    ears.say({ say: 'subscribe', topic: 'courses' })
    await until(() => ears.heard.some((message) => message.say === 'subscribed'))
    return ears
  }

  const tell = async (person: GivenPerson, id = newId()) => {
    await app.services.db
      .tenant(person.tenantId)
      .write((tx) => announce({ now: app.clock.now() }, tx, { topic: 'courses', userId: null, kind: 'published', id }))
    return id
  }
  const relay = async (by: Process) => {
    while ((await relayLive(by.services)) > 0);
  }
  const metricsOf = async (of: Process) => {
    const server = buildServer(of.services, systemRoutes)
    const [ready, metrics] = [await server.inject('/readyz'), await server.inject('/metrics')]
    await server.close()
    return { code: ready.statusCode, ready: ready.json() as object, metrics: metrics.body }
  }

  test('a change told by one is heard at the sockets of all, once', async () => {
    const [one, two] = [await givenProcess(), await givenProcess()]
    await until(() => one.fanOut.isConnected && two.fanOut.isConnected)
    const { admin } = await givenTenant(app)
    const ears = [await listen(one, admin), await listen(two, admin)]
    const told: string[] = []
    for (let round = 0; round < 20; round++) {
      told.push(await tell(admin), await tell(admin))
      await relay(round % 2 ? one : two)
    }
    for (const each of ears) {
      await until(() => each.ids().length >= told.length)
      expect(each.ids()).toEqual(told)
    }
    expect(await metricsOf(one)).toMatchObject({
      code: 200,
      ready: { status: 'ok', nats: 'connected' },
      metrics: expect.stringContaining('learnt_live_fan_out_connected 1'),
    })
    expect(subjectOf(app.services)).toMatch(/^learnt\.[A-Za-z0-9]{16}$/)
  })

  test('killed, nothing is lost and nothing comes twice; once it is back everything uses it again', async () => {
    const [one, two] = [await givenProcess(), await givenProcess()]
    await until(() => one.fanOut.isConnected && two.fanOut.isConnected)
    const { admin } = await givenTenant(app)
    const ears = await listen(two, admin)
    const told = [await tell(admin)]
    await relay(one)
    await until(() => ears.ids().length === 1)
    await nats.kill()
    await until(() => !one.fanOut.isConnected && !two.fanOut.isConnected)
    told.push(await tell(admin), await tell(admin))
    await relay(one)
    expect(await until(() => ears.ids().length === 3)).toBeLessThan(noticedWithinMs)
    expect(await metricsOf(one)).toMatchObject({ code: 200, ready: { status: 'ok', nats: 'away' } })
    await nats.restart()
    await until(() => one.fanOut.isConnected && two.fanOut.isConnected)
    told.push(await tell(admin))
    await relay(one)
    expect(await until(() => ears.ids().length === 4)).toBeLessThan(noticedWithinMs)
    await pause(500)
    expect(ears.ids()).toEqual(told)
  })

  test('standing still, and one line of several cut: the database is looked at', async () => {
    const [one, two] = [await givenProcess(), await givenProcess()]
    await until(() => one.fanOut.isConnected && two.fanOut.isConnected)
    const { admin } = await givenTenant(app)
    const ears = await listen(two, admin)
    process.kill(nats.pid(), 'SIGSTOP')
    const told: string[] = []
    try {
      for (let nth = 1; nth <= 3; nth++) {
        told.push(await tell(admin))
        await relay(one)
        expect(await until(() => ears.ids().length === nth)).toBeLessThan(noticedWithinMs)
      }
      await until(() => !one.fanOut.isConnected && !two.fanOut.isConnected)
    } finally {
      process.kill(nats.pid(), 'SIGCONT')
    }
    await until(() => one.fanOut.isConnected && two.fanOut.isConnected)
    // Only the sender has lost its line: the others get nothing, and notice.
    await one.fanOut.stop()
    told.push(await tell(admin))
    await relay(one)
    expect(await until(() => ears.ids().length === 4)).toBeLessThan(noticedWithinMs)
    expect(ears.ids()).toEqual(told)
  })

  test('who is there is seen at all, also after the server was away', async () => {
    const [one, two] = [await givenProcess(), await givenProcess()]
    await until(() => one.fanOut.isConnected && two.fanOut.isConnected)
    const tenant = await givenTenant(app)
    await givenTeam(app, tenant)
    const person = await givenPerson(app, tenant)
    const watcher = await connect(two, tenant.admin)
    watcher.say({ say: 'watch', userIds: [person.userId] })
    const areaOf = () =>
      watcher.heard
        .flatMap((message) => (message.say === 'presence' ? message.people : []))
        .findLast((seen) => seen.userId === person.userId)?.area
    const page = await connect(one, person)
    page.say({ say: 'here', area: 'admincourses' })
    await until(() => areaOf() === 'admincourses')
    await nats.kill()
    await until(() => !one.fanOut.isConnected && !two.fanOut.isConnected)
    page.say({ say: 'here', area: 'chat' })
    await pause(600)
    await nats.restart()
    await until(() => areaOf() === 'chat')
  })

  test('a sender outside the installation is not believed', async () => {
    const one = await givenProcess()
    await until(() => one.fanOut.isConnected)
    const { admin } = await givenTenant(app)
    const ears = await listen(one, admin)
    const { connect: dial } = await import('@nats-io/transport-node')
    const stranger = await dial({ servers: [`127.0.0.1:${nats.port}`] })
    const event = { tenantId: admin.tenantId, topic: 'courses', userId: null, kind: 'published', subjectId: newId() }
    const what = { after: 0, upTo: 1e12, events: [{ ...event, position: 1e12 }] }
    for (const text of ['x', '', 'x.{}', `x.${JSON.stringify({ from: 'me', n: 1, what })}`])
      stranger.publish(`${subjectOf(app.services)}.live`, text)
    await stranger.flush()
    await stranger.close()
    const id = await tell(admin)
    await relay(one)
    await until(() => ears.ids().length > 0)
    expect(ears.ids()).toEqual([id])
    expect((await metricsOf(one)).metrics).toMatch(/fan_out_total\{what="refused"\} [1-9]/)
  })

  test('sends its last messages before the end', async () => {
    const [one, two] = [await givenProcess(), givenLine(settingsOf(nats.url))]
    await until(() => one.fanOut.isConnected && two.isConnected)
    const heard: unknown[] = []
    one.fanOut.hear('live', { heard: (what) => heard.push(what), missed: () => {} })
    const many = Array.from({ length: 200 }, (_, n) => ({ after: -2, upTo: -1, events: [], n }))
    for (const what of many) two.tell('live', what)
    await two.stop()
    await until(() => heard.length === many.length)
  })

  test('only with the password, and only by TLS to one who proves who it is', async () => {
    const guarded = await startNats(program as string, ['--user', 'learnt', '--pass', 'se/cret'])
    closing.push(() => guarded.kill())
    const at = (user: string) => settingsOf(`nats://${user}@127.0.0.1:${guarded.port}`)
    const [right, wrong] = [givenLine(at('learnt:se%2Fcret')), givenLine(at('learnt:other'))]
    await until(() => right.isConnected)
    await pause(500)
    expect(wrong.isConnected).toBe(false)

    const folder = await makeScratchFolder()
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync('openssl', [...words, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    const secure = await startNats(program as string, ['--tls', '--tlscert', cert, '--tlskey', key])
    closing.push(() => secure.kill())
    const url = `tls://127.0.0.1:${secure.port}`
    const [known, unknown, plain] = [
      givenLine(settingsOf(url, { LIVE_CA_FILE: cert })),
      givenLine(settingsOf(url)),
      // What has no TLS is not spoken to where TLS was asked for.
      givenLine(settingsOf(`tls://127.0.0.1:${nats.port}`)),
    ]
    await until(() => known.isConnected)
    await pause(500)
    expect([unknown.isConnected, plain.isConnected]).toEqual([false, false])
  })
})
