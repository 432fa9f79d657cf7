import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { type Caller, callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, deviceOf, phone } from './given/devices.ts'
import { settled } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { type GivenPerson, givenPerson, unique } from './given/people.ts'

/** Somebody who has heard of all that rules for everybody gave them, and thrown it away. */
async function givenReader(): Promise<GivenPerson & { own: Caller }> {
  const person = await givenPerson()
  const own = await callerOf(learntUrl(), person.account)
  let before = -1
  await expect
    .poll(
      async () => {
        const { total } = await own.call(api.notifications.list)
        const isAll = total > 0 && total === before
        before = total
        return isAll
      },
      { interval: 1000 },
    )
    .toBe(true)
  const { items } = await own.call(api.notifications.list, { query: { limit: 100 } })
  for (const { id } of items) await own.call(api.notifications.remove, { params: { notificationId: id } })
  return { ...person, own }
}

const bellOf = (count: number) => ({ name: `Notifications: ${count} unread` })

test('whoever is given a course reads of it at once, opens it from the bell, and all their pages know', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const title = unique('Ladders')
  const course = await givenCourse(admin, { title })
  const person = await givenReader()
  const { page, context, troubles } = await deviceOf(person.account)
  await page.goto('/apps/homepage/myhomepage')
  await page.getByRole('button', bellOf(0)).waitFor()
  const other = await context.newPage()
  await other.goto('/pages/mynotifications')
  await other.getByText('Nothing has happened yet').waitFor()
  await page.bringToFront()
  const bystander = await givenReader()

  const { page: office } = await deviceOf(accounts.admin)
  await office.goto(`/apps/admin/courses/${course.id}?tab=people`)
  await office.getByRole('button', { name: 'Give by hand' }).click()
  const dialog = office.getByRole('dialog', { name: `Give “${title}” by hand` })
  await dialog.getByRole('combobox', { name: 'People' }).fill(person.account)
  await office.getByRole('option', { name: new RegExp(person.name) }).click()
  // the list stays open for more, over the buttons
  await dialog.getByRole('combobox', { name: 'People' }).press('Tab')
  await dialog.getByRole('button', { name: 'Give to 1 person' }).click()

  await page.getByRole('button', bellOf(1)).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: `You have a new course: ${title}` })
    .first()
    .waitFor()
  await other.getByRole('link', { name: `Unread: You have a new course: ${title}` }).waitFor()

  await page.getByRole('button', bellOf(1)).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: `Unread: You have a new course: ${title}` }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/apps\/course\//)
  await page.getByRole('button', bellOf(0)).waitFor()
  // The other page followed; there it is made unread again, and this one follows.
  await other.getByRole('button', { name: `Mark as unread: You have a new course: ${title}` }).click()
  await page.getByRole('button', bellOf(1)).waitFor()
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', bellOf(0)).waitFor()
  await other.getByRole('button', { name: 'Unread', exact: true }).click()
  await other.getByText('Everything is read').waitFor()
  expect(new URL(other.url()).search).toContain('unread')

  // Somebody else has heard of nothing.
  expect((await bystander.own.call(api.notifications.list)).total).toBe(0)
  expect(troubles).toEqual([])
})

test('on a phone: removed with ten seconds to take it back; silent when the person wants no pop-ups', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const person = await givenReader()
  const { own } = person
  const give = async (title: string) => {
    const course = await givenCourse(admin, { title })
    await admin.call(api.permissions.assign, {
      params: { documentType: 'course', documentId: course.id },
      body: { selection: { by: 'ids', ids: [`${person.userId}:learnt`] } },
    })
  }
  const { page } = await deviceOf(person.account, { viewport: phone })
  await page.goto('/pages/mynotifications')
  await settled(page)
  await page.getByRole('button', { name: 'Quick panel' }).click()
  const quick = page.getByRole('dialog').filter({ has: page.getByRole('switch', { name: 'Notifications' }) })
  await quick.getByRole('switch', { name: 'Notifications' }).click()
  await expect.poll(async () => (await own.call(api.session.start)).me?.preferences.quick.notifications).toBe(false)
  await page.keyboard.press('Escape')

  const title = unique('Quiet')
  await give(title)
  const line = page.getByRole('link', { name: `Unread: You have a new course: ${title}` })
  await line.waitFor()
  // Read out, not shown.
  await page.getByRole('status').filter({ hasText: title }).waitFor({ state: 'attached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.locator('.MuiSnackbar-root').count()).toBe(0)

  await page.getByRole('button', { name: `Remove: You have a new course: ${title}` }).click()
  await line.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await line.waitFor()
  await page.getByRole('button', { name: `Remove: You have a new course: ${title}` }).click()
  await page.getByText('Nothing has happened yet').waitFor()
  // Leaving the page ends the ten seconds.
  await page.getByRole('button', { name: /^Notifications: / }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: 'All notifications' }).waitFor()
  await page.goto('/apps/courses/mycourses')
  await expect
    .poll(async () => (await own.call(api.notifications.list)).items.map((one) => one.params.title))
    .not.toContain(title)
})
