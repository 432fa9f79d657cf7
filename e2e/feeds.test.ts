import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'

const size = 1000
/** Every twenty-fifth row has a fault, five of each kind. */
const faults = ['address', 'name', 'twice', 'day', 'manager', 'error', 'long', 'circle'] as const
const headings = ['Staff no', 'First name', 'Last name', 'Email', 'Birthday', 'Manager']

function rowsWithFaults(mark: string): string[][] {
  return Array.from({ length: size }, (_, at) => {
    const fault = at % 25 === 7 ? faults[Math.floor(at / 25) % faults.length] : undefined
    const circle = (at + 25 * faults.length) % size
    const row = [
      fault === 'twice' ? `${mark}twice` : `${mark}${at}`,
      fault === 'name' ? '' : `Given${at}`,
      `Family${at}`,
      fault === 'address' ? 'no address' : `${mark}.${at}@example.com`,
      fault === 'day' ? '31/02/1990' : fault === 'error' ? '#REF!' : `1990-0${1 + (at % 9)}-12`,
      fault === 'manager' ? `${mark}nobody` : fault === 'circle' ? `${mark}${circle}` : at > 0 ? `${mark}0` : '',
    ]
    return fault === 'long' ? [...row, 'too much'] : row
  })
}

test('an administrator uploads 1,000 people with 40 faults, carries it out, uploads it again and undoes it', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const mark = unique('feed').replace(/\W/g, '').toLowerCase()
  const rows = rowsWithFaults(mark)
  const file = (name: string, some: readonly string[][]) => ({
    name: `${mark}-${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([headings, ...some].map((row) => row.join(';')).join('\n')),
  })
  const { page, troubles } = await deviceOf(accounts.admin)
  const upload = async (given: ReturnType<typeof file>) => {
    await page.goto('/apps/admin/feed-history')
    await page.getByTestId('feed-file').setInputFiles(given)
    await page.getByRole('heading', { name: given.name }).waitFor()
    return page.url().split('/').at(-1) ?? ''
  }
  const check = async () => {
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('This is a dry run: nothing has changed yet.').waitFor()
  }
  const countsOf = async (runId: string) => (await admin.call(api.feeds.get, { params: { runId } })).counts
  // A Czech file without a declared encoding: the page shows its guess, and the administrator chooses another.
  const old = { ...file('old', []), buffer: Buffer.from('Email;First name\nx@y.test;Ond\xf8ej\n', 'latin1') }
  await upload(old)
  await page.getByText('Guessed from the letters of the file.').waitFor()
  const telling = page.getByRole('listitem').filter({ hasText: 'x@y.test' })
  await page.getByRole('combobox', { name: 'Encoding' }).click()
  await page.getByRole('option', { name: 'Cyrillic (Windows-1251)' }).click()
  await telling.getByText('Ondшej', { exact: false }).waitFor()
  await page.getByRole('combobox', { name: 'Encoding' }).click()
  await page.getByRole('option', { name: 'Central European (Windows-1250)' }).click()
  await telling.getByText('Ondřej', { exact: false }).waitFor()
  await check()
  await page.getByText('Read as Central European (Windows-1250), as chosen').waitFor()
  const runId = await upload(file('people', rows))
  expect(await page.getByRole('combobox', { name: 'Email fills' }).textContent()).toBe('Email')
  expect(await page.getByRole('combobox', { name: 'Manager fills' }).textContent()).toBe('Managers')
  await check()
  expect(await countsOf(runId)).toMatchObject({ rows: size, create: 960, rejected: 40 })

  const table = page.getByRole('table', { name: 'Rows' })
  const wrong = table.getByRole('row').filter({ hasText: 'Given7' }).first()
  await wrong.getByText('Expected an email address', { exact: false }).waitFor()
  expect(await wrong.textContent()).toContain('Email “no address”')
  await page.getByRole('button', { name: 'Carry out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Carry out' }).click()
  await page.getByText('The good rows were carried out.').waitFor()
  const people = (query: object) => admin.call(api.members.list, { query: { search: mark, limit: 1, ...query } })
  expect((await people({ status: ['active'] })).total).toBe(960)

  // Uploaded again it changes nothing; half of it would deactivate more people than allowed without asking.
  const again = await upload(file('again', rows))
  await check()
  expect(await countsOf(again)).toMatchObject({ create: 0, update: 0, unchanged: 960, rejected: 40 })
  await page.getByText('There is nothing to carry out.').waitFor()
  await upload(file('half', rows.slice(0, size / 2)))
  await page.getByRole('combobox', { name: 'People who are not in the file' }).click()
  await page.getByRole('option', { name: 'Set to inactive' }).click()
  await check()
  await page.getByText('This run would deactivate', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Discarded').first().waitFor()
  expect((await people({ status: ['active'] })).total).toBe(960)

  await page.getByRole('link', { name: 'Feed history' }).first().click()
  await page.getByRole('link', { name: `${mark}-people.csv` }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The run was undone.').waitFor({ timeout: 60_000 })
  expect((await people({ status: ['archived'] })).total).toBe(960)
  expect(troubles).toEqual([])
})

test('an administrator makes a token, a provider adds a person through it, and revoking it ends that', async () => {
  const name = unique('okta').replace(/\W/g, '').toLowerCase()
  const { page, troubles } = await deviceOf(accounts.admin)
  await page.goto('/apps/admin/integrations')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('Please fill this in').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('It is shown only once.', { exact: false }).waitFor()
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue()
  const baseUrl = await dialog.getByRole('textbox', { name: 'Base URL' }).inputValue()
  expect(new URL(baseUrl).pathname).toBe('/scim/v2')
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(`/scim/v2${path}`, learntUrl()), {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    })
  const body = JSON.stringify({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${name}@example.com`,
    name: { givenName: 'Provisioned', familyName: name },
    active: true,
  })
  expect((await send('/Users', { method: 'POST', body })).status).toBe(201)
  expect((await send('/Users', { method: 'POST', body })).status).toBe(409)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()

  await page.goto(`/apps/admin/users?search=${name}`)
  await page
    .getByRole('row')
    .filter({ hasText: `${name}@example.com` })
    .waitFor()

  await page.goto('/apps/admin/integrations')
  const row = page.getByRole('table', { name: 'Provisioning tokens' }).getByRole('row').filter({ hasText: name })
  await row.getByText('Active').waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  await row.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked', { exact: true }).waitFor()
  expect((await send('/Users')).status).toBe(401)
  expect(troubles).toEqual([])
})
