import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Front, startFront } from './given/front.ts'
import { learntUrl } from './given/learnt-url.ts'
import { cannotBeReached, watchedOver } from './given/worker.ts'

let front: Front

beforeEach(async () => {
  front = await startFront(Number(new URL(learntUrl()).port))
})

afterEach(() => front.close())

const courses = '/apps/courses/mycourses'

test('without an answer the offline page is shown, in the person’s language, and continues by itself', async () => {
  const { page } = await watchedOver(front.url)
  for (const state of ['gone', 'outage'] as const) {
    front.state = state
    await page.goto(courses)
    await page.getByRole('heading', { level: 1, name: 'Learnt Academy cannot be reached' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await cannotBeReached(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(courses)
    // no answer of the API was cached: without a network there is none
    const answered = await page.evaluate(() =>
      fetch('/api/start').then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    expect(answered).toBe(false)
    front.state = 'up'
    await page.getByRole('heading', { level: 1, name: 'My courses' }).waitFor()
  }
  for (const [language, words, direction] of [
    ['de', 'Learnt Academy ist nicht erreichbar', 'ltr'],
    ['ar', 'يتعذّر الوصول إلى Learnt Academy', 'rtl'],
  ] as const) {
    await page.evaluate((wish) => localStorage.setItem('learnt.language', wish), language)
    front.state = 'gone'
    await page.goto(courses)
    await page.getByRole('heading', { level: 1, name: words }).waitFor()
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      language,
      direction,
    ])
    front.state = 'up'
    await page.getByRole('heading', { level: 1, name: /^(?!.*Learnt Academy)/ }).waitFor()
  }
})
