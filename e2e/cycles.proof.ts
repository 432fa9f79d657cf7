import { api } from '@learnt/contract'
import { addDays, dayOf, periodFrom } from '@learnt/contract/cycle-periods'
import type { Reset } from '@learnt/contract/cycles'
import { newField, newQuiz } from '@learnt/contract/forms/new-form'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, signInByApi } from './given/calls.ts'
import { type GivenCourse, givenCourse, onlyPosition, pageStep } from './given/courses.ts'
import { accounts, newDevice } from './given/devices.ts'
import { enterAs } from './given/door.ts'
import { givenForm } from './given/forms.ts'
import { type GivenPerson, givenPerson, unique } from './given/people.ts'
import { type Learnt, startLearnt } from './learnt.ts'

/** Loaded before the server's program: moves its clock forward by this many milliseconds. */
const ahead = (ms: number) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const Real = Date; globalThis.Date = class extends Real { constructor(...of) { if (of.length === 0) super(Real.now() + ${ms}); else super(...of) } static now() { return Real.now() + ${ms} } }`,
  )}`
const dayMs = 86_400_000

const inThirtyDays: Reset = {
  kind: 'timeframe',
  amount: 30,
  unit: 'day',
  opensBefore: 5,
  closesAfter: 10,
  warnings: [7],
}
const onLeapDay: Reset = { kind: 'fixedDate', month: 2, day: 29, opensBefore: 0, closesAfter: 14, warnings: [] }

let learnt: Learnt
beforeAll(async () => {
  learnt = await startLearnt()
})
afterAll(() => learnt.stop())

/** Stops the server and starts it this many days later; older sessions have ended meanwhile. */
async function startLater(days: number): Promise<Caller> {
  await learnt.end()
  learnt.settings.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${ahead(days * dayMs)}`
  await learnt.restart()
  return signInByApi(learnt.url, accounts.admin)
}

/** Opens pages as a person. They are closed before the server stops, because an open page would report errors. */
async function lookAs(caller: Caller, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, troubles } = await newDevice({ url: learnt.url })
  await enterAs(page, { url: learnt.url, cookie: caller.cookie })
  await look(page)
  await context.close()
  expect(troubles).toEqual([])
}

/** All cycles of a course that a person had, newest first. */
async function cyclesOf(admin: Caller, person: GivenPerson, course: GivenCourse) {
  const { items } = await admin.call(api.reports.admin.assignments, {
    query: { courseId: course.id, userId: person.userId, cycles: 'all' },
  })
  const current = items.find((one) => one.isCurrent)
  if (!current) throw new Error(`${person.name} does not have ${course.title}`)
  const { cycles } = await admin.call(api.reports.admin.assignment, {
    params: { userCourseId: current.userCourseId },
  })
  expect(items).toHaveLength(cycles.length)
  return cycles
}

const right = { ...newField('trueFalse', 'Water puts out burning oil', true), key: 'oil' }
const quizField = { ...right, quiz: { ...newQuiz(), ...right.quiz, points: 1, key: false } } as typeof right

test('begins the next cycle once, at the start of the server, of a course that was reset while it was down, and keeps the earlier cycle', async () => {
  const admin = await signInByApi(learnt.url, accounts.admin)
  const position = unique('Guard')
  const quizId = await givenForm(admin, {
    title: unique('Fire quiz'),
    kind: 'quiz',
    position: unique('Nobody'),
    pages: [[quizField]],
  })
  const today = dayOf(new Date(), 'UTC')
  const make = (title: string, reset: Reset) =>
    givenCourse(admin, {
      title: unique(title),
      rule: onlyPosition(position),
      steps: [
        pageStep('What burns'),
        {
          id: crypto.randomUUID(),
          kind: 'quiz',
          title: 'Quiz',
          description: '',
          minutes: 1,
          completion: { rule: 'passed', percent: 50 },
          formId: quizId,
        },
      ],
      content: { reset },
    })
  const thirty = await make('Thirty days', inThirtyDays)
  const leap = await make('Leap day', onLeapDay)
  const courses = [thirty, leap]
  const names = ['Norah', 'Paul', 'Fay', 'Carl', 'Lea'] as const
  const people = new Map<string, GivenPerson>()
  for (const firstName of names) people.set(firstName, await givenPerson({ firstName, position: [position] }, admin))
  const person = (name: string) => people.get(name) as GivenPerson

  // Four states: Norah begins nothing, Paul is under way, Fay fails, Carl passes; Lea passes and goes on leave.
  for (const name of names.slice(1)) {
    const learner = await signInByApi(learnt.url, person(name).account)
    for (const course of courses) {
      const { userCourseId } = await learner.call(api.learning.course, { params: { userCourseId: course.id } })
      const [pageId = '', activityId = ''] = course.steps
      await learner.call(api.learning.progress, {
        params: { userCourseId, activityId: pageId },
        body: { event: 'view' },
      })
      if (name === 'Paul') continue
      const { submission } = await learner.call(api.forms.inCourse.open, { params: { userCourseId, activityId } })
      await learner.call(api.forms.submit, {
        params: { submissionId: submission.id },
        body: { revision: 0, window: 'one', changes: { oil: name === 'Fay' } },
      })
    }
  }
  const before = new Map<string, Awaited<ReturnType<typeof cyclesOf>>[number]>()
  for (const name of names)
    for (const course of courses) {
      const [first, ...more] = await cyclesOf(admin, person(name), course)
      if (!first || more.length > 0) throw new Error('One cycle is expected')
      before.set(`${name} ${course.id}`, first)
    }
  expect(names.map((name) => before.get(`${name} ${thirty.id}`)?.state)).toEqual([
    'notstarted',
    'inprogress',
    'failed',
    'passed',
    'passed',
  ])
  const lea = await admin.call(api.members.get, { params: { userId: person('Lea').userId } })
  const setLea = async (who: Caller, status: 'sick leave' | 'active') =>
    who.call(api.members.update, { params: { userId: lea.userId }, body: { status } })
  await setLea(admin, 'sick leave')

  // Three days before the end: the window is open, and the page says until when the course is valid.
  await startLater(27)
  const carl = await signInByApi(learnt.url, person('Carl').account)
  await lookAs(carl, async (page) => {
    await page.goto(`/apps/course/${thirty.id}`)
    await page
      .getByText(/^Valid until /)
      .first()
      .waitFor()
    await page.getByText(/You can renew from .* to /).waitFor()
    await page.getByRole('button', { name: 'Renew now' }).waitFor()
  })
  await expect
    .poll(
      async () => (await carl.call(api.notifications.list)).items.filter(({ kind }) => kind === 'cycleEnding').length,
    )
    .toBe(1)

  // Down on the day itself. The server is killed half-way and started once more: nobody gets two cycles.
  await startLater(34)
  await learnt.kill()
  await learnt.restart()
  const second = await signInByApi(learnt.url, accounts.admin)
  const here = names.filter((name) => name !== 'Lea')
  const numbersOf = async (who: Caller, of: readonly string[], course: GivenCourse) =>
    Object.fromEntries(
      await Promise.all(
        of.map(async (name) => [name, (await cyclesOf(who, person(name), course)).map((one) => one.number)]),
      ),
    )
  const all = (of: readonly string[], numbers: number[]) => Object.fromEntries(of.map((name) => [name, numbers]))
  await expect.poll(() => numbersOf(second, here, thirty), { timeout: 90_000 }).toEqual(all(here, [2, 1]))
  expect(await numbersOf(second, here, leap)).toEqual(all(here, [1]))
  for (const name of here) {
    const was = before.get(`${name} ${thirty.id}`)
    const [now, kept] = await cyclesOf(second, person(name), thirty)
    expect(now).toMatchObject({ state: 'notstarted', progress: 0, scorePercent: null, completedAt: null })
    const wasDone = was?.state === 'passed'
    expect(kept).toEqual({ ...was, endedAt: expect.any(String), validUntil: wasDone ? addDays(today, 29) : null })
  }
  // During leave no cycle begins. After it the cycle begins at once, with as many days as for everybody else.
  expect(await numbersOf(second, ['Lea'], thirty)).toEqual({ Lea: [1] })
  await setLea(second, 'active')
  await expect.poll(() => numbersOf(second, ['Lea'], thirty), { timeout: 60_000 }).toEqual({ Lea: [2, 1] })
  // Ben joins late.
  people.set('Ben', await givenPerson({ firstName: 'Ben', position: [position] }, second))
  expect(await numbersOf(second, ['Ben'], thirty)).toEqual({ Ben: [1] })

  // The learner's view of the new cycle.
  const again = await signInByApi(learnt.url, person('Carl').account)
  await lookAs(again, async (page) => {
    await page.goto(`/apps/course/${thirty.id}`)
    await page.getByText('Cycle 2: you do this course again').waitFor()
    await page.getByText('1 earlier cycle').click()
    await page.getByRole('listitem').filter({ hasText: 'Cycle 1' }).getByText('Passed', { exact: true }).waitFor()
  })
  await expect
    .poll(
      async () => (await again.call(api.notifications.list)).items.filter(({ kind }) => kind === 'cycleBegun').length,
    )
    .toBe(1)
  const [current] = await cyclesOf(second, person('Carl'), thirty)
  await lookAs(second, async (office) => {
    await office.goto(`/apps/admin/reporting/${person('Carl').userId}/${current?.userCourseId}`)
    await office.getByRole('link', { name: 'Open cycle 1' }).click()
    await office.getByText('This is an earlier cycle. It is kept as it was.').waitFor()
  })

  // 29 February: the 28th in other years. The server is down on the day each time.
  let from = today
  let round = 1
  const everybody = [...names, 'Ben']
  do {
    const { end } = periodFrom(onLeapDay, { from, monthDay: null }) ?? { end: '' }
    expect(end.slice(5)).toBe(isLeapYear(Number(end.slice(0, 4))) ? '02-29' : '02-28')
    round++
    const later = await startLater(Math.max(35, (Date.parse(end) - Date.parse(today)) / dayMs + 2))
    const numbers = Array.from({ length: round }, (_, at) => round - at)
    await expect.poll(() => numbersOf(later, everybody, leap), { timeout: 90_000 }).toEqual(all(everybody, numbers))
    const [, kept] = await cyclesOf(later, person('Carl'), leap)
    if (round === 2) expect(kept).toMatchObject({ state: 'passed', validUntil: addDays(end, -1), scorePercent: 100 })
    from = end
  } while (!from.endsWith('02-29'))
})

function isLeapYear(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
}
