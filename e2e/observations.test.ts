import { api } from '@learnt/contract'
import type { Field } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { expect, test } from 'vitest'
import { callerOf, refusalOf } from './given/calls.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { givenForm } from './given/forms.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('a manager observes a person on a phone, both sign without a network, it is sent later, and a second marker agrees', async () => {
  const [position, title] = [unique('Climber'), unique('Ladder')]
  const manager = await givenPerson({ roles: ['learner', 'manager'] })
  const person = await givenPerson({ position: [position], managers: [manager.userId] })
  const admin = await callerOf(learntUrl(), accounts.admin)
  const fields: Field[] = [
    { ...newField('yesNo', 'Checks the ladder'), key: 'seen', required: true },
    { ...newField('longText', 'Notes'), key: 'notes' },
    { ...newField('signature', 'Assessor'), key: 'signed', required: true },
    { ...newField('signature', 'Observed person'), key: 'counter', required: true, filledBy: 'person' },
  ]
  const formId = await givenForm(admin, {
    title,
    kind: 'observation',
    position,
    pages: [fields],
    settings: {
      filledBy: 'assessor',
      assessors: { managers: true, administrators: true, people: [], second: true },
    },
  })
  const own = await callerOf(learntUrl(), person.account)
  expect(await refusalOf(own.call(api.forms.open, { params: { documentId: formId } }))).toBe('wrong-state')

  const device = await deviceOf(manager.account, { viewport: phone, hasTouch: true })
  const { page } = device
  await page.goto('/apps/manager/forms')
  await page.getByRole('tab', { name: 'To observe' }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: `Observe ${person.name}: ${title}` }).click()
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const address = page.url()

  // Another visit, then without a network.
  await page.goto('/apps/manager/forms?tab=observe')
  await page.getByRole('link', { name: `Continue with ${person.name}: ${title}` }).click()
  await page.getByRole('radio', { name: 'Yes', checked: true }).waitFor()
  await device.context.setOffline(true)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Calm and careful')
  await page.getByRole('button', { name: 'Competent', exact: true }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Assessor: Please answer this.' }).waitFor()
  // One of them draws, the other types.
  const drawn = page.locator('[data-field="signed"]')
  await drawn.scrollIntoViewIfNeeded()
  const box = await drawn.getByText('Sign here with finger').locator('..').boundingBox()
  if (!box) throw new Error('There is nothing to draw on')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 70, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('img', { name: `Signature of ${manager.name}` }).waitFor()
  await page.locator('[data-field="counter"]').getByRole('textbox').fill(person.name)
  await page.getByRole('textbox', { name: `Comment for ${person.name}` }).fill('Well done')
  await page.getByRole('button', { name: 'Competent', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Competent' }).click()
  await page.getByText('You are offline. The observation waits on this device').waitFor()
  await page.close()

  // Reopened with a network, it is sent with its judgement.
  await device.context.setOffline(false)
  const later = await device.context.newPage()
  await later.goto(address)
  await later.getByRole('status').getByText('waits for the judgement').waitFor()
  expect(await refusalOf(own.call(api.forms.open, { params: { documentId: formId } }))).toBe('wrong-state')

  const desk = await asAdmin()
  await desk.page.goto(`/apps/admin/formSubmissions/${formId}`)
  await desk.page.getByText('Waits for the second marks.').waitFor()
  await desk.page.getByRole('link', { name: person.name }).click()
  await desk.page.getByText('You mark it without seeing their marks.').waitFor()
  await desk.page.getByText('Calm and careful').waitFor()
  expect(await desk.page.getByText('Well done').count()).toBe(0)
  expect(await violationsOf(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: 'Competent', exact: true }).click()
  await desk.page.waitForURL(`**/apps/admin/formSubmissions/${formId}**`)

  const [done] = (await own.call(api.forms.ownSubmissions, { params: { documentId: formId } })).items
  expect(done).toMatchObject({ state: 'competent', outcome: 'competent' })
  const learner = await deviceOf(person.account, { viewport: phone, hasTouch: true })
  await learner.page.goto(`/apps/myformsubmissions/${formId}`)
  await learner.page.getByText('Well done').waitFor()
  await learner.page.getByText('Calm and careful').waitFor()
  await learner.page.getByRole('img', { name: `Signature of ${manager.name}` }).waitFor()
  expect(device.troubles.filter((words) => !/ERR_INTERNET_DISCONNECTED/.test(words))).toEqual([])
})
