import { api } from '@learnt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from './given/calls.ts'
import { accounts, asAdmin, type Device, deviceOf } from './given/devices.ts'
import { settled } from './given/door.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenPerson, unique } from './given/people.ts'
import { listPages } from './pages.ts'

// the tests in access/ check that every page opens without a violation
test.for([accounts.learner, accounts.admin])(
  'the panels and a package open for %s without a violation of the policy or an error in the console',
  async (account) => {
    const { page, troubles } = await deviceOf(account)
    await page.goto('/apps/homepage/myhomepage')
    await settled(page)
    await openPanels(page)
    const scorm = (await listPages(learntUrl())).find(({ name }) => name === 'course-scorm')
    if (account === accounts.learner) {
      await page.goto(scorm?.address ?? '')
      await settled(page)
      await openPackage(page)
    }
    expect(troubles).toEqual([])
  },
)

/** The toolbar: search, favourites, jobs, the person's own menu. */
async function openPanels(page: Page) {
  await page.getByRole('button', { name: 'Search for an app or page' }).click()
  await page.getByRole('combobox', { name: 'Search for an app or page' }).fill('my')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  for (const name of ['Add a favourite', /^Jobs/, 'Quick panel', /^Your account: /]) {
    const button = page.getByRole('banner').getByRole('button', { name }).first()
    if ((await button.count()) === 0) continue
    await button.click()
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
}

async function openPackage(page: Page) {
  await page.getByRole('button', { name: /^(Start|Continue|Review)$/ }).click()
  const player = page.frameLocator('iframe[title^="Player:"]')
  await player.frameLocator('iframe').getByRole('heading').first().waitFor()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
}

/** Markup that would report if any of it ran. */
const evil = (where: string) => `<img src=x onerror=hurt('${where}')><script>hurt('${where}')</script>`

/**
 * Counts scripts that run. Scripts that only the policy stops count as well, because the markup must not be in a page.
 */
async function guard(device: Device, heard: string[]): Promise<Device> {
  await device.context.exposeBinding('hurt', (_, where: string) => void heard.push(`ran: ${where}`))
  device.page.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return device
}

test('markup written into every field is text to everybody who opens it', async () => {
  const heard: string[] = []
  const devices: Device[] = []
  const guarded = async (account: string) => {
    const device = await guard(await deviceOf(account), heard)
    devices.push(device)
    return device.page
  }
  const url = learntUrl()
  const manager = await givenPerson({ roles: ['learner', 'manager'] })
  const admin = await callerOf(url, accounts.admin)

  // A person whose every text is markup.
  const page = await guarded(accounts.admin)
  const mark = unique('evil')
  await page.goto('/apps/admin/users/new')
  await page.getByRole('textbox', { name: 'First name' }).fill(evil('first'))
  await page.getByRole('textbox', { name: 'Last name' }).fill(`${evil('last')}${mark}`)
  const account = `${mark}@learnt.example`
  await page.getByRole('textbox', { name: 'Email' }).fill(account)
  for (const name of ['User name', 'Employee ID', 'Phone'])
    await page.getByRole('textbox', { name }).fill(`${evil(name)}${mark}`.slice(0, 200))
  await page.getByLabel('First password').fill('Learnt-demo-1')
  for (const name of ['Position', 'Tags', 'Location 1', 'Division 1']) {
    await page.getByLabel(name, { exact: true }).fill(`${evil(name)}${mark}`)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByText(/ was added$/).waitFor()
  const { items } = await admin.call(api.members.list, { query: { search: account } })
  const userId = items[0]?.userId ?? ''
  await admin.call(api.members.update, { params: { userId }, body: { managers: [manager.userId] } })

  // The same markup in a course, typed as an administrator does.
  const title = `${evil('title')}${mark}`
  await page.goto('/apps/admin/courses')
  await page.getByRole('button', { name: 'New course' }).click()
  const create = page.getByRole('dialog', { name: 'New course or bundle' })
  await create.getByRole('textbox', { name: 'Title' }).fill(title)
  await create.getByLabel('Category').fill(`${evil('category')}${mark}`)
  await create.getByRole('button', { name: 'Create and edit' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill(evil('description'))
  await page.getByLabel('Tags').fill(evil('tag').slice(0, 60))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^PAGE/ }).first().click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(evil('step'))
  await page.getByRole('textbox', { name: 'Title of section 1' }).fill(evil('section'))
  await page.getByRole('textbox', { name: 'Text of the page' }).fill(evil('page'))
  await page.getByRole('textbox', { name: 'Description' }).fill(evil('step description'))
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  const courseId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  // ... and sent by the API, past the editor
  const course = await admin.call(api.courses.get, { params: { courseId } })
  const sent = structuredClone(course.content)
  const [step] = sent.sections[0]?.activities ?? []
  if (step?.kind !== 'page') throw new Error('The page is not there')
  step.html = `<p>Before</p>${evil('html')}<svg onload=hurt('svg')></svg><a href="javascript:hurt('link')">Click</a><iframe srcdoc="<script>parent.hurt('frame')</script>"></iframe><p style="background:url(javascript:hurt('style'))">After</p>`
  const { revision } = await admin.call(api.courses.saveDraft, {
    params: { courseId },
    body: { revision: course.revision, content: sent },
  })
  await admin.call(api.courses.publish, { params: { courseId }, body: { revision, note: evil('note') } })

  await page.goto(`/apps/admin/courses/${courseId}?tab=people`)
  await page.getByRole('button', { name: 'New rule' }).click()
  const rule = page.getByRole('dialog', { name: 'New rule' })
  await rule.getByRole('combobox', { name: 'is any of' }).fill(mark)
  await page.getByRole('option').filter({ hasText: mark }).click()
  await rule.getByText('1 gains it').waitFor()
  await rule.getByRole('textbox', { name: 'Name of the rule' }).fill(`${evil('rule')}${mark}`)
  await rule.getByRole('button', { name: 'Create the rule' }).click()
  await page.getByText(/^Rule “.*” created$/).waitFor()

  await page.goto('/apps/admin/courses')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(`${evil('view')}${mark}`.slice(0, 80))
  await page.keyboard.press('Enter')
  await page.getByText(/^View “.*” saved$/).waitFor()

  // Everybody opens every page that shows it.
  const learner = await callerOf(url, account)
  const own = await learner.call(api.learning.course, { params: { userCourseId: courseId } })
  const reports = (scope: 'admin' | 'manager') => [
    `/apps/${scope}/reporting`,
    `/apps/${scope}/reporting/${userId}`,
    `/apps/${scope}/reporting/${userId}/${own.userCourseId}`,
    `/apps/${scope}/course-aggregate-reporting`,
    `/apps/${scope}/course-aggregate-reporting/${courseId}`,
  ]
  const administration = [
    ...['', '?tab=people', '?tab=versions', '?tab=settings', '/preview'].map(
      (rest) => `/apps/admin/courses/${courseId}${rest}`,
    ),
    `/apps/admin/courses?search=${mark}`,
    `/apps/admin/permissions?search=${mark}`,
    `/apps/admin/users?search=${mark}`,
    `/apps/admin/users/${userId}`,
    '/apps/admin/audit-log',
    '/apps/admin/jobs',
    '/apps/admin/outbox',
    ...reports('admin'),
  ]
  const learning = [
    '/apps/homepage/myhomepage',
    '/apps/courses/mycourses',
    `/apps/course/${own.userCourseId}`,
    '/pages/profile',
    '/teams',
  ]
  for (const [who, addresses] of [
    [account, learning],
    [manager.account, reports('manager')],
    [accounts.admin, administration],
    [accounts.superadmin, ['/apps/superadmin/tenants', ...administration.slice(0, 8)]],
  ] as const) {
    const visitor = who === accounts.admin ? page : await guarded(who)
    let seen = 0
    for (const address of addresses) {
      await visitor.goto(address)
      await settled(visitor)
      if ((await visitor.getByText('<script>').count()) > 0) seen++
    }
    // shown as text
    expect(seen, who).toBeGreaterThan(2)
  }
  await page.goto('/apps/admin/courses')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page
    .getByText(/<img src=x onerror=hurt\('view'\)>/)
    .first()
    .waitFor()
  const reader = devices.find((device) => device.page !== page)?.page ?? page
  await reader.goto(`/apps/course/${own.userCourseId}`)
  await reader.getByRole('link', { name: 'Start the course' }).click()
  await reader.getByText('Before').waitFor()
  expect(
    await reader
      .locator('main iframe, main svg[onload], main [onerror], main a[href^="javascript"], main script')
      .count(),
  ).toBe(0)

  expect(heard).toEqual([])
  expect(
    devices.flatMap((device) =>
      device.troubles.filter((words) => words.startsWith('policy') || words.startsWith('uncaught')),
    ),
  ).toEqual([])
})

test('the guard hears what runs, and what the policy refuses', async () => {
  const heard: string[] = []
  const { page, troubles } = await guard(await asAdmin(), heard)
  await page.goto('/pages/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => (globalThis as never as { hurt(where: string): void }).hurt('control'))
  await expect.poll(() => heard).toEqual(['ran: control'])
  expect(troubles).toEqual([])
  await page.evaluate(() => {
    const image = document.createElement('img')
    try {
      image.setAttribute('onerror', "hurt('handler')")
    } catch {
      // refused even earlier, as it is no trusted type
    }
    image.src = 'https://example.org/x.png'
    document.body.append(image)
  })
  await expect.poll(() => troubles.filter((words) => words.startsWith('policy')).length).toBeGreaterThan(0)
  expect(heard).toEqual(['ran: control'])
})
