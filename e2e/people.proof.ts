import { readFileSync } from 'node:fs'
import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf, refusalOf, signInByApi } from './given/calls.ts'
import { accounts, asAdmin, asManager, deviceOf, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

test('an edit is kept, and of two administrators the second is told about the first', async () => {
  const person = await givenPerson({ position: ['Gardener'] })
  const address = `/apps/admin/users/${person.userId}`
  const [first, second] = [await asAdmin(), await asAdmin()]
  for (const { page } of [first, second]) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: person.name }).waitFor()
  }
  const save = 'Save changes'
  await first.page.getByRole('textbox', { name: 'Employee ID' }).fill('E-1')
  await first.page.getByRole('button', { name: save }).click()
  await first.page.getByText(`${person.name} was saved`).waitFor()

  await second.page.getByRole('textbox', { name: 'Phone' }).fill('+44 1632 960000')
  await second.page.getByRole('button', { name: save }).click()
  await second.page
    .getByRole('alert')
    .filter({ hasText: / changed this person on .* while you were editing/ })
    .waitFor()
  await second.page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await second.page.getByText(`${person.name} was saved`).waitFor()

  await first.page.goto(address)
  const value = (name: string) => first.page.getByRole('textbox', { name }).inputValue()
  await expect.poll(() => value('Phone')).toBe('+44 1632 960000')
  // only changed fields are sent, so the other administrator's field stays
  expect(await value('Employee ID')).toBe('E-1')
})

test('one job sets the status of several people', async () => {
  const lastName = unique('Several')
  for (const firstName of ['Ada', 'Ben', 'Cleo'])
    await givenPerson({ firstName, lastName, email: `${unique(firstName.toLowerCase())}@learnt.example` })
  const { page } = await asAdmin()
  await page.goto('/apps/admin/users')
  await page.getByLabel('Search by name, email or user name').fill(lastName)
  await page.getByRole('checkbox', { name: `Select Ada ${lastName}` }).check()
  await page.getByRole('checkbox', { name: `Select Ben ${lastName}` }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('menuitem', { name: 'Sick leave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the status to “Sick leave”?' })
  await dialog.getByText(/This affects 2 people/).waitFor()
  await dialog.getByRole('button', { name: 'Set status' }).click()
  const status = (name: string, word: string) =>
    page
      .getByRole('row')
      .filter({ hasText: `${name} ${lastName}` })
      .getByText(word, { exact: true })
  await status('Ada', 'Sick leave').waitFor()
  await status('Ben', 'Sick leave').waitFor()
  await status('Cleo', 'Active').waitFor()
})

test('the downloaded list is filtered like the page', async () => {
  const lastName = unique('Exported')
  const person = await givenPerson({ lastName })
  const { page } = await asAdmin()
  await page.goto('/apps/admin/users')
  await page.getByLabel('Search by name, email or user name').fill(lastName)
  await page.getByRole('link', { name: person.name }).waitFor()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('user_list.csv')
  const lines = readFileSync(await download.path(), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
  expect(lines).toEqual(['firstName,lastName,email,status', `Robin,${lastName},${person.account},active`])
  await page.getByText('Items successfully downloaded').waitFor()
})

test('a manager opens neither the page nor the operation, an administrator both', async () => {
  const { page } = await asManager()
  await page.goto('/apps/admin/users')
  await page.getByRole('alert').filter({ hasText: 'You do not have access to “Users”' }).waitFor()
  const [manager, admin] = [await callerOf(learntUrl(), accounts.manager), await callerOf(learntUrl(), accounts.admin)]
  expect(await refusalOf(manager.call(api.members.list, { query: {} }))).toBe('not-allowed')
  expect((await admin.call(api.members.list, { query: {} })).total).toBeGreaterThan(100)
  // nor can a person give a role above their own
  const person = await givenPerson()
  const over = { params: { userId: person.userId }, body: { roles: ['superadmin' as const] } }
  expect(await refusalOf(admin.call(api.members.update, over))).not.toBe('answered')
  const own = await signInByApi(learntUrl(), person.account)
  expect((await own.call(api.session.start)).me?.roles).toEqual(['learner'])
})

test('who is set inactive is signed out at once and does not get in again; others stay', async () => {
  const lastName = unique('Leaver')
  const leaver = await givenPerson({ lastName })
  const stayer = await givenPerson()
  const [gone, kept] = [await deviceOf(leaver.account), await deviceOf(stayer.account)]
  for (const { page } of [gone, kept]) {
    await page.goto('/apps/homepage/myhomepage')
    await page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()
  }
  const { page } = await asAdmin()
  await page.goto('/apps/admin/users')
  await page.getByLabel('Search by name, email or user name').fill(lastName)
  const choose = async (action: string) => {
    await page.getByRole('button', { name: `More actions: ${leaver.name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const says = (status: string) =>
    page.getByRole('row').filter({ hasText: leaver.name }).getByText(status, { exact: true }).waitFor()
  // One message is shown at a time, each with its own undo.
  const told = async (status: string, answer: string) => {
    const message = page.getByRole('status').filter({ hasText: `${leaver.name} is now ${status}` })
    await message.getByRole('button', { name: answer }).click()
    await message.waitFor({ state: 'detached' })
  }
  await choose('Set inactive')
  await told('Inactive', 'Dismiss')
  await gone.page.waitForURL(/\/login\?ended$/, { waitUntil: 'commit' })
  await signIn(gone.page, leaver.account)
  await gone.page.getByText('Your account is disabled or deleted.').waitFor()
  await kept.page.reload()
  await kept.page.getByRole('heading', { level: 1, name: /^Hello, / }).waitFor()

  await choose('Set active')
  await told('Active', 'Dismiss')
  await choose('Set inactive')
  await says('Inactive')
  await Promise.all([
    page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok()),
    told('Inactive', 'Undo'),
  ])
  await says('Active')
  await signIn(gone.page, leaver.account)
  await gone.page.waitForURL(home, { waitUntil: 'commit' })
})
