import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'
import { givenReader } from './given/readers.ts'

const bellOf = (count: number) => ({ name: `Notifications: ${count} unread` })

test('a newly assigned course appears in the bell at once, opens from it, and is read in all tabs', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const title = unique('Ladders')
  const course = await givenCourse(admin, { title })
  const person = await givenReader()
  const { page, context, troubles } = await deviceOf(person.account)
  await page.goto('/apps/homepage/myhomepage')
  await page.getByRole('button', bellOf(0)).waitFor()
  const other = await context.newPage()
  await other.goto('/pages/mynotifications')
  await other.getByText('No notifications yet').waitFor()
  await page.bringToFront()
  const bystander = await givenReader()

  const { page: office } = await deviceOf(accounts.admin)
  await office.goto(`/apps/admin/courses/${course.id}?tab=people`)
  await office.getByRole('button', { name: 'Assign manually' }).click()
  const dialog = office.getByRole('dialog', { name: `Assign “${title}” manually` })
  await dialog.getByRole('combobox', { name: 'People' }).fill(person.account)
  await office.getByRole('option', { name: new RegExp(person.name) }).click()
  // the list stays open for more, over the buttons
  await dialog.getByRole('combobox', { name: 'People' }).press('Tab')
  await dialog.getByRole('button', { name: 'Assign to 1 person' }).click()

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
  // The other page updates; marked as unread there, it is unread here too.
  await other.getByRole('button', { name: `Mark as unread: You have a new course: ${title}` }).click()
  await page.getByRole('button', bellOf(1)).waitFor()
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', bellOf(0)).waitFor()
  await other.getByRole('button', { name: 'Unread', exact: true }).click()
  await other.getByText('No unread notifications').waitFor()
  expect(new URL(other.url()).search).toContain('unread')

  // Another person has no notification.
  expect((await bystander.own.call(api.notifications.list)).total).toBe(0)
  expect(troubles).toEqual([])
})
