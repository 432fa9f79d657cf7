import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { type Caller, callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, deviceOf } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'
import { givenWork } from './given/work.ts'

test('a search, a list and a report of munro know nothing of learnt', async () => {
  const { url, admin, title, person, course } = await givenWork()
  const stranger = await callerOf(url, 'admin@munro.example')
  const lastName = person.name.split(' ')[1] ?? ''
  const searches: Record<string, (who: Caller) => Promise<{ total: number }>> = {
    courses: (who) => who.call(api.courses.list, { query: { search: title } }),
    members: (who) => who.call(api.members.list, { query: { search: lastName } }),
    permissions: (who) => who.call(api.permissions.list, { query: { documentId: course.id } }),
    'course report': (who) => who.call(api.reports.admin.courses, { query: { search: title } }),
    'learner report': (who) => who.call(api.reports.admin.learners, { query: { search: lastName } }),
    assignments: (who) => who.call(api.reports.admin.assignments, { query: { courseId: course.id } }),
    audit: (who) => who.call(api.audit.list, { query: { subjectId: course.id } }),
  }
  for (const [name, search] of Object.entries(searches)) {
    expect((await search(stranger)).total, `${name} by munro`).toBe(0)
    expect((await search(admin)).total, `${name} by learnt`).toBeGreaterThan(0)
  }
  const values = (who: Caller) =>
    who.call(api.members.attributeValues, { params: { field: 'position' }, query: { search: 'Keeper' } })
  expect((await values(stranger)).values.filter((one) => one.value.startsWith('Keeper'))).toEqual([])
  expect((await values(admin)).values.length).toBeGreaterThan(0)
  // ... and the pages: an address copied from learnt
  const { page } = await deviceOf('admin@munro.example')
  for (const path of [`/apps/admin/courses/${course.id}`, `/apps/admin/users/${person.userId}`]) {
    await page.goto(path)
    await page.getByText('This does not exist').waitFor()
  }
  await page.goto('/apps/admin/courses')
  await page.getByLabel('Search title, description, category, tags').fill(title)
  await page.getByText('No results..').waitFor()
})

test('the address of a package opens nothing of another tenant or package, and munro’s pages cannot frame it', async () => {
  const { launch } = await givenWork()
  const { playerUrl, contentOrigin } = launch
  const segment = playerUrl.split('/player/')[1]?.split('/')[0] ?? ''
  const [body = '', signature = ''] = segment.split('.')
  const inside = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[]
  const at = (capability: string, path = 'imsmanifest.xml') => fetch(`${contentOrigin}/c/${capability}/${path}`)
  expect((await at(segment)).status).toBe(200)
  const forged = (change: (parts: unknown[]) => unknown[]) =>
    `${Buffer.from(JSON.stringify(change([...inside]))).toString('base64url')}.${signature}`
  const changed = {
    'another tenant': forged(([day, , ...rest]) => [day, 'munro', ...rest]),
    'another package': forged(([day, tenant, , ...rest]) => [day, tenant, crypto.randomUUID(), ...rest]),
    'a later day': forged(([day, ...rest]) => [Number(day) + 1, ...rest]),
    'no signature': `${body}.`,
  }
  for (const [what, capability] of Object.entries(changed)) expect((await at(capability)).status, what).toBe(404)
  expect((await at(segment, '../../etc/passwd')).status).toBe(404)
  // Nor does it open the application: no cookie counts there, and no call without the attempt's own token.
  expect((await fetch(`${contentOrigin}/api/session/teams`)).status).toBe(404)

  const munro = learntUrl().replace('localhost', 'munro.localhost')
  const frames = async (url: string) => {
    const { page } = await deviceOf(url === munro ? 'learner@munro.example' : accounts.learner, { url })
    await page.goto('/apps/homepage/myhomepage')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(
      (source) => document.body.append(Object.assign(document.createElement('iframe'), { src: source })),
      playerUrl,
    )
    await expect
      .poll(() =>
        page
          .frames()
          .some((frame) => frame !== page.mainFrame() && frame.url() !== 'about:blank' && frame.url() !== ''),
      )
      .toBe(true)
    return page.frames().some((frame) => frame.url() === playerUrl)
  }
  expect(await frames(learntUrl())).toBe(true)
  expect(await frames(munro)).toBe(false)
})

test('the live socket tells munro nothing that happens in learnt', async () => {
  const listen = async (account: string) => {
    const { page } = await deviceOf(account)
    await page.goto('/pages/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(
      () =>
        new Promise<void>((ready, fail) => {
          const heard: string[] = []
          ;(globalThis as never as { heard: string[] }).heard = heard
          const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/live`)
          socket.onerror = () => fail(new Error('no socket'))
          socket.onopen = () => {
            for (const topic of ['me', 'jobs', 'courses', 'reports'])
              socket.send(JSON.stringify({ say: 'subscribe', topic }))
          }
          socket.onmessage = (event) => {
            heard.push(String(event.data))
            if (heard.length === 4) ready()
          }
        }),
    )
    return () => page.evaluate(() => (globalThis as never as { heard: string[] }).heard)
  }
  const [own, strange] = [await listen(accounts.admin), await listen('admin@munro.example')]
  expect((await strange()).filter((message) => message.includes('"subscribed"'))).toHaveLength(4)
  const { course } = await givenWork()
  const changes = (messages: string[]) => messages.filter((message) => message.includes('"changed"'))
  await expect
    .poll(async () => changes(await own()).filter((message) => message.includes(course.id)).length)
    .toBeGreaterThan(0)
  await expect
    .poll(async () => changes(await own()).filter((message) => message.includes('"reports"')).length)
    .toBeGreaterThan(0)
  expect(changes(await strange())).toEqual([])
  // its own changes it hears
  const munro = await callerOf(learntUrl(), 'admin@munro.example')
  const made = await givenCourse(munro, { title: unique('Munro') })
  await expect
    .poll(async () => changes(await strange()).filter((message) => message.includes(made.id)).length)
    .toBeGreaterThan(0)
})
