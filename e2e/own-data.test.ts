import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accounts, deviceOf } from './given/devices.ts'
import { givenPerson } from './given/people.ts'
import { readZip } from './given/read-zip.ts'

test('a person asks for a copy of their data, hears in the bell that it is ready, and reads it', async () => {
  const { account, name } = await givenPerson()
  const { page, troubles } = await deviceOf(account)
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByRole('button', { name: 'Ask for a copy' }).click()
  const link = section.getByRole('link', { name: 'Download' })
  await link.waitFor()
  await page.getByRole('button', { name: /^Notifications: \d+ unread/ }).click()
  await page.getByText('Your data is ready. You can download it for 7 days').first().waitFor()
  await page.keyboard.press('Escape')

  const waiting = page.waitForEvent('download')
  await link.click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^learnt-data-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = readZip(await readFile(await download.path()))
  expect(files.get('readme.txt')).toContain('assignments.json')
  const memberships = JSON.parse(files.get('memberships.json') ?? '') as { firstName: string; lastName: string }[]
  expect(memberships.map((one) => `${one.firstName} ${one.lastName}`)).toEqual([name])
  expect(troubles).toEqual([])
})

test('who asks to be erased is told of to administrators, who dismiss it', async () => {
  const { account, userId } = await givenPerson()
  const { page, troubles } = await deviceOf(account)
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByRole('button', { name: 'Ask to be erased' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask to be erased?' })
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('I leave in May')
  await dialog.getByRole('button', { name: 'Ask to be erased' }).click()
  await section.getByText('Reason: I leave in May').waitFor()

  const { page: office } = await deviceOf(accounts.admin)
  await office.goto(`/apps/admin/users/${userId}`)
  await office.getByText('This person asked to be erased on').waitFor()
  await office.getByText('Reason: I leave in May').waitFor()
  await office.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
  await office.getByText('This person asked to be erased on').waitFor({ state: 'detached' })
  await page.reload()
  await section.getByRole('button', { name: 'Ask to be erased' }).waitFor()
  expect(troubles).toEqual([])
})
