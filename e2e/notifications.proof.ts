import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, deviceOf, phone } from './given/devices.ts'
import { settled } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'
import { givenReader } from './given/readers.ts'

test('on a phone: removed with ten seconds to undo; silent when the person wants no pop-ups', async () => {
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
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Quick panel' }).click()
  const quick = page.getByRole('dialog').filter({ has: page.getByRole('switch', { name: 'Notifications' }) })
  await quick.getByRole('switch', { name: 'Notifications' }).click()
  await expect.poll(async () => (await own.call(api.session.start)).me?.preferences.quick.notifications).toBe(false)
  await page.keyboard.press('Escape')

  const title = unique('Quiet')
  await give(title)
  const line = page.getByRole('link', { name: `Unread: You have a new course: ${title}` })
  await line.waitFor()
  // Read out by screen readers, not shown.
  await page.getByRole('status').filter({ hasText: title }).waitFor({ state: 'attached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.locator('.MuiSnackbar-root').count()).toBe(0)

  await page.getByRole('button', { name: `Remove: You have a new course: ${title}` }).click()
  await line.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await line.waitFor()
  await page.getByRole('button', { name: `Remove: You have a new course: ${title}` }).click()
  await page.getByText('No notifications yet').waitFor()
  // Leaving the page ends the ten seconds.
  await page.getByRole('button', { name: /^Notifications: / }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: 'All notifications' }).waitFor()
  await page.goto('/apps/courses/mycourses')
  await expect
    .poll(async () => (await own.call(api.notifications.list)).items.map((one) => one.params.title))
    .not.toContain(title)
})
