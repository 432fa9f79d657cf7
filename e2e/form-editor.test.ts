import { expect, test } from 'vitest'
import { asAdmin } from './given/devices.ts'
import { unique } from './given/people.ts'

test('a quiz is made without dragging, tried out, corrected where publishing complains, and published', async () => {
  const title = unique('Quiz')
  const { page, troubles } = await asAdmin()
  await page.goto('/apps/admin/forms')
  await page.getByRole('button', { name: 'New form' }).first().click()
  const create = page.getByRole('dialog', { name: 'New form' })
  await create.getByRole('radio', { name: /^Quiz/ }).check()
  await create.getByRole('textbox', { name: 'Title' }).fill(title)
  await create.getByRole('button', { name: 'Create and edit' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()

  // two questions by the page's menu; the second is shown only after a certain answer to the first
  const add = async (kind: string) => {
    await page.getByRole('button', { name: 'Add a field to Page 1' }).first().click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
  }
  await add('Single choice')
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Which extinguisher is for burning oil?')
  await page.getByRole('textbox', { name: 'Choice 1' }).fill('Water')
  await page.getByRole('textbox', { name: 'Choice 2' }).fill('Foam')
  await add('Numeric answer')
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('How many metres away do you stand?')
  await page.getByRole('button', { name: 'Add an answer' }).click()
  await page.getByRole('spinbutton', { name: 'Number' }).fill('3')
  await page.getByRole('spinbutton', { name: 'May be off by' }).fill('0.5')
  const shown = page.getByRole('group', { name: 'When is it shown?' })
  await shown.getByRole('button', { name: 'Set a condition' }).click()
  await shown.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: 'Foam' }).click()
  await page.keyboard.press('Escape')
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()

  // the preview behaves like the form
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await preview.getByRole('radio', { name: 'Water' }).check()
  expect(await preview.getByRole('textbox').count()).toBe(0)
  await preview.getByRole('radio', { name: 'Foam' }).check()
  await preview.getByRole('textbox').fill('3')
  await preview.getByRole('button', { name: 'Try to submit' }).click()
  await preview.getByText('It would be taken. Nothing was kept.').waitFor()
  await preview.getByRole('button', { name: 'Close' }).click()

  // no right answer is set yet
  await page.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('dialog', { name: `Publish “${title}”` })
  await publish.getByText('Say which answer is right.').waitFor()
  await publish.getByRole('button', { name: /Which extinguisher/ }).click()
  await page.getByRole('checkbox', { name: 'Foam' }).check()
  await page.getByRole('button', { name: 'Publish' }).click()
  await publish.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`“${title}” is published`).waitFor()
  expect(troubles).toEqual([])
})
