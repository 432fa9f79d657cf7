import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { type Caller, callerOf } from './given/calls.ts'
import { type GivenCourse, givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('prerequisites open the course, the due date counts from the first sign-in, a manager extends it, and the course is rated', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const manager = await callerOf(learntUrl(), accounts.manager)
  const { me } = await manager.call(api.session.start)
  const position = unique('Rigger')
  const basics = await givenCourse(admin, { title: unique('Basics'), rule: onlyPosition(position) })
  const lifting = await givenCourse(admin, {
    title: unique('Lifting'),
    content: { prerequisites: [basics.id] },
  })
  await admin.call(api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: lifting.id,
      title: 'From the first sign-in',
      rule: onlyPosition(position),
      due: { kind: 'signIn', days: 14 },
    },
  })
  const person = await givenPerson({ position: [position], managers: [me?.userId ?? ''] })
  const dueOf = async () =>
    (
      await admin.call(api.permissions.people, {
        params: { documentType: 'course', documentId: lifting.id },
      })
    ).items[0]
  expect((await dueOf())?.dueAt).toBeNull()

  // Two courses that wait for each other cannot be published.
  const { page: office, troubles: officeTroubles } = await deviceOf(accounts.admin)
  const { content, revision } = await admin.call(api.courses.get, { params: { courseId: basics.id } })
  await admin.call(api.courses.saveDraft, {
    params: { courseId: basics.id },
    body: { revision, content: { ...content, prerequisites: [lifting.id] } },
  })
  await office.goto(`/apps/admin/courses/${basics.id}`)
  await office.getByText('Prerequisites', { exact: true }).waitFor()
  await office.getByRole('button', { name: `Remove ${lifting.title}` }).waitFor()
  await office.getByRole('button', { name: 'Publish', exact: true }).click()
  await office.getByRole('dialog').getByText(`${basics.title} → ${lifting.title} → ${basics.title}`).waitFor()
  await admin.call(api.courses.discard, { params: { courseId: basics.id } })

  // The author describes the course; the preview shows the page as learners will see it.
  await office.goto(`/apps/admin/courses/${lifting.id}?item=details`)
  await office.getByRole('switch', { name: 'Start page before the first step' }).waitFor()
  await office.getByRole('textbox', { name: 'Author', exact: true }).fill('The safety team')
  await office.getByRole('textbox', { name: 'Your text on the start page' }).fill('Lift what you must, and no more.')
  await expect
    .poll(async () => (await admin.call(api.courses.preview, { params: { courseId: lifting.id } })).content.landing)
    .toEqual({ isShown: true, author: 'The safety team', html: '<p>Lift what you must, and no more.</p>' })
  await office.goto(`/apps/admin/courses/${lifting.id}/preview`)
  await office.getByRole('region', { name: 'At a glance' }).getByText('The safety team').waitFor()
  await office.getByText('Lift what you must, and no more.').waitFor()
  expect(await violationsOf(office)).toEqual([])
  await office.getByRole('link', { name: 'Start the course' }).click()
  await office.getByRole('heading', { name: 'First page' }).first().waitFor()
  const draft = await admin.call(api.courses.get, { params: { courseId: lifting.id } })
  await admin.call(api.courses.publish, { params: { courseId: lifting.id }, body: { revision: draft.revision } })

  // The learner signs in for the first time: the due date is set, the course is still locked.
  const { page, troubles } = await deviceOf(person.account)
  await expect.poll(async () => (await dueOf())?.dueAt).not.toBeNull()
  await page.goto(`/apps/course/${lifting.id}`)
  await page.getByRole('heading', { name: 'This opens later' }).waitFor()
  const learner = await callerOf(learntUrl(), person.account)
  const refused = await learner.fetch(`/api/my/courses/${lifting.id}/activities/${lifting.steps[0]}`)
  expect(refused.status).toBe(409)
  expect(await page.getByRole('link', { name: basics.title }).first().getAttribute('href')).toContain(basics.id)

  // The page opens by itself when the prerequisite is finished.
  await finish(learner, basics)
  await page.getByRole('heading', { level: 1, name: lifting.title }).waitFor()
  await page.getByRole('heading', { name: 'This opens later' }).waitFor({ state: 'hidden' })
  // The contents and prerequisites are shown before the first step.
  const facts = page.getByRole('region', { name: 'At a glance' })
  await facts.getByText('You have finished it').waitFor()
  await facts.getByText('The safety team').waitFor()
  await page.getByText('Lift what you must, and no more.').waitFor()
  await page.getByRole('region', { name: 'What it contains' }).getByText('First page').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect((await learner.call(api.learning.course, { params: { userCourseId: lifting.id } })).state).toBe('notstarted')
  await facts.getByRole('link', { name: 'Start the course' }).click()
  await page.getByRole('heading', { name: 'First page' }).first().waitFor()
  // After the beginning it can be opened again.
  await page.getByText('In progress', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByText('About this course', { exact: true }).click()
  await page.getByRole('link', { name: 'Show the start page again' }).click()
  await page.getByText('Lift what you must, and no more.').waitFor()
  await facts.getByRole('link', { name: 'Go to the course' }).click()
  await page.getByRole('heading', { name: 'First page' }).first().waitFor()

  // The manager extends the due date with a reason.
  const { page: desk, troubles: deskTroubles } = await deviceOf(accounts.manager)
  const assignmentId = (await dueOf())?.userCourseId ?? ''
  await desk.goto(`/apps/manager/reporting/${person.userId}/${assignmentId}`)
  await desk.getByRole('button', { name: 'Extend due date' }).click()
  const dialog = desk.getByRole('dialog', { name: `Extend the due date of ${person.name}` })
  await dialog.getByRole('button', { name: 'Extend due date' }).click()
  await dialog.getByText('Choose a date').waitFor()
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('New due date').fill(later)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Back from parental leave')
  await dialog.getByRole('button', { name: 'Extend due date' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await desk.getByText('Back from parental leave').waitFor()
  // in the note on the page, and for a moment in the message about it
  await page.getByText('Back from parental leave').first().waitFor()

  // A learner who has finished rates it; administrators read the rating.
  await finish(learner, lifting)
  const rating = page.getByRole('region', { name: 'How was it?' })
  await rating.getByRole('button', { name: 'Send rating' }).click()
  await rating.getByText('Choose one to five stars').waitFor()
  await rating.getByRole('radio', { name: '4 stars' }).dispatchEvent('click')
  await rating.getByRole('textbox', { name: 'Comment' }).fill('Clear and short')
  await rating.getByRole('button', { name: 'Send rating' }).click()
  await page.getByRole('region', { name: 'Your rating' }).waitFor()
  await office.goto(`/apps/admin/courses/${lifting.id}?tab=ratings`)
  const row = office.getByRole('row').filter({ hasText: person.name })
  await row.getByText('Clear and short').waitFor()
  await office.getByText('4 of 5 stars from 1 rating').waitFor()
  expect([...troubles, ...deskTroubles, ...officeTroubles]).toEqual([])
})

async function finish(learner: Caller, course: GivenCourse): Promise<void> {
  for (const activityId of course.steps)
    await learner.call(api.learning.progress, {
      params: { userCourseId: course.id, activityId },
      body: { event: 'view' },
    })
}
