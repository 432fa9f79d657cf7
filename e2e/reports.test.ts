import { api } from '@learnt/contract'
import { test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, asLearner, asManager } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'

test('a manager keeps a view, sends it by mail, pauses and removes it; its link opens for whoever may see reports', async () => {
  const { page } = await asManager()
  const name = unique('Overdue')
  await page.goto('/apps/manager/reporting?overdue=true')
  await page.getByRole('heading', { level: 1, name: 'Learner report' }).waitFor()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(name)
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByText(`View “${name}” saved`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'By email' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reports by email' }).waitFor()

  await page.getByRole('button', { name: 'New schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a report by email' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  // the complaint stands at its field
  await dialog.getByText('Choose at least one person').waitFor()
  await dialog.getByRole('combobox', { name: 'Saved view' }).click()
  await page.getByRole('option', { name: `${name} (Learner report)` }).click()
  await dialog.getByRole('combobox', { name: 'Recipients' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`The schedule of “${name}” was saved`).waitFor()
  const card = page.getByRole('article', { name })
  await card.getByText(/^Next:/).waitFor()
  await card.getByRole('button', { name: 'Pause' }).click()
  await card.getByText('Paused', { exact: true }).waitFor()

  const manager = await callerOf(learntUrl(), accounts.manager)
  const { items } = await manager.call(api.schedules.list)
  const scheduleId = items.find((one) => one.viewName === name)?.id ?? ''
  await page.goto(`/apps/report-mails/${scheduleId}`)
  await page.waitForURL(/\/apps\/manager\/reporting\?overdue=true$/)
  // somebody else's link is no link
  const learner = await asLearner()
  await learner.page.goto(`/apps/report-mails/${scheduleId}`)
  await learner.page.getByRole('alert').first().waitFor()

  await page.goto('/apps/report-mails')
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(`The schedule of “${name}” was removed`).waitFor()
})
