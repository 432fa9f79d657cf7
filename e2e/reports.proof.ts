import { expect, test } from 'vitest'
import { asAdmin } from './given/devices.ts'

test('a report shows a past day and says so, and goes into a workbook', async () => {
  const { page } = await asAdmin()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await page.goto('/apps/admin/course-aggregate-reporting')
  await page.getByLabel('As of the end of').fill(yesterday)
  await page.getByText(/^Figures at the end of/).waitFor()
  expect(new URL(page.url()).searchParams.get('asOf')).toBe(yesterday)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'XLSX' }).click()
  expect((await file).suggestedFilename()).toBe('course_report.xlsx')
  await page.getByRole('button', { name: 'Show current figures' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.has('asOf')).toBe(false)
})
