import { expect, test } from 'vitest'
import { deviceOf } from './given/devices.ts'
import { givenPerson } from './given/people.ts'

test('administrators see in their list who is online, where, and when they leave', async () => {
  const person = await givenPerson()
  // An account of its own, because other files use the demonstration's accounts meanwhile.
  const admin = await givenPerson({ roles: ['admin'] })
  const { page: list } = await deviceOf(admin.account)
  await list.goto(`/apps/admin/users?search=${encodeURIComponent(person.account)}`)
  const row = list.getByRole('row', { name: new RegExp(person.name) })
  await row.getByRole('img', { name: 'Offline' }).waitFor()

  const theirs = await deviceOf(person.account)
  await theirs.page.goto('/apps/courses/mycourses')
  await row.getByRole('img', { name: 'Online' }).waitFor()
  await row.getByText('Online, courses').waitFor()
  // On their own pages people see that they are shown as online.
  await theirs.page.getByRole('img', { name: 'Online' }).first().waitFor()
  await theirs.page.goto('/apps/homepage/myhomepage')
  await row.getByText('Online, home').waitFor()

  await theirs.context.close()
  await row.getByRole('img', { name: 'Offline' }).waitFor()
  expect(await row.getByText(/Online/).count()).toBe(0)
})
