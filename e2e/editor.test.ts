import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeWord, wordParagraph } from '../apps/server/test/given/office-files.ts'
import { callerOf } from './given/calls.ts'
import { type GivenCourse, givenCourse, pageStep } from './given/courses.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const administrator = () => callerOf(learntUrl(), accounts.admin)

const openEditor = async (page: Page, course: GivenCourse) => {
  await page.goto(`/apps/admin/courses/${course.id}`)
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor()
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const saved = /^Saved \d\d:\d\d$/

test('before publishing, shows what prevents it, what changes and which people are affected', async () => {
  const admin = await administrator()
  const position = unique('Reader')
  const learner = await givenPerson({ position: [position] })
  const course = await givenCourse(admin, {
    title: unique('Versions'),
    steps: [pageStep('Kept'), pageStep('Other')],
    rule: { rule: { position: [position] } },
  })
  const reader = await callerOf(learntUrl(), learner.account)
  const own = await reader.call(api.learning.course, { params: { userCourseId: course.id } })
  await reader.call(api.learning.progress, {
    params: { userCourseId: own.userCourseId, activityId: course.steps[0] ?? '' },
    body: { event: 'view' },
  })

  const { page } = await asAdmin()
  await openEditor(page, course)
  await page
    .getByRole('button', { name: /^Add a step/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^PAGE/ }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Fresh')
  await page.getByText(saved).waitFor()
  await page.getByText('Published, with draft').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish “${course.title}”` })
  await dialog.getByRole('alert').filter({ hasText: 'Fix one problem before publishing' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Fresh: The page is empty.' }).click()
  await page.getByRole('textbox', { name: 'Text of the page' }).fill('Now there are words.')
  await page.getByText(saved).waitFor()

  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByText('Changes', { exact: true }).waitFor()
  await dialog.getByText('“Fresh” added').waitFor()
  await dialog.getByText('1 person assigned · 1 in progress · 0 done').waitFor()
  await dialog.getByText('What happens to the 1 person in progress?').waitFor()
  await dialog.getByRole('radio', { name: /Continue in the new version/ }).check()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('A step more')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByText('Version 2').first().waitFor()
  await page.getByText('A step more').waitFor()

  const device = await deviceOf(learner.account)
  await device.page.goto(`/apps/course/${own.userCourseId}`)
  // finished work counts, and opening the next step does that one
  await device.page.getByText('2 of 3 done').waitFor()
})

test('every block is inserted by keyboard, and a learner reads it on a phone', async () => {
  const admin = await administrator()
  const position = unique('Phone reader')
  const learner = await givenPerson({ position: [position] })
  await admin.call(api.videoHosts.save, { body: { hosts: ['player.vimeo.com'] } })
  const course = await givenCourse(admin, {
    title: unique('Blocks'),
    steps: [pageStep('The page')],
    rule: { rule: { position: [position] } },
  })
  const { page } = await asAdmin()
  await page.goto(`/apps/admin/courses/${course.id}?item=${course.steps[0]}`)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await text.focus()
  const keys = (words: string) => page.keyboard.type(words)
  const press = (key: string) => page.keyboard.press(key)
  /** From the text to a tool and into it, by the toolbar's arrow keys. */
  const useTool = async (name: string) => {
    await press('Alt+F10')
    const tool = page.getByRole('toolbar', { name: 'Text formatting' }).getByRole('button', { name, exact: true })
    for (let at = 0; at < 40 && !(await tool.evaluate((one) => one === document.activeElement)); at++)
      await press('ArrowRight')
    await press('Enter')
  }
  const insert = async (name: string) => {
    await text.focus()
    await press('Control+End')
    // the editor notices a moved cursor a moment later; people type more slowly
    await page.waitForTimeout(100)
    await useTool('Insert')
    await page.getByRole('menuitem', { name, exact: true }).focus()
    await press('Enter')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    if (name !== 'Video from another site') await page.waitForFunction(() => document.activeElement?.role === 'textbox')
  }

  await insert('Table')
  for (const cell of ['Class', 'Fuel', 'Agent', 'A', 'Wood', 'Water', 'B', 'Petrol', 'Foam']) {
    await keys(cell)
    if (cell !== 'Foam') await press('Tab')
  }
  await useTool('Row below')
  await insert('Warning')
  await keys('Never use water on burning fat.')
  await insert('Two columns')
  await keys('Left side')
  await press('ArrowDown')
  await keys('Right side')
  await insert('Code')
  await keys('print(112)')
  await insert('Video from another site')
  const dialog = page.getByRole('dialog', { name: 'Video from another site' })
  await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'))
  await keys('https://evil.example/1')
  await press('Tab')
  await keys('How to lift')
  await press('Enter')
  await dialog.getByText('Videos of evil.example are not allowed here.').waitFor()
  await press('Shift+Tab')
  await press('Control+A')
  await keys('https://vimeo.com/76979871')
  await press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(saved).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).waitFor()

  const reader = await callerOf(learntUrl(), learner.account)
  const own = await reader.call(api.learning.course, { params: { userCourseId: course.id } })
  const device = await deviceOf(learner.account, { viewport: phone, hasTouch: true })
  const asked: string[] = []
  // tests have no video host, so every request to it gets an empty page
  await device.context.route('https://player.vimeo.com/**', (route) => {
    asked.push(`${route.request().url()} ${route.request().headers().referer ?? 'no referrer'}`)
    return route.fulfill({ contentType: 'text/html', body: '<p>A film</p>' })
  })
  await device.page.goto(`/apps/course/${own.userCourseId}`)
  await device.page.getByRole('link', { name: 'Start the course' }).click()
  const table = device.page.getByRole('region', { name: 'Table' })
  await table.getByRole('columnheader', { name: 'Agent' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(4)
  await device.page
    .getByRole('note')
    .filter({ hasText: /^WarningNever use water/ })
    .waitFor()
  const [left, right] = await Promise.all(
    ['Left side', 'Right side'].map((words) => device.page.getByText(words, { exact: true }).boundingBox()),
  )
  expect((right?.y ?? 0) - (left?.y ?? 0), 'columns lie below each other').toBeGreaterThan(20)
  await device.page.getByText('print(112)').waitFor()
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await device.page.evaluate(isWide), 'nothing is wider than the phone').toBe(false)
  expect(asked).toEqual([])
  await device.page.getByRole('button', { name: /Play video: How to lift/ }).click()
  await device.page.frameLocator('iframe[title="How to lift"]').frameLocator('iframe').getByText('A film').waitFor()
  expect(asked).toEqual(['https://player.vimeo.com/video/76979871 no referrer'])
  expect(device.troubles).toEqual([])
})

test('authors comment on a step, copy one, and import a Word file with a list of what is lost', async () => {
  const admin = await administrator()
  const source = await givenCourse(admin, { title: unique('Source'), steps: [pageStep('Lifting')] })
  const course = await givenCourse(admin, { title: unique('Written together'), steps: [pageStep('Kept')], draft: true })
  const { page } = await asAdmin()
  await page.goto(`/apps/admin/courses/${course.id}?item=${course.steps[0]}`)

  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Is this still right?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('button', { name: /Kept.*1 open comment/ }).waitFor()
  await page.getByRole('button', { name: 'Mark as resolved' }).click()
  await page.getByText(/^Resolved by/).waitFor()
  expect(await page.getByRole('button', { name: /1 open comment/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: 'Delete the comment' }).click()
  await page.getByText('Is this still right?').waitFor({ state: 'detached' })

  const choose = (name: string, bytes: Buffer) =>
    page.getByLabel('Import a Word file').last().setInputFiles({ name, mimeType: docx, buffer: bytes })
  await choose('broken.docx', makeWord('<w:p><w:r>'))
  await page.getByRole('alert').filter({ hasText: 'The file is damaged.' }).waitFor()
  const formula = '<w:p><m:oMath xmlns:m="m"/></w:p>'
  await choose('plan.docx', makeWord(wordParagraph('Fire plan', 'Heading1') + formula))
  const told = page.getByRole('status').filter({ hasText: 'The text of “plan.docx” is at the end of the page.' })
  await told.getByRole('listitem').filter({ hasText: 'formulas' }).waitFor()
  await page.getByRole('textbox', { name: 'Text of the page' }).getByText('Fire plan').waitFor()

  await page.getByRole('button', { name: 'Add a step to All of it' }).click()
  await page.getByRole('menuitem', { name: 'Copy steps from another course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy steps from another course' })
  await dialog.getByRole('combobox', { name: 'Course' }).fill(source.title)
  await page.getByRole('option', { name: new RegExp(source.title) }).click()
  await dialog.getByRole('checkbox', { name: 'Lifting' }).check()
  await dialog.getByRole('button', { name: 'Copy 1 step' }).click()
  await page.getByRole('button', { name: /^Lifting PAGE/ }).waitFor()
  await page.getByText(saved).waitFor()
  const { content } = await admin.call(api.courses.get, { params: { courseId: course.id } })
  expect(content.sections[0]?.activities.map((step) => step.title)).toEqual(['Kept', 'Lifting'])
  expect(content.sections[0]?.activities[1]?.id).not.toBe(source.steps[0])
  expect(JSON.stringify(content.sections[0]?.activities[0])).toContain('<h2>Fire plan</h2>')
})
