import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf, refusalOf } from './given/calls.ts'
import { onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, asManager, deviceOf, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

/** Local time in UTC, this many minutes from now. */
const clockIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)
const hasNoOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('an event is planned with two seats, filled, queued for, left, joined by code and marked', async () => {
  const [position, title] = [unique('Trained'), unique('First aid')]
  const [ada, bob, cyd, stray] = [
    await givenPerson({ position: [position] }),
    await givenPerson({ position: [position] }),
    await givenPerson({ position: [position] }),
    await givenPerson(),
  ]
  const admin = await callerOf(learntUrl(), accounts.admin)
  const manager = await callerOf(learntUrl(), accounts.manager)
  const { me } = await manager.call(api.session.start)
  if (!me) throw new Error('The manager is not signed in')
  const leader = await admin.call(api.events.putFacilitator, {
    params: { userId: me.userId },
    body: { about: 'Nurse' },
  })

  // The administrator creates it, sets the date, seats and facilitator, and publishes.
  const desk = await asAdmin()
  await desk.page.goto('/apps/admin/create-event')
  await desk.page.getByRole('textbox', { name: 'Title' }).fill(title)
  await desk.page.getByRole('button', { name: 'Create and edit' }).click()
  await desk.page.waitForURL('**/apps/admin/edit-event/**')
  const eventId = new URL(desk.page.url()).pathname.split('/').at(-1) ?? ''
  await desk.page.getByRole('button', { name: 'Add date' }).click()
  await desk.page.getByLabel('Ends').fill(clockIn(20))
  await desk.page.getByLabel('Starts').fill(clockIn(30))
  await desk.page.getByLabel('Ends').fill(clockIn(90))
  await desk.page.getByRole('spinbutton', { name: 'Seats at most' }).fill('2')
  await desk.page.getByRole('combobox', { name: 'Facilitators' }).click()
  await desk.page.getByRole('option', { name: leader.name }).click()
  expect(await violationsOf(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.page.getByText('Published', { exact: true }).first().waitFor()
  await admin.call(api.permissions.create, {
    body: { documentType: 'event', documentId: eventId, title: position, rule: onlyPosition(position) },
  })

  // Two learners take the seats, the third waits.
  const params = { documentId: eventId }
  const phoneOf = (account: string) => deviceOf(account, { viewport: phone, hasTouch: true })
  const first = await deviceOf(ada.account)
  await first.page.goto('/apps/exploreevents')
  await first.page.getByRole('link', { name: title }).click()
  await first.page.getByRole('button', { name: 'Register' }).click()
  await first.page.getByText('Seat held').first().waitFor()
  expect(await violationsOf(first.page)).toEqual([])
  const second = await callerOf(learntUrl(), bob.account)
  expect((await second.call(api.events.register, { params, body: {} })).state).toBe('attending')
  const third = await phoneOf(cyd.account)
  await third.page.goto(`/apps/exploreevent/${eventId}`)
  await third.page.getByRole('button', { name: 'Join the waiting list' }).click()
  await third.page.getByText('Place 1 in the waiting list').waitFor()
  expect(await violationsOf(third.page)).toEqual([])
  expect(await hasNoOverflow(third.page)).toBe(true)
  const strange = await callerOf(learntUrl(), stray.account)
  expect(await refusalOf(strange.call(api.events.own, { params }))).toBe('not-found')
  await desk.page.goto(`/apps/admin/event-wait-list/${eventId}`)
  await desk.page.getByRole('button', { name: `Move ${cyd.name} up` }).waitFor()
  expect(await violationsOf(desk.page)).toEqual([])

  // A seat comes free and goes to the waiting learner.
  expect((await second.call(api.events.cancel, { params, body: {} })).state).toBe('cancelled')
  await third.page.goto('/apps/myevents')
  await third.page.getByRole('link', { name: title }).click()
  await third.page.getByText('Seat held').first().waitFor()
  await third.page.goto('/apps/calendar')
  await third.page.getByRole('button', { name: title }).first().waitFor()

  // The facilitator shows the code; a phone without a network keeps its check-in and sends it later.
  const room = await asManager()
  await room.page.goto(`/apps/myevent/${eventId}?tab=attendance`)
  await room.page.getByRole('button', { name: 'Check-in code' }).click()
  await expect.poll(() => room.page.getByTestId('check-in-code').textContent()).toMatch(/^\d{6}$/)
  const code = (await room.page.getByTestId('check-in-code').textContent()) ?? ''
  await third.page.goto(`/apps/myevent/${eventId}?tab=check-in`)
  await third.page.getByRole('textbox', { name: 'Code' }).waitFor()
  await third.context.setOffline(true)
  await third.page.getByRole('textbox', { name: 'Code' }).fill(code)
  await third.page.getByRole('button', { name: 'Check in' }).click()
  await third.page.getByText('1 check-in waits to be sent').waitFor()
  await third.context.setOffline(false)
  await third.page.getByText('You are checked in').waitFor()
  await room.page.getByRole('button', { name: 'Close' }).click()
  await room.page.getByRole('button', { name: `More actions: ${ada.name}` }).click()
  await room.page.getByRole('menuitem', { name: 'Late' }).click()
  await room.page.getByRole('cell', { name: 'Late', exact: true }).waitFor()
  expect(await violationsOf(room.page)).toEqual([])
  const { items } = await admin.call(api.events.attendees, { params, query: {} })
  expect(items.map((one) => [one.userId, one.state, one.marks[0]?.mark])).toEqual(
    expect.arrayContaining([
      [ada.userId, 'attended', 'late'],
      [cyd.userId, 'attended', 'attended'],
    ]),
  )
  const troubles = [...desk.troubles, ...first.troubles, ...third.troubles, ...room.troubles]
  expect(troubles.filter((words) => !/ERR_INTERNET_DISCONNECTED/.test(words))).toEqual([])
})

test('a person uses their calendar on a phone by keyboard', async () => {
  const person = await givenPerson()
  const title = unique('Rehearsal')
  const device = await deviceOf(person.account, { viewport: phone })
  const { page } = device
  await page.goto('/apps/calendar')
  await page.getByRole('heading', { name: 'Calendar' }).waitFor()
  await page.getByRole('button', { name: 'New entry' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByLabel('Starts').fill(clockIn(60))
  await page.getByLabel('Ends').fill(clockIn(30))
  await page.keyboard.press('Enter')
  await page.getByText('The end is before the start').first().waitFor()
  await page.getByLabel('Ends').fill(clockIn(120))
  await page.keyboard.press('Enter')
  const entry = page.locator('[data-entry]').filter({ hasText: title })
  await entry.waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await hasNoOverflow(page)).toBe(true)
  const own = await callerOf(learntUrl(), person.account)
  const listed = async () => {
    const query = { from: clockIn(-1440).concat(':00Z'), to: clockIn(10_000).concat(':00Z') }
    // documents that the demonstration assigns to everybody have dates, too
    return (await own.call(api.calendar.list, { query })).items.filter((item) => item.kind === 'own')
  }
  const before = (await listed())[0]?.startsAt ?? ''
  await entry.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page
    .getByRole('status')
    .filter({ hasText: `“${title}” is now` })
    .waitFor()
  expect(Date.parse((await listed())[0]?.startsAt ?? '') - Date.parse(before)).toBe(86_400_000)
  await page.getByRole('button', { name: 'Own entries' }).focus()
  await page.keyboard.press('Enter')
  await entry.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await entry.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await entry.waitFor({ state: 'detached' })
  expect(await listed()).toEqual([])
  expect(device.troubles.filter((words) => !/status of 422/.test(words))).toEqual([])
})
