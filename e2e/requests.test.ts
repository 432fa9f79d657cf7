import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'

test('a request is made, declined with a reason, made again, approved, and the course is started', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const manager = await callerOf(learntUrl(), accounts.manager)
  const { me } = await manager.call(api.session.start)
  const position = unique('Welder')
  const course = await givenCourse(admin, { title: unique('Welding') })
  await admin.call(api.permissions.create, {
    body: {
      documentType: 'course',
      documentId: course.id,
      title: 'On request',
      rule: onlyPosition(position),
      isOptional: true,
      request: { to: 'managers', standInAfterDays: 7 },
    },
  })
  const person = await givenPerson({ position: [position], managers: [me?.userId ?? ''] })
  const { page, troubles } = await deviceOf(person.account)
  const { page: office, troubles: officeTroubles } = await deviceOf(accounts.manager)

  // The learner finds it, and cannot open it yet.
  await page.goto('/apps/optional-learning/listing')
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search optional learning' }))
    .fill(course.title)
  await page.getByRole('link', { name: course.title }).click()
  const item = page.getByRole('dialog', { name: course.title })
  await item.getByText('First page').waitFor()
  expect(new URL(page.url()).searchParams.get('item')).toBe(`course:${course.id}`)
  await item.getByRole('button', { name: `Request: ${course.title}` }).click()
  const ask = page.getByRole('dialog', { name: `Request “${course.title}”?` })
  await ask.getByRole('textbox', { name: 'Note (optional)' }).fill('For my new job')
  await ask.getByRole('button', { name: 'Send the request' }).click()
  await item.getByText('Your manager decides').waitFor()
  await page.goto(`/apps/course/${course.id}`)
  await page.getByText('This does not exist').first().waitFor()
  await page.goto('/apps/optional-learning/listing?tab=requests')
  await page.getByRole('listitem').filter({ hasText: course.title }).getByText('Open', { exact: true }).waitFor()

  // The manager reads the note, and needs a reason to decline.
  await office.goto(`/apps/manager/requests?search=${encodeURIComponent(course.title)}`)
  const row = office.getByRole('row').filter({ hasText: person.name })
  await row.getByText('For my new job').waitFor()
  const decide = async (what: 'Approve' | 'Decline', reason: string) => {
    await row.getByRole('button', { name: /More actions|Actions/ }).click()
    await office.getByRole('menuitem', { name: what }).click()
    const dialog = office.getByRole('dialog', { name: `${what} “${course.title}” for ${person.name}?` })
    if (what === 'Decline') {
      await dialog.getByRole('button', { name: what }).click()
      await dialog.getByText('Please fill this in').waitFor()
    }
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: what }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await decide('Decline', 'Not before the spring')
  await office.getByText('No results..').or(office.getByText('No open requests')).first().waitFor()

  // The learner's page updates by itself, shows the reason, and offers to ask again.
  const mine = page.getByRole('listitem').filter({ hasText: 'Not before the spring' })
  await mine.getByText('Declined', { exact: true }).waitFor()
  await mine.getByRole('link', { name: course.title }).click()
  await item.getByText('Declined by').first().waitFor()
  await item.getByRole('button', { name: `Request: ${course.title}` }).click()
  await ask.getByRole('button', { name: 'Send the request' }).click()
  await item.getByText('Your manager decides').waitFor()

  await row.waitFor()
  await decide('Approve', '')
  await item.getByRole('link', { name: `Start: ${course.title}` }).click()
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/apps\/course\//)
  await expect
    .poll(async () => {
      const learner = await callerOf(learntUrl(), person.account)
      const { items } = await learner.call(api.notifications.list)
      return items.map((one) => one.kind).filter((kind) => kind.startsWith('request'))
    })
    .toEqual(['requestApproved', 'requestDeclined'])
  expect(troubles.filter((one) => !one.includes('404'))).toEqual([])
  expect(officeTroubles).toEqual([])
})
