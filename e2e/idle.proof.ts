import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf, signInByApi } from './given/calls.ts'
import { accounts, deviceOf, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenTenant } from './given/tenants.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('nobody is asked if the tenant has no idle limit', async () => {
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

test('a superadministrator has idle people asked; the tabs agree, and the second timeout signs out', async () => {
  const { id, admin } = await givenTenant('idle')
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  const root = await deviceOf(accounts.superadmin)
  await root.page.goto(`/apps/superadmin/tenant/${id}?tab=access`)
  await root.page.getByRole('switch', { name: 'Offer to stay signed in' }).uncheck()
  await root.page.getByRole('switch', { name: 'Sign out inactive users' }).check()
  const after = root.page.getByRole('spinbutton', { name: 'Warn after' })
  await after.fill('43201')
  await root.page.getByRole('button', { name: 'Save' }).click()
  await root.page.getByText('Must be at most 43,200').or(root.page.getByText('Must be at most 43200')).waitFor()
  await after.fill('1')
  await root.page.getByRole('button', { name: 'Save' }).click()
  await root.page.getByText('Saved', { exact: true }).waitFor()
  const { settings } = await superadmin.call(api.tenants.access, { params: { tenantId: id } })
  expect(settings.sessionConfig).toEqual({
    persistUserSession: false,
    checkUserInactivity: true,
    expireSessionAfter: 1,
    unit: 'minutes',
  })

  const { context, page } = await newDevice()
  await context.clock.install()
  await page.goto('/login')
  await page.evaluate(
    ([team = '']) => {
      localStorage.setItem('learnt.team', team)
      localStorage.setItem('learnt.tenant', team)
    },
    [id],
  )
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: `LOGIN TO ${id}` }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Keep me signed in' }).count()).toBe(0)
  await signIn(page, admin)
  await page.waitForURL(home, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const [cookie] = (await context.cookies()).filter((one) => /learnt(_session)?$/.test(one.name))
  expect(cookie?.expires).toBe(-1)

  const second = await context.newPage()
  await second.goto('/apps/courses/mycourses')
  await second.getByRole('heading', { level: 1 }).waitFor()
  const question = (of: typeof page) => of.getByRole('dialog', { name: 'Are you still there?' })
  // The guard is a separate script.
  for (const tab of [page, second]) {
    await expect
      .poll(async () => {
        await context.clock.runFor(5_000)
        return question(tab).isVisible()
      })
      .toBe(true)
  }
  await page.getByText(/^Signing out in 0:\d\d$/).waitFor()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await context.clock.runFor(1_000)
  await question(page).waitFor({ state: 'hidden' })
  await question(second).waitFor({ state: 'hidden' })
  expect((await superadmin.fetch('/api/session/teams')).status).toBe(200)

  await context.clock.runFor(61_000)
  await question(page).waitFor()
  await context.clock.runFor(61_000)
  for (const tab of [page, second]) {
    await tab.waitForURL(/\/login\?(idle|ended)/, { waitUntil: 'commit' })
    await tab.getByRole('heading', { level: 1, name: `LOGIN TO ${id}` }).waitFor()
  }
  await page.getByText(/You were signed out because of inactivity|Your session has ended/).waitFor()
  // The page returns after signing in again.
  await signIn(second, admin)
  await second.waitForURL(/\/apps\/courses\/mycourses$/, { waitUntil: 'commit' })
})
