import { randomUUID } from 'node:crypto'
import { api } from '@learnt/contract'
import type { Activity } from '@learnt/contract/courses'
import { expect, test } from 'vitest'
import { makeWord, makeWorkbook, wordParagraph } from '../apps/server/test/given/office-files.ts'
import { type Caller, callerOf } from './given/calls.ts'
import { givenCourse, givenUpload, onlyPosition } from './given/courses.ts'
import { accounts, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'
import { english, expectCourse } from './given/taking.ts'

const rows = 200_000
const chapter = (number: number) =>
  wordParagraph(`Chapter ${number}`, 'Heading1') +
  wordParagraph(`Sentence of chapter ${number}. `.repeat(120)).repeat(4)

test('Word, Excel and CSV files are read in the page on a phone', async () => {
  const position = unique('Reader')
  const person = await givenPerson({ position: [position] })
  const admin = await callerOf(learntUrl(), accounts.admin)
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`
  const workbook = makeWorkbook({
    sheets: {
      Sites: `<row>${cell('Site')}${cell('People')}</row><row>${cell('Berlin')}<c s="0"><v>1200</v></c></row>`,
      Days: '<row><c s="1"><v>45000</v></c></row>',
      Notes: `<row>${cell('The last word')}</row>`,
    },
    formats: [3, 14],
  })
  const lines = Array.from({ length: rows - 1 }, (_, row) => `P-${row + 2};Person ${row + 2};${row % 90}`)
  const course = await givenCourse(admin, {
    title: unique('Papers'),
    rule: onlyPosition(position),
    steps: [
      await documentStep(admin, 'manual.docx', makeWord([1, 2, 3, 4, 5, 6, 7, 8].map(chapter).join(''))),
      await documentStep(admin, 'sites.xlsx', workbook),
      await documentStep(admin, 'people.csv', Buffer.from(['Number;Name;Age', ...lines].join('\n'))),
    ],
  })

  const { page, troubles } = await deviceOf(person.account, { viewport: phone, hasTouch: true })
  const step = (name: string) => page.getByRole('link', { name: new RegExp(`${name}$`) }).first()
  // A learner who reaches the end within a second does not count as having read it.
  const lookAround = () => page.waitForTimeout(1500)
  await page.goto(`/apps/course/${course.id}`)
  await page.getByRole('link', { name: 'Start the course' }).click()
  await page.getByRole('heading', { name: 'Chapter 1' }).waitFor()
  await page.getByRole('link', { name: 'Download' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Chapter 8' }).count()).toBe(0)
  await lookAround()
  // Pages load as the reader approaches them; the end of the last page completes the step.
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return page.getByRole('heading', { name: 'Chapter 8' }).count()
    })
    .toBe(1)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectCourse(person.account, course.id, 'inprogress', 1)
  expect(await violationsOf(page)).toEqual([])

  await step('sites.xlsx').click()
  const grid = page.getByRole('grid')
  await grid.getByText('1,200').waitFor()
  await lookAround()
  await page.getByRole('tab', { name: 'Days' }).click()
  await grid.getByText('2023-03-15').waitFor()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await grid.getByText('The last word').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await step('people.csv').click()
  await grid.getByText('Person 2', { exact: true }).waitFor()
  await lookAround()
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+End')
  await grid.getByText(`Person ${rows}`, { exact: true }).waitFor()
  // The header stays visible, and the page contains only the rows it needs.
  await grid.getByRole('columnheader', { name: 'Name' }).waitFor()
  expect(await grid.getByRole('row').count()).toBeLessThan(80)
  expect(await violationsOf(page)).toEqual([])
  await page.getByText(english.done).first().waitFor()
  await expectCourse(person.account, course.id, 'completed', 3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(troubles).toEqual([])
})

async function documentStep(admin: Caller, name: string, bytes: Buffer): Promise<Activity> {
  const uploadId = await givenUpload(admin, name, bytes)
  const file = await admin.call(api.files.adopt, { body: { uploadId, purpose: 'document' } })
  return {
    id: randomUUID(),
    kind: 'document',
    title: name,
    description: '',
    minutes: 1,
    completion: { rule: 'view' },
    fileId: file.id,
  }
}
