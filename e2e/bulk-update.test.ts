import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'

test('an administrator uploads completions with faults, sees the dry run, records them and undoes it', async () => {
  const admin = await callerOf(learntUrl(), accounts.admin)
  const { items } = await admin.call(api.courses.list, { query: { limit: 25, status: ['published'] } })
  const course = items.find((one) => !one.isBundle)
  if (!course) throw new Error('The demonstration has no published course')
  const mark = unique('done').replace(/\W/g, '').toLowerCase()
  const made = await admin.call(api.members.create, {
    body: { firstName: 'Bulk', lastName: mark, email: `${mark}@example.com`, roles: ['learner'] } as never,
  })
  const file = {
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        ['Course', 'completedAt', 'progress', 'E-mail'],
        [course.title.toUpperCase(), '03.02.2024', '100 %', `${mark}@example.com`],
        ['Nothing of this name', '03.02.2024', '100', `${mark}@example.com`],
        [course.title, '01.02.2023', '100', `${mark}@example.com`],
      ]
        .map((row) => row.join(';'))
        .join('\n'),
    ),
  }
  const { page, troubles } = await deviceOf(accounts.admin)
  await page.goto('/apps/admin/bulk-update')
  await page.getByRole('button', { name: 'Sample file' }).waitFor()
  await page.getByTestId('bulk-update-file').setInputFiles(file)
  await page.getByRole('heading', { name: `${mark}.csv` }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Course fills' }).textContent()).toBe('courseTitle (title)')
  expect(await page.getByRole('combobox', { name: 'E-mail fills' }).textContent()).toBe('Person: email')
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('This is a dry run: nothing has changed yet.').waitFor()

  const table = page.getByRole('table', { name: 'Rows' })
  const wrong = table.getByRole('row').filter({ hasText: 'update-failed' })
  expect(await wrong.textContent()).toContain('Course “Nothing of this name”')
  await table.getByRole('row').filter({ hasText: 'update-skipped' }).waitFor()
  await page.getByRole('button', { name: 'Carry out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Carry out' }).click()
  await table.getByRole('row').filter({ hasText: 'update-success' }).waitFor()
  const report = async () =>
    (
      await admin.call(api.reports.admin.assignments, { query: { documentId: course.id, search: mark, limit: 5 } })
    ).items.map((one) => one.completedAt?.slice(0, 10))
  expect(await report()).toEqual(['2024-02-03'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The run was undone.').waitFor()
  expect(await report()).not.toContain('2024-02-03')
  await page.getByRole('link', { name: 'Bulk update' }).first().click()
  await page.getByRole('link', { name: `${mark}.csv` }).waitFor()
  expect(made).toBeTruthy()
  expect(troubles).toEqual([])
})
