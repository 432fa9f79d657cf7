import { createServer } from 'node:http'
import { type AddressInfo, connect as connectTcp, createServer as createTcpServer, type Socket } from 'node:net'
import type { LiveMessage } from '@learnt/contract/live'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openApp, type TestApp } from '../../../test/app.ts'
import { freshDatabase, type TestDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { noticedWithinMs } from '../../../test/soon.ts'
import { createDatabase } from '../db/database.ts'
import { placeTenant } from '../keeping/place-tenant.ts'
import { sessionCookieName } from '../session/token.ts'
import { LiveHub } from './hub.ts'

let place: TestDatabase
let app: TestApp
let address: string
let isSilent = false
const held: Socket[] = []

/** The second cluster stands behind a line that can go silent: what is sent there is not refused, and not answered. */
beforeAll(async () => {
  place = await freshDatabase({}, 2)
  const [c2] = place.clusters
  const direct = new URL(c2?.url ?? '')
  const line = createTcpServer((socket) => {
    const far = connectTcp(Number(direct.port), direct.hostname)
    held.push(socket, far)
    for (const one of [socket, far]) one.on('error', () => {})
    socket.on('data', (data) => void (isSilent || far.write(data)))
    far.on('data', (data) => void (isSilent || socket.write(data)))
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const behind = new URL(direct)
  // The own database's address names its socket besides.
  behind.searchParams.delete('host')
  behind.host = `127.0.0.1:${(line.address() as AddressInfo).port}`
  const clusters = [{ name: 'c2', url: behind.href, adminUrl: c2?.adminUrl }]
  const db = createDatabase({ url: place.appUrl, adminUrl: place.adminUrl, clusters, poolSize: 5 })
  app = await openApp({ ...place, db }, await makeScratchFolder())
  const server = createServer()
  const hub = new LiveHub(app.services, place.appUrl)
  await hub.start(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(async () => {
    for (const socket of held) socket.destroy()
    line.close()
    server.close()
    await Promise.race([hub.stop().then(() => db.end()), new Promise((resolve) => setTimeout(resolve, 3000))])
  })
})

async function connect(person: Pick<GivenPerson, 'token'>) {
  const socket = new WebSocket(`ws://${address}/api/live`, {
    headers: { origin: `http://${address}`, cookie: `${sessionCookieName(app.services.settings)}=${person.token}` },
  })
  const heard: LiveMessage[] = []
  socket.on('message', (data) => void heard.push(JSON.parse(String(data)) as LiveMessage))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const stateOf = (userId: string) =>
    heard
      .flatMap((message) => (message.say === 'presence' ? message.people : []))
      .filter((one) => one.userId === userId)
      .at(-1)?.state
  const subscribed = () => heard.find((message) => message.say === 'subscribed')
  const reset = () => heard.find((message) => message.say === 'reset')
  return { closed, stateOf, subscribed, reset, say: (message: object) => socket.send(JSON.stringify(message)) }
}

it('browsers of a tenant that is moved come again and ask for everything; who is there stays there', async () => {
  const tenant = await givenTenant(app, { cluster: 'main' })
  const person = await givenPerson(app, tenant)
  const page = await connect(person)
  page.say({ say: 'here', area: 'home' })
  const watcher = await connect(tenant.admin)
  watcher.say({ say: 'subscribe', topic: 'me' })
  watcher.say({ say: 'watch', userIds: [person.userId] })
  await expect.poll(() => watcher.stateOf(person.userId)).toBe('online')
  await expect.poll(watcher.subscribed).toMatchObject({ cursor: expect.not.stringContaining(':') })
  const before = watcher.subscribed() as { cursor: string }
  const owners = { adminUrl: place.adminUrl, clusters: place.clusters }
  await placeTenant({ owners, db: app.services.db, tenantId: tenant.tenantId, to: 'c2', say: () => {} })
  const moved = performance.now()
  expect(await Promise.all([page.closed, watcher.closed])).toEqual([1012, 1012])
  expect(performance.now() - moved).toBeLessThan(noticedWithinMs)
  const [again, watching] = [await connect(person), await connect(tenant.admin)]
  again.say({ say: 'here', area: 'home' })
  watching.say({ say: 'subscribe', topic: 'me', since: before.cursor })
  watching.say({ say: 'watch', userIds: [person.userId] })
  await expect.poll(watching.reset).toMatchObject({ cursor: expect.stringMatching(/^c2:/) })
  await expect.poll(() => watching.stateOf(person.userId)).toBe('online')
})

it('a cluster that answers nothing keeps nobody of another from being seen', async () => {
  const [here, there] = [await givenTenant(app, { cluster: 'main' }), await givenTenant(app, { cluster: 'c2' })]
  const [near, far] = [await givenPerson(app, here), await givenPerson(app, there)]
  const [watcher, page, lost] = [await connect(here.admin), await connect(near), await connect(far)]
  watcher.say({ say: 'watch', userIds: [near.userId] })
  await expect.poll(() => watcher.stateOf(near.userId)).toBe('offline')
  isSilent = true
  lost.say({ say: 'here', area: 'home' })
  // Its turn has come, and it waits.
  await new Promise((resolve) => setTimeout(resolve, 600))
  page.say({ say: 'here', area: 'home' })
  await expect.poll(() => watcher.stateOf(near.userId), { timeout: 4000, interval: 20 }).toBe('online')
})
