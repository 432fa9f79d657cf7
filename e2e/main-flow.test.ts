import { expect, test } from 'vitest'
import { password } from './given/calls.ts'
import { newDevice } from './given/devices.ts'
import { keyboardOf } from './given/keyboard.ts'
import { english, expectCourse, givenReader } from './given/taking.ts'

test('a learner takes a course with the keyboard only', async () => {
  const { account, course } = await givenReader()
  const { page } = await newDevice()
  const keyboard = keyboardOf(page)
  const heading = (level: number, name: string | RegExp) => page.getByRole('heading', { level, name })
  const main = page.getByRole('main')
  const navigation = page.getByRole('navigation', { name: english.navigation })
  const step = (name: string | RegExp) =>
    page.getByRole('navigation', { name: english.steps }).getByRole('link', { name })

  await page.goto('/login')
  await keyboard.has(page.getByRole('textbox', { name: 'Email' }))
  await keyboard.type(account)
  await keyboard.to(page.getByRole('textbox', { name: 'Password', exact: true }))
  await keyboard.type(password)
  await keyboard.press('Enter')
  await heading(1, english.home).waitFor()

  // past the navigation
  await main.getByRole('link', { name: course.title }).first().waitFor()
  await keyboard.enter(page.getByRole('link', { name: 'Skip to the content' }))
  await keyboard.has(main)
  await keyboard.to(main.getByRole('link', { name: course.title }))
  // back into it
  await keyboard.to(navigation.getByRole('link', { name: english.courses }), 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.has(heading(1, english.courses))
  await keyboard.enter(main.getByRole('link', { name: course.title }))
  await keyboard.has(heading(1, course.title))
  await keyboard.enter(page.getByRole('link', { name: english.start }))
  await page.getByText(english.saved).waitFor()
  await keyboard.enter(step('Second page'))
  await keyboard.has(heading(2, 'Second page'))

  // away, and back to the same place
  await keyboard.to(navigation.getByRole('link', { name: english.atHome }), 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.has(heading(1, english.home))
  await keyboard.enter(main.getByRole('link', { name: english.resume, exact: true }))
  await keyboard.has(heading(1, course.title))
  await heading(2, 'Second page').waitFor()
  await keyboard.enter(page.getByRole('button', { name: english.tick }))
  await page.getByText(english.saved).waitFor()
  await expectCourse(account, course.id, 'inprogress', 2)
  // after ticking, the focus stays there and does not go to the top of the page
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await keyboard.enter(step('Third page'))
  await keyboard.has(heading(2, 'Third page'))
  await page.getByText(english.done).first().waitFor()
  await expectCourse(account, course.id, 'completed', 3)

  // the menu takes the focus and returns it
  const menu = page.getByRole('button', { name: /^Your account: / })
  await keyboard.to(menu, 'Shift+Tab')
  await keyboard.press('Enter')
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  await logout.waitFor()
  await keyboard.press('Escape')
  await keyboard.has(menu)
  await keyboard.press('Enter')
  await keyboard.enter(logout)
  await keyboard.has(page.getByRole('textbox', { name: 'Email' }))
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login')
  expect(await page.evaluate(() => fetch('/api/session/teams').then((answer) => answer.status))).toBe(401)
})
