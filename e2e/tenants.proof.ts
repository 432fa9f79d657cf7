import { api } from '@learnt/contract'
import { expect, onTestFinished, test } from 'vitest'
import { makeImage } from '../apps/server/test/given/media.ts'
import { oidcPeer } from '../apps/server/test/peers/oidc-peer.ts'
import { type Caller, callerOf } from './given/calls.ts'
import { givenCourse } from './given/courses.ts'
import { accounts, deviceOf, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'
import { givenWork } from './given/work.ts'

test('search, lists and reports of munro contain nothing of learnt', async () => {
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
  // ... nor do pages opened by an address copied from learnt
  const { page } = await deviceOf('admin@munro.example')
  for (const path of [`/apps/admin/courses/${course.id}`, `/apps/admin/users/${person.userId}`]) {
    await page.goto(path)
    await page.getByText('This does not exist').waitFor()
  }
  await page.goto('/apps/admin/courses')
  await page.getByLabel('Search title, description, category, tags').fill(title)
  await page.getByText('No results..').waitFor()
})

test('the address of a package opens no other tenant or package, and munro’s pages cannot frame it', async () => {
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
  // Nor does it open the application: cookies do not apply there, and every call needs the attempt's own token.
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

test('the live socket sends munro no events of learnt', async () => {
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
  // it receives events of its own changes
  const munro = await callerOf(learntUrl(), 'admin@munro.example')
  const made = await givenCourse(munro, { title: unique('Munro') })
  await expect
    .poll(async () => changes(await strange()).filter((message) => message.includes(made.id)).length)
    .toBeGreaterThan(0)
})

test('a superadministrator sets a tenant up from outside, and its first learner registers and signs in', async () => {
  const id = unique('acme')
  const host = `learn.${id}.localhost`
  const url = learntUrl().replace('localhost', host)
  const service = await oidcPeer({ redirectUris: [] })
  onTestFinished(() => service.close())
  const owner = `olive@${id}.example`
  const secret = 'Correct-horse-42'
  const { page, troubles } = await deviceOf(accounts.superadmin)
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  /** Waits for the stored value: the message alone may still be about the save before. */
  const stored = (path: string, act: () => Promise<void>) =>
    Promise.all([
      page.waitForResponse(
        (answer) => answer.url().includes(path) && answer.request().method() !== 'GET' && answer.ok(),
      ),
      act(),
    ])
  const saved = async (name = 'Save') => {
    await stored(`/api/tenants/${id}`, () => page.getByRole('button', { name, exact: true }).click())
    await page.getByText('Saved', { exact: true }).first().waitFor()
  }

  await page.goto('/apps/superadmin/tenants')
  await page.getByRole('button', { name: 'Create tenant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a tenant' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await field('Name').fill('Acme Ltd')
  // the id follows the name until the name field is left
  await field('Name').press('Tab')
  await field('Id').fill('learnt')
  await field('First name').fill('Olive')
  await field('Last name').fill('Owner')
  await field('Email').fill(owner)
  await field('First password').fill(secret)
  await dialog.getByLabel('Reveal whether an account exists').check()
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await dialog.getByText('A tenant or a team with this id already exists').waitFor()
  await field('Id').fill(id)
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await page.getByRole('heading', { level: 1, name: 'Acme Ltd' }).waitFor()
  await page.getByText('1 of 7 done').waitFor()

  // the checklist leads to each place
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  const overview = () => page.getByRole('link', { name: 'Back to the tenant' }).click()
  await step('Logo and colours')
  await page.getByRole('heading', { level: 1, name: 'Theme of Acme Ltd' }).waitFor()
  const primary = page.getByRole('textbox', { name: 'Primary colour', exact: true })
  await primary.fill('#ffd400')
  await page.getByText(/pairs are not readable. Choose other colours/).waitFor()
  await primary.fill('#1f5c46')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await makeImage({ width: 256, height: 256 }) }
  for (const place of ['Logo in the navigation', 'Logo on the sign-in page'])
    await stored('/theme/pictures', () =>
      page.locator(`input[type=file][aria-label="Upload: ${place}"]`).setInputFiles(logo),
    )
  await expect.poll(() => page.locator(`img[src^="/team-files/${id}/"]`).count()).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved. Open pages update', { exact: false }).waitFor()
  await overview()
  await page.getByText('2 of 7 done').waitFor()
  await step('Sign-in method for every team')
  await page.getByRole('button', { name: 'Add a provider' }).click()
  const provider = page.getByRole('dialog', { name: 'New provider' })
  await provider.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: 'Another OpenID Connect provider' }).click()
  const told = { Name: 'Acme ID', Address: service.origin, 'Client ID': service.clientId }
  for (const [name, text] of Object.entries(told)) await provider.getByRole('textbox', { name }).fill(text)
  await provider.getByRole('textbox', { name: 'Client secret' }).fill(service.clientSecret)
  await provider.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The provider was saved').waitFor()

  await tab('Signing in')
  await page.getByLabel('Allow self-registration').check()
  await saved()
  await tab('Overview')
  await step('Own host name')
  await page.getByLabel('Support email address').fill(`help@${id}.example`)
  const hosts = page.getByRole('combobox', { name: 'Host names' })
  await hosts.fill('munro.localhost')
  await hosts.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/already belongs to another team|belongs to the team with the id in its first part/)
    .first()
    .waitFor()
  await hosts.press('Backspace')
  await hosts.fill(host)
  await hosts.press('Enter')
  await saved()
  // the address for mails and providers from now on
  expect(await page.getByRole('combobox', { name: 'Main host name' }).textContent()).toBe(host)
  await tab('Providers')
  const address = page.getByText(`${url}/callback/`)
  await address.waitFor()
  service.redirectUris.push((await address.textContent()) ?? '')
  await page.getByRole('button', { name: 'Test Acme ID' }).click()
  await page.getByText('The provider was found, and its description is valid.').waitFor()
  await tab('Settings')
  await page.getByLabel('Marketplace link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a path that begins with /').first().waitFor()
  await page.getByLabel('Marketplace link').fill('https://shop.example/')
  await saved()
  await tab('Domains')
  await page.getByLabel('Domain', { exact: true }).fill(`${id}.example`)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByText(`_learnt.${id}.example`).waitFor()
  await page.getByRole('button', { name: `Actions for ${id}.example` }).click()
  await page.getByRole('menuitem', { name: 'Verify without DNS record' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verify without DNS record' }).click()
  await page.getByText('Verified by a superadministrator.').waitFor()

  // its first learner, at its own address, with its own theme
  const learner = await newDevice({ url })
  const write = (name: string, text: string) => learner.page.getByRole('textbox', { name, exact: true }).fill(text)
  await learner.page.goto('/login')
  await learner.page.getByRole('heading', { level: 1, name: 'LOGIN TO Acme Ltd' }).waitFor()
  await learner.page.locator(`img[src^="/team-files/${id}/"]`).first().waitFor()
  await learner.page.getByRole('link', { name: 'Create an account' }).click()
  await write('First name', 'Lena')
  await write('Last name', 'Learner')
  await write('Email', `lena@${id}.example`)
  await write('Phone', '+44 1632 960123')
  await write('Password', 'Another-lantern-7')
  await learner.page.getByRole('button', { name: 'Create an account' }).click()
  await learner.page.getByText('Welcome Lena', { exact: true }).waitFor()
  const again = await newDevice({ url })
  await signIn(again.page, `lena@${id}.example`, { secret: 'Another-lantern-7' })
  await again.page.waitForURL(/myhomepage$/, { waitUntil: 'commit' })
  // ... and by the provider, after she has proved the account: registering alone proved no address
  service.person = { sub: unique('sub'), email: `lena@${id}.example`, email_verified: true, given_name: 'Lena' }
  const byProvider = await newDevice({ url })
  await byProvider.page.goto('/login')
  await byProvider.page.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await byProvider.page.getByText('Please log in once with your email and password to link', { exact: false }).waitFor()
  await signIn(byProvider.page, `lena@${id}.example`, { secret: 'Another-lantern-7' })
  await byProvider.page.waitForURL(/myhomepage$/, { waitUntil: 'commit' })
  const administrator = await newDevice({ url })
  await signIn(administrator.page, owner, { secret })
  await administrator.page.waitForURL(/myhomepage$/, { waitUntil: 'commit' })
  await page.goto(`/apps/superadmin/tenant/${id}`)
  await page.getByText('5 of 7 done').waitFor()

  // suspended while they are in: they read why within a second, and get in again afterwards
  await tab('Suspend and delete')
  await page.getByLabel('Reason').fill('The bill is open.')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Reason shown to its people: The bill is open.').waitFor()
  await again.page.getByRole('heading', { level: 1, name: 'Acme Ltd is suspended' }).waitFor()
  await again.page.getByText('The bill is open.').waitFor()
  await again.page.getByRole('link', { name: `help@${id}.example` }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).first().click()
  await page.getByText('Acme Ltd is active again').waitFor()
  await again.page.goto('/login')
  await signIn(again.page, `lena@${id}.example`, { secret: 'Another-lantern-7' })
  await again.page.waitForURL(/myhomepage$/, { waitUntil: 'commit' })

  // deleted by its typed name, and restored
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const sure = page.getByRole('dialog')
  expect(await sure.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await sure.getByRole('textbox').fill('Acme Ltd')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/It can be restored until/).waitFor()
  await again.page.getByRole('heading', { level: 1, name: 'Acme Ltd is closed' }).waitFor()
  await page.goto(`/apps/superadmin/tenants?search=${id}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Acme Ltd is restored').waitFor()
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})
