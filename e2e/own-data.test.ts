import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { deviceOf } from './given/devices.ts'
import { givenPerson } from './given/people.ts'
import { readZip } from './given/read-zip.ts'

test('a person asks for a copy of their data, hears in the bell that it is ready, and reads it', async () => {
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
