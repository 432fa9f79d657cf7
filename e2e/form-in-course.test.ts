import { api } from '@learnt/contract'
import type { Field } from '@learnt/contract/forms/content'
import { newChoice, newField, newQuiz } from '@learnt/contract/forms/new-form'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { givenForm } from './given/forms.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

const capital: Field = {
  ...newField('singleChoice', 'Capital of France', true),
  key: 'capital',
  required: true,
  choices: ['Paris', 'Rome'].map((label) => ({ ...newChoice(label), key: label.toLowerCase() })),
  quiz: { ...newQuiz(), points: 2, key: { right: ['paris'], shares: null } },
}

test('a quiz is put into a course, passed in it on a phone at the second attempt, and appears in the report', async () => {
  const [position, title, quiz] = [unique('Taught'), unique('Course'), unique('Capitals')]
  const person = await givenPerson({ position: [position] })
  const admin = await callerOf(learntUrl(), accounts.admin)
  await givenForm(admin, { title: quiz, kind: 'quiz', position: unique('Nobody'), pages: [[capital]] })
  const course = await givenCourse(admin, { title, draft: true, rule: onlyPosition(position) })

  const { page: editor, troubles } = await asAdmin()
  await editor.goto(`/apps/admin/courses/${course.id}`)
  await editor
    .getByRole('button', { name: /^Add a step/ })
    .last()
    .click()
  await editor.getByRole('menuitem', { name: /^Quiz/ }).click()
  await editor.getByRole('combobox', { name: 'Quiz' }).fill(quiz)
  await editor.getByRole('option', { name: new RegExp(quiz) }).click()
  await editor.getByRole('spinbutton', { name: 'At least' }).fill('60')
  await editor
    .getByText(/^Saved \d\d:\d\d$/)
    .first()
    .waitFor()
  await editor.getByRole('button', { name: 'Publish' }).click()
  await editor
    .getByRole('dialog', { name: /^Publish/ })
    .getByRole('button', { name: 'Publish' })
    .click()
  await editor.getByText(`“${title}” is published`).waitFor()

  const device = await deviceOf(person.account, { viewport: phone, hasTouch: true })
  const { page } = device
  const own = await callerOf(learntUrl(), person.account)
  const mine = await own.call(api.learning.courses, { query: { search: title } })
  const userCourseId = mine.items[0]?.userCourseId as string
  const { sections } = await own.call(api.learning.course, { params: { userCourseId } })
  const step = sections.flatMap((section) => section.activities).find((one) => one.kind === 'quiz')
  await page.goto(`/apps/course/${userCourseId}?activity=${step?.id}`)
  await page.getByText('Done with at least 60 %').first().waitFor()
  const answer = async (city: string) => {
    await page.getByRole('button', { name: /^(Start|Try again)$/ }).click()
    await page.getByRole('radio', { name: city }).check()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('status').getByText('Submitted').waitFor()
    await page.getByRole('button', { name: 'To the form' }).click()
  }
  await answer('Rome')
  await page.getByText('Failed').first().waitFor()
  await answer('Paris')
  await page.getByText('Passed').first().waitFor()
  // Submitting does not begin another attempt.
  const attempts = await own.call(api.forms.inCourse.own, { params: { userCourseId, activityId: step?.id as string } })
  expect(attempts.submissions.map((one) => one.state)).toEqual(['completed', 'completed'])
  await page.getByRole('button', { name: 'Attempt 1' }).click()
  await page.getByText('Capital of France').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await editor.goto(`/apps/admin/reporting/${person.userId}/${userCourseId}`)
  await editor.getByRole('link', { name: /Attempt 2/ }).click()
  await editor.waitForURL('**/apps/admin/formSubmission/**')
  await editor.getByText('Capital of France').first().waitFor()
  expect([...troubles, ...device.troubles]).toEqual([])
})
