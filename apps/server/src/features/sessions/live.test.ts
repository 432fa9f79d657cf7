import { once } from 'node:events'
import { api } from '@learnt/contract'
import type { LiveMessage } from '@learnt/contract/live'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenSession, givenTenant } from '../../../test/given/people.ts'
import { noticedWithinMs } from '../../../test/soon.ts'
import { LiveHub } from '../../platform/live/hub.ts'
import { relayLive } from '../../platform/live/relay.ts'
import { sessionCookieName } from '../../platform/session/token.ts'

let app: TestApp
let hub: LiveHub
let address: string
let relay: NodeJS.Timeout

beforeAll(async () => {
  app = await testApp()
  const { appUrl } = await testDatabase()
  hub = new LiveHub(app.services, appUrl)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as { port: number }
  address = `127.0.0.1:${port}`
  await hub.start(app.server.server)
  relay = setInterval(() => void relayLive(app.services), 200)
})
afterAll(async () => {
  clearInterval(relay)
  await hub.stop()
})

/** An open socket of a session, subscribed to what is the person's own. */
async function givenSocket(token: string) {
  const socket = new WebSocket(`ws://${address}/api/live`, {
    headers: { cookie: `${sessionCookieName(app.services.settings)}=${token}` },
    origin: `http://${address}`,
  })
  const heard: LiveMessage[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as LiveMessage))
  await once(socket, 'open')
  socket.send(JSON.stringify({ say: 'subscribe', topic: 'me' }))
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  const closed = once(socket, 'close').then(() => performance.now())
  return { socket, heard, closed }
}

async function endedWithin(person: GivenPerson, token: string, act: () => Promise<unknown>): Promise<number> {
  const { heard, closed } = await givenSocket(token)
  const bystander = await givenSocket(person.token)
  const began = performance.now()
  await act()
  const milliseconds = (await closed) - began
  expect(heard.at(-1)).toEqual({ say: 'signedOut' })
  expect(bystander.socket.readyState).toBe(WebSocket.OPEN)
  bystander.socket.close()
  return milliseconds
}

it('closes the sockets of a session that is ended within a second, and no others', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const other = await givenSession(app.services, {
    userId: person.userId,
    tenantId: tenant.tenantId,
    teamId: tenant.teamId,
  })
  const id = (await app.call({ token: other }, api.session.list)).body.items.find((one) => one.isCurrent)?.id ?? ''
  expect(
    await endedWithin(person, other, () => app.call(person, api.session.revoke, { params: { sessionId: id } })),
  ).toBeLessThan(noticedWithinMs)

  const third = await givenSession(app.services, {
    userId: person.userId,
    tenantId: tenant.tenantId,
    teamId: tenant.teamId,
  })
  expect(await endedWithin(person, third, () => app.call({ token: third }, api.session.signOut))).toBeLessThan(
    noticedWithinMs,
  )
})

it('closes the sockets of somebody who is suspended within a second', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const bystander = await givenPerson(app, tenant)
  const milliseconds = await endedWithin(bystander, person.token, () =>
    app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body: { status: 'inactive' } }),
  )
  expect(milliseconds).toBeLessThan(noticedWithinMs)
})

it('closes the sockets of a person who acts as somebody within a second when the right to it is gone', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  for (const body of [{ roles: ['manager' as const] }, { status: 'inactive' as const }]) {
    const administrator = await givenPerson(app, tenant, { roles: ['admin'] })
    const begun = await app.call(administrator, api.impersonation.start, {
      body: { userId: person.userId, reason: 'They asked for help' },
    })
    expect(begun.status).toBe(200)
    const milliseconds = await endedWithin(person, administrator.token, () =>
      app.call(tenant.admin, api.members.update, { params: { userId: administrator.userId }, body }),
    )
    expect(milliseconds).toBeLessThan(noticedWithinMs)
  }
})
