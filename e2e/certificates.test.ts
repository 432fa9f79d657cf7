import { readFile } from 'node:fs/promises'
import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { givenCourse, onlyPosition } from './given/courses.ts'
import { accounts, asAdmin, deviceOf, newDevice, phone } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { violationsOf } from './given/looks.ts'
import { givenPerson, unique } from './given/people.ts'

test('an administrator designs a certificate that a course gives; it is downloaded, verified, revoked and verified again', async () => {
  const [position, title, name] = [unique('Guard'), unique('Fire drill'), unique('Certificate')]
  const admin = await callerOf(learntUrl(), accounts.admin)
  const person = await givenPerson({ position: [position] })
  const course = await givenCourse(admin, { title, rule: onlyPosition(position) })
  const { page: office, troubles: officeTroubles } = await asAdmin()

  // Design: moves an element by pointer and keys, inserts a field, previews it with a real person's name.
  await office.goto('/apps/admin/certificates')
  await office.getByRole('button', { name: 'New template' }).click()
  await office.getByRole('textbox', { name: 'Name of the template' }).fill(name)
  await office.getByRole('button', { name: 'Open the designer' }).click()
  await office.getByRole('heading', { name }).waitFor()
  const sheet = office.getByRole('group', { name: 'Page', exact: true })
  const heading = sheet.getByRole('button', { name: 'Text Certificate of completion' })
  // waits until its position no longer changes
  await heading.hover()
  const before = await heading.boundingBox()
  if (!before) throw new Error('The heading is not on the page')
  await office.mouse.move(before.x + 20, before.y + 10)
  await office.mouse.down()
  const top = office.getByRole('spinbutton', { name: 'From the top' })
  const stood = Number(await top.inputValue())
  await office.mouse.move(before.x + 20, before.y + 40, { steps: 4 })
  await office.mouse.up()
  // the browser shows the last move a moment after the pointer is up
  await expect.poll(async () => Number(await top.inputValue())).toBeGreaterThan(stood + 26)
  const pulled = Number(await top.inputValue())
  await heading.press('ArrowDown')
  await heading.press('Shift+ArrowUp')
  expect(Number(await top.inputValue())).toBe(pulled + 7)
  await office.getByRole('button', { name: 'Add text' }).click()
  const text = office.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('For {{nobody}}')
  await office.getByText('There is no field “nobody”.').waitFor()
  await text.fill('For')
  await office.getByRole('combobox', { name: 'Insert a field' }).click()
  await office.getByRole('option', { name: 'Organisation' }).click()
  expect(await text.inputValue()).toBe('For {{issuer}}')
  expect(await violationsOf(office)).toEqual([])
  await office.getByRole('button', { name: 'Preview as PDF' }).click()
  await office.getByRole('combobox', { name: 'With the name of' }).fill(person.name)
  await office.getByRole('option', { name: person.name }).click()
  await office.getByRole('dialog').locator('canvas').waitFor()
  await office.getByRole('button', { name: 'Close' }).click()
  await office.getByRole('button', { name: 'Save' }).click()
  await office.getByText('Saved as version 2').waitFor()

  // Attach it, after the page has listed the people concerned.
  await office.goto(`/apps/admin/courses/${course.id}?tab=certificate`)
  await office.getByRole('combobox', { name: 'Certificate' }).click()
  await office.getByRole('option', { name }).click()
  await office.getByRole('combobox', { name: 'Valid' }).click()
  await office.getByRole('option', { name: 'For some months' }).click()
  expect(await violationsOf(office)).toEqual([])
  await office.getByRole('button', { name: 'Save' }).click()
  const affected = office.getByRole('dialog', { name: 'Whom this concerns' })
  await affected.getByText('1 person gets the new one when they finish').waitFor()
  await affected.getByText(person.name).waitFor()
  await affected.getByRole('button', { name: 'Save it' }).click()
  await office.getByText('Certificate saved').waitFor()

  // A learner finishes on a phone and downloads it.
  const learner = await callerOf(learntUrl(), person.account)
  const { page, troubles } = await deviceOf(person.account, { viewport: phone, acceptDownloads: true })
  await page.goto(`/apps/course/${course.id}`)
  await page.getByText('You get a certificate when you finish this.').waitFor()
  const { userCourseId } = await learner.call(api.learning.course, { params: { userCourseId: course.id } })
  for (const activityId of course.steps)
    await learner.call(api.learning.progress, { params: { userCourseId, activityId }, body: { event: 'view' } })
  await page.goto('/apps/mycertificates')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download: ${title}` }).click(),
  ])
  const pdf = await readFile(await download.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await violationsOf(page)).toEqual([])
  const { items } = await learner.call(api.certificates.mine)
  const [one] = items
  if (!one) throw new Error('There is no certificate')

  // A person who is not signed in verifies it; it is revoked and verified again.
  const stranger = await newDevice()
  await stranger.page.goto(`/verify/${one.credentialId}`)
  await stranger.page.getByRole('heading', { name: 'This certificate is valid' }).waitFor()
  await stranger.page.getByText(person.name).waitFor()
  await stranger.page.getByText(one.serial).waitFor()
  const chosen = (buffer: Buffer) =>
    stranger.page.getByLabel('Choose a file').setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer })
  await chosen(pdf)
  await stranger.page.getByText('This file is exactly what was issued.').waitFor()
  await chosen(Buffer.concat([pdf, Buffer.from(' ')]))
  await stranger.page.getByText('This file is not the one that was issued.').waitFor()
  expect(await violationsOf(stranger.page)).toEqual([])
  await office.goto(`/apps/admin/certificates?tab=issued&search=${encodeURIComponent(one.serial)}`)
  await office.getByRole('row').filter({ hasText: one.serial }).getByRole('button').last().click()
  await office.getByRole('menuitem', { name: 'Revoke' }).click()
  await office.getByRole('textbox', { name: 'Reason, which the person reads' }).fill('Wrong drill')
  await office.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await office.getByText('Certificate revoked').waitFor()
  expect(await violationsOf(office)).toEqual([])
  await stranger.page.reload()
  await stranger.page.getByRole('heading', { name: 'This certificate was revoked' }).waitFor()
  await page.reload()
  await page.getByText('Revoked: Wrong drill').waitFor()
  expect([...troubles, ...officeTroubles, ...stranger.troubles]).toEqual([])
})
