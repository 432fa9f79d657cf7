import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

test('an administrator gives a course and a step points, a learner earns, redeems and orders with them, and the report shows it', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const position = unique('Welder')
  const course = await givenCourse(admin, { title: unique('Welding'), rule: onlyPosition(position) })
  const person = await givenPerson({ position: [position] })

  const { page: office, troubles: officeTroubles } = await deviceOf(accounts.admin)
  await office.goto(`/apps/admin/courses/${course.id}?tab=points`)
  await office.getByRole('spinbutton', { name: 'Points', exact: true }).fill('12.5')
  await office.getByText(/Enter a whole number from 0/).waitFor()
  await office.getByRole('spinbutton', { name: 'Points', exact: true }).fill('40')
  await office
    .getByRole('spinbutton', { name: /^Points for / })
    .first()
    .fill('5')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await office.getByText('It holds for all who finish from now on', { exact: false }).waitFor()

  const { page, troubles } = await deviceOf(person.account)
  await page.goto('/')
  await page.getByRole('button', { name: '0 pts' }).waitFor()
  const learner = await callerOf(learntUrl(), person.account)
  for (const activityId of course.steps)
    await learner.call(api.learning.progress, {
      params: { userCourseId: course.id, activityId },
      body: { event: 'view' },
    })

  // The balance updates by itself.
  await page.getByRole('button', { name: '45 pts' }).click()
  const dialog = page.getByRole('dialog')
  const redeem = dialog.getByRole('button', { name: 'Redeem' })
  const field = dialog.getByLabel('Points to redeem')
  expect(await field.inputValue()).toBe('0')
  expect(await redeem.isDisabled()).toBe(true)
  for (const wrong of ['46', '-1', '']) {
    await field.fill(wrong)
    await dialog.getByText("Sorry, you don't have enough points to redeem. Please enter another amount").waitFor()
    expect(await redeem.isDisabled()).toBe(true)
  }
  await field.fill('15')
  await redeem.click()
  await dialog.getByText('You claimed 15 pts. You have 30 pts left.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: '30 pts' }).waitFor()

  // A reward: added by the administrator, ordered by the learner, delivered by the administrator.
  const mug = unique('Mug')
  await office.goto('/apps/admin/rewards')
  await office.getByRole('button', { name: 'New reward' }).click()
  const editor = office.getByRole('dialog', { name: 'New reward' })
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.getByText('Enter a whole number from 1 to 1,000,000').waitFor()
  await editor.getByLabel('Title').fill(mug)
  await editor.getByRole('spinbutton', { name: 'Points' }).fill('5')
  await editor.getByRole('spinbutton', { name: 'In stock' }).fill('1')
  await editor.getByLabel('Delivery note').fill('At the reception')
  await editor.getByRole('button', { name: 'Save' }).click()
  await office.getByText('The reward was saved.').waitFor()
  await page.getByRole('button', { name: '30 pts' }).click()
  await page.getByRole('link', { name: 'See what your points can buy' }).click()
  await page.getByRole('button', { name: `Order: ${mug}` }).click()
  const order = page.getByRole('dialog')
  await order.getByText('It costs 5 pts. You will have 25 pts left.').waitFor()
  await order.getByRole('button', { name: 'Order' }).click()
  await order.getByText('Your order was sent. You have 25 pts left.').waitFor()
  await order.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: '25 pts' }).waitFor()
  expect(await page.getByRole('button', { name: `Order: ${mug}` }).getAttribute('aria-disabled')).toBe('true')
  await office.goto(`/apps/admin/rewards?tab=orders&search=${encodeURIComponent(mug)}`)
  await office
    .getByRole('button', { name: new RegExp(`${person.name}.*${mug}`) })
    .last()
    .click()
  await office.getByRole('menuitem', { name: 'Delivered' }).click()
  const delivery = office.getByRole('dialog')
  await delivery.getByLabel('Note').fill('It stands on your desk')
  await delivery.getByRole('button', { name: 'Delivered' }).click()
  await office.getByText('The order is closed as delivered.').waitFor()
  await page.getByRole('tab', { name: 'Your orders' }).click()
  await page.getByText('It stands on your desk', { exact: true }).waitFor()

  await page.goto('/pages/profile')
  const rows = page.getByRole('table', { name: 'Points' }).getByRole('row')
  await rows.filter({ hasText: course.title }).getByText('40 pts').first().waitFor()
  expect(await rows.nth(2).textContent()).toMatch(/Redeemed[\s\S]*15 pts[\s\S]*30 pts[\s\S]*\d\d\/\d\d\/\d{4}/)

  await office.goto(`/apps/admin/user-rewards-reporting?search=${encodeURIComponent(person.name)}`)
  await office.getByRole('button', { name: person.name }).click()
  const entries = office.getByRole('dialog', { name: `Points of ${person.name}` })
  await entries.getByText(course.title).first().waitFor()
  await entries.getByRole('spinbutton', { name: 'Points' }).fill('-30')
  await entries.getByLabel('Reason').fill('Counted twice')
  await entries.getByRole('button', { name: 'Save' }).click()
  await entries.getByText('The person does not have that many points.').waitFor()
  await entries.getByRole('spinbutton', { name: 'Points' }).fill('5')
  await entries.getByRole('button', { name: 'Save' }).click()
  await entries.getByText('Counted twice', { exact: false }).waitFor()
  await page.getByRole('button', { name: '30 pts' }).waitFor()
  // The one refusal above.
  expect([...troubles, ...officeTroubles].filter((one) => !one.includes('422'))).toEqual([])
})
