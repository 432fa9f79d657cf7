import { api } from '@learnt/contract'
import { newField } from '@learnt/contract/forms/new-form'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { givenForm } from './given/forms.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('an administrator fills the bank, a quiz draws from it, and a wrong key is corrected', async () => {
  const [position, category, title, words] = [
    unique('Drawn'),
    unique('Rivers'),
    unique('River quiz'),
    unique('Longest'),
  ]
  const person = await givenPerson({ position: [position] })
  const desk = await asAdmin()
  const { page } = desk
  await page.goto('/apps/admin/question-bank')
  await page.getByRole('button', { name: 'New question' }).click()
  const dialog = page.getByRole('dialog', { name: 'New question of the bank' })
  await dialog.getByRole('combobox', { name: 'Category' }).fill(category)
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'True or false' }).click()
  await dialog.getByRole('textbox', { name: /^Question/ }).fill(`${words}: is it the Nile?`)
  // Missing values are reported in place, and nothing is lost.
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('The right answer is missing').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Right answer' }).click()
  await page.getByRole('option', { name: 'False' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox', { name: 'Search the question bank' }).fill(words)
  await page.getByRole('button', { name: `${words}: is it the Nile?` }).waitFor()
  expect(await violationsOf(page)).toEqual([])

  const admin = await callerOf(learntUrl(), accounts.admin)
  const draw = { ...newField('draw'), key: 'kdraw', category, points: 2 }
  const settings = { passPercent: 50 }
  const formId = await givenForm(admin, { title, kind: 'quiz', position, pages: [[draw]], settings })
  await page.goto(`/apps/admin/form/${formId}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('dialog').getByText(`${words}: is it the Nile?`).waitFor()

  const device = await deviceOf(person.account, { viewport: phone, hasTouch: true })
  await device.page.goto(`/apps/form/${formId}`)
  await device.page.getByRole('radio', { name: 'True' }).check()
  await device.page.getByRole('button', { name: 'Submit' }).click()
  await device.page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await device.page.getByText('0 of 2 (0%)').first().waitFor()

  await page.goto(`/apps/admin/question-bank?search=${words}`)
  await page.getByRole('button', { name: `${words}: is it the Nile?` }).click()
  await page.getByRole('link', { name: title }).waitFor()
  await page.getByRole('button', { name: 'Correct the key' }).click()
  const correct = page.getByRole('dialog', { name: 'Correct the key' })
  await correct.getByRole('combobox', { name: 'Right answer' }).click()
  await page.getByRole('option', { name: 'True' }).click()
  await correct.getByRole('button', { name: 'Show changes' }).click()
  await correct.getByText('Rise: 1').waitFor()
  await correct.getByRole('row', { name: person.name }).getByText('Passes now').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await correct.getByRole('button', { name: 'Correct 1 submission' }).click()
  await expect
    .poll(
      async () =>
        (await admin.call(api.forms.submissions, { params: { documentId: formId }, query: {} })).items[0]?.outcome,
    )
    .toBe('passed')
  await device.page.goto(`/apps/myforms/${formId}`)
  await device.page.getByText('2 of 2 (100%)').first().waitFor()

  await page.goto(`/apps/admin/formAnalytics/${formId}`)
  await page
    .getByRole('region', { name: `1. ${words}: is it the Nile?` })
    .getByText('facility 100%')
    .waitFor()
  // The browser logs the intended refusal.
  expect(desk.troubles.filter((words) => !/422/.test(words))).toEqual([])
})
