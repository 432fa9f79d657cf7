import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { signInByApi } from './given/calls.ts'
import { newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenTenant } from './given/tenants.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('nobody is asked where the tenant does not watch', async () => {
  const { admin, id } = await givenTenant('idle')
  const { context, page } = await newDevice()
  await context.clock.install()
  await page.goto('/login')
  await signIn(page, admin)
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.clock.runFor(10 * 60_000)
  expect(await page.getByRole('dialog').count()).toBe(0)
  const owner = await signInByApi(learntUrl(), admin)
  expect((await owner.call(api.session.start, { query: { team: id } })).me?.email).toBe(admin)
})
