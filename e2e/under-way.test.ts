import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition, pageStep } from './given/courses.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

test('a changed course is published while a person is in it, and what they saw can be opened afterwards', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const [position, title] = [unique('Walker'), unique('Rules of the site')]
  const [anna, bert] = await Promise.all([
    givenPerson({ firstName: 'Anna', position: [position] }),
    givenPerson({ firstName: 'Bert', position: [position] }),
  ])
  const tickStep = (name: string, html: string) => ({
    ...pageStep(name, html),
    completion: { rule: 'tick' as const },
  })
  const steps = [tickStep('Helmets', '<p>A helmet is needed.</p>'), tickStep('Old gate', '<p>Use the old gate.</p>')]
  const course = await givenCourse(admin, { title, steps, rule: onlyPosition(position) })
  const annaByApi = await callerOf(learntUrl(), anna.account)
  const params = { userCourseId: course.id }
  const { userCourseId } = await annaByApi.call(api.learning.course, { params })
  await annaByApi.call(api.learning.progress, {
    params: { userCourseId, activityId: steps[0]?.id ?? '' },
    body: { event: 'tick' },
  })

  // Anna is in the step that will be removed
  const annas = await deviceOf(anna.account, { viewport: phone })
  await annas.page.goto(`/apps/course/${userCourseId}?activity=${steps[1]?.id}`)
  await annas.page.getByText('Use the old gate.').waitFor()

  const { content, revision } = await admin.call(api.courses.get, { params: { courseId: course.id } })
  const next = [steps[0], tickStep('New gate', '<p>Use the new gate.</p>')] as typeof steps
  const sections = content.sections.map((section) => ({ ...section, activities: next }))
  await admin.call(api.courses.saveDraft, {
    params: { courseId: course.id },
    body: { revision, content: { ...content, sections } },
  })
  const { page } = await asAdmin()
  await page.goto(`/apps/admin/courses/${course.id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish “${title}”` })
  await dialog.getByText('What happens to the 1 person in progress?').waitFor()
  await dialog.getByText('“Old gate” is removed. What was done in it stays on record and no longer counts.').waitFor()
  await dialog.getByText('Not started: 1. They get the new version.').waitFor()
  await dialog.getByRole('radio', { name: /Choose by state/ }).click()
  await dialog.getByRole('combobox', { name: 'In progress (1)' }).waitFor()
  await dialog.getByRole('radio', { name: /Continue in the new version/ }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`“${title}” is published`).waitFor()

  // her page stays until she continues; work in the step until then is recorded
  const notice = annas.page.getByText(/This course has a new version\. Your progress is kept\./)
  await notice.waitFor()
  await annas.page.getByText('Use the old gate.').waitFor()
  await annas.page.getByRole('button', { name: 'Go to the new version' }).click()
  await notice.waitFor({ state: 'detached' })
  await annas.page.getByText('Use the new gate.').waitFor()
  expect(annas.troubles).toEqual([])

  // what she saw before is opened from her report, and only by people who look after her
  await page.goto(`/apps/admin/reporting/${anna.userId}/${userCourseId}`)
  await page.getByRole('link', { name: 'Show what they saw' }).click()
  await page.getByText('This is version 2 exactly as it was. Nothing here is recorded.').waitFor()
  await page.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: /^Version 1,/ }).click()
  await page.getByText('This is version 1 exactly as it was.').waitFor()
  await page
    .getByRole('link', { name: /Old gate/ })
    .first()
    .click()
  await page.getByText('Use the old gate.').waitFor()
  await annas.page.goto(`/apps/course/${userCourseId}/record`)
  await annas.page.getByText('This is version 2 exactly as it was.').waitFor()
  const berts = await deviceOf(bert.account)
  await berts.page.goto(`/apps/course/${userCourseId}/record`)
  await berts.page.getByRole('heading', { level: 1, name: 'What was seen' }).waitFor()
  expect(await berts.page.getByText(/exactly as it was/).count()).toBe(0)

  // an earlier version is compared, opened and restored as the draft
  await page.goto(`/apps/admin/courses/${course.id}?tab=versions`)
  const comparison = page.getByRole('region', { name: 'Compare versions' })
  await comparison.getByText('“Old gate” removed').waitFor()
  await page.getByRole('button', { name: 'Open version 1' }).click()
  await page.getByText('Version 1 as it was. Nothing can be changed here.').waitFor()
  await page.getByRole('button', { name: 'Restore as draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore as draft' }).click()
  await page.getByText('The draft has the content of version 1').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => {
      const { content: draft } = await admin.call(api.courses.get, { params: { courseId: course.id } })
      return draft.sections[0]?.activities.map((step) => step.title)
    })
    .toEqual(['Helmets', 'New gate'])
})
