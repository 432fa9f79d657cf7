import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('a rule makes a person a manager, who reminds, assigns and extends for their people on a phone', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const site = unique('Harbour')
  const boss = await givenPerson({ roles: ['learner', 'manager'], loc2: [site] })
  const person = await givenPerson({ loc2: [site] })
  const [late, more] = [
    await givenCourse(admin, { title: unique('Knots') }),
    await givenCourse(admin, { title: unique('Ropes') }),
  ]
  const give = async (courseId: string, people: readonly { userId: string }[], day: string | null) => {
    await admin.call(api.permissions.assign, {
      params: { documentType: 'course', documentId: courseId },
      body: {
        selection: { by: 'ids', ids: people.map((one) => `${one.userId}:learnt`) },
        due: day === null ? { kind: 'none' } : { kind: 'on', day },
      },
    })
  }
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await give(late.id, [person], day(3))
  await give(more.id, [boss], null)

  // The administrator sees the pairs before the rule is saved.
  const { page: office, troubles: officeTroubles } = await deviceOf(accounts.admin)
  const title = unique('Site managers')
  await office.goto('/apps/admin/managers-reporting/rules')
  await office.getByRole('button', { name: 'New rule' }).first().click()
  const rule = office.getByRole('dialog', { name: 'New manager rule' })
  await rule.getByRole('button', { name: 'Save' }).click()
  await rule.getByText('Please fill this in').waitFor()
  await rule.getByRole('textbox', { name: 'Name' }).fill(title)
  const who = rule.getByRole('group', { name: 'Who is managed?' })
  await who.getByRole('radio', { name: 'People who match' }).click()
  await who.getByRole('button', { name: 'Add a condition' }).click()
  await who.getByRole('combobox', { name: 'Attribute' }).click()
  await office.getByRole('option', { name: 'Location 2' }).click()
  await who.getByRole('combobox', { name: 'Any of' }).fill(site)
  await who.getByRole('combobox', { name: 'Any of' }).press('Enter')
  const same = rule.getByRole('combobox', { name: 'Both share' })
  await same.press('Backspace')
  await same.fill('Location 2')
  await office.getByRole('option', { name: 'Location 2' }).click()
  await same.press('Escape')
  await rule.getByText(`${boss.name} manages ${person.name}`).waitFor()
  await rule.getByRole('button', { name: 'Save' }).click()
  await office.getByRole('row').filter({ hasText: title }).waitFor()
  await office.getByRole('button', { name: 'Who manages whom?' }).click()
  const why = office.getByRole('dialog', { name: 'Managers of a person' })
  await why.getByRole('combobox').fill(person.name)
  await office.getByRole('option', { name: person.name }).first().click()
  await why.getByText(`By the rule “${title}”`).waitFor()

  // The manager’s homepage shows it first; the team page works on the phone.
  const { page, troubles } = await deviceOf(boss.account, { viewport: phone })
  await page.goto('/')
  await page.getByRole('link', { name: 'With work due soon 1' }).click()
  const card = page.getByRole('listitem').filter({ hasText: person.name })
  await card.getByRole('link', { name: person.name }).waitFor()
  const act = async (name: string) => {
    await card.getByRole('button', { name: /More actions|Actions/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Remind')
  const remind = page.getByRole('dialog', { name: `Remind ${person.name}` })
  await remind.getByRole('textbox', { name: 'Your message (optional)' }).fill('Before the ship leaves')
  await remind.getByRole('button', { name: 'Remind' }).click()
  await remind.waitFor({ state: 'hidden' })
  await act('Assign')
  const assign = page.getByRole('dialog', { name: `Assign something to ${person.name}` })
  await assign.getByRole('button', { name: 'Assign' }).click()
  await assign.getByText('Please fill this in').waitFor()
  await assign.getByRole('combobox').fill(more.title)
  await page.getByRole('option', { name: more.title }).click()
  await assign.getByRole('button', { name: 'Assign' }).click()
  await assign.waitFor({ state: 'hidden' })
  await act('Extend a due date')
  const dates = page.getByRole('dialog', { name: `Extend due dates of ${person.name}` })
  await dates.getByRole('checkbox', { name: late.title }).check()
  await dates.getByRole('button', { name: 'Next' }).click()
  const extend = page.getByRole('dialog').last()
  await extend.getByLabel('New due date').fill(day(60))
  await extend.getByRole('textbox', { name: /Reason/ }).fill('At sea')
  await extend.getByRole('button', { name: /Extend/ }).click()
  await extend.waitFor({ state: 'hidden' })
  // The manager can look into the person's documents, and nothing is recorded.
  await page.goto(`/apps/manager/course-aggregate-reporting/${late.id}`)
  await page.getByRole('link', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: late.title }).first().waitFor()
  await page.getByText('Preview: nothing is recorded').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const learner = await callerOf(learntUrl(), person.account)
  const { items } = await learner.call(api.learning.courses, { query: { search: late.title } })
  expect(items[0]).toMatchObject({ state: 'notstarted', progress: 0 })
  await expect
    .poll(async () => (await learner.call(api.notifications.list)).items.map((one) => one.kind).sort())
    .toEqual(expect.arrayContaining(['courseAssigned', 'dueExtended', 'managerReminded']))
  const kept = await admin.call(api.managerRules.list, { query: { search: title } })
  for (const one of kept.items) await admin.call(api.managerRules.remove, { params: { managerRuleId: one.id } })
  expect([...troubles, ...officeTroubles]).toEqual([])
})
