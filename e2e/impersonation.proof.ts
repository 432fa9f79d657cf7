import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { banner, permit } from './given/acting.ts'
import { type Caller, callerOf, refusalOf, signInByApi } from './given/calls.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('from the list; no button for people with a higher role or for oneself; refusals are shown', async () => {
  await permit(false)
  const position = unique('Listed')
  const person = await givenPerson({ position: [position], lastName: unique('Listed') })
  const administrator = await givenPerson({ roles: ['admin'], firstName: 'Ada' })
  const device = await deviceOf(administrator.account)
  const { page } = device
  const openMenu = async (name: string) => {
    await page.goto(`/apps/admin/users?search=${encodeURIComponent(name.split(' ')[1] ?? name)}`)
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button').last().click()
    return page.getByRole('menuitem', { name: /^Act as / })
  }
  expect(await (await openMenu(administrator.name)).getAttribute('aria-disabled')).toBe('true')
  const item = await openMenu(person.name)
  await item.click()
  const dialog = page.getByRole('dialog', { name: `Act as ${person.name}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They asked for help')
  await dialog.getByRole('button', { name: 'Act as this person' }).click()
  await page.waitForURL(home, { waitUntil: 'commit' })
  await banner(device).waitFor()
  expect(await banner(device).getByRole('button', { name: 'Allow changes' }).count()).toBe(0)
  await page.goto('/pages/profile')
  await page.getByRole('combobox', { name: 'Language' }).waitFor()
  expect(await page.getByRole('region', { name: 'Sessions' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Appearance' }).click()
  await page.getByRole('option', { name: 'Dark' }).click()
  await page
    .getByText(/could not|view only/i)
    .first()
    .waitFor()
})

test('by the API: own account, chains, higher roles and other tenants are refused', async () => {
  await permit(true)
  const url = learntUrl()
  const person = await givenPerson()
  const administrator = await givenPerson({ roles: ['admin'] })
  const caller = await signInByApi(url, administrator.account)
  const start = (who: Caller, userId: string) =>
    who.call(api.impersonation.start, { body: { userId, reason: 'Because of a question' } })
  const superadmin = await callerOf(url, accounts.superadmin)
  const root = (await superadmin.call(api.session.start, { query: {} })).me
  expect(await refusalOf(start(caller, root?.userId ?? ''))).toBe('not-allowed')
  const foreign = await callerOf(url, 'admin@munro.example')
  expect(await refusalOf(start(foreign, person.userId))).toBe('not-found')
  const learner = await callerOf(url, person.account)
  expect(await refusalOf(start(learner, administrator.userId))).toBe('not-allowed')

  await start(caller, person.userId)
  const view = { list: 'courses', name: 'Mine', query: '', isDefault: false } as const
  expect(await refusalOf(caller.call(api.views.save, { body: view }))).toBe('acting-read-only')
  await caller.call(api.impersonation.allowWriting)
  await caller.call(api.views.save, { body: view })
  expect(await refusalOf(caller.call(api.session.list))).toBe('not-while-acting')
  expect(await refusalOf(caller.call(api.session.revokeOthers))).toBe('not-while-acting')
  // Suspended: it ends at the next request, and the administrator's own session with it.
  const admin = await callerOf(url, accounts.admin)
  const params = { userId: administrator.userId }
  await admin.call(api.members.update, { params, body: { status: 'inactive' } })
  expect(await refusalOf(caller.call(api.session.teams))).toBe('not-signed-in')
  await permit(false)
})
