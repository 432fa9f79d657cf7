import { api } from '@learnt/contract'
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
import { english, expectCourse, givenReader, takeCourse } from './given/taking.ts'

const arabic: typeof english = {
  home: /^مرحبًا، Robin$/,
  atHome: 'الرئيسية',
  courses: 'دوراتي',
  navigation: 'التنقل الرئيسي',
  steps: 'الخطوات',
  outline: 'مخطط الدورة',
  start: 'بدء الدورة',
  resume: 'متابعة',
  tick: 'وضع علامة منجز',
  saved: /^حُفظ في .*\d/,
  done: 'اكتملت الدورة. أحسنت!',
  finish: /العودة إلى دوراتي$/,
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
  // the navigation is on the right
  expect((await navigation.boundingBox())?.x).toBeGreaterThan(640)
})

test('an administrator makes, fills and publishes a course with the keyboard only', async () => {
  const { page } = await deviceOf(accounts.admin)
  const keyboard = keyboardOf(page)
  const title = unique('By keyboard')
  await page.goto('/apps/admin/courses')
  await settled(page)
  const create = page.getByRole('button', { name: 'New course' })
  await keyboard.enter(create)
  // the dialog holds the focus, and returns it when closed
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
  // a title is required: reported at its field
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
  await keyboard.enter(page.getByRole('button', { name: /^PAGE/ }).first())
  const stepTitle = page.getByRole('textbox', { name: 'Title', exact: true })
  await stepTitle.waitFor()
  await keyboard.to(stepTitle)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Read this')
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await keyboard.to(text)
  await keyboard.type('Written without a mouse.')
  await page.getByText(english.saved).waitFor()

  // the text never captures the Tab key
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
  // the button cannot be pressed again, yet the focus stays on the page
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

test('a manager finds a person’s progress with the keyboard only', async () => {
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
  await keyboard.enter(main.getByRole('link', { name: learner.name, exact: true }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: learner.name }))
  await keyboard.enter(main.getByRole('link', { name: course.title }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: course.title }))
  await main.getByText('In progress', { exact: true }).first().waitFor()
  // one up again
  await keyboard.enter(main.getByRole('link', { name: learner.name, exact: true }))
  await keyboard.has(page.getByRole('heading', { level: 1, name: learner.name }))
})

test('a page is built once and requests its data once', async () => {
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

test('a learner takes a course on a phone', async () => {
  const { account, course } = await givenReader()
  const { page } = await deviceOf(account, { viewport: phone, hasTouch: true, isMobile: true })
  await page.goto('/apps/homepage/myhomepage')
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
      await page.getByRole('button', { name: 'Open navigation' }).tap()
      await drawer.getByRole('link', { name: link, exact: true }).tap()
      await drawer.waitFor({ state: 'hidden' })
    },
    look,
  )
  await expectCourse(account, course.id, 'completed', 3)
  // the outline is behind a button
  await page.getByRole('main').getByRole('link', { name: course.title }).tap()
  await page.getByRole('button', { name: 'Outline' }).tap()
  const outline = page.getByRole('dialog', { name: english.outline })
  await outline.getByRole('link', { name: /First page/ }).tap()
  await page.getByRole('heading', { level: 2, name: 'First page' }).waitFor()
  await outline.waitFor({ state: 'hidden' })
  await look()
})
