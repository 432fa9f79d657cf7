import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, asAdmin, asLearner, asManager } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'

test('a manager keeps a view, sends it by mail, pauses and removes it; its link opens for people who may see reports', async () => {
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
  // the error is at its field
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
  // another person's link is not found
  const learner = await asLearner()
  await learner.page.goto(`/apps/report-mails/${scheduleId}`)
  await learner.page.getByRole('alert').first().waitFor()

  await page.goto('/apps/report-mails')
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(`The schedule of “${name}” was removed`).waitFor()
})

test('an administrator and a manager open a figure down to the person’s record and statements', async () => {
  const { page } = await asAdmin()
  const assigned = async (of: Page, row: RegExp) =>
    Number(
      await of
        .getByRole('row', { name: row })
        .getByRole('link', { name: /Assigned, / })
        .textContent(),
    )
  await page.goto('/apps/admin/bundle-reporting')
  await page
    .getByRole('row', { name: /New starter essentials/ })
    .getByRole('link', { name: /Completed, / })
    .click()
  await page.getByRole('heading', { level: 1, name: 'New starter essentials' }).waitFor()
  await page.getByRole('table', { name: 'People' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 2, name: 'Steps' }).waitFor()
  await page.getByRole('link', { name: 'Data protection in daily work' }).click()
  await page.getByRole('heading', { level: 1, name: 'Data protection in daily work' }).waitFor()
  await page.getByRole('button', { name: 'Show statements' }).click()
  await page
    .getByText(/^(Completed|Passed)$/)
    .first()
    .waitFor()

  await page.goto('/apps/admin/lp-reporting')
  const all = await assigned(page, /Your first months/)
  await page.getByRole('tab', { name: 'Learning packages' }).click()
  await page.getByRole('row', { name: /Your first months/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Working in customer success/ }).waitFor()

  const { page: managers } = await asManager()
  await managers.goto('/apps/manager/lp-reporting')
  const own = await assigned(managers, /Your first months/)
  if (!(own > 0 && own < all)) throw new Error(`A manager’s ${own} people of ${all}`)
  await managers.goto('/apps/manager/activity-aggregate-reporting?kind=scorm&search=five+cases')
  await managers
    .getByRole('row', { name: /Five cases to decide/ })
    .getByRole('link', { name: /Passed, / })
    .click()
  await managers.getByRole('heading', { level: 1, name: 'Five cases to decide' }).waitFor()
  await managers.getByRole('table', { name: 'People' }).getByRole('link').first().click()
  await managers.getByRole('heading', { level: 2, name: 'Activities' }).waitFor()
  await managers.goto('/apps/admin/activity-aggregate-reporting')
  await managers.waitForURL((url) => !url.pathname.startsWith('/apps/admin'))
})
