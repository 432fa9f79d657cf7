import { api } from '@learnt/contract'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, testDatabase, untilLocked } from '../../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { givenFile } from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  prove,
  stranger,
} from '../../../test/given/people.ts'
import { runCli } from '../../operating/cli.ts'
import { nameServers } from '../../platform/name-records.ts'
import { removeDeletedTenants } from '../../platform/tenant/remove-deleted.ts'

let app: TestApp
let adminUrl: string
beforeAll(async () => {
  app = await testApp()
  adminUrl = (await testDatabase()).adminUrl
})

interface Stage {
  root: GivenPerson
  home: GivenTenant
  tenant: GivenTenant
  learner: GivenPerson
}

/** A superadministrator of one tenant, and another tenant with people. */
async function given(): Promise<Stage> {
  const home = await givenTenant(app)
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant)
  return { root: await givenPerson(app, home, { roles: ['superadmin'] }), home, tenant, learner }
}
const at = (tenant: { tenantId: string }) => ({ params: { tenantId: tenant.tenantId } })
const nameOf = async (root: Caller, tenant: GivenTenant) =>
  (await app.call(root, api.tenants.get, at(tenant))).body.name
const trail = async (who: Caller, action: string) =>
  (await app.call(who, api.audit.list, { query: { action } })).body.items

describe('settings of a tenant', () => {
  it('are all there with their defaults, and change field by field', async () => {
    const { root, tenant } = await given()
    const before = (await app.call(root, api.tenants.get, at(tenant))).body
    expect(before.settings).toEqual({
      showSupportChatDialog: false,
      supportChatScript: '',
      rewards: false,
      marketplaceLink: '/apps/optional-learning/listing?type=product',
      defaultLocale: '',
      timeZone: 'UTC',
      isoDates: true,
      colleagues: 'name',
      homepageLayout: 'default',
      hidesToolbarOnHomepage: false,
      showsBackButton: false,
      allowsOwnBars: false,
      analytics: true,
      analyticsEmployeeId: false,
      badgeEmailHash: false,
      features: {
        bundles: true,
        pathways: true,
        resources: true,
        learningPackages: true,
        forms: true,
        events: true,
        calendar: true,
        chat: true,
        blogs: true,
        products: true,
        badges: true,
        certificates: true,
        managerReports: true,
        impersonation: true,
      },
    })
    const settings = {
      showSupportChatDialog: true,
      supportChatScript: 'https://chat.example/widget.js',
      rewards: true,
      marketplaceLink: 'https://shop.example/',
      defaultLocale: 'de' as const,
      timeZone: 'Europe/Berlin',
      isoDates: false,
      homepageLayout: 'munro' as const,
      features: { bundles: false },
    }
    const body = { name: 'Renamed Ltd', settings }
    const changed = await app.call(root, api.tenants.change, { ...at(tenant), body })
    expect(changed.body).toMatchObject({
      name: 'Renamed Ltd',
      settings: {
        ...settings,
        features: {
          bundles: false,
          pathways: true,
          resources: true,
          learningPackages: true,
          forms: true,
          events: true,
          calendar: true,
          chat: true,
          blogs: true,
          products: true,
          badges: true,
          certificates: true,
          managerReports: true,
          impersonation: true,
        },
      },
    })
    expect((await app.call(tenant.admin, api.session.start)).body.team.settings).toMatchObject({
      timeZone: 'Europe/Berlin',
      features: { bundles: false },
    })
    // In both logs, by name, with what it was.
    for (const who of [root, tenant.admin]) {
      const [entry] = await trail(who, 'tenants.change')
      expect(entry).toMatchObject({ subjectTitle: 'Renamed Ltd', before: { rewards: false }, after: { rewards: true } })
    }
  })

  it('complain at the field', async () => {
    const { root, tenant } = await given()
    const ask = async (settings: object) => {
      const reply = await app.call(root, api.tenants.change, { ...at(tenant), body: { settings } as never })
      expect(reply.status, JSON.stringify(settings)).toBe(422)
      return reply.problem?.errors?.[0]?.path
    }
    for (const marketplaceLink of [
      'javascript:alert(1)',
      '//elsewhere.example',
      'shop',
      '/\\elsewhere.example',
      'data:x',
    ])
      expect(await ask({ marketplaceLink })).toBe('body.settings.marketplaceLink')
    for (const supportChatScript of [
      'http://chat.example/x.js',
      'javascript:alert(1)',
      'https://user@chat.example/x.js',
    ])
      expect(await ask({ supportChatScript })).toBe('body.settings.supportChatScript')
    expect(await ask({ timeZone: 'Mars/Olympus' })).toBe('body.settings.timeZone')
    expect(await ask({ defaultLocale: 'tlh' })).toBe('body.settings.defaultLocale')
    expect(await ask({ features: { unheardOf: true } })).toContain('body.settings')
    const name = await app.call(root, api.tenants.change, { ...at(tenant), body: { name: 'x' } })
    expect(name.problem?.errors?.[0]?.path).toBe('body.name')
  })

  it('are closed to everybody else, and a tenant that is not there is not found', async () => {
    const { root, home, tenant, learner } = await given()
    for (const caller of [tenant.admin, home.admin, learner]) {
      expect((await app.call(caller, api.tenants.get, at(tenant))).status).toBe(403)
      expect((await app.call(caller, api.tenants.change, { ...at(tenant), body: { name: 'Mine' } })).status).toBe(403)
      expect((await app.call(caller, api.tenants.suspend, { ...at(tenant), body: {} as never })).status).toBe(403)
    }
    expect((await app.call(stranger, api.tenants.get, at(tenant))).status).toBe(401)
    expect((await app.call(root, api.tenants.get, { params: { tenantId: 'nowhere' } })).status).toBe(404)
    expect((await app.call(root, api.tenants.change, { params: { tenantId: 'nowhere' }, body: {} })).status).toBe(404)
  })

  it('switch parts of the product off for everybody, and on again', async () => {
    const { root, tenant, learner } = await given()
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const change = (features: object) =>
      app.call(root, api.tenants.change, { ...at(tenant), body: { settings: { features } } })
    const asked = async () => [
      (await app.call(learner, api.learning.bundles)).status,
      (await app.call(manager, api.reports.manager.learners)).status,
      (await app.call(learner, api.calendar.feed)).status,
      (await app.call(tenant.admin, api.badges.list)).status,
      (await app.call(tenant.admin, api.certificates.templates.list)).status,
      (
        await app.call(tenant.admin, api.impersonation.start, {
          body: { userId: learner.userId, reason: 'Somebody asked' },
        })
      ).status,
    ]
    const wanted = ['bundles', 'managerReports', 'calendar', 'badges', 'certificates', 'impersonation'] as const
    const all = (isOn: boolean) => Object.fromEntries(wanted.map((name) => [name, isOn]))
    await change(all(false))
    expect(await asked()).toEqual([403, 403, 403, 403, 403, 403])
    await change(all(true))
    const open = await asked()
    expect(open.every((status) => status < 300)).toBe(true)
    // A team may do without what its tenant has, and its pages are told so.
    const other = await givenPerson(app, tenant, { teamId: await givenTeam(app, tenant) })
    const team = (featuresOff: ['bundles'] | []) =>
      app.call(root, api.teams.update, {
        params: { tenantId: tenant.tenantId, teamId: tenant.teamId },
        body: { featuresOff },
      })
    expect((await team(['bundles'])).body.featuresOff).toEqual(['bundles'])
    const shown = async () => (await app.call(learner, api.session.start)).body.team.settings.features
    expect(await shown()).toMatchObject({ bundles: false, badges: true })
    expect((await app.call(learner, api.learning.bundles)).status).toBe(403)
    expect((await app.call(other, api.learning.bundles)).status).toBe(200)
    await team([])
    expect(await shown()).toMatchObject({ bundles: true })
    expect((await app.call(learner, api.learning.bundles)).status).toBe(200)
  })

  it('say what a new tenant still needs, from what is there', async () => {
    const { root } = await given()
    const id = `org-${crypto.randomUUID().slice(0, 8)}`
    const administrator = {
      firstName: 'Olive',
      lastName: 'Owner',
      email: `olive@${id}.example`,
      password: goodPassword,
    }
    await app.call(root, api.tenants.create, { body: { id, name: 'Acme Ltd', administrator } })
    const done = async () =>
      (await app.call(root, api.tenants.get, { params: { tenantId: id } })).body.checklist
        .filter((one) => one.isDone)
        .map((one) => one.item)
    expect(await done()).toEqual(['signIn'])
    const browser = givenBrowser(app)
    await browser.signIn({ username: administrator.email, password: goodPassword, team: id })
    await app.call(browser, api.members.create, {
      body: { firstName: 'New', lastName: 'Comer', email: `new@${id}.example` },
    })
    await app.call(root, api.teams.update, {
      params: { tenantId: id, teamId: id },
      body: { domain: [`learn.${id}.example`] },
    })
    expect(await done()).toEqual(['address', 'signIn', 'administrator', 'people'])
  })

  it('count an administrator as in who came over from another tenant', async () => {
    const { root, learner } = await given()
    const id = `org-${crypto.randomUUID().slice(0, 8)}`
    const administrator = { firstName: 'Olive', lastName: 'Owner', email: learner.email, password: goodPassword }
    await app.call(root, api.tenants.create, { body: { id, name: 'Acme Ltd', administrator } })
    const isIn = async () =>
      (await app.call(root, api.tenants.get, { params: { tenantId: id } })).body.checklist.find(
        (one) => one.item === 'administrator',
      )?.isDone
    expect(await isIn()).toBe(false)
    await prove(learner)
    const moved = await app.call(learner, api.session.switchTeam, {
      body: { membershipId: `${learner.userId}:${id}` },
    })
    expect(moved.body).toMatchObject({ tenantId: id, hasLoggedIn: true })
    expect(await isIn()).toBe(true)
  })

  it('of access are written down with the name of the tenant', async () => {
    const { root, tenant } = await given()
    const body = { settings: { showSelfRegistration: true } }
    await app.call(root, api.tenants.changeAccess, { ...at(tenant), body })
    const [entry] = await trail(root, 'tenants.changeAccess')
    expect(entry?.subjectTitle).toBe(await nameOf(root, tenant))
  })
})

describe('two who change one tenant at the same moment', () => {
  const both = <T>(first: Promise<T>, second: Promise<T>) => Promise.all([first, second])
  const settle = (answers: { status: number }[]) => answers.map((one) => one.status).sort()

  it('cannot ask for terms that the other takes away', async () => {
    const { root, tenant } = await given()
    const change = (settings: object) => app.call(root, api.tenants.changeAccess, { ...at(tenant), body: { settings } })
    for (let round = 0; round < 5; round++) {
      const there = { personalTermsAndConditionsUrl: 'https://example.test/mine', showPersonalTermsConditions: false }
      expect((await change(there)).status).toBe(200)
      const answers = await both(
        change({ showPersonalTermsConditions: true }),
        change({ personalTermsAndConditionsUrl: '' }),
      )
      expect(settle(answers)).toEqual([200, 422])
    }
  })

  it('lose nothing of what the other said', async () => {
    const { root, tenant } = await given()
    const access = (passwordRules: object) =>
      app.call(root, api.tenants.changeAccess, { ...at(tenant), body: { settings: { passwordRules } } as never })
    const features = (of: object) =>
      app.call(root, api.tenants.change, { ...at(tenant), body: { settings: { features: of } } as never })
    await both(access({ minLength: 11 }), access({ digit: true }))
    const rules = (await app.call(root, api.tenants.access, at(tenant))).body.settings.passwordRules
    expect(rules).toMatchObject({ minLength: 11, digit: true })
    await both(features({ bundles: false }), features({ managerReports: false }))
    expect((await app.call(root, api.tenants.get, at(tenant))).body.settings.features).toMatchObject({
      bundles: false,
      managerReports: false,
      impersonation: true,
    })
    // Each says in the log what stood there before it.
    const said = (await trail(tenant.admin, 'tenants.changeAccess')).map((entry) => entry.before)
    expect(said).toHaveLength(2)
    expect(said).toContainEqual({
      passwordRules: expect.toSatisfy((was) => was.minLength === 8 || was.digit === false),
    })
  })

  it('leave a default team that is switched on, and a main address that the team has', async () => {
    const { root, tenant } = await given()
    const id = `${tenant.tenantId}-two`
    await app.call(root, api.teams.create, { ...at(tenant), body: { id, displayName: 'Two' } })
    const update = (body: object) =>
      app.call(root, api.teams.update, { params: { tenantId: tenant.tenantId, teamId: id }, body: body as never })
    const host = `${id}.example`
    for (let round = 0; round < 3; round++) {
      expect((await update({ domain: [host], mainDomain: '', isActive: true })).status).toBe(200)
      expect(settle(await both(update({ mainDomain: host }), update({ domain: [] })))).toEqual([200, 422])
    }
    const [first, second] = await both(update({ isDefault: true }), update({ isActive: false }))
    expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('teams of a tenant', () => {
  const of = (tenant: GivenTenant, teamId: string) => ({ params: { tenantId: tenant.tenantId, teamId } })
  const fresh = (tenant: GivenTenant) => `${tenant.tenantId}-x${Math.random().toString(36).slice(2, 8)}`

  it('are made, changed in every field, and shown', async () => {
    const { root, tenant } = await given()
    const id = fresh(tenant)
    const made = await app.call(root, api.teams.create, { ...at(tenant), body: { id, displayName: 'Kitchen' } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ id, displayName: 'Kitchen', isActive: true, people: 0, can: { delete: null } })
    const installation = new URL(app.services.settings.publicUrl)
    // without a main host name, as mails have it too
    expect(made.body.address).toBe(installation.origin)
    const fields = {
      displayName: 'Kitchens',
      supportEmail: 'help@example.test',
      language: 'de' as const,
      domain: [`${id}.example`, `Learn.${id}.Example.`],
      mainDomain: `learn.${id}.example`,
      registrationTags: ['new', 'kitchen'],
      termsAndConditionsUrl: 'https://example.test/terms',
      feedHeadings: [
        { title: 'Staff number', field: 'employeeId' as const, isUniqueAttribute: true },
        { title: 'Mail', field: 'email' as const, isUniqueAttribute: false },
      ],
    }
    const changed = await app.call(root, api.teams.update, { ...of(tenant, id), body: fields })
    expect(changed.body).toMatchObject({ ...fields, domain: [`learn.${id}.example`, `${id}.example`] })
    const port = installation.port && `:${installation.port}`
    expect(changed.body.address).toBe(`${installation.protocol}//learn.${id}.example${port}`)
    const seen = (await app.call(root, api.tenants.get, at(tenant))).body.teams.find((team) => team.id === id)
    expect(seen?.address).toBe(changed.body.address)
    const host = { headers: { host: `learn.${id}.example` } }
    expect((await app.call(stranger, api.session.start, host)).body.team).toMatchObject({
      id,
      displayName: 'Kitchens',
      settings: { defaultLocale: 'de' },
    })
    // The tenant’s other teams speak as before, and this one again when it says nothing of its own.
    expect((await app.call(tenant.admin, api.session.start)).body.team.settings.defaultLocale).toBe('')
    await app.call(root, api.teams.update, { ...of(tenant, id), body: { language: '' } })
    expect((await app.call(stranger, api.session.start, host)).body.team.settings.defaultLocale).toBe('')
    await app.call(root, api.teams.update, { ...of(tenant, id), body: { language: 'de' } })
    const entry = (await trail(tenant.admin, 'teams.update')).at(-1)
    expect(entry).toMatchObject({ subjectTitle: 'Kitchens', before: { displayName: 'Kitchen' } })
    // What is not sent stays.
    const again = await app.call(root, api.teams.update, { ...of(tenant, id), body: { supportEmail: '' } })
    expect(again.body).toMatchObject({ ...fields, domain: [`learn.${id}.example`, `${id}.example`], supportEmail: '' })
  })

  it('complain at the field: taken ids and host names, bad ones, contradictions', async () => {
    const { root, tenant, home } = await given()
    const id = fresh(tenant)
    await app.call(root, api.teams.create, { ...at(tenant), body: { id, displayName: 'Kitchen' } })
    const takenId = async (teamId: string) =>
      (await app.call(root, api.teams.create, { ...at(tenant), body: { id: teamId, displayName: 'Kitchen' } })).problem
        ?.errors?.[0]
    for (const taken of [id, home.teamId, await givenTeam(app, home)])
      expect(await takenId(taken)).toMatchObject({ path: 'body.id', code: 'tenantTaken' })
    expect(await takenId('Not Good')).toMatchObject({ path: 'body.id' })

    const wrong = async (body: object, teamId = id) =>
      (await app.call(root, api.teams.update, { ...of(tenant, teamId), body: body as never })).problem?.errors?.[0]
    await app.call(root, api.teams.update, { ...of(home, home.teamId), body: { domain: [`${home.teamId}.example`] } })
    expect(await wrong({ domain: ['fine.example', `${home.teamId}.example`] })).toMatchObject({
      path: 'body.domain.1',
      code: 'hostTaken',
    })
    expect(await wrong({ domain: [`${home.teamId}.localhost`] })).toMatchObject({
      path: 'body.domain.0',
      code: 'hostOfTeam',
    })
    expect(await wrong({ domain: ['a.example', 'A.example'] })).toMatchObject({ code: 'hostTwice' })
    for (const host of ['localhost', '127.0.0.1'])
      expect((await wrong({ domain: [host] }))?.path, host).toBe('body.domain.0')
    for (const host of [
      'https://a.example',
      'a.example/x',
      'a.example:80',
      '-a.example',
      'a',
      'a b.example',
      '10.0.0.1',
    ])
      expect((await wrong({ domain: [host] }))?.path, host).toBe('body.domain.0')
    expect(await wrong({ mainDomain: 'other.example' })).toMatchObject({ path: 'body.mainDomain', code: 'mainDomain' })
    expect(await wrong({ supportEmail: 'nobody' })).toMatchObject({ path: 'body.supportEmail' })
    expect(await wrong({ termsAndConditionsUrl: 'javascript:alert(1)' })).toMatchObject({
      path: 'body.termsAndConditionsUrl',
    })
    expect(await wrong({ isDefault: true, isActive: false })).toMatchObject({ path: 'body.isDefault' })
    const heading = (title: string, isUniqueAttribute: boolean) => ({ title, field: 'custom1', isUniqueAttribute })
    expect(await wrong({ feedHeadings: [heading('One', true), heading('Two', true)] })).toMatchObject({
      path: 'body.feedHeadings.1.isUniqueAttribute',
      code: expect.stringContaining(''),
    })
    expect(await wrong({ feedHeadings: [heading('One', true), heading('one', false)] })).toMatchObject({
      path: 'body.feedHeadings.1.title',
    })
    // A team is only reached through its own tenant.
    expect((await app.call(root, api.teams.update, { ...of(home, id), body: { displayName: 'Mine' } })).status).toBe(
      404,
    )
  })

  it('of one host name at once: one gets it', async () => {
    const { root, tenant } = await given()
    const ids = [fresh(tenant), fresh(tenant)]
    for (const id of ids) await app.call(root, api.teams.create, { ...at(tenant), body: { id, displayName: 'Team' } })
    const body = { domain: [`${ids[0]}.example`] }
    const answers = await Promise.all(ids.map((id) => app.call(root, api.teams.update, { ...of(tenant, id), body })))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422])
    const twice = fresh(tenant)
    const made = await Promise.all(
      [1, 2].map(() => app.call(root, api.teams.create, { ...at(tenant), body: { id: twice, displayName: 'Team' } })),
    )
    expect(made.map((one) => one.status).sort()).toEqual([201, 422])
  })

  it('one of them is the default', async () => {
    const { root, tenant } = await given()
    const id = await givenTeam(app, tenant)
    await app.call(root, api.teams.update, { ...of(tenant, id), body: { isDefault: true } })
    await app.call(root, api.teams.update, { ...of(tenant, tenant.teamId), body: { isDefault: true } })
    const { teams } = (await app.call(root, api.tenants.get, at(tenant))).body
    expect(teams.filter((team) => team.isDefault).map((team) => team.id)).toEqual([tenant.teamId])
    const body = { isDefault: false }
    const refused = await app.call(root, api.teams.update, { ...of(tenant, tenant.teamId), body })
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.isDefault', code: 'defaultStays' })
  })

  it('that are switched off or deleted end their sessions, and leave everybody’s lists', async () => {
    const { root, tenant, learner } = await given()
    const id = await givenTeam(app, tenant)
    const cook = await givenPerson(app, { ...tenant, teamId: id })
    const both = await givenPerson(app, { ...tenant, teamId: id }, { userId: learner.userId, email: learner.email })
    const start = async (who: Caller) => (await app.call(who, api.session.start)).body.me?.teamId ?? null
    const chooser = async () => (await app.call(learner, api.session.teams)).body.teams.map((team) => team.teamId)
    expect([await start(cook), await start(both), await chooser()]).toEqual([id, id, [tenant.teamId, id]])
    await app.call(root, api.teams.update, { ...of(tenant, id), body: { isActive: false } })
    expect([await start(cook), await start(both), await chooser()]).toEqual([null, null, [tenant.teamId]])
    // Switched on again the team is back; people who were in it sign in again.
    await app.call(root, api.teams.update, { ...of(tenant, id), body: { isActive: true } })
    expect([await start(cook), await chooser()]).toEqual([null, [tenant.teamId, id]])
    const again = { token: await givenSession(app.services, { ...cook, teamId: id }) }
    expect(await start(again)).toBe(id)
    await app.call(root, api.teams.update, { ...of(tenant, id), body: { domain: [`${id}.example`] } })
    expect((await app.call(root, api.teams.remove, of(tenant, id))).status).toBe(204)
    expect([await start(again), await chooser()]).toEqual([null, [tenant.teamId]])
    expect((await app.call(again, api.learning.courses)).status).toBe(401)
    const shown = (await app.call(root, api.tenants.get, at(tenant))).body
    expect(shown.teams.map((team) => team.id)).toEqual([tenant.teamId])
    expect((await app.call(root, api.teams.remove, of(tenant, id))).status).toBe(404)
    // Its host name is free, its id is not: it stands in what people did.
    const next = fresh(tenant)
    await app.call(root, api.teams.create, { ...at(tenant), body: { id: next, displayName: 'Next' } })
    const body = { domain: [`${id}.example`] }
    expect((await app.call(root, api.teams.update, { ...of(tenant, next), body })).status).toBe(200)
    expect((await app.call(root, api.teams.create, { ...at(tenant), body: { id, displayName: 'Back' } })).status).toBe(
      422,
    )
    const [entry] = await trail(root, 'teams.remove')
    expect(entry?.subjectId).toBe(id)
  })

  it('stay where something hangs on them', async () => {
    const { root, home, tenant, learner } = await given()
    const reason = async (call: Promise<{ problem: { detail?: string | undefined } | null; status: number }>) => {
      const { status, problem } = await call
      return `${status} ${problem?.detail}`
    }
    expect(await reason(app.call(root, api.teams.remove, of(tenant, tenant.teamId)))).toContain('own team')
    const off = { body: { isActive: false } }
    expect(await reason(app.call(root, api.teams.update, { ...of(tenant, tenant.teamId), ...off }))).toContain('409')
    const second = await givenTeam(app, tenant)
    await app.call(root, api.teams.update, { ...of(tenant, second), body: { isDefault: true } })
    expect(await reason(app.call(root, api.teams.remove, of(tenant, second)))).toContain('default team')
    const own = await givenTeam(app, home)
    const here = await givenPerson(app, { ...home, teamId: own }, { roles: ['superadmin'] })
    expect(await reason(app.call(here, api.teams.remove, of(home, own)))).toContain('your current team')
    for (const caller of [tenant.admin, learner, home.admin]) {
      expect((await app.call(caller, api.teams.remove, of(tenant, second))).status).toBe(403)
      const body = { displayName: 'Mine' }
      expect((await app.call(caller, api.teams.update, { ...of(tenant, second), body })).status).toBe(403)
      expect((await app.call(caller, api.teams.create, { ...at(tenant), body: { id: 'x1', ...body } })).status).toBe(
        403,
      )
    }
  })
})

describe('a suspended tenant', () => {
  it('is closed at once for its people, who read why; superadministrators look', async () => {
    const { root, tenant, learner } = await given()
    const inside = await givenPerson(app, tenant, { roles: ['superadmin'] })
    await givenPassword(app, learner)
    await givenPassword(app, inside)
    const reply = await app.call(root, api.tenants.suspend, { ...at(tenant), body: { reason: 'The bill is open.' } })
    expect(reply.body).toMatchObject({ status: 'suspended', suspendedReason: 'The bill is open.' })
    expect((await app.call(learner, api.learning.courses)).status).toBe(401)
    expect((await app.call(tenant.admin, api.members.list)).status).toBe(401)
    const start = (await app.call(stranger, api.session.start, { query: { team: tenant.teamId } })).body
    expect(start).toMatchObject({
      me: null,
      team: { id: tenant.teamId, closed: { state: 'suspended', reason: 'The bill is open.' } },
    })
    const signIn = { password: goodPassword, team: tenant.teamId }
    const refused = await givenBrowser(app).signIn({ ...signIn, username: learner.email })
    expect(refused.problem?.errors?.[0]?.code).toBe('tenantSuspended')
    // A superadministrator still looks, in the open session and in a new one, and changes nothing.
    const browser = givenBrowser(app)
    expect((await browser.signIn({ ...signIn, username: inside.email })).me?.role).toBe('superadmin')
    for (const who of [inside, browser]) {
      expect((await app.call(who, api.members.list)).status).toBe(200)
      const course = { body: { title: 'A course' } }
      expect((await app.call(who, api.courses.create, course)).status).toBe(409)
      expect((await app.call(who, api.tenants.list)).status).toBe(200)
    }
    const [entry] = await trail(root, 'tenants.suspend')
    expect(entry).toMatchObject({ subjectTitle: await nameOf(root, tenant), after: { reason: 'The bill is open.' } })

    expect((await app.call(root, api.tenants.resume, at(tenant))).body).toMatchObject({
      status: 'active',
      suspendedReason: '',
    })
    // The old session is over for good.
    expect((await app.call(learner, api.learning.courses)).status).toBe(401)
    expect((await givenBrowser(app).signIn({ ...signIn, username: learner.email })).status).toBe(200)
    expect((await app.call(inside, api.courses.create, { body: { title: 'A course' } })).status).toBeLessThan(300)
  })

  it('tells the browsers that were open', async () => {
    const { root, tenant, learner } = await given()
    await app.call(root, api.tenants.suspend, { ...at(tenant), body: { reason: '' } })
    const told = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('liveEvents').select(['userId', 'kind']).execute())
    expect(told).toContainEqual({ userId: learner.userId, kind: 'signedOut' })
    expect(told).toContainEqual({ userId: tenant.admin.userId, kind: 'signedOut' })
  })

  it('is suspended once, resumed once, and never by people in it', async () => {
    const { root, home, tenant } = await given()
    const both = await Promise.all(
      [1, 2].map(() => app.call(root, api.tenants.suspend, { ...at(tenant), body: { reason: 'x' } })),
    )
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    const open = await Promise.all([1, 2].map(() => app.call(root, api.tenants.resume, at(tenant))))
    expect(open.map((one) => one.status).sort()).toEqual([200, 409])
    const own = await app.call(root, api.tenants.suspend, { ...at(home), body: { reason: 'x' } })
    expect(own.status).toBe(409)
    expect(own.problem?.detail).toContain('You are in this organisation')
    expect((await trail(root, 'tenants.suspend')).length).toBe(1)
  })

  it('is left alone where only one of a person’s tenants is closed', async () => {
    const { root, tenant, learner } = await given()
    const other = await givenTenant(app)
    await givenPerson(app, other, { userId: learner.userId, email: learner.email })
    await givenPassword(app, learner)
    await app.call(root, api.tenants.suspend, { ...at(tenant), body: { reason: '' } })
    const browser = givenBrowser(app)
    const entered = await browser.signIn({ username: learner.email, password: goodPassword, team: tenant.teamId })
    expect(entered.me?.tenantId).toBe(other.tenantId)
    const choices = (await app.call(browser, api.session.teams)).body.teams
    expect(choices.map((one) => one.tenantId)).toEqual([other.tenantId])
  })
})

describe('a deleted tenant', () => {
  const remove = async (root: Caller, tenant: GivenTenant) =>
    app.call(root, api.tenants.remove, { ...at(tenant), body: { name: await nameOf(root, tenant) } })
  const asked = async (tenantId: string) =>
    asOwner(async (client) => {
      const { rows } = await client.query(
        `select (select count(*)::int from control.tenants where id = $1) as tenants,
                (select count(*)::int from control.directory where tenant_id = $1) as people`,
        [tenantId],
      )
      return rows[0] as { tenants: number; people: number }
    })
  const days = (count: number) => app.clock.advance(count * 86_400_000)

  it('is closed for everybody, can be restored, and is then what it was', async () => {
    const { root, tenant, learner } = await given()
    const inside = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const wrong = await app.call(root, api.tenants.remove, { ...at(tenant), body: { name: 'Another' } })
    expect(wrong.problem?.errors?.[0]).toMatchObject({ path: 'body.name', code: 'otherName' })
    const reply = await remove(root, tenant)
    expect(reply.body).toMatchObject({ status: 'deleted', can: { delete: expect.any(String) } })
    expect(reply.body.undoUntil).toBe(new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString())
    for (const who of [learner, tenant.admin, inside]) {
      expect((await app.call(who, api.session.teams)).status).toBe(401)
    }
    // A browser that remembers it is not held there; its own host name says that it is closed.
    const remembered = (await app.call(stranger, api.session.start, { query: { team: tenant.teamId } })).body
    expect(remembered.team.id).not.toBe(tenant.teamId)
    const body = { displayName: 'Late' }
    const late = await app.call(root, api.teams.update, {
      params: { tenantId: tenant.tenantId, teamId: tenant.teamId },
      body,
    })
    expect(late.status).toBe(409)
    expect((await remove(root, tenant)).status).toBe(409)
    const row = (await app.call(root, api.tenants.list)).body.items.find((one) => one.id === tenant.tenantId)
    expect(row).toMatchObject({ status: 'deleted', undoUntil: expect.any(String) })

    expect((await app.call(root, api.tenants.restore, at(tenant))).body.status).toBe('active')
    expect((await app.call(root, api.tenants.restore, at(tenant))).status).toBe(409)
    const session = await givenSession(app.services, learner)
    expect((await app.call({ token: session }, api.learning.courses)).status).toBe(200)
    expect((await trail(root, 'tenants.remove'))[0]?.subjectTitle).toBe(await nameOf(root, tenant))
    expect((await trail(root, 'tenants.restore')).length).toBe(1)
  })

  it('that was suspended comes back suspended', async () => {
    const { root, tenant } = await given()
    await app.call(root, api.tenants.suspend, { ...at(tenant), body: { reason: 'The bill is open.' } })
    await remove(root, tenant)
    const back = (await app.call(root, api.tenants.restore, at(tenant))).body
    expect(back).toMatchObject({ status: 'suspended', suspendedReason: 'The bill is open.' })
  })

  it('is deleted once, and never by people in it', async () => {
    const { root, home, tenant } = await given()
    const name = await nameOf(root, tenant)
    const both = await Promise.all(
      [1, 2].map(() => app.call(root, api.tenants.remove, { ...at(tenant), body: { name } })),
    )
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await remove(root, home)).status).toBe(409)
    for (const caller of [tenant.admin, home.admin])
      expect((await app.call(caller, api.tenants.restore, at(tenant))).status).toBeGreaterThanOrEqual(401)
  })

  it('is gone for good after 30 days, with its files and its lonely people, and nothing of others', async () => {
    const { root, home, tenant, learner } = await given()
    const shared = await givenPerson(app, home, { userId: learner.userId, email: learner.email })
    const file = { name: 'a.pdf', contentType: 'application/pdf', purpose: 'document' as const }
    await givenFile(app, tenant, { ...file, bytes: Buffer.from('%PDF-1.4 theirs') })
    await givenFile(app, home, { ...file, bytes: Buffer.from('%PDF-1.4 ours') })
    await app.call(root, api.tenants.addDomain, { ...at(tenant), body: { domain: `${tenant.tenantId}.example` } })
    await remove(root, tenant)
    const name = await nameOf(root, tenant)
    await days(29)
    expect(await removeDeletedTenants(app.services, adminUrl)).not.toContain(tenant.tenantId)
    await days(1)
    expect(await removeDeletedTenants(app.services, adminUrl)).toContain(tenant.tenantId)
    expect(await asked(tenant.tenantId)).toEqual({ tenants: 0, people: 0 })
    const filesOf = async (of: GivenTenant) => {
      let count = 0
      for await (const _ of app.services.files.list(of.tenantId)) count++
      return count
    }
    expect([await filesOf(tenant), await filesOf(home)]).toEqual([0, 1])
    const again = { token: await givenSession(app.services, root) }
    expect((await app.call(again, api.tenants.get, at(tenant))).status).toBe(404)
    expect(await trail(again, 'tenants.erase')).toEqual([
      expect.objectContaining({
        subjectId: tenant.tenantId,
        subjectTitle: name,
        before: { deletedAt: expect.any(String) },
      }),
    ])
    const left = await asOwner(async (client) => {
      const { rows } = await client.query('select id from control.users where id = any ($1)', [
        [learner.userId, tenant.admin.userId],
      ])
      return rows.map((row) => row.id as string)
    })
    expect(left).toEqual([shared.userId])
    expect((await app.call({ token: await givenSession(app.services, shared) }, api.learning.courses)).status).toBe(200)
  })

  it('whose removal was killed half-way cannot be restored, and goes at the next round', async () => {
    const { root, tenant } = await given()
    await remove(root, tenant)
    await days(31)
    const { files } = app.services
    const broken = {
      ...app.services,
      files: Object.assign(Object.create(Object.getPrototypeOf(files)), files, {
        removeTenant: async () => {
          throw new Error('killed')
        },
      }),
    }
    await expect(removeDeletedTenants(broken, adminUrl)).rejects.toThrow('killed')
    const fresh = { token: await givenSession(app.services, root) }
    expect((await app.call(fresh, api.tenants.restore, at(tenant))).status).toBe(409)
    expect((await app.call(fresh, api.tenants.get, at(tenant))).body).toMatchObject({
      status: 'deleted',
      undoUntil: null,
    })
    // Killed in the rows: the transaction takes all of it back.
    const blocker = new pg.Client({ connectionString: adminUrl })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('select from control.tenants where id = $1 for update', [tenant.tenantId])
    const running = removeDeletedTenants(app.services, adminUrl).catch((error: Error) => error.message)
    for (const pid of await untilLocked(adminUrl)) await blocker.query('select pg_terminate_backend($1)', [pid])
    await blocker.query('rollback')
    await blocker.end()
    expect(await running).toEqual(expect.any(String))
    expect((await asked(tenant.tenantId)).people).toBe(2)
    expect(await removeDeletedTenants(app.services, adminUrl)).toContain(tenant.tenantId)
    expect(await asked(tenant.tenantId)).toEqual({ tenants: 0, people: 0 })
  })
})

describe('domains of a tenant', () => {
  const domainAt = (tenant: GivenTenant, domain: string) => ({ params: { tenantId: tenant.tenantId, domain } })
  const isOfTenant = async (tenant: GivenTenant, domain: string) =>
    asOwner(async (client) => {
      const { rows } = await client.query('select control.is_domain_of_tenant($1, $2) as yes', [
        domain,
        tenant.tenantId,
      ])
      return rows[0]?.yes as boolean
    })

  it('are shown by a record, looked for when asked', async () => {
    const { root, tenant } = await given()
    const domain = `${tenant.tenantId}.example`
    const added = await app.call(root, api.tenants.addDomain, {
      ...at(tenant),
      body: { domain: `${domain.toUpperCase()}.` },
    })
    expect(added.status).toBe(201)
    const { record } = added.body
    expect(record).toEqual({
      name: `_learnt.${domain}`,
      value: expect.stringMatching(/^learnt-verification=[\w-]{27}$/),
    })
    const check = () => app.call(root, api.tenants.checkDomain, domainAt(tenant, domain))
    const answers = new Map<string, string[][]>()
    const before = nameServers.resolveTxt
    nameServers.resolveTxt = async (name) => {
      const found = answers.get(name)
      if (found === undefined) throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
      return found
    }
    try {
      expect((await check()).body).toMatchObject({ verifiedAt: null, checkedAt: expect.any(String) })
      answers.set(record.name, [['something else'], [`${record.value}x`]])
      expect((await check()).body.verifiedAt).toBeNull()
      expect(await isOfTenant(tenant, domain)).toBe(false)
      // Long records come in pieces.
      answers.set(record.name, [['v=spf1'], [record.value.slice(0, 10), record.value.slice(10)]])
      expect((await check()).body).toMatchObject({ verifiedBy: 'record', verifiedAt: expect.any(String) })
      expect(await isOfTenant(tenant, domain)).toBe(true)
      // What was shown stays shown; name servers that are away say nothing.
      answers.delete(record.name)
      expect((await check()).body.verifiedBy).toBe('record')
      nameServers.resolveTxt = async () => {
        throw Object.assign(new Error('away'), { code: 'ESERVFAIL' })
      }
      expect((await check()).status).toBe(503)
    } finally {
      nameServers.resolveTxt = before
    }
    expect((await trail(root, 'tenants.verifyDomain')).length).toBe(1)
    expect((await app.call(root, api.tenants.removeDomain, domainAt(tenant, domain))).status).toBe(204)
    expect(await isOfTenant(tenant, domain)).toBe(false)
    expect((await app.call(root, api.tenants.removeDomain, domainAt(tenant, domain))).status).toBe(404)
  })

  it('are taken on a superadministrator’s word too, written down, and by one tenant', async () => {
    const { root, home, tenant } = await given()
    const domain = `${tenant.tenantId}.example`
    const body = { domain }
    for (const one of [tenant, home]) await app.call(root, api.tenants.addDomain, { ...at(one), body })
    const vouched = await app.call(root, api.tenants.vouchForDomain, domainAt(tenant, domain))
    expect(vouched.body).toMatchObject({ verifiedBy: 'superadmin', verifiedAt: expect.any(String) })
    expect((await trail(tenant.admin, 'tenants.vouchForDomain'))[0]?.after).toEqual({
      domain,
      verifiedBy: 'superadmin',
    })
    const second = await app.call(root, api.tenants.vouchForDomain, domainAt(home, domain))
    expect(second.status).toBe(409)
    expect([await isOfTenant(tenant, domain), await isOfTenant(home, domain)]).toEqual([true, false])
    for (const caller of [tenant.admin, home.admin])
      expect((await app.call(caller, api.tenants.vouchForDomain, domainAt(tenant, domain))).status).toBe(403)
  })

  it('complain at the field', async () => {
    const { root, tenant } = await given()
    const ask = async (domain: string) =>
      (await app.call(root, api.tenants.addDomain, { ...at(tenant), body: { domain } })).problem?.errors?.[0]
    await app.call(root, api.tenants.addDomain, { ...at(tenant), body: { domain: 'twice.example' } })
    expect(await ask('twice.example')).toMatchObject({ path: 'body.domain', code: 'domainTwice' })
    expect(await ask('team.localhost')).toMatchObject({ path: 'body.domain', code: 'hostOfInstallation' })
    for (const bad of ['https://a.example', 'example', '', 'a_b.example', '1.2.3.4'])
      expect((await ask(bad))?.path, bad).toBe('body.domain')
  })
})

describe('the command line', () => {
  async function cli(args: string[]) {
    const out: string[] = []
    const errors: string[] = []
    const code = await runCli(args, app.services, {
      out: (text) => void out.push(text),
      error: (text) => void errors.push(text),
      input: async () => null,
    })
    return { code, out: out.join('\n'), errors: errors.join('\n') }
  }

  it('suspends and resumes', async () => {
    const { root, tenant, learner } = await given()
    const id = tenant.tenantId
    expect(await cli(['tenant', 'suspend', id, '--reason', 'The bill is open.'])).toMatchObject({ code: 0, errors: '' })
    expect((await app.call(learner, api.learning.courses)).status).toBe(401)
    expect((await app.call(root, api.tenants.get, at(tenant))).body.suspendedReason).toBe('The bill is open.')
    expect((await cli(['tenant', 'list'])).out).toMatch(new RegExp(`${id}\\t[^\\t]+\\tsuspended`))
    expect(await cli(['tenant', 'suspend', id])).toMatchObject({
      code: 1,
      errors: 'The organisation is not active.',
    })
    expect((await cli(['tenant', 'resume', id])).code).toBe(0)
    expect((await cli(['tenant', 'resume', id])).errors).toBe('The organisation is not suspended.')
    expect(await cli(['tenant', 'suspend', 'nowhere'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('There is no tenant "nowhere"'),
    })
    expect(await cli(['tenant', 'suspend'])).toMatchObject({ code: 2, errors: expect.stringContaining('Give the id') })
  })

  it('prints a link for a new password that works once', async () => {
    const { tenant, learner } = await given()
    await givenPassword(app, learner)
    const printed = await cli(['admin', 'reset-password', learner.email.toUpperCase()])
    expect(printed).toMatchObject({ code: 0, errors: '' })
    const code = new URL(printed.out.split('\n')[0] ?? '').searchParams.get('code') ?? ''
    const body = { password: 'Another-horse-43' }
    expect((await app.call(stranger, api.accounts.resetPassword, { params: { code }, body })).status).toBeLessThan(300)
    expect((await app.call(stranger, api.accounts.resetPassword, { params: { code }, body })).status).toBeGreaterThan(
      399,
    )
    const signIn = { username: learner.email, team: tenant.teamId }
    expect((await givenBrowser(app).signIn({ ...signIn, password: body.password })).status).toBe(200)
    expect(await cli(['admin', 'reset-password', 'nobody@example.test'])).toMatchObject({ code: 1 })
    expect(await cli(['admin', 'reset-password'])).toMatchObject({ code: 2 })
  })
})
