import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callerOf } from './calls.ts'
import { givenCourse, pageStep } from './courses.ts'
import { accounts } from './devices.ts'
import { learntUrl } from './learnt-url.ts'
import { givenPerson, unique } from './people.ts'

export const english = {
  home: /^Hello, Robin$/,
  atHome: 'Home',
  courses: 'My courses',
  navigation: 'Main navigation',
  steps: 'Steps',
  outline: 'Course outline',
  start: 'Start the course',
  resume: 'Resume',
  tick: 'Mark as done',
  saved: /^Saved \d\d:\d\d$/,
  done: 'Course completed. Well done!',
  finish: /Back to my courses$/,
}

/** A person with one course of three pages; the second is complete when ticked. */
export async function givenReader() {
  const position = unique('Reader')
  const person = await givenPerson({ position: [position] })
  const admin = await callerOf(learntUrl(), accounts.admin)
  const course = await givenCourse(admin, {
    title: unique('Three pages'),
    rule: { rule: { position: [position] } },
    steps: [
      pageStep('First page', '<p>Words of the first page.</p>'),
      { ...pageStep('Second page', '<p>Words of the second page.</p>'), completion: { rule: 'tick' } },
      pageStep('Third page', '<p>Words of the third page.</p>'),
    ],
  })
  return { ...person, course }
}

export async function expectCourse(account: string, courseId: string, state: string, done: number) {
  const learner = await callerOf(learntUrl(), account)
  await expect
    .poll(async () => {
      const course = await learner.call(api.learning.course, { params: { userCourseId: courseId } })
      return [course.state, course.activitiesDone]
    })
    .toEqual([state, done])
}

/** From the homepage through a course: a step, the next, away, back to the same place, to the end. */
export async function takeCourse(
  page: Page,
  title: string,
  words: typeof english,
  go: (link: string) => Promise<void>,
  look: () => Promise<void>,
) {
  const heading = (level: number, name: string | RegExp) => page.getByRole('heading', { level, name })
  const step = (name: string | RegExp) =>
    page.getByRole('navigation', { name: words.steps }).getByRole('link', { name })
  await heading(1, words.home).waitFor()
  await page.getByRole('main').getByRole('link', { name: title }).first().waitFor()
  await look()
  await go(words.courses)
  await heading(1, words.courses).waitFor()
  await page.getByRole('main').getByRole('link', { name: title }).waitFor()
  await look()
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await page.getByRole('link', { name: words.start }).waitFor()
  await look()
  await page.getByRole('link', { name: words.start }).click()
  await heading(2, 'First page').waitFor()
  await page.getByText('Words of the first page.').waitFor()
  await page.getByText(words.saved).waitFor()
  await look()
  await step('Second page').click()
  await heading(2, 'Second page').waitFor()
  await page.getByRole('button', { name: words.tick }).waitFor()
  await page.getByRole('main').getByRole('link', { name: words.courses }).first().click()
  await heading(1, words.courses).waitFor()
  await go(words.atHome)
  await page.getByRole('main').getByRole('link', { name: words.resume, exact: true }).click()
  await heading(2, 'Second page').waitFor()
  await page.getByRole('button', { name: words.tick }).click()
  await page.getByText(words.saved).waitFor()
  await step('Third page').click()
  await heading(2, 'Third page').waitFor()
  await page.getByText(words.done).first().waitFor()
  await look()
  await step(words.finish).click()
  await heading(1, words.courses).waitFor()
}
