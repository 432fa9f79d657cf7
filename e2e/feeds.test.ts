import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'

test('an administrator uploads a file with faults, sees the dry run, carries it out and takes it back', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const mark = unique('feed').replace(/\W/g, '').toLowerCase()
  const rows = Array.from({ length: 30 }, (_, at) => [
    `${mark}${at}`,
    `Given${at}`,
    `Family${at}`,
    at === 7 ? 'no address' : `${mark}.${at}@example.com`,
    at > 0 ? `${mark}${(at + 1) % 30}` : '',
  ])
  const file = {
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [['Staff no', 'First name', 'Last name', 'Email', 'Manager'], ...rows].map((row) => row.join(';')).join('\n'),
    ),
  }
  const { page, troubles } = await deviceOf(accounts.admin)
  await page.goto('/apps/admin/feed-history')
  await page.getByTestId('feed-file').setInputFiles(file)
  await page.getByRole('heading', { name: `${mark}.csv` }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Email fills' }).textContent()).toBe('E-mail')
  expect(await page.getByRole('combobox', { name: 'Manager fills' }).textContent()).toBe('Managers')
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('This is a dry run: nothing has changed yet.').waitFor()

  const table = page.getByRole('table', { name: 'Rows' })
  const wrong = table.getByRole('row').filter({ hasText: 'Given7' })
  await wrong.getByText('Expected an e-mail address', { exact: false }).waitFor()
  expect(await wrong.textContent()).toContain('Email “no address”')
  await page.getByRole('button', { name: 'Carry out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Carry out' }).click()
  await page.getByText('The good rows were carried out.').waitFor()
  const people = () => admin.call(api.members.list, { query: { search: mark, limit: 100 } })
  const made = (await people()).items
  expect(made.length).toBeGreaterThan(20)
  expect(made.every((one) => one.status === 'active')).toBe(true)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The run was undone.').waitFor()
  expect((await people()).items.every((one) => one.status === 'archived')).toBe(true)

  await page.getByRole('link', { name: 'Feed history' }).first().click()
  await page.getByRole('link', { name: `${mark}.csv` }).waitFor()
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
