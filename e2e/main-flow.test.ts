import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, password } from './given/calls.ts'
import { givenCourse, givenPackage, packageStep, pageStep } from './given/courses.ts'
import { accounts, deviceOf, newDevice, phone, signIn } from './given/devices.ts'
import { settled } from './given/door.ts'
import { keyboardOf } from './given/keyboard.ts'
import { learntUrl } from './given/learnt-url.ts'
import { overflowOf, violationsOf } from './given/looks.ts'
import { buildPackage } from './given/packages.ts'
import { givenPerson, unique } from './given/people.ts'

const english = {
  home: /^Welcome back, Robin$/,
  atHome: 'Home',
  courses: 'My courses',
  navigation: 'Main navigation',
  steps: 'Steps',
  outline: 'Course outline',
  resume: 'Resume',
  tick: 'Mark as done',
  saved: /^Saved \d\d:\d\d$/,
  done: 'Course completed. Well done!',
  finish: /Back to my courses$/,
}
const arabic: typeof english = {
  home: /^مرحبًا بعودتك، Robin$/,
  atHome: 'الرئيسية',
  courses: 'دوراتي',
  navigation: 'التنقل الرئيسي',
  steps: 'الخطوات',
  outline: 'مخطط الدورة',
  resume: 'متابعة',
  tick: 'وضع علامة منجز',
  saved: /^حُفظ في .*\d/,
  done: 'اكتملت الدورة. أحسنت!',
  finish: /العودة إلى دوراتي$/,
}

/** Somebody with one course of three pages; the second is done when it is ticked. */
async function givenReader() {
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

async function expectCourse(account: string, courseId: string, state: string, done: number) {
  const learner = await callerOf(learntUrl(), account)
  await expect
    .poll(async () => {
      const course = await learner.call(api.learning.course, { params: { userCourseId: courseId } })
      return [course.state, course.activitiesDone]
    })
    .toEqual([state, done])
}

/** From the homepage through a course: a step, the next, away, back to where it was, to the end. */
async function takeCourse(
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

test('a learner takes a course in Arabic, from right to left', async () => {
  const { account, course } = await givenReader()
  const { page } = await newDevice()
  await signIn(page, account)
  await page.getByRole('button', { name: /^Your account: / }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click()
  // the sign-in page remembers the language
  await page.getByRole('heading', { level: 1, name: /^تسجيل الدخول إلى/ }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('textbox', { name: 'البريد الإلكتروني' }).fill(account)
  await page.getByRole('textbox', { name: 'كلمة المرور', exact: true }).fill(password)
  await page.getByRole('button', { name: 'دخول', exact: true }).click()
  const navigation = page.getByRole('navigation', { name: arabic.navigation })
  await takeCourse(
    page,
    course.title,
    arabic,
    (link) => navigation.getByRole('link', { name: link }).click(),
    async () => {
      expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        'ar',
        'rtl',
      ])
      expect(await overflowOf(page)).toBe(0)
      await settled(page)
      expect(await violationsOf(page)).toEqual([])
    },
  )
  await expectCourse(account, course.id, 'completed', 3)
  // the navigation stands at the right
  expect((await navigation.boundingBox())?.x).toBeGreaterThan(640)
})

test('a learner takes a course on a phone', async () => {
  const { account, course } = await givenReader()
  const { page } = await newDevice({ viewport: phone, hasTouch: true, isMobile: true })
  await signIn(page, account)
  const drawer = page.getByRole('navigation', { name: english.navigation })
  const look = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    await settled(page)
    expect(await violationsOf(page)).toEqual([])
  }
  await takeCourse(
    page,
    course.title,
    english,
    async (link) => {
      await page.getByRole('button', { name: 'Open the navigation' }).tap()
      await drawer.getByRole('link', { name: link, exact: true }).tap()
      await drawer.waitFor({ state: 'hidden' })
    },
    look,
  )
  await expectCourse(account, course.id, 'completed', 3)
  // the outline lies under a button
  await page.getByRole('main').getByRole('link', { name: course.title }).tap()
  await page.getByRole('button', { name: 'Outline' }).tap()
  const outline = page.getByRole('dialog', { name: english.outline })
  await outline.getByRole('link', { name: /First page/ }).tap()
  await page.getByRole('heading', { level: 2, name: 'First page' }).waitFor()
  await outline.waitFor({ state: 'hidden' })
  await look()
})

test('a learner takes a course by keyboard alone', async () => {
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
  await page.getByText(english.saved).waitFor()
  await keyboard.enter(step('Second page'))
  await keyboard.has(heading(2, 'Second page'))

  // away, and back to where it was
  await keyboard.to(navigation.getByRole('link', { name: english.atHome }), 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.has(heading(1, english.home))
  await keyboard.enter(main.getByRole('link', { name: english.resume, exact: true }))
  await keyboard.has(heading(1, course.title))
  await heading(2, 'Second page').waitFor()
  await keyboard.enter(page.getByRole('button', { name: english.tick }))
  await page.getByText(english.saved).waitFor()
  await expectCourse(account, course.id, 'inprogress', 2)
  // who ticked stands where they stood, not at the top of the page
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await keyboard.enter(step('Third page'))
  await keyboard.has(heading(2, 'Third page'))
  await page.getByText(english.done).first().waitFor()
  await expectCourse(account, course.id, 'completed', 3)

  // the menu takes the focus and gives it back
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

test('an administrator makes, fills and publishes a course by keyboard alone', async () => {
  const { page } = await deviceOf(accounts.admin)
  const keyboard = keyboardOf(page)
  const title = unique('By keyboard')
  await page.goto('/apps/admin/courses')
  await settled(page)
  const create = page.getByRole('button', { name: 'New course' })
  await keyboard.enter(create)
  // the dialog holds the focus, and gives it back when it is left
  const dialog = page.getByRole('dialog', { name: 'New course or bundle' })
  const name = dialog.getByRole('textbox', { name: 'Title' })
  await keyboard.has(name)
  expect(await violationsOf(page)).toEqual([])
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await keyboard.has(create)
  await keyboard.press('Enter')
  await keyboard.has(name)
  // around, and never behind it
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  for (let round = 0; round < 8; round++) {
    await keyboard.press('Tab')
    await expect.poll(inside).toBe(true)
  }
  await keyboard.to(name)
  // nothing is made without a title: said at its field
  await keyboard.press('Enter')
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await keyboard.type(title)
  await keyboard.press('Shift+Tab')
  await keyboard.press('ArrowRight')
  await dialog.getByRole('radio', { name: 'Bundle', checked: true }).waitFor()
  await keyboard.press('ArrowLeft')
  await dialog.getByRole('radio', { name: 'Course', exact: true, checked: true }).waitFor()
  await keyboard.enter(dialog.getByRole('button', { name: 'Create and edit' }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: title }))

  // a step of a page
  await keyboard.enter(page.getByRole('button', { name: /^Page/ }).first())
  const stepTitle = page.getByRole('textbox', { name: 'Title', exact: true })
  await stepTitle.waitFor()
  await keyboard.to(stepTitle)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Read this')
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await keyboard.to(text)
  await keyboard.type('Written without a mouse.')
  await page.getByText(english.saved).waitFor()

  // out of the text again, which takes the Tab key for itself nowhere
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await keyboard.to(publish, 'Shift+Tab')
  await keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: `Publish “${title}”` })
  await asked.getByText('Published for the first time').waitFor()
  expect(await asked.evaluate((element) => element.parentElement?.contains(document.activeElement))).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await keyboard.enter(asked.getByRole('button', { name: 'Publish' }))
  await asked.waitFor({ state: 'hidden' })
  await page.getByText('Published', { exact: true }).waitFor()
  // the button is not to be pressed again: the focus is on the page all the same
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)

  // the tabs are one stop, with the arrow keys between them
  await keyboard.to(page.getByRole('tab', { name: 'Content' }), 'Shift+Tab')
  await keyboard.press('ArrowRight')
  await keyboard.has(page.getByRole('tab', { name: 'People' }))
  const admin = await callerOf(learntUrl(), accounts.admin)
  const { items } = await admin.call(api.courses.list, { query: { search: title } })
  expect(items.map(({ status }) => status)).toEqual(['published'])
  const { content } = await admin.call(api.courses.get, { params: { courseId: items[0]?.id ?? '' } })
  expect(content.sections[0]?.activities).toMatchObject([
    { kind: 'page', title: 'Read this', html: '<p>Written without a mouse.</p>' },
  ])
})

test('a manager finds how somebody stands by keyboard alone', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const manager = await givenPerson({ roles: ['learner', 'manager'] })
  const position = unique('Player')
  const learner = await givenPerson({ position: [position], managers: [manager.userId] })
  const packageId = await givenPackage(admin, await buildPackage({ title: 'Seen by a manager' }))
  const course = await givenCourse(admin, {
    title: unique('Reported'),
    rule: { rule: { position: [position] } },
    steps: [pageStep('A page'), packageStep('A package', packageId)],
  })
  const own = await callerOf(learntUrl(), learner.account)
  await own.call(api.learning.progress, {
    params: { userCourseId: course.id, activityId: course.steps[0] ?? '' },
    body: { event: 'view' },
  })
  await expectCourse(learner.account, course.id, 'inprogress', 1)

  const { page } = await deviceOf(manager.account)
  const keyboard = keyboardOf(page)
  const main = page.getByRole('main')
  await page.goto('/apps/homepage/myhomepage')
  await settled(page)
  await keyboard.enter(
    page.getByRole('navigation', { name: english.navigation }).getByRole('link', { name: 'Learner report' }),
  )
  await keyboard.has(page.getByRole('heading', { level: 1, name: 'Learner report' }))
  await keyboard.enter(main.getByRole('link', { name: learner.name }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: learner.name }))
  await keyboard.enter(main.getByRole('link', { name: course.title }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: course.title }))
  await main.getByText('In progress', { exact: true }).first().waitFor()
  // one up again
  await keyboard.enter(main.getByRole('link', { name: learner.name }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: learner.name }))
})

test('a page that is gone to is built once and asks for what it shows once', async () => {
  const { page } = await deviceOf(accounts.admin)
  await page.goto('/apps/admin/users')
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const navigation = page.getByRole('navigation', { name: english.navigation })
  for (const [name, path] of [
    ['Permissions', '/api/permissions'],
    ['My courses', '/api/my/courses'],
  ] as const) {
    await navigation.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await settled(page)
    expect(asked.filter((one) => one === path)).toEqual([path])
  }
})
