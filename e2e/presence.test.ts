import { expect, test } from 'vitest'
import { deviceOf } from './given/devices.ts'
import { givenPerson } from './given/people.ts'

test('administrators see on their list who is there, where, and that they have gone', async () => {
  const person = await givenPerson()
  // Nobody else signs in as this one: other files work in the demonstration's account meanwhile.
  const admin = await givenPerson({ roles: ['admin'] })
  const { page: list } = await deviceOf(admin.account)
  await list.goto(`/apps/admin/users?search=${encodeURIComponent(person.account)}`)
  const row = list.getByRole('row', { name: new RegExp(person.name) })
  await row.getByRole('img', { name: 'Offline' }).waitFor()

  const theirs = await deviceOf(person.account)
  await theirs.page.goto('/apps/courses/mycourses')
  await row.getByRole('img', { name: 'Online' }).waitFor()
  await row.getByText('Online, courses').waitFor()
  // On their own pages the person sees that they are shown as there.
  await theirs.page.getByRole('img', { name: 'Online' }).first().waitFor()
  await theirs.page.goto('/apps/homepage/myhomepage')
  await row.getByText('Online, home').waitFor()

  await theirs.context.close()
  await row.getByRole('img', { name: 'Offline' }).waitFor()
  expect(await row.getByText(/Online/).count()).toBe(0)
})
