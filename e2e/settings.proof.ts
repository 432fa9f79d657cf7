import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, asSuperadmin, deviceOf, phone } from './given/devices.ts'
import { settled } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

test('entries switched off in the navigation are gone for a learner; added entries grant nothing', async () => {
  const teamId = 'learnt-community'
  const learner = await givenPerson({ teamId })
  const own = await deviceOf(learner.account)
  await own.page.goto('/apps/courses/mycourses')
  await settled(own.page)
  const side = own.page.locator('nav').first()
  await side.getByRole('link', { name: 'My bundles' }).waitFor()

  const { page, troubles } = await asSuperadmin()
  await page.goto(`/apps/admin/settings/navigation?teamId=${teamId}`)
  await settled(page)
  const preview = page.locator('[data-navigation-preview]')
  try {
    await preview.getByText('My bundles').waitFor()
    await page.getByRole('switch', { name: 'Show My bundles' }).uncheck()
    await expect.poll(() => preview.getByText('My bundles').count()).toBe(0)
    await page.getByRole('button', { name: 'Move My courses up' }).click()

    const dialog = page.getByRole('dialog')
    const addLink = async (title: string, url: string) => {
      await page.getByRole('button', { name: 'Add link' }).click()
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
      await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
      await dialog.getByRole('button', { name: 'Add' }).click()
    }
    await addLink('Wiki <b>of ours</b>', 'javascript:alert(1)')
    await dialog.getByText('Enter an address that begins with').waitFor()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://wiki.example/start')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await addLink('All people', '/apps/admin/users')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved. Open pages update').waitFor()

    // the learner's open page updates
    await side.getByRole('link', { name: 'Wiki <b>of ours</b>' }).waitFor()
    expect(await side.getByRole('link').allTextContents()).toEqual(
      expect.not.arrayContaining(['My bundles', 'All people']),
    )
    const order = (await side.getByRole('link').allTextContents()).map((words) => words.trim())
    expect(order.indexOf('My courses')).toBeLessThan(order.indexOf('Home'))
    // hidden is not forbidden, and shown is not allowed
    await own.page.goto('/apps/courses/mybundles')
    await own.page.getByRole('heading', { level: 1, name: 'My bundles' }).waitFor()
    await own.page.goto('/apps/admin/users')
    await own.page.waitForURL((url) => !url.pathname.startsWith('/apps/admin'))

    // the team cannot switch on what the platform makes unavailable
    await page.goto(`/apps/superadmin/navigation-settings?teamId=${teamId}`)
    await settled(page)
    await page.getByRole('switch', { name: 'My courses is available' }).uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved. Open pages update').waitFor()
    await page.goto(`/apps/admin/settings/navigation?teamId=${teamId}`)
    await settled(page)
    expect(await page.getByRole('switch', { name: 'Show My courses' }).isDisabled()).toBe(true)
    expect(troubles).toEqual([])
  } finally {
    const root = await callerOf(learntUrl(), accounts.superadmin)
    await root.call(api.navigation.setAvailable, {
      params: { tenantId: 'learnt' },
      body: { teamIds: [teamId], available: { mycourses: true } },
    })
    const { revision } = await root.call(api.navigation.get, { params: { teamId } })
    await root.call(api.navigation.reset, { params: { teamId }, body: { revision } })
  }
  await own.page.goto('/apps/courses/mycourses')
  await side.getByRole('link', { name: 'My bundles' }).waitFor()
})

test('settings need the right role: the pages of superadministrators refuse an administrator', async () => {
  const { page } = await deviceOf(accounts.admin)
  await page.goto('/apps/admin/settings')
  await page.waitForURL('**/apps/admin/settings/theme')
  await settled(page)
  for (const path of [
    '/apps/admin/settings/navigation',
    '/apps/admin/settings/usermanagement',
    '/apps/superadmin/navigation-settings',
  ]) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname !== path)
  }
})

test('a superadministrator invites, gives a role, ends sessions, suspends', async () => {
  const root = await callerOf(learntUrl(), accounts.superadmin)
  const { page, troubles } = await asSuperadmin({ viewport: phone })
  const lastName = unique('Invited')
  const email = `${lastName.toLowerCase()}@learnt.example`
  await page.goto('/apps/admin/settings/usermanagement')
  await settled(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Nora')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(lastName)
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nora')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('Please enter a valid email').waitFor()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`Nora ${lastName} was added and received a link`).waitFor()
  await expect
    .poll(async () => (await root.call(api.mails.list, { query: { search: email } })).items.map((mail) => mail.kind))
    .toEqual(['invitation'])

  const person = await givenPerson()
  const theirs = await deviceOf(person.account)
  await theirs.page.goto('/pages/profile')
  await settled(theirs.page)
  await page.goto(`/apps/admin/settings/usermanagement?search=${encodeURIComponent(person.name.split(' ')[1] ?? '')}`)
  await settled(page)
  const open = async (action: string) => {
    await page
      .getByRole('button', { name: new RegExp(`${person.name}`) })
      .last()
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await open('Change roles')
  await dialog.getByRole('checkbox', { name: /Manager/ }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`The roles of ${person.name} were changed`).waitFor()
  const { roles } = await root.call(api.members.get, { params: { userId: person.userId } })
  expect([...roles].sort()).toEqual(['learner', 'manager'])

  await open('Sessions')
  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  await dialog.getByText('Not signed in anywhere').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await theirs.page.goto('/pages/profile')
  await theirs.page.waitForURL(/\/login/)

  await open('Suspend')
  await page.getByRole('button', { name: 'Suspend' }).last().click()
  await page.getByText(`${person.name} is suspended`).waitFor()
  const { status } = await root.call(api.members.get, { params: { userId: person.userId } })
  expect(status).toBe('inactive')
  expect(troubles).toEqual([])
})
