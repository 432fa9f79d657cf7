import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { banner, permit } from './given/acting.ts'
import { callerOf } from './given/calls.ts'
import { givenCourse, pageStep } from './given/courses.ts'
import { accounts, type Device, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

const home = /\/apps\/homepage\/myhomepage$/

const markup = '<img src=x onerror="document.title=1"> cannot open the course'

/** From the person's page, by the button, with a reason. */
async function actAs({ page }: Device, person: { userId: string; name: string }, reason: string): Promise<void> {
  await page.goto(`/apps/admin/users/${person.userId}`)
  await page.getByRole('button', { name: `Act as ${person.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Act as ${person.name}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: 'Act as this person' }).click()
  await page.waitForURL(home, { waitUntil: 'commit' })
  await banner({ page }).waitFor()
}

test('an administrator acts as a person to look, is allowed to write, goes back; the person reads of it', async () => {
  await permit(true)
  const position = unique('Acted')
  const person = await givenPerson({ position: [position] })
  const administrator = await givenPerson({ roles: ['admin'], firstName: 'Ada' })
  const admin = await callerOf(learntUrl(), accounts.admin)
  const title = unique('Looked at')
  const course = await givenCourse(admin, {
    title,
    steps: [pageStep('A page')],
    rule: { rule: { position: [position] } },
  })

  const device = await deviceOf(administrator.account)
  const { page, troubles } = device
  await page.goto(`/apps/admin/users/${person.userId}`)
  await page.getByRole('button', { name: `Act as ${person.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Act as ${person.name}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('abc')
  await dialog.getByRole('button', { name: 'Act as this person' }).click()
  await dialog.getByText('Min character length is 5').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Close without saving?' }).getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await actAs(device, person, markup)
  await banner(device)
    .getByText(`${administrator.name} is acting as ${person.name}. View only: you cannot change anything.`)
    .waitFor()
  // the page can be scrolled to its end, and the banner does not cover it
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const [end, bar] = await Promise.all([page.getByRole('main').boundingBox(), banner(device).boundingBox()])
      return end && bar && end.y + end.height - bar.y
    })
    .toBeLessThan(1)

  // Only looking: the course is shown, and nothing of it is recorded.
  await page.goto(`/apps/course/${course.id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('link', { name: 'Start the course' }).click()
  await page.getByText('Nothing you do here is recorded.').waitFor()
  const report = async () => {
    const { items } = await admin.call(api.reports.admin.assignments, { query: { courseId: course.id } as never })
    return items.map((one) => one.state)
  }
  expect(await report()).toEqual(['notstarted'])
  await page.goto('/apps/admin/users')
  await page.waitForURL(/\/teams|\/apps\/homepage/, { waitUntil: 'commit' })

  await banner(device).getByRole('button', { name: 'Allow changes' }).click()
  await banner(device).getByText('Your changes apply to this person.').waitFor()
  await page.goto(`/apps/course/${course.id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('link', { name: 'Start the course' }).click()
  expect(await page.getByText('Nothing you do here is recorded.').count()).toBe(0)
  await expect.poll(report).not.toEqual(['notstarted'])

  await banner(device).getByRole('button', { name: 'Go back to your own account' }).click()
  await page.waitForURL(home, { waitUntil: 'commit' })
  await banner(device).waitFor({ state: 'detached' })
  await page.goto('/pages/profile')
  await page.getByRole('heading', { level: 1, name: administrator.name }).waitFor()
  await page.getByText('Nobody has acted as you.').waitFor()

  const own = await deviceOf(person.account)
  await own.page.goto('/pages/profile')
  const history = own.page.getByRole('region', { name: 'Who acted as you' })
  await history.getByText(`Reason: ${markup}`).waitFor()
  await history.getByText(administrator.name).waitFor()
  await history.getByText('could make changes').waitFor()
  expect([...troubles, ...own.troubles].filter((one) => !one.includes('status of 4'))).toEqual([])
})
