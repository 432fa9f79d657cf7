import { api, listOperations } from '@learnt/contract'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { stranger } from '../given/people.ts'
import { givenWorld, type World } from '../given/world.ts'
import { sampleOf } from '../samples.ts'
import { sendSample } from './wide-walk.ts'

// A session that owes a second factor opens the step and nothing else. Each operation is called by a permitted caller,
// before and after the tenant requires a second factor of their role.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function owe(world: World) {
  const elsewhere = await givenWorld(app)
  const settings = { secondFactor: { requiredFor: ['learner', 'manager', 'admin', 'superadmin'], afterProvider: true } }
  const { status } = await app.call(elsewhere.superadmin, api.tenants.changeAccess, {
    params: { tenantId: world.tenantId },
    body: { settings: settings as never },
  })
  expect(status).toBe(200)
}

test('a session that owes a second factor opens nothing else', { timeout: 120_000 }, async () => {
  const world = await givenWorld(app)
  await owe(world)
  const refused: string[] = []
  for (const operation of listOperations()) {
    if (operation.callers.includes('owing') || operation.access === 'attempt' || operation.access === 'operator')
      continue
    const { token } = sampleOf(operation, world).by
    const { status, body } = await sendSample(app, app.server, operation, { token }, world)
    expect(body, operation.id).not.toContain(world.mark)
    if (operation.access === 'public' || operation.access === 'guest') continue
    // An impersonation ends when the administrator owes a second factor.
    const [wanted, code] = token === world.acting.token ? [401, 'not-signed-in'] : [403, 'second-factor-required']
    expect([status, body], operation.id).toEqual([wanted, expect.stringContaining(`"${code}"`)])
    refused.push(operation.id)
  }
  expect(refused.length).toBeGreaterThan(150)
})

test('what the session launched before opens nothing either', async () => {
  const world = await givenWorld(app)
  const launched = await app.call(world.learner, api.learning.launch, {
    params: { userCourseId: world.userCourseId, activityId: world.packageStepId },
    body: {},
  })
  const headers = { authorization: `Bearer ${launched.body.token}` }
  const state = async () => (await app.call(stranger, api.runtime.state, { headers })).status
  expect(await state()).toBe(200)
  await owe(world)
  expect(await state()).toBe(401)
})
