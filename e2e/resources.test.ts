import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { makeWord, wordParagraph } from '../apps/server/test/given/office-files.ts'
import { callerOf, refusalOf } from './given/calls.ts'
import { onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('an administrator drops files, publishes and assigns one, and sees who read it on a phone', async () => {
  const [position, title, word] = [unique('Reader'), unique('Handbook'), unique('quokka')]
  const reader = await givenPerson({ position: [position] })
  const stray = await givenPerson()
  const admin = await callerOf(learntUrl(), accounts.admin)
  const chapter = (number: number) =>
    wordParagraph(`Chapter ${number}`, 'Heading1') +
    wordParagraph(`Sentence ${number} of the ${word}. `.repeat(100)).repeat(3)
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

  const { page, troubles } = await asAdmin()
  await page.goto('/apps/admin/resources')
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([
      file(`${title}.docx`, '', makeWord([1, 2, 3].map(chapter).join(''))),
      file('broken.pdf', 'application/pdf', Buffer.from('This is no PDF.')),
      file(`${title} numbers.csv`, 'text/csv', Buffer.from('Site;People\nK\xf6ln;12\n', 'latin1')),
    ])
  await page.getByText('2 of 3 files added').waitFor()
  // The damaged file is named with its reason; the others continued.
  const refused = page.getByRole('listitem').filter({ hasText: 'broken.pdf' })
  expect((await refused.getByRole('alert').textContent())?.length).toBeGreaterThan(10)
  await page.getByRole('table').getByText(`${title} numbers`).waitFor()

  await page
    .getByRole('listitem')
    .getByRole('link', { name: `${title}.docx` })
    .click()
  await page.getByRole('heading', { name: 'Chapter 1' }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish “${title}”` })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).first().waitFor()
  const documentId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await admin.call(api.permissions.create, {
    body: { documentType: 'resource', documentId, title: position, rule: onlyPosition(position) },
  })

  // A table in an older encoding shows the guess; another choice applies at once.
  const { items } = await admin.call(api.resources.list, { query: { search: `${title} numbers` } })
  await page.goto(`/apps/admin/resources/${items[0]?.id}`)
  const preview = page.getByRole('region', { name: 'Preview' }).getByRole('grid')
  await preview.getByText('Köln').waitFor()
  const choose = async (encoding: string) => {
    await page.getByRole('combobox', { name: 'Encoding' }).click()
    await page.getByRole('option', { name: encoding }).click()
  }
  await choose('Cyrillic (Windows-1251)')
  await preview.getByText('Kцln').waitFor()
  await choose('Find it out')
  await preview.getByText('Köln').waitFor()

  const device = await deviceOf(reader.account, { viewport: phone, hasTouch: true })
  await device.page.goto('/apps/resources/myresources')
  await device.page.getByRole('link', { name: title }).click()
  await device.page.getByRole('heading', { name: 'Chapter 1' }).waitFor()
  // The address ends with the title, even if it was opened with another one.
  const handle = title.toLowerCase()
  await device.page.goto(`/apps/resource/${documentId}/another-name`)
  await device.page.waitForURL(`**/apps/resource/${documentId}/${handle}`)
  const own = await callerOf(learntUrl(), reader.account)
  const stateOf = async () => (await own.call(api.resources.own, { params: { documentId } })).state
  await expect.poll(stateOf).toBe('inprogress')
  await device.page.getByRole('heading', { name: 'Chapter 1' }).waitFor()
  await device.page.waitForTimeout(1500)
  expect(await violationsOf(device.page)).toEqual([])
  await expect
    .poll(async () => {
      await device.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return stateOf()
    })
    .toBe('completed')
  await device.page.getByText('Completed', { exact: true }).waitFor()
  expect(await device.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  const strange = await callerOf(learntUrl(), stray.account)
  expect(await refusalOf(strange.call(api.resources.own, { params: { documentId } }))).toBe('not-found')
  // People who may open the file find words inside it.
  const find = async (who: typeof own) =>
    (await who.call(api.search.all, { query: { q: word } })).items.map((one) => one.kind)
  expect([await find(own), await find(strange)]).toEqual([['myDocument'], []])

  await page.goto(`/apps/admin/resources/${documentId}?tab=readers`)
  const row = page.getByRole('row').filter({ hasText: reader.name })
  await row.getByText('Completed').waitFor()
  await page.getByRole('button', { name: /^Not opened/ }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  // The browser also logs the refusal of the damaged file.
  expect([...troubles, ...device.troubles].filter((one) => !/status of 422 .*\/api\/files/.test(one))).toEqual([])
})
