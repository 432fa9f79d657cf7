import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPathway, pathwayStep } from './given/pathways.ts'
import { givenPerson, unique } from './given/people.ts'

/** The day in the tenant's zone, this many years later and days earlier, as pages write it. */
function dayIn(years: number, days: number): string {
  const now = new Date()
  const day = new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate() - days))
  return day.toISOString().slice(0, 10)
}

test('an author makes a course recur and sees the effect; its learner sees until when it is valid', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const position = unique('Guard')
  const course = await givenCourse(admin, { title: unique('Fire safety'), rule: onlyPosition(position) })
  const manager = await callerOf(learntUrl(), accounts.manager)
  const { me } = await manager.call(api.session.start)
  const person = await givenPerson({ position: [position], managers: [me?.userId ?? ''] })
  const { page: office, troubles: officeTroubles } = await deviceOf(accounts.admin)

  await office.goto(`/apps/admin/courses/${course.id}`)
  await office.getByRole('combobox', { name: 'Repeat' }).click()
  await office.getByRole('option', { name: 'On a fixed day of each year' }).click()
  await office.getByRole('spinbutton', { name: 'Day', exact: true }).fill('31')
  await office.getByRole('combobox', { name: 'Month' }).click()
  await office.getByRole('option', { name: 'February' }).click()
  await office.getByText('This month has no such day').waitFor()
  await office.getByRole('spinbutton', { name: 'Day', exact: true }).fill('29')
  await office
    .getByText(/It covers \d{4}-02-2[89]/)
    .first()
    .waitFor()
  await office.getByRole('combobox', { name: 'Repeat' }).click()
  await office.getByRole('option', { name: 'After a time' }).click()
  await office.getByRole('spinbutton', { name: 'To be done within' }).fill('14')
  await office.getByText(`is valid until ${dayIn(1, 1)}`).waitFor()
  await office.getByText('1 person has it. Next: 1 person on').waitFor()
  expect(await violationsOf(office)).toEqual([])
  await office.getByRole('button', { name: 'Publish' }).first().click()
  const dialog = office.getByRole('dialog')
  await dialog.getByText(/repetition/).waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const published = await admin.call(api.courses.get, { params: { courseId: course.id } })
  expect(published.content.reset).toMatchObject({ kind: 'timeframe', amount: 1, unit: 'year', closesAfter: 14 })

  const learner = await callerOf(learntUrl(), person.account)
  const { page, troubles } = await deviceOf(person.account, { viewport: phone })
  await page.goto(`/apps/course/${course.id}`)
  await page.getByText(`Once you finish, it is valid until ${dayIn(1, 1)}.`).waitFor()
  const { userCourseId } = await learner.call(api.learning.course, { params: { userCourseId: course.id } })
  for (const activityId of course.steps)
    await learner.call(api.learning.progress, { params: { userCourseId, activityId }, body: { event: 'view' } })
  await page.reload()
  await page.getByText(`Valid until ${dayIn(1, 1)}. You can renew from ${dayIn(1, 30)} to`).waitFor()
  expect(await page.getByRole('button', { name: 'Renew now' }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  await page.goto('/apps/courses/mycourses')
  await page
    .getByText(`Valid until ${dayIn(1, 1)}`)
    .first()
    .waitFor()

  // A pathway repeats as a whole, by its own rule.
  const title = unique('Site access')
  const pathwayId = await givenPathway(admin, { title, sections: [[pathwayStep(course.id)]] })
  await admin.call(api.permissions.create, {
    body: {
      documentType: 'pathway',
      documentId: pathwayId,
      title: 'Guards',
      rule: onlyPosition(position),
      due: { kind: 'after', days: 20 },
    },
  })
  await office.goto(`/apps/admin/pathways/${pathwayId}`)
  await office.getByRole('combobox', { name: 'Repeat' }).click()
  await office.getByRole('option', { name: 'After a time' }).click()
  await office.getByText('1 person has it. Next: 1 person on').waitFor()
  await office.getByText('the steps that people have begun start over with it').waitFor()
  expect(await violationsOf(office)).toEqual([])
  await office.getByText(/^Saved \d\d:\d\d$/).waitFor()
  await office.getByRole('button', { name: 'Publish' }).first().click()
  await dialog.getByText(/repetition/).waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto(`/apps/pathways/${pathwayId}`)
  await page.getByText(`Valid until ${dayIn(1, 1)}. You can renew from`).waitFor()
  expect(await violationsOf(page)).toEqual([])

  // The manager finds it beside the person's courses, and can extend what is not done.
  const { page: desk, troubles: deskTroubles } = await deviceOf(accounts.manager)
  await desk.goto(`/apps/manager/reporting/${person.userId}?documentType=pathway`)
  await desk.getByRole('link', { name: title, exact: true }).click()
  await desk.getByRole('heading', { level: 1, name: title }).waitFor()
  await desk.getByText(course.title).first().waitFor()
  expect([...troubles, ...officeTroubles, ...deskTroubles]).toEqual([])
})
