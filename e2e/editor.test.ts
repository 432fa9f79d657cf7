import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { type GivenCourse, givenCourse, pageStep } from './given/courses.ts'
import { accounts, asAdmin, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const administrator = () => callerOf(learntUrl(), accounts.admin)

const openEditor = async (page: Page, course: GivenCourse) => {
  await page.goto(`/apps/admin/courses/${course.id}`)
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor()
}

const saved = /^Saved \d\d:\d\d$/

test('publishing says what stands in the way, what changes and whom it touches', async () => {
  const admin = await administrator()
  const position = unique('Reader')
  const learner = await givenPerson({ position: [position] })
  const course = await givenCourse(admin, {
    title: unique('Versions'),
    steps: [pageStep('Kept'), pageStep('Other')],
    rule: { rule: { position: [position] } },
  })
  const reader = await callerOf(learntUrl(), learner.account)
  const own = await reader.call(api.learning.course, { params: { userCourseId: course.id } })
  await reader.call(api.learning.progress, {
    params: { userCourseId: own.userCourseId, activityId: course.steps[0] ?? '' },
    body: { event: 'view' },
  })

  const { page } = await asAdmin()
  await openEditor(page, course)
  await page
    .getByRole('button', { name: /^Add a step/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Page/ }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Fresh')
  await page.getByText(saved).waitFor()
  await page.getByText('Published, with draft').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish “${course.title}”` })
  await dialog.getByRole('alert').filter({ hasText: 'Fix one problem before publishing' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Fresh: The page is empty.' }).click()
  await page.getByRole('textbox', { name: 'Text of the page' }).fill('Now there are words.')
  await page.getByText(saved).waitFor()

  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByText('Changes', { exact: true }).waitFor()
  await dialog.getByText('“Fresh” added').waitFor()
  await dialog.getByText('1 person assigned · 1 in progress · 0 done').waitFor()
  await dialog.getByText('What happens to the 1 person in progress?').waitFor()
  await dialog.getByRole('radio', { name: /Continue in the new version/ }).check()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('A step more')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByText('Version 2').first().waitFor()
  await page.getByText('A step more').waitFor()

  const device = await deviceOf(learner.account)
  await device.page.goto(`/apps/course/${own.userCourseId}`)
  // what was done counts, and opening the next step does that one
  await device.page.getByText('2 of 3 done').waitFor()
})
