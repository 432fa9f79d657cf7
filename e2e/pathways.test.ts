import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, refusalOf } from './given/calls.ts'
import { onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, asManager, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenBundle, givenPathway, givenRule, givenTick, pathwayStep, tick } from './given/pathways.ts'
import { givenPerson, unique } from './given/people.ts'

test('a pathway is made, taken in order, and skips steps that were done before or are waived', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const position = unique('Traveller')
  const [basics, height, ladders, title] = ['Basics', 'Height', 'Ladders', 'Pathway'].map(unique) as [
    string,
    string,
    string,
    string,
  ]
  const [anna, bert, first, second, last] = await Promise.all([
    givenPerson({ firstName: 'Anna', position: [position] }),
    givenPerson({ firstName: 'Bert', position: [position] }),
    givenTick(admin, basics),
    givenTick(admin, height),
    givenTick(admin, ladders),
  ])
  const bundle = unique('Bundle')
  await givenBundle(admin, bundle, [last])
  // one learner has the first course by another rule, and has done it
  await givenRule(admin, 'course', first.id, onlyPosition(position))
  const bertByApi = await callerOf(learntUrl(), bert.account)
  await tick(bertByApi, first)

  const { page } = await asAdmin()
  await page.goto('/apps/admin/pathways')
  await page.getByRole('button', { name: 'New pathway' }).first().click()
  const create = page.getByRole('dialog', { name: 'New pathway' })
  await create.getByRole('textbox', { name: 'Title' }).fill(title)
  await create.getByRole('button', { name: 'Create and edit' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: 'Add a section' }).click()
  for (const one of [basics, height, bundle]) await addStep(page, one)
  const rows = page.getByRole('list', { name: 'Section 1' }).getByRole('listitem')
  expect(await rows.count()).toBe(3)
  // a wrong order, corrected without dragging
  await page.getByRole('button', { name: `Actions for ${height}` }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(() => rows.first().textContent()).toContain(height)
  await page.getByRole('button', { name: `Settings of ${height}` }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => rows.first().textContent()).toContain(basics)
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page
    .getByRole('dialog', { name: `Publish “${title}”` })
    .getByRole('button', { name: 'Publish' })
    .click()
  await page.getByText(`“${title}” is published`).waitFor()
  const pathwayId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await givenRule(admin, 'pathway', pathwayId, onlyPosition(position))

  // in order, on a phone; out of order it says what is missing
  const annas = await deviceOf(anna.account, { viewport: phone })
  const on = annas.page
  await expect.poll(() => statesOf(anna.account, pathwayId)).toEqual(['open', 'locked', 'locked'])
  await on.goto(`/apps/course/${second.id}`)
  await on.getByRole('heading', { level: 2, name: 'This opens later' }).waitFor()
  const annaByApi = await callerOf(learntUrl(), anna.account)
  const { userCourseId } = await annaByApi.call(api.learning.course, { params: { userCourseId: second.id } })
  const params = { userCourseId, activityId: second.steps[0] ?? '' }
  expect(await refusalOf(annaByApi.call(api.learning.activity, { params }))).toBe('wrong-state')
  expect(await refusalOf(annaByApi.call(api.learning.progress, { params, body: { event: 'tick' } }))).toBe(
    'wrong-state',
  )
  await on.getByRole('main').getByRole('link', { name: title }).last().click()
  await on.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await on.getByRole('listitem').filter({ hasText: 'You are here' }).last().textContent()).toContain(basics)
  await on.getByRole('link', { name: 'Start', exact: true }).click()
  await finish(on, basics)
  await on.getByRole('link', { name: `Next in the pathway: ${height}` }).click()
  await finish(on, height)
  await on.getByRole('link', { name: `Next in the pathway: ${bundle}` }).click()
  await on.getByRole('link', { name: `Start “${ladders}”` }).click()
  await finish(on, ladders)
  await on.getByRole('main').getByRole('link', { name: 'Back to the pathway' }).first().click()
  await on.getByText('You have finished this pathway. Well done!').waitFor()
  expect(annas.troubles).toEqual([])

  // earlier completions count, and a step is waived
  await expect.poll(() => statesOf(bert.account, pathwayId)).toEqual(['done', 'open', 'locked'])
  await page.getByRole('tab', { name: 'Progress' }).click()
  await page.getByRole('link', { name: bert.name }).click()
  await page.getByRole('button', { name: `Waive “${height}”` }).click()
  const waive = page.getByRole('dialog', { name: `Waive “${height}” for ${bert.name}?` })
  await waive.getByRole('button', { name: 'Waive' }).click()
  await waive.getByText('Please fill this in').waitFor()
  await waive.getByRole('textbox', { name: 'Reason' }).fill('Has a certificate')
  await waive.getByRole('button', { name: 'Waive' }).click()
  await page.getByRole('button', { name: `Take the waiver back: “${height}”` }).waitFor()
  const berts = await deviceOf(bert.account)
  await berts.page.goto(`/apps/pathways/${pathwayId}`)
  const steps = berts.page.getByRole('list', { name: 'Section 1' }).getByRole('listitem')
  await steps.filter({ hasText: /Waived by .*: Has a certificate/ }).waitFor()
  expect(await statesOf(bert.account, pathwayId)).toEqual(['done', 'waived', 'open'])
  expect(await steps.first().textContent()).toContain('Done')
})

test('a section is required of an audience only, and a manager waives a step on the person’s report', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const manager = await callerOf(learntUrl(), accounts.manager)
  const managerId = (await manager.call(api.session.start)).me?.userId ?? ''
  const [title, crew, ropes, knots] = ['Voyage', 'Crew', 'Ropes', 'Knots'].map(unique) as [
    string,
    string,
    string,
    string,
  ]
  const [person, first, second] = await Promise.all([
    givenPerson({ position: [crew], managers: [managerId] }),
    givenTick(admin, ropes),
    givenTick(admin, knots),
  ])
  await admin.call(api.audiences.create, { body: { kind: 'people', title: crew } })
  const pathwayId = await givenPathway(admin, {
    title,
    sections: [[pathwayStep(first.id)], [pathwayStep(second.id)]],
    rule: onlyPosition(crew),
  })
  await expect.poll(() => statesOf(person.account, pathwayId)).toEqual(['open', 'locked'])

  const { page, troubles } = await asAdmin()
  await page.goto(`/apps/admin/pathways/${pathwayId}`)
  const choice = page.getByRole('combobox', { name: 'Required of (section “Section 1”)' })
  await choice.fill(crew)
  await page.getByRole('option', { name: crew }).click()
  await page.getByText('For everybody else the steps are optional.').waitFor()
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('dialog', { name: `Publish “${title}”` })
  await publish.getByText(`is required of 0 people under way of 1 (${crew})`).waitFor()
  await publish.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`“${title}” is published`).waitFor()
  // the list is empty, so the first section is optional and blocks nothing
  await expect.poll(() => statesOf(person.account, pathwayId)).toEqual(['open', 'open'])

  const managers = await asManager({ viewport: phone })
  const on = managers.page
  await on.goto(`/apps/manager/reporting/${person.userId}`)
  await on.getByRole('link', { name: `Show the steps of “${title}”` }).click()
  await on.getByRole('heading', { name: `Pathway of ${person.name}` }).waitFor()
  await on.getByRole('button', { name: `Waive “${knots}”` }).click()
  const waive = on.getByRole('dialog', { name: `Waive “${knots}” for ${person.name}?` })
  await waive.getByRole('textbox', { name: 'Reason' }).fill('Sailed for years')
  await waive.getByRole('button', { name: 'Waive' }).click()
  await on.getByRole('button', { name: `Take the waiver back: “${knots}”` }).waitFor()
  expect(await violationsOf(on)).toEqual([])
  expect(await statesOf(person.account, pathwayId)).toEqual(['open', 'waived'])
  await on.getByRole('button', { name: `Report of ${person.name}` }).click()
  await on.getByRole('link', { name: `Show the steps of “${title}”` }).waitFor()
  expect([...troubles, ...managers.troubles]).toEqual([])
})

async function addStep(page: Page, title: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a step to Section 1' }).fill(title)
  await page.getByRole('option', { name: title }).click()
  await page.getByRole('button', { name: `Actions for ${title}` }).waitFor()
}

/** Does a course of one page that is ticked. */
async function finish(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await page.getByText('Course completed. Well done!').first().waitFor()
}

async function statesOf(account: string, documentId: string): Promise<string[]> {
  const learner = await callerOf(learntUrl(), account)
  try {
    const { sections } = await learner.call(api.pathways.own, { params: { documentId } })
    return sections.flatMap(({ steps }) => steps.map(({ state }) => state))
  } catch {
    return []
  }
}
