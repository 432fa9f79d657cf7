import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, asAdmin, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

test('a learning package of two courses: made by keyboard search, published, assigned by rule, its courses with the learner', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const position = unique('Porter')
  const learner = await givenPerson({ position: [position] })
  const [first, second] = [
    await givenCourse(admin, { title: unique('Greeting') }),
    await givenCourse(admin, { title: unique('Luggage') }),
  ]
  const title = unique('Welcome')

  const { page, troubles } = await asAdmin()
  await page.goto('/apps/admin/learning-packages')
  await page.getByRole('button', { name: 'New learning package' }).first().click()
  const create = page.getByRole('dialog', { name: 'New learning package' })
  await create.getByRole('textbox', { name: 'Title' }).fill(title)
  await create.getByRole('button', { name: 'Create and edit' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()

  // empty: it cannot be published, and the dialog says why
  await page.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('dialog', { name: `Publish “${title}”` })
  await publish.getByText('There are no items yet.').waitFor()
  expect(await publish.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await publish.getByRole('button', { name: 'Cancel' }).click()

  const picker = page.getByRole('combobox', { name: 'Add an item' })
  for (const course of [first, second]) {
    await picker.fill(course.title)
    await page.getByRole('option', { name: course.title }).waitFor()
    await picker.press('Enter')
    await page.getByRole('link', { name: course.title }).waitFor()
  }
  await picker.press('Escape')
  await page.getByRole('button', { name: `Move ${second.title} up` }).click()
  await page.getByRole('combobox', { name: `Required or optional: ${first.title}` }).click()
  await page.getByRole('option', { name: 'Optional' }).click()
  await page.getByText(/1 is required/).waitFor()
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()

  await page.getByRole('button', { name: 'Publish' }).click()
  await publish.getByText(`“${first.title}” added`).waitFor()
  await publish.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`“${title}” is published`).first().waitFor()

  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('button', { name: 'New rule' }).click()
  const rule = page.getByRole('dialog', { name: 'New rule' })
  await rule.getByRole('combobox', { name: 'is any of' }).fill(position)
  await page.getByRole('option', { name: new RegExp(`^${position}`) }).click()
  await rule.getByRole('region', { name: 'Effect of saving' }).getByText('1 gains it').waitFor()
  await rule.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText(/^Rule “.*” created$/).waitFor()
  await page.getByRole('link', { name: learner.name }).waitFor()

  const { page: own } = await deviceOf(learner.account)
  await own.goto('/apps/courses/mycourses')
  await own.getByRole('link', { name: second.title }).first().waitFor()
  await own.getByRole('link', { name: first.title }).first().waitFor()

  // removed again: the author reads what happens to the person who has it
  await page.getByRole('tab', { name: 'Content' }).click()
  await page.getByRole('button', { name: `Remove ${first.title}` }).click()
  const remove = page.getByRole('dialog', { name: `Remove “${first.title}”?` })
  await remove.getByText(/^1 person has this package\./).waitFor()
  await remove.getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  await page.getByText('Published, with draft').waitFor()
  expect(troubles).toEqual([])
})
