import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, asManager, deviceOf, phone } from './given/devices.ts'
import { givenEvent } from './given/events.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

const hasNoOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('an event is put into a course, a manager reserves places and names people, and attending completes the step', async () => {
  const [position, title, drill] = [unique('Drilled'), unique('Course'), unique('Fire drill')]
  const admin = await callerOf(learntUrl(), accounts.admin)
  const { me } = await (await callerOf(learntUrl(), accounts.manager)).call(api.session.start)
  const of = { position: [position], managers: [me?.userId ?? ''] }
  const [ada, bob] = [await givenPerson(of), await givenPerson(of)]
  const event = await givenEvent(admin, { title: drill, seats: 2 })
  const course = await givenCourse(admin, { title, draft: true, rule: onlyPosition(position) })

  const { page: editor, troubles } = await asAdmin()
  await editor.goto(`/apps/admin/courses/${course.id}`)
  await editor
    .getByRole('button', { name: /^Add a step/ })
    .last()
    .click()
  await editor.getByRole('menuitem', { name: /^Event/ }).click()
  await editor.getByRole('combobox', { name: 'Event' }).fill(drill)
  await editor.getByRole('option', { name: new RegExp(drill) }).click()
  await editor.getByText('As the rule of the event says.').waitFor()
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

  // The manager reserves both places on a phone, and names one person.
  const team = await asManager({ viewport: phone, hasTouch: true })
  const { page: desk } = team
  await desk.goto('/apps/manager/events')
  await desk.getByRole('link', { name: drill }).click()
  await desk.getByText('2 places are free').waitFor()
  await desk.getByRole('spinbutton', { name: 'Places for your people' }).fill('3')
  await desk.getByRole('button', { name: 'Reserve' }).click()
  await desk.getByText('There is no free seat.').first().waitFor()
  await desk.getByRole('spinbutton', { name: 'Places for your people' }).fill('2')
  await desk.getByRole('button', { name: 'Reserve' }).click()
  await desk.getByText('0 places are free').waitFor()
  await desk.getByRole('checkbox', { name: bob.name }).check()
  await desk.getByRole('button', { name: 'Give 1 person a place' }).click()
  await desk.getByText('Seat held').waitFor()
  expect(await violationsOf(desk)).toEqual([])
  expect(await hasNoOverflow(desk)).toBe(true)

  // A learner finds it full, and gets the place that the manager releases.
  const device = await deviceOf(ada.account, { viewport: phone, hasTouch: true })
  const { page } = device
  const own = await callerOf(learntUrl(), ada.account)
  const mine = await own.call(api.learning.courses, { query: { search: title } })
  const userCourseId = mine.items[0]?.userCourseId as string
  const { sections } = await own.call(api.learning.course, { params: { userCourseId } })
  const step = sections.flatMap((section) => section.activities).find((one) => one.kind === 'event')
  await page.goto(`/apps/course/${userCourseId}?activity=${step?.id}`)
  await page.getByText('Done when you have attended it').first().waitFor()
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await page.getByText('Place 1 in the waiting list').waitFor()
  await desk.getByRole('button', { name: 'Release all' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Release all' }).click()
  await page.getByText('Seat held').first().waitFor()
  await page.getByText('Your attendance is recorded at the event.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await hasNoOverflow(page)).toBe(true)

  // Marks complete the step and open it again.
  await editor.goto(`/apps/admin/event-attendee-list/${event.id}`)
  const mark = async (words: string) => {
    await editor.getByRole('button', { name: `More actions: ${ada.name}` }).click()
    await editor.getByRole('menuitem', { name: words, exact: true }).click()
  }
  await mark('Attended')
  await page.getByText('Completed').first().waitFor()
  await mark('Not attended')
  await page.getByText('Failed').first().waitFor()
  await mark('Late')
  await page.getByText('Completed').first().waitFor()
  await editor.goto(`/apps/admin/reporting/${ada.userId}/${userCourseId}`)
  await editor.getByText('Event').first().waitFor()
  expect([...troubles, ...team.troubles, ...device.troubles].filter((words) => !/409/.test(words))).toEqual([])
})
