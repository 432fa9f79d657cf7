import { api } from '@learnt/contract'
import { expect, onTestFinished, test } from 'vitest'
import { makeImage } from '../apps/server/test/given/media.ts'
import { oidcPeer } from '../apps/server/test/peers/oidc-peer.ts'
import { type Caller, callerOf, refusalOf } from './given/calls.ts'
import { accounts, deviceOf, newDevice, signIn } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { unique } from './given/people.ts'
import { givenWork } from './given/work.ts'

const strangers = ['learner@munro.example', 'manager@munro.example', 'admin@munro.example'] as const

test('nobody of munro gets anything of learnt by its id; those of learnt do', async () => {
  const { url, admin, learner, person, manager, course, userCourseId, activityId, launch, permissionId } =
    await givenWork()
  const { attemptId } = launch
  const courseParams = { params: { courseId: course.id } }
  const userParams = { params: { userId: person.userId } }
  const { revision } = await admin.call(api.courses.get, courseParams)
  const { items: jobs } = await admin.call(api.jobs.list, { query: { limit: 1 } })
  const jobId = jobs[0]?.id ?? ''
  const ofAdmin: Record<string, (who: Caller) => Promise<unknown>> = {
    'courses.get': (who) => who.call(api.courses.get, courseParams),
    'courses.preview': (who) => who.call(api.courses.preview, courseParams),
    'courses.versions': (who) => who.call(api.courses.versions, courseParams),
    'courses.publishPreview': (who) => who.call(api.courses.publishPreview, courseParams),
    'learning.previewLaunch': (who) =>
      who.call(api.learning.previewLaunch, { params: { courseId: course.id, activityId } }),
    'members.get': (who) => who.call(api.members.get, userParams),
    'members.update': (who) => who.call(api.members.update, { ...userParams, body: { phone: '+44 1632 960123' } }),
    'permissions.get': (who) => who.call(api.permissions.get, { params: { permissionId } }),
    'permissions.update': (who) =>
      who.call(api.permissions.update, { params: { permissionId }, body: { title: 'Taken over' } }),
    'permissions.people': (who) =>
      who.call(api.permissions.people, { params: { documentType: 'course', documentId: course.id }, query: {} }),
    'reports.admin.assignment': (who) => who.call(api.reports.admin.assignment, { params: { userCourseId } }),
    'reports.admin.timeline': (who) => who.call(api.reports.admin.timeline, { params: { attemptId }, query: {} }),
    'jobs.get': (who) => who.call(api.jobs.get, { params: { jobId } }),
    'courses.duplicate': (who) => who.call(api.courses.duplicate, { ...courseParams, body: {} }),
    'courses.saveDraft': (who) =>
      who.call(api.courses.saveDraft, {
        ...courseParams,
        body: {
          revision,
          content: {
            title: course.title,
            description: '',
            category: '',
            tags: [],
            imageFileId: null,
            sequential: false,
            sections: [],
            courseIds: [],
          },
        },
      }),
    'courses.archive': (who) => who.call(api.courses.archive, courseParams),
    'courses.restore': (who) => who.call(api.courses.restore, courseParams),
  }
  const ofLearner: typeof ofAdmin = {
    'learning.course': (who) => who.call(api.learning.course, { params: { userCourseId } }),
    'learning.course by course': (who) => who.call(api.learning.course, { params: { userCourseId: course.id } }),
    'learning.activity': (who) => who.call(api.learning.activity, { params: { userCourseId, activityId } }),
    'learning.launch': (who) => who.call(api.learning.launch, { params: { userCourseId, activityId }, body: {} }),
    'learning.progress': (who) =>
      who.call(api.learning.progress, {
        params: { userCourseId, activityId: course.steps[1] ?? '' },
        body: { event: 'view' },
      }),
  }
  const ofManager: typeof ofAdmin = {
    'reports.manager.assignment': (who) => who.call(api.reports.manager.assignment, { params: { userCourseId } }),
    'reports.manager.timeline': (who) => who.call(api.reports.manager.timeline, { params: { attemptId }, query: {} }),
  }
  const [munroLearner, munroManager, munroAdmin] = await Promise.all(strangers.map((account) => callerOf(url, account)))
  if (!munroLearner || !munroManager || !munroAdmin) throw new Error('munro has no accounts')
  const pairs = [
    [ofLearner, munroLearner, learner],
    [ofManager, munroManager, await callerOf(url, manager.account)],
    [ofAdmin, munroAdmin, admin],
  ] as const
  let count = 0
  for (const [operations, stranger, own] of pairs) {
    for (const [name, call] of Object.entries(operations)) {
      expect(await refusalOf(call(stranger)), `${name} by ${stranger.account}`).toBe('not-found')
      expect(await refusalOf(call(own)), `${name} by ${own.account}`).toBe('answered')
      count++
    }
  }
  expect(count).toBe(24)
})

test('the address of a file is good for the person who got it, and for nobody else', async () => {
  const url = learntUrl()
  const owner = await callerOf(url, accounts.learner)
  const { items } = await owner.call(api.learning.courses, { query: { limit: 100 } })
  const addresses: string[] = items.flatMap((course) => course.image || [])
  for (const { userCourseId } of items) {
    const course = await owner.call(api.learning.course, { params: { userCourseId } })
    for (const step of course.sections.flatMap((section) => section.activities)) {
      if (step.lock || (step.kind !== 'video' && step.kind !== 'audio' && step.kind !== 'document')) continue
      const content = await owner.call(api.learning.activity, { params: { userCourseId, activityId: step.id } })
      if ('file' in content) addresses.push(content.file.url)
    }
  }
  const files = addresses.filter((address) => address.startsWith('/files/'))
  expect(files.length).toBeGreaterThan(5)
  const others = await Promise.all([...strangers, 'superadmin@munro.example'].map((account) => callerOf(url, account)))
  for (const address of files) {
    expect((await owner.fetch(address, { headers: { range: 'bytes=0-99' } })).ok, address).toBe(true)
    for (const other of others) expect((await other.fetch(address)).status, `${address} as ${other.account}`).toBe(404)
    expect((await fetch(url + address)).status).toBe(401)
  }
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
  /** What is stored when it is over: the words alone may still be those of what was saved before. */
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
  // the id follows the name once that is left
  await field('Name').press('Tab')
  await field('Id').fill('learnt')
  await field('First name').fill('Olive')
  await field('Last name').fill('Owner')
  await field('Email').fill(owner)
  await field('First password').fill(secret)
  await dialog.getByLabel('Say whether an account exists').check()
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await dialog.getByText('There is a tenant or a team with this id already').waitFor()
  await field('Id').fill(id)
  await dialog.getByRole('button', { name: 'Create tenant' }).click()
  await page.getByRole('heading', { level: 1, name: 'Acme Ltd' }).waitFor()
  await page.getByText('1 of 7 done').waitFor()

  // the list of what it needs leads to each place
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  const overview = () => page.getByRole('link', { name: 'Back to the tenant' }).click()
  await step('Logo and colours')
  await page.getByRole('heading', { level: 1, name: 'Theme of Acme Ltd' }).waitFor()
  const primary = page.getByRole('textbox', { name: 'Primary colour', exact: true })
  await primary.fill('#ffd400')
  await page.getByText(/pairs cannot be read: choose other colours/).waitFor()
  await primary.fill('#1f5c46')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await makeImage({ width: 256, height: 256 }) }
  for (const place of ['Logo in the navigation', 'Logo on the sign-in page'])
    await stored('/theme/pictures', () =>
      page.locator(`input[type=file][aria-label="Upload: ${place}"]`).setInputFiles(logo),
    )
  await expect.poll(() => page.locator(`img[src^="/team-files/${id}/"]`).count()).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved. Open pages follow', { exact: false }).waitFor()
  await overview()
  await page.getByText('2 of 7 done').waitFor()
  await step('A way to sign in for every team')
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
  await page.getByLabel('People may create accounts themselves').check()
  await saved()
  await tab('Overview')
  await step('A host name of its own')
  await page.getByLabel('Address for questions').fill(`help@${id}.example`)
  const hosts = page.getByRole('combobox', { name: 'Host names' })
  await hosts.fill('munro.localhost')
  await hosts.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/leads to another team already|belongs to the team that its first part names/)
    .first()
    .waitFor()
  await hosts.press('Backspace')
  await hosts.fill(host)
  await hosts.press('Enter')
  await saved()
  // where its mails lead from now on, and where the service sends people back to
  expect(await page.getByRole('combobox', { name: 'Main host name' }).textContent()).toBe(host)
  await tab('Providers')
  const address = page.getByText(`${url}/callback/`)
  await address.waitFor()
  service.redirectUris.push((await address.textContent()) ?? '')
  await page.getByRole('button', { name: 'Test Acme ID' }).click()
  await page.getByText('Found. The provider describes itself as expected.').waitFor()
  await tab('Settings')
  await page.getByLabel('Address of the Marketplace button').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter a path that begins with /').first().waitFor()
  await page.getByLabel('Address of the Marketplace button').fill('https://shop.example/')
  await saved()
  await tab('Domains')
  await page.getByLabel('Domain', { exact: true }).fill(`${id}.example`)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByText(`_learnt.${id}.example`).waitFor()
  await page.getByRole('button', { name: `Actions for ${id}.example` }).click()
  await page.getByRole('menuitem', { name: 'Verify without the record' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verify without the record' }).click()
  await page.getByText('Taken on the word of a superadministrator.').waitFor()

  // its first learner, at its own address, in its own look
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
  // ... and by the provider, once she has shown that the account is hers: registering alone proved no address
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

  // suspended while they are in: they read why within a second of it, and get in again afterwards
  await tab('Suspend and delete')
  await page.getByLabel('Reason').fill('The bill is open.')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Its people read: The bill is open.').waitFor()
  await again.page.getByRole('heading', { level: 1, name: 'Acme Ltd is suspended' }).waitFor()
  await again.page.getByText('The bill is open.').waitFor()
  await again.page.getByRole('link', { name: `help@${id}.example` }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).first().click()
  await page.getByText('Acme Ltd is open again').waitFor()
  await again.page.goto('/login')
  await signIn(again.page, `lena@${id}.example`, { secret: 'Another-lantern-7' })
  await again.page.waitForURL(/myhomepage$/, { waitUntil: 'commit' })

  // deleted by its typed name, and had back
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const sure = page.getByRole('dialog')
  expect(await sure.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await sure.getByRole('textbox').fill('Acme Ltd')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/It can be had back until/).waitFor()
  await again.page.getByRole('heading', { level: 1, name: 'Acme Ltd is closed' }).waitFor()
  await page.goto(`/apps/superadmin/tenants?search=${id}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Acme Ltd is back').waitFor()
  expect(troubles.filter((one) => !one.includes('status of 4'))).toEqual([])
})
