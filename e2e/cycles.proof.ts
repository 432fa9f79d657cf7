import { api } from '@learnt/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf, signInByApi } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, newDevice } from './given/devices.ts'
import { enterAs } from './given/door.ts'
import { givenPerson, unique } from './given/people.ts'
import { type Learnt, startLearnt } from './learnt.ts'

/** A program that runs before the server: its clock is so many milliseconds ahead. */
const ahead = (ms: number) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const Real = Date; globalThis.Date = class extends Real { constructor(...of) { if (of.length === 0) super(Real.now() + ${ms}); else super(...of) } static now() { return Real.now() + ${ms} } }`,
  )}`

let learnt: Learnt
beforeAll(async () => {
  learnt = await startLearnt()
})
afterAll(() => learnt.stop())

test('a server that was down on the day of a reset begins everybody’s next cycle when it starts', async () => {
  const before = await callerOf(learnt.url, accounts.admin)
  const position = unique('Guard')
  const course = await givenCourse(before, {
    title: unique('Fire safety'),
    rule: onlyPosition(position),
    content: {
      reset: { kind: 'timeframe', amount: 30, unit: 'day', opensBefore: 5, closesAfter: 10, warnings: [7] },
    },
  })
  const person = await givenPerson({ position: [position] }, before)
  const learner = await callerOf(learnt.url, person.account)
  const first = await learner.call(api.learning.course, { params: { userCourseId: course.id } })
  for (const activityId of course.steps)
    await learner.call(api.learning.progress, {
      params: { userCourseId: first.userCourseId, activityId },
      body: { event: 'view' },
    })

  // The server stops, and starts four days after the cycle has ended.
  await learnt.end()
  learnt.settings.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${ahead(34 * 86_400_000)}`
  await learnt.restart()
  // Sessions of before have ended meanwhile.
  const later = await signInByApi(learnt.url, person.account)
  const see = () => later.call(api.learning.course, { params: { userCourseId: first.userCourseId } })
  await expect.poll(async () => (await see()).cycle.number, { timeout: 60_000 }).toBe(2)
  const course2 = await see()
  expect(course2).toMatchObject({
    state: 'notstarted',
    isAgain: true,
    earlierCycles: [{ state: 'completed', number: 1 }],
  })
  const { page, troubles } = await newDevice({ url: learnt.url })
  await enterAs(page, { url: learnt.url, cookie: later.cookie })
  await page.goto(`/apps/course/${first.userCourseId}`)
  await page.getByText('Cycle 2: you do this course again').waitFor()
  await page.getByText('1 earlier cycle').click()
  await page.getByRole('listitem').filter({ hasText: 'Cycle 1' }).getByText('Completed', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/apps/course/${course2.userCourseId}`)
  await expect
    .poll(
      async () => (await later.call(api.notifications.list)).items.filter(({ kind }) => kind === 'cycleBegun').length,
    )
    .toBe(1)

  // The administrator opens both cycles from the person's record.
  const { page: office } = await newDevice({ url: learnt.url })
  await enterAs(office, { url: learnt.url, cookie: (await signInByApi(learnt.url, accounts.admin)).cookie })
  await office.goto(`/apps/admin/reporting/${person.userId}/${course2.userCourseId}`)
  await office.getByRole('link', { name: 'Open cycle 1' }).click()
  await office.getByText('This is an earlier cycle. It is kept as it was.').waitFor()
  expect(troubles).toEqual([])
})
