import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

const words = 'Congratulations. You have just earned a badge. Click here to view.'

test('an administrator designs a badge and a rule that awards it; a learner earns it, sees it, and loses it again', async () => {
  const [position, title, name] = [unique('Diver'), unique('Deep water'), unique('Diving badge')]
  const admin = await callerOf(learntUrl(), accounts.admin)
  const [person, early] = [await givenPerson({ position: [position] }), await givenPerson({ position: [position] })]
  const course = await givenCourse(admin, { title, rule: onlyPosition(position) })
  const finish = async (account: typeof person.account) => {
    const learner = await callerOf(learntUrl(), account)
    const { userCourseId } = await learner.call(api.learning.course, { params: { userCourseId: course.id } })
    for (const activityId of course.steps)
      await learner.call(api.learning.progress, { params: { userCourseId, activityId }, body: { event: 'view' } })
  }
  await finish(early.account)
  const { page: office, troubles: officeTroubles } = await asAdmin()

  // Design: a shape, a symbol, a text; unreadable colours are reported and corrected by a button.
  await office.goto('/apps/admin/badges')
  await office.getByRole('button', { name: 'New badge' }).click()
  await office.getByRole('textbox', { name: 'Title' }).fill(name)
  await office.getByRole('button', { name: 'Open the designer' }).click()
  await office.getByRole('heading', { level: 1, name }).waitFor()
  const preview = office.getByRole('img', { name: `Badge: ${name}` })
  const before = await preview.getAttribute('src')
  await office.getByRole('button', { name: 'Shield' }).click()
  await office.getByRole('button', { name: 'Leaf', exact: true }).click()
  await office.getByLabel('Symbol and text', { exact: true }).fill('#1a2f40')
  await office.getByText('are hard to read').waitFor()
  await office.getByRole('button', { name: 'Use white' }).click()
  await office.getByText('can be read well').waitFor()
  await office.getByRole('textbox', { name: 'Description' }).fill('Dives & comes up again')
  expect(await preview.getAttribute('src')).not.toBe(before)
  expect(await violationsOf(office)).toEqual([])
  await office.getByRole('button', { name: 'Save' }).click()
  await office.getByText('Badge saved').waitFor()
  const [, badgeId = ''] = /badges\/([\w-]+)/.exec(office.url()) ?? []

  // A rule in words, which names the people who would get the badge now before it is saved.
  await office.goto(`/apps/admin/badges-rules/new?badge=${badgeId}`)
  await office.getByRole('textbox', { name: 'Name of the rule' }).fill(`${name} rule`)
  await office.getByRole('combobox', { name: 'Add one' }).fill(title)
  await office.getByRole('option', { name: title }).click()
  await office.getByText(`Whoever finishes “${title}” gets the badge “${name}”.`).waitFor()
  await office.getByRole('radio', { name: 'Everything that ever happened' }).check()
  const counted = office.getByRole('region', { name: 'Who would get the badge now' })
  await counted.getByText(early.name).waitFor()
  expect(await counted.getByText(person.name).count()).toBe(0)
  expect(await violationsOf(office)).toEqual([])
  await office.getByRole('button', { name: 'Save' }).click()
  const sure = office.getByRole('dialog', { name: 'Give the badge to 1 person now?' })
  await sure.getByText(early.name).waitFor()
  await sure.getByRole('button', { name: 'Save' }).click()
  await office.getByText('Rule saved').waitFor()

  // Finishing: one of the two open tabs announces the badge, in the words of the specification, and leads to the
  // profile.
  const { page, troubles } = await deviceOf(person.account, { viewport: phone })
  await page.goto(`/apps/course/${course.id}`)
  await page.getByText(`You get this badge when you finish it: ${name}`).waitFor()
  const other = await page.context().newPage()
  await other.goto('/pages/profile')
  await other.getByText('You have no badges yet.').waitFor()
  await finish(person.account)
  // The demonstration awards a badge for the first course too, which the other tab may announce.
  const picture = { name: `${name}: badge of ${person.name}` }
  const toastOf = (tab: typeof page) =>
    tab.getByRole('status').filter({ hasText: words, has: tab.getByRole('img', picture) })
  await expect.poll(async () => (await toastOf(page).count()) + (await toastOf(other).count())).toBe(1)
  const [tab, silent] = (await toastOf(page).count()) === 1 ? [page, other] : [other, page]
  const toast = toastOf(tab)
  await toast.getByRole('img', picture).waitFor()
  const box = await toast.getByText('Congratulations').boundingBox()
  expect(box?.y).toBeGreaterThan(phone.height / 2)
  expect(await violationsOf(tab)).toEqual([])
  expect(await toastOf(silent).count()).toBe(0)
  await toast.getByRole('link', { name: 'Click here to view.' }).click()
  const own = tab.getByRole('region', { name: 'Badges' })
  await own.getByText(name, { exact: true }).waitFor()
  await own.getByText('Dives & comes up again').waitFor()
  expect(await violationsOf(tab)).toEqual([])

  // Revoked with a reason, which the person reads.
  await office.goto(`/apps/admin/badges/${badgeId}?tab=holders`)
  await office.getByRole('row').filter({ hasText: early.name }).waitFor()
  await office.getByRole('row').filter({ hasText: person.name }).getByRole('button').last().click()
  await office.getByRole('menuitem', { name: 'Revoke' }).click()
  await office.getByRole('textbox', { name: 'Reason, which the person reads' }).fill('Wrong pool')
  await office.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await office.getByText('Badge revoked').waitFor()
  expect(await violationsOf(office)).toEqual([])
  await tab.reload()
  await own.getByText('Revoked: Wrong pool').waitFor()
  expect([...troubles, ...officeTroubles]).toEqual([])
})
