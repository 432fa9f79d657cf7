import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, refusalOf } from './given/calls.ts'
import { type GivenCourse, givenCourse, givenPackage, packageStep, pageStep } from './given/courses.ts'
import { accounts, asAdmin, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { buildPackage } from './given/packages.ts'
import { givenPerson, unique } from './given/people.ts'

const administrator = () => callerOf(learntUrl(), accounts.admin)

const openEditor = async (page: Page, course: GivenCourse) => {
  await page.goto(`/apps/admin/courses/${course.id}`)
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor()
}

const saved = /^Saved \d\d:\d\d$/

test('unsaved changes are there again when the course is reopened', async () => {
  const course = await givenCourse(await administrator(), { title: unique('Kept'), draft: true })
  const { page, context } = await asAdmin()
  await openEditor(page, course)
  await page.route('**/api/courses/*/draft', (route) => route.abort())
  await page.getByRole('textbox', { name: 'Description' }).fill('Written in the tunnel.')
  await page.getByText('Not saved, retrying').waitFor()
  await page.close({ runBeforeUnload: false })
  const later = await context.newPage()
  await openEditor(later, course)
  await later.getByText(/^Unsaved changes from .* were restored$/).waitFor()
  expect(await later.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Written in the tunnel.')
  await later.getByText(saved).waitFor()
})

test('two administrators on one course: the second is asked, nothing is lost', async () => {
  const course = await givenCourse(await administrator(), { title: unique('Shared'), draft: true })
  const [first, second] = [await asAdmin(), await asAdmin()]
  await openEditor(first.page, course)
  await openEditor(second.page, course)
  // what the second one types appears nowhere before the first one's texts are saved
  await second.page.route('**/api/courses/*/draft', (route) => route.abort())
  await second.page.getByRole('textbox', { name: 'Description' }).fill('By the second.')
  await second.page.getByText('Not saved, retrying').waitFor()
  await first.page.getByRole('textbox', { name: 'Description' }).fill('By the first.')
  await first.page.getByText(saved).waitFor()
  await second.page.unroute('**/api/courses/*/draft')
  const dialog = second.page.getByRole('dialog', { name: 'Someone else made changes' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Keep mine as a copy' }).click()
  const admin = await administrator()
  await expect
    .poll(async () => {
      const { items } = await admin.call(api.courses.list, { query: { search: course.title } })
      const contents = await Promise.all(
        items.map(({ id }) => admin.call(api.courses.get, { params: { courseId: id } })),
      )
      return contents.map(({ content }) => content.description).sort()
    })
    .toEqual(['By the first.', 'By the second.'])
})

test('steps change places by buttons, by menu and by keyboard', async () => {
  const admin = await administrator()
  const course = await givenCourse(admin, {
    title: unique('Order'),
    draft: true,
    steps: ['One', 'Two', 'Three'].map((title) => pageStep(title)),
  })
  const { page } = await asAdmin()
  await openEditor(page, course)
  const order = async () => {
    const { content } = await admin.call(api.courses.get, { params: { courseId: course.id } })
    return content.sections.flatMap((section) => section.activities.map((step) => step.title)).join()
  }
  const outline = page
    .getByRole('region', { name: 'Outline' })
    .or(page.getByRole('navigation', { name: 'Outline' }))
    .or(page.locator('main'))
  await outline
    .getByRole('button', { name: /^Three/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Move Three up' }).click()
  await expect.poll(order).toBe('One,Three,Two')
  await page.getByRole('button', { name: 'Actions for One' }).first().click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect.poll(order).toBe('Three,One,Two')
  await outline.getByRole('button', { name: /^Two/ }).first().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toBe('Three,Two,One')
})

test('a preview shows the draft and records nothing', async () => {
  const admin = await administrator()
  const packageId = await givenPackage(admin, await buildPackage({ title: 'Seen before' }))
  const course = await givenCourse(admin, {
    title: unique('Preview'),
    draft: true,
    steps: [pageStep('A page', '<p>Words of the draft.</p>'), packageStep('A package', packageId)],
  })
  const { page } = await asAdmin()
  const calls: string[] = []
  page.on(
    'request',
    (request) => request.method() !== 'GET' && calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )
  await openEditor(page, course)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Preview: nothing is recorded').waitFor()
  await page.getByText('Words of the draft.').waitFor()
  await page
    .getByRole('button', { name: /A package/ })
    .or(page.getByRole('link', { name: /A package/ }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Start' }).click()
  const player = page.frameLocator('iframe[title^="Player:"]')
  await player.frameLocator('iframe').getByRole('button', { name: 'Next', exact: true }).click()
  await player.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Slide 2' }).waitFor()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('button', { name: 'Start' }).waitFor()
  // page views are counted too, some seconds later
  expect(calls.filter((call) => !/\/launch$|^POST \/api\/analytics$/.test(call))).toEqual([])
  const { total } = await admin.call(api.reports.admin.assignments, { query: { courseId: course.id } })
  expect(total).toBe(0)
})

test('withdrawing hides the course from its learners, publishing brings it back with the record', async () => {
  const admin = await administrator()
  const position = unique('Guest')
  const learner = await givenPerson({ position: [position] })
  const course = await givenCourse(admin, { title: unique('Withdrawn'), rule: { rule: { position: [position] } } })
  const mine = await deviceOf(learner.account)
  await mine.page.goto('/apps/courses/mycourses')
  await mine.page.getByRole('link', { name: course.title }).click()
  await mine.page.getByRole('link', { name: 'Start the course' }).click()
  await mine.page.getByText(saved).waitFor()
  const address = mine.page.url()

  const { page } = await asAdmin()
  await openEditor(page, course)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: `Withdraw “${course.title}”?` })
  await dialog.getByText(/^1 person will no longer see it/).waitFor()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(`“${course.title}” is withdrawn`).waitFor()
  // it waits while a pointer is on it; otherwise it stays for ten seconds
  await page.getByRole('button', { name: 'Undo' }).hover()
  await page.getByText('Unpublished', { exact: true }).waitFor()

  await mine.page.goto('/apps/courses/mycourses')
  await mine.page.getByRole('link').filter({ hasText: 'Using Learnt' }).waitFor()
  expect(await mine.page.getByRole('link', { name: course.title }).count()).toBe(0)
  await mine.page.goto(address)
  await mine.page.getByText('This does not exist').waitFor()
  const own = await callerOf(learntUrl(), learner.account)
  expect(await refusalOf(own.call(api.learning.course, { params: { userCourseId: course.id } }))).toBe('not-found')

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  await mine.page.goto(address)
  await mine.page.getByText('1 of 2 done').waitFor()
})

test('archiving can be undone at once or later, duplicating makes a draft of one’s own', async () => {
  const course = await givenCourse(await administrator(), { title: unique('Put away') })
  const { page } = await asAdmin()
  await page.goto('/apps/admin/courses')
  await page.getByLabel('Search title, description, category, tags').fill(course.title)
  const row = page.getByRole('row').filter({ hasText: course.title })
  const act = async (action: string) => {
    await page.getByRole('button', { name: `More actions: ${course.title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await row.getByText('Published', { exact: true }).waitFor()
  await act('Archive')
  await page.getByText(`“${course.title}” is archived`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByText('Published', { exact: true }).waitFor()
  await act('Archive')
  await expect.poll(() => row.count()).toBe(0)
  await page.goto('/apps/admin/courses?status=archived')
  await page.getByLabel('Search title, description, category, tags').fill(course.title)
  await row.getByText('Archived', { exact: true }).waitFor()
  await act('Restore')
  await page.getByText(`“${course.title}” is restored`).waitFor()

  await page.goto('/apps/admin/courses')
  await page.getByLabel('Search title, description, category, tags').fill(course.title)
  await row.getByText('Published', { exact: true }).waitFor()
  await act('Duplicate')
  await page.getByText(/^“.*” was created$/).waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(
    (url) => /^\/apps\/admin\/courses\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(course.id),
  )
  await page.getByText('Draft', { exact: true }).waitFor()
})

test('many courses at once: changed where possible, the others named', async () => {
  const admin = await administrator()
  const word = unique('Bulk')
  for (const title of [`${word} A`, `${word} B`]) await givenCourse(admin, { title, draft: true })
  await givenCourse(admin, { title: `${word} empty`, draft: true, steps: [] })
  const { page } = await asAdmin()
  await page.goto('/apps/admin/courses')
  await page.getByLabel('Search title, description, category, tags').fill(word)
  await page.getByText('3 results', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 3 courses?' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('2 published. 1 unchanged.').waitFor()
  await page.getByRole('button', { name: 'Show unchanged' }).click()
  await page
    .getByRole('dialog', { name: 'Unchanged' })
    .getByText(new RegExp(`${word} empty`))
    .waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  const state = (title: string, name: string) =>
    page.getByRole('row').filter({ hasText: title }).getByText(name, { exact: true })
  await state(`${word} A`, 'Published').waitFor()
  await state(`${word} B`, 'Published').waitFor()
  await state(`${word} empty`, 'Draft').waitFor()
})

test('the save state is true: not saved while the server is away, saved after it has answered', async () => {
  const admin = await administrator()
  const course = await givenCourse(admin, { title: unique('Autosave'), draft: true })
  const { page } = await asAdmin()
  await openEditor(page, course)
  const description = page.getByRole('textbox', { name: 'Description' })
  const stored = async () =>
    (await admin.call(api.courses.get, { params: { courseId: course.id } })).content.description
  await description.fill('First words.')
  await page.getByText(saved).waitFor()
  expect(await stored()).toBe('First words.')

  await page.route('**/api/courses/*/draft', (route) => route.abort())
  await description.fill('Second words.')
  await page.getByText('Not saved, retrying').waitFor()
  expect(await page.getByText(saved).count()).toBe(0)
  expect(await stored()).toBe('First words.')

  await page.unroute('**/api/courses/*/draft')
  await page.getByText(saved).waitFor({ timeout: 60_000 })
  expect(await stored()).toBe('Second words.')
})
