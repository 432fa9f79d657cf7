import { expect, test } from 'vitest'
import { accounts, desktop, deviceOf, phone } from './given/devices.ts'
import { settled } from './given/door.ts'

const paths = { home: '/apps/homepage/myhomepage', people: '/apps/admin/users' }

test.each([
  ['desktop', desktop],
  ['phone', phone],
])(
  '%s: the next page’s heading has the focus, its title is the window’s, and it begins at its top',
  async (_, viewport) => {
    const { page, troubles } = await deviceOf(accounts.learner, { viewport })
    await page.goto(paths.home)
    await settled(page)
    await page.getByRole('link', { name: 'All my courses' }).click()
    await page.locator('[data-page-heading]:focus', { hasText: 'My courses' }).waitFor()
    await settled(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await page.title()).toContain('My courses')
    const title = (await page.locator('#content a[href^="/apps/course/"]').first().textContent()) ?? ''
    await page.getByRole('link', { name: title }).first().click()
    await page.locator('[data-page-heading]:focus', { hasText: title }).waitFor()
    await settled(page)
    expect(await page.locator('#content [data-page-heading]').count()).toBe(1)
    expect(await page.title()).toContain(title)
    expect(troubles).toEqual([])
  },
)

test('going back restores the scroll position', async () => {
  const { page } = await deviceOf(accounts.admin, { viewport: { ...desktop, height: 400 } })
  await page.goto(paths.people)
  await settled(page)
  const row = page.locator('tbody tr').nth(8).getByRole('link').first()
  await row.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(100)
  await row.click()
  await page.waitForURL(/\/users\/.+/, { waitUntil: 'commit' })
  await settled(page)
  await page.goBack()
  await page.waitForURL(/\/users$/, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('a page stays as its address says until the next one is there', async () => {
  const { page } = await deviceOf(accounts.admin)
  await page.goto(`${paths.people}?search=learner`)
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await page.locator('tbody tr').first().getByRole('link').first().click()
  await page.waitForURL(/\/users\/.+/, { waitUntil: 'commit' })
  await settled(page)
  expect(asked.filter((path) => path.startsWith('/api/members?'))).toEqual([])
})

test('keeps unsaved changes for a person who stays, and opens the next page for one who leaves', async () => {
  const { page } = await deviceOf(accounts.admin)
  await page.goto('/apps/admin/users/new')
  const field = page.getByRole('textbox', { name: 'First name' })
  await field.fill('Unsaved')
  const back = page.locator('.page-head a.back')
  await back.click()
  const stay = page.getByRole('button', { name: 'Stay here' })
  await stay.click()
  await stay.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('Unsaved')
  await back.click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.locator('[data-page-heading]:focus', { hasText: 'Users' }).waitFor()
})
