import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('a saved audience is changed: the author sees who gains and loses over three courses, and then the learners have exactly that', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const [keeper, cook, title] = [unique('Keeper'), unique('Cook'), unique('Harbour')]
  const [before, after] = [await givenPerson({ position: [keeper] }), await givenPerson({ position: [cook] })]
  const audience = await admin.call(api.audiences.create, { body: { kind: 'rule', title, rule: onlyPosition(keeper) } })
  const courses = ['Ropes', 'Lights'].map((word) => unique(word))
  for (const name of courses) await givenCourse(admin, { title: name, rule: { rule: {}, audiences: [audience.id] } })

  // The third course is assigned in the browser, by a rule that names the audience.
  const third = await givenCourse(admin, { title: unique('Tides') })
  const { page, troubles } = await asAdmin()
  await page.goto('/apps/admin/permissions')
  await page.getByRole('button', { name: 'New rule' }).click()
  const rule = page.getByRole('dialog', { name: 'New rule' })
  await choose(page, 'What is assigned', third.title)
  await choose(page, 'Saved audiences', title)
  await rule.getByText('1 gains it').waitFor()
  await rule.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText(`Rule “Audience “${title}”” created`).waitFor()
  const given = [...courses, third.title].sort()
  // Everybody of the demonstration has other courses as well.
  const had = async () => (await coursesOf(before.account)).filter((one) => given.includes(one))
  expect(await had()).toEqual(given)

  await page.getByRole('tab', { name: 'Audiences' }).click()
  await page.getByRole('searchbox', { name: 'Search audiences' }).fill(title)
  await page.getByRole('button', { name: title, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the audience' })
  const effect = dialog.getByRole('region', { name: 'Effect of saving' })
  await effect.getByText('1 keeps something').waitFor()
  await dialog.getByRole('combobox', { name: 'is any of' }).press('Backspace')
  await dialog.getByRole('combobox', { name: 'is any of' }).fill(cook)
  await dialog.getByRole('combobox', { name: 'is any of' }).press('Enter')
  await effect.getByText('1 gains something · 1 loses something · 0 keep something').waitFor()
  for (const name of given) {
    const part = effect.getByRole('region', { name })
    await part.getByText(after.name).waitFor()
    await part.getByText(before.name).waitFor()
  }
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save the audience' }).click()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByText(`Audience “${title}” saved`).waitFor()
  expect(await had()).toEqual([])

  // A learner who has gained the courses sees them.
  const learner = await deviceOf(after.account)
  await learner.page.goto('/apps/courses/mycourses')
  for (const name of given) await learner.page.getByText(name).first().waitFor()
  expect([...troubles, ...learner.troubles]).toEqual([])
})

async function choose(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name: text }).click()
}

async function coursesOf(account: string): Promise<string[]> {
  const learner = await callerOf(learntUrl(), account)
  const { items } = await learner.call(api.learning.courses, { query: { limit: 100 } })
  return items.map((item) => item.title).sort()
}
