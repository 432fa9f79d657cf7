import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accounts, deviceOf } from './given/devices.ts'
import { givenPerson } from './given/people.ts'
import { readZip } from './given/read-zip.ts'

test('a person asks for a copy of their data, is notified when it is ready, and reads it', async () => {
  const { account, name } = await givenPerson()
  const { page, troubles } = await deviceOf(account)
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByRole('button', { name: 'Request a copy' }).click()
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

test('a person asks to be erased, an administrator types the name, and reports still count', async () => {
  const { account, userId, name } = await givenPerson()
  const { page, troubles } = await deviceOf(account)
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByRole('button', { name: 'Request deletion' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request deletion' }).click()
  await section.getByText('deletion', { exact: false }).first().waitFor()

  const { page: office } = await deviceOf(accounts.admin)
  await office.goto('/apps/admin/settings/data-protection')
  await office.getByRole('link', { name }).click()
  const panel = office.getByRole('region', { name: 'Deletion of personal data' })
  await panel.getByRole('button', { name: 'Delete personal data' }).click()
  const dialog = office.getByRole('dialog', { name: `Delete the data of ${name}?` })
  await dialog.getByRole('region', { name: 'Kept without the name' }).getByText('Learning records').waitFor()
  const typed = dialog.getByRole('textbox', { name: 'Name or email address' })
  await typed.fill(name.toUpperCase())
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await dialog.getByText('Type the name or the address exactly as it is shown').first().waitFor()
  await typed.fill(name)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await panel.getByText('The personal data of this person was deleted on').waitFor()

  await page.goto('/pages/profile')
  await page.waitForURL(/\/login/)
  const pseudonym = `Erased person ${userId.slice(-8)}`
  await office.goto(`/apps/admin/reporting?search=${encodeURIComponent(pseudonym)}`)
  await office.getByText(pseudonym).first().waitFor()
  expect(troubles).toEqual([])
})
