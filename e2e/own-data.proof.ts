import { expect, test } from 'vitest'
import { accounts, deviceOf } from './given/devices.ts'
import { givenPerson } from './given/people.ts'

test('a person asks to be erased, administrators are notified, and they dismiss it', async () => {
  const { account, userId } = await givenPerson()
  const { page, troubles } = await deviceOf(account)
  await page.goto('/pages/profile')
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByRole('button', { name: 'Request deletion' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request deletion?' })
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('I leave in May')
  await dialog.getByRole('button', { name: 'Request deletion' }).click()
  await section.getByText('Reason: I leave in May').waitFor()

  const { page: office } = await deviceOf(accounts.admin)
  await office.goto(`/apps/admin/users/${userId}`)
  await office.getByText('This person requested deletion on').waitFor()
  await office.getByText('Reason: I leave in May').waitFor()
  await office.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
  await office.getByText('This person requested deletion on').waitFor({ state: 'detached' })
  await page.reload()
  await section.getByRole('button', { name: 'Request deletion' }).waitFor()
  expect(troubles).toEqual([])
})
