import { api } from '@learnt/contract'
import type { Field } from '@learnt/contract/forms/content'
import { newChoice, newField, newQuiz } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { expect, test } from 'vitest'
import { callerOf, refusalOf } from './given/calls.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { givenForm } from './given/forms.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

/** One question marked by its key, one marked by hand, and a name on a separate page. */
function quizPages(): Field[][] {
  const choices = ['Paris', 'Rome'].map((label) => ({ ...newChoice(label), key: label.toLowerCase() }))
  const capital: Field = {
    ...newField('singleChoice', 'Capital of France', true),
    key: 'capital',
    required: true,
    choices,
    quiz: { ...newQuiz(), points: 2, key: { right: ['paris'], shares: null } },
  }
  const why: Field = {
    ...newField('essay', 'Why do you think so?', true),
    key: 'why',
    quiz: { ...newQuiz(), points: 3, key: { rubric: newText() } },
  }
  const name: Field = { ...newField('shortText', 'Your name'), key: 'name', required: true }
  const nick: Field = {
    ...newField('shortText', 'What may we call you, {{name}}?'),
    key: 'nick',
    showIf: {
      match: 'all',
      tests: [{ on: 'answer', field: 'name', part: null, is: 'answered', values: [] }],
      groups: [],
    },
  }
  return [
    [name, nick],
    [capital, why],
  ]
}

test('a person fills in a quiz on a phone, without a network for a while, and an administrator marks it', async () => {
  const [position, title] = [unique('Quizzed'), unique('Capitals')]
  const person = await givenPerson({ position: [position] })
  const stray = await givenPerson()
  const admin = await callerOf(learntUrl(), accounts.admin)
  const formId = await givenForm(admin, { title, kind: 'quiz', position, pages: quizPages() })

  const device = await deviceOf(person.account, { viewport: phone, hasTouch: true })
  const { page } = device
  await page.goto('/apps/myforms')
  await page.getByRole('link', { name: title }).click()
  // The address ends with the title, even if it was opened with another one.
  await page.goto(`/apps/myforms/${formId}/another-name`)
  await page.waitForURL(`**/apps/myforms/${formId}/${title.toLowerCase()}`)
  await page.getByRole('link', { name: 'Start' }).click()

  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'What may we call you, Ada?' }).fill('Countess')
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  // Unsent answers wait on the device, and the page says so.
  await device.context.setOffline(true)
  await page.getByRole('button', { name: '2. Page 2' }).click()
  await page.getByRole('textbox', { name: 'Why do you think so?' }).fill('It is in every book.')
  await page.getByText('They wait on this device').waitFor()
  await device.context.setOffline(false)
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  const own = await callerOf(learntUrl(), person.account)
  const opened = await own.call(api.forms.open, { params: { documentId: formId } })
  expect(opened.answers).toEqual({ name: 'Ada', nick: 'Countess', why: 'It is in every book.' })
  expect(JSON.stringify(opened.form)).not.toContain('"right":["paris"]')

  // Missing answers are listed, and each entry leads to its field.
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Capital of France: Please answer this.' }).click()
  await page.getByRole('radio', { name: 'Paris' }).check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('status').getByText('Waits for marks').waitFor()
  expect(await violationsOf(page)).toEqual([])

  const strange = await callerOf(learntUrl(), stray.account)
  expect(await refusalOf(strange.call(api.forms.own, { params: { documentId: formId } }))).toBe('not-found')
  const submissionId = opened.submission.id
  const look = (who: typeof own) => who.call(api.forms.submission, { params: { submissionId } })
  expect(await refusalOf(look(strange))).toBe('not-found')
  expect((await look(admin)).name).toBe(person.name)

  const desk = await asAdmin()
  await desk.page.goto(`/apps/admin/formSubmissions/${formId}`)
  await desk.page.getByRole('link', { name: person.name }).click()
  await desk.page.getByRole('button', { name: '2. Page 2' }).click()
  const essay = desk.page.getByRole('group', { name: 'Marks for: Why do you think so?' })
  await essay.getByRole('textbox', { name: 'Marks of 3' }).fill('2')
  await essay.getByRole('textbox', { name: 'Comment' }).fill('Which books?')
  await desk.page.getByRole('textbox', { name: 'Overall comment' }).fill('Well done')
  expect(await violationsOf(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: 'Finish marking' }).click()
  await desk.page.waitForURL(`**/apps/admin/formSubmissions/${formId}**`)
  await desk.page.getByRole('table').getByText('4 of 5 (80%)').waitFor()

  await page.goto(`/apps/myformsubmissions/${formId}`)
  await page.getByText('4 of 5 (80%)').first().waitFor()
  await page.getByText('Well done').waitFor()
  await page.goto('/apps/myresults/forms')
  await page.getByRole('link', { name: title }).waitFor()
  expect(device.troubles.filter((words) => !/ERR_INTERNET_DISCONNECTED/.test(words))).toEqual([])
  expect(desk.troubles).toEqual([])
})

test('an observation is returned for one question, in two windows that overwrite nothing', async () => {
  const [position, title] = [unique('Observed'), unique('Ladder')]
  const person = await givenPerson({ position: [position] })
  const admin = await callerOf(learntUrl(), accounts.admin)
  const fields: Field[] = [
    { ...newField('longText', 'What did you do first?'), key: 'first', required: true },
    { ...newField('longText', 'What then?'), key: 'then' },
  ]
  const formId = await givenForm(admin, { title, kind: 'observation', position, pages: [fields] })

  const { context, page } = await deviceOf(person.account, { viewport: phone, hasTouch: true })
  const other = await context.newPage()
  await page.goto(`/apps/form/${formId}`)
  await page.getByRole('textbox', { name: 'What did you do first?' }).waitFor()
  await other.goto(`/apps/form/${formId}`)
  await other.getByRole('textbox', { name: 'What did you do first?' }).fill('Checked the ladder')
  await other.getByText(/^Saved \d\d:\d\d$/).waitFor()
  await page.getByRole('textbox', { name: 'What did you do first?' }).fill('Looked around')
  await page.getByText('You changed this answer in another window too.').waitFor()
  await page.getByText('Checked the ladder').waitFor()
  await page.getByRole('button', { name: 'Take the other answer' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('status').getByText('Waits for assessment').waitFor()

  const desk = await asAdmin()
  await desk.page.goto(`/apps/admin/formSubmissions/${formId}`)
  await desk.page.getByRole('link', { name: person.name }).click()
  await desk.page.getByText('Checked the ladder').waitFor()
  await desk.page.getByRole('button', { name: 'Ask to do it again' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Overall comment' }).fill('Say more, please')
  await dialog.getByRole('checkbox', { name: 'What then?' }).check()
  await dialog.getByRole('button', { name: 'Ask to do it again' }).click()
  await desk.page.waitForURL(`**/apps/admin/formSubmissions/${formId}**`)

  await page.goto(`/apps/form/${formId}`)
  await page.getByText('Say more, please').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(1)
  await page.getByRole('textbox', { name: 'What then?' }).fill('Climbed slowly')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('status').getByText('Waits for assessment').waitFor()

  await desk.page.getByRole('link', { name: person.name }).click()
  await desk.page.getByRole('button', { name: 'Competent', exact: true }).click()
  await desk.page.getByRole('table').getByText('Competent').waitFor()
  await page.goto(`/apps/myforms/${formId}`)
  await page.getByText('Competent', { exact: true }).first().waitFor()
})
