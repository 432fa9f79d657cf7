import { api } from '@learnt/contract'
import type { ApprovalLevel, Field } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { expect, test } from 'vitest'
import { callerOf, refusalOf } from './given/calls.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { givenForm } from './given/forms.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

const level = (key: string, title: string, who: ApprovalLevel['who'], mayChange: string[] = []): ApprovalLevel => ({
  key,
  title: newText(title),
  who,
  need: 'any',
  escalateAfterDays: 7,
  seesPages: null,
  mayChange,
})

test('three levels approve: a stand-in for the first, and administrators after a manager has not decided in time', async () => {
  const [position, title] = [unique('Applicant'), unique('Bicycle')]
  const admin = await callerOf(learntUrl(), accounts.admin)
  const manager = await callerOf(learntUrl(), accounts.manager)
  const { me } = await manager.call(api.session.start)
  const person = await givenPerson({ position: [position], managers: [me?.userId ?? ''] })
  const colleagues = { managers: [me?.userId ?? ''] }
  const [named, other] = [
    await givenPerson({ firstName: 'Nadia', ...colleagues }),
    await givenPerson({ firstName: 'Otto', ...colleagues }),
  ]
  const wish: Field = { ...newField('shortText', 'Which one?'), key: 'wish', required: true }
  const centre: Field = { ...newField('shortText', 'Cost centre'), key: 'centre' }
  const formId = await givenForm(admin, {
    title,
    kind: 'application',
    position,
    pages: [[wish, centre]],
    settings: {
      levels: [
        level('k1', 'Fleet', { by: 'people', userIds: [named.userId] }, ['centre']),
        level('k2', 'Your manager', { by: 'managers' }),
        level('k3', 'Office', { by: 'administrators' }),
      ],
    },
  })

  const { page, troubles } = await deviceOf(person.account)
  await page.goto(`/apps/form/${formId}`)
  await page.getByRole('textbox', { name: 'Which one?' }).fill('A cargo bicycle')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('status').getByText('Waits for approval').waitFor()

  // The decider is away and names a stand-in, who also gets requests that are open already.
  const away = await deviceOf(named.account)
  await away.page.goto('/apps/myforms?tab=review')
  await away.page.getByRole('link', { name: person.name }).waitFor()
  await away.page.getByRole('button', { name: 'Stand-in' }).click()
  const dialog = away.page.getByRole('dialog', { name: 'Who decides for you' })
  await dialog.getByRole('button', { name: 'Name the stand-in' }).click()
  await dialog.getByText('Please fill this in').first().waitFor()
  await dialog.getByRole('combobox', { name: 'Person' }).fill(other.name)
  await away.page.getByRole('option', { name: other.name }).click()
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Last day').fill(inAWeek)
  expect(await violationsOf(away.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Name the stand-in' }).click()
  await dialog.getByRole('button', { name: `Take back: ${other.name}` }).waitFor()

  // The stand-in decides on a phone, and fills in the fields of this level.
  const standIn = await deviceOf(other.account, { viewport: phone, hasTouch: true })
  await standIn.page.goto('/apps/myforms')
  await standIn.page.getByRole('tab', { name: /^To review/ }).click()
  await standIn.page.getByRole('link', { name: person.name }).click()
  await standIn.page.getByText('Level 1 of 3').waitFor()
  await standIn.page.getByRole('textbox', { name: 'Cost centre' }).fill('4711')
  expect(await standIn.page.getByRole('textbox', { name: 'Which one?' }).count()).toBe(0)
  expect(await violationsOf(standIn.page)).toEqual([])
  await standIn.page.getByRole('button', { name: 'Do not approve' }).click()
  await standIn.page.getByText('Please fill this in').waitFor()
  await standIn.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await standIn.page.getByText('It goes on to the next level').waitFor()

  // The manager decides among the requests, the administrator on the submission, with its history.
  const office = await deviceOf(accounts.manager)
  await office.page.goto(`/apps/manager/requests?search=${encodeURIComponent(title)}`)
  const row = office.page.getByRole('row').filter({ hasText: person.name })
  await row.getByText('Level 2 of 3').waitFor()
  await row.getByRole('button', { name: /More actions|Actions/ }).click()
  await office.page.getByRole('menuitem', { name: 'Approve' }).click()
  await office.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await office.page.getByText('goes on to the next to decide').waitFor()

  const desk = await asAdmin()
  await desk.page.goto(`/apps/admin/requests?search=${encodeURIComponent(title)}`)
  await desk.page.getByRole('link', { name: title }).click()
  await desk.page.getByText(`(for ${named.name})`).waitFor()
  await desk.page.getByText('4711').waitFor()
  await desk.page.getByRole('textbox', { name: 'Reason' }).fill('Ride safely')
  expect(await violationsOf(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.page.getByText(`${person.name} is approved.`).waitFor()

  await page.goto(`/apps/myformsubmissions/${formId}`)
  await page.getByText('Ride safely').first().waitFor()
  await page.getByText('Approved', { exact: true }).first().waitFor()
  const own = await callerOf(learntUrl(), person.account)
  await expect
    .poll(async () => (await own.call(api.notifications.list)).items.map((one) => one.kind))
    .toContain('formApproved')
  const stray = await callerOf(learntUrl(), (await givenPerson()).account)
  const [mine] = (await own.call(api.forms.ownSubmissions, { params: { documentId: formId } })).items
  const submissionId = mine?.id ?? ''
  expect(await refusalOf(stray.call(api.forms.submission, { params: { submissionId } }))).toBe('not-found')
  expect((await manager.call(api.forms.submission, { params: { submissionId } })).state).toBe('approved')

  // A request of the demonstration that its manager has not decided in the time that its level allows.
  await desk.page.goto('/apps/admin/requests?search=Working+from+home')
  const late = desk.page.getByRole('row').filter({ hasText: 'Level 1 of 3' }).filter({ hasText: 'Administrators' })
  await late.getByRole('link', { name: 'Working from home' }).click()
  await desk.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.page.getByText('It goes on to the next level').waitFor()
  for (const one of [troubles, away.troubles, standIn.troubles, office.troubles, desk.troubles]) expect(one).toEqual([])
})
