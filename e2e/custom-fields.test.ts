import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, asAdmin, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('an administrator names a field, fills it in and assigns a course by it; the person edits another field themselves', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const [shift, shirt, night] = [unique('Shift'), unique('Shirt'), unique('Night')]
  const [person, course] = [await givenPerson(), await givenCourse(admin, { title: unique('Lamps') })]
  const open = { person: 'edit', manager: 'see', administrator: 'edit' } as const
  const field = { kind: 'text' as const, choices: [], isRequired: false, place: 18, inList: false }
  const params = { field: 'div6' as const }
  await admin.call(api.customFields.save, { params, body: { ...field, names: { en: shirt }, access: open } })

  const { page, troubles } = await asAdmin()
  await page.goto('/apps/admin/settings/dynamic-custom-fields')
  await page.getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add field' })
  await dialog.getByRole('combobox', { name: /^Field/ }).click()
  await page.getByRole('option', { name: 'loc6' }).click()
  await dialog.getByLabel('Name (English)').fill(shift)
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'List of choices' }).click()
  await dialog.getByRole('combobox', { name: 'Choices' }).fill(night)
  await dialog.getByRole('combobox', { name: 'Choices' }).press('Enter')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await page.getByText('The field was saved').waitFor()
  await page.getByRole('button', { name: `Edit ${shift}` }).waitFor()

  await page.goto(`/apps/admin/users/${person.userId}`)
  await page.getByRole('combobox', { name: shift }).fill(night)
  await page.getByRole('option', { name: night }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`${person.name} was saved`).waitFor()

  // The rule uses the administrator's name for the field, and does not offer fields that people edit.
  await page.goto('/apps/admin/permissions')
  await page.getByRole('button', { name: 'New rule' }).click()
  const rule = page.getByRole('dialog', { name: 'New rule' })
  await page.getByRole('combobox', { name: 'What is assigned' }).fill(course.title)
  await page.getByRole('option', { name: course.title }).click()
  await rule.getByRole('combobox', { name: 'Attribute' }).click()
  expect(await page.getByRole('option', { name: shirt }).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('option', { name: shift }).click()
  await rule.getByRole('combobox', { name: 'is any of' }).fill(night)
  await page.getByRole('option', { name: night }).click()
  await rule.getByText('1 gains it').waitFor()
  await rule.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText(`${shift} is ${night}`, { exact: false }).first().waitFor()

  // People cannot be allowed to edit a field that a rule reads.
  await page.goto('/apps/admin/settings/dynamic-custom-fields')
  await page.getByRole('button', { name: `Edit ${shift}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit field' })
  await edit.getByRole('combobox', { name: 'The person' }).click()
  await page.getByRole('option', { name: 'edits it' }).click()
  await edit.getByRole('button', { name: 'Save field' }).click()
  await edit.getByText('Rules read this field', { exact: false }).first().waitFor()
  await edit.getByRole('combobox', { name: 'The person' }).click()
  await page.getByRole('option', { name: 'sees it', exact: true }).click()
  await edit.getByRole('button', { name: 'Cancel' }).click()

  const learner = await deviceOf(person.account)
  await learner.page.goto('/pages/profile')
  const own = learner.page.getByRole('region', { name: 'More about you' })
  await own.getByText(night).waitFor()
  await own.getByRole('combobox', { name: shirt }).fill('Large')
  await own.getByRole('combobox', { name: shirt }).press('Enter')
  await own.getByRole('button', { name: 'Save', exact: true }).click()
  await learner.page.getByText('Your details were saved').waitFor()

  await page.goto(`/apps/admin/users?div6=Large&search=${encodeURIComponent(person.name)}&columns=name,loc6,div6`)
  const row = page.getByRole('row').filter({ hasText: person.name })
  await row.getByText(night).waitFor()
  await row.getByText('Large').waitFor()
  expect([...troubles, ...learner.troubles].filter((one) => !one.includes('422'))).toEqual([])
  for (const name of ['loc6', 'div6'] as const) await admin.call(api.customFields.remove, { params: { field: name } })
})
