import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'
import { runCli } from '../../operating/cli.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const fresh = () => `org-${newId().slice(-12)}`
const newTenant = (id = fresh()) => ({
  id,
  name: 'Acme Ltd',
  administrator: { firstName: 'Olive', lastName: 'Owner', email: `Olive@${id}.example`, password: goodPassword },
})
const givenRoot = async () => givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })

describe('tenants', () => {
  it('are made with a team, an administrator who can sign in, and a mail to them', async () => {
    const root = await givenRoot()
    const body = newTenant()
    const made = await app.call(root, api.tenants.create, { body })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      id: body.id,
      name: 'Acme Ltd',
      status: 'active',
      people: 1,
      administratorIsKnown: false,
      teams: [{ id: body.id, displayName: 'Acme Ltd', hosts: [] }],
    })
    // without a host name of its own the team still has an address that opens its sign-in page
    const signInAddress = `http://localhost:3000/login?team=${body.id}`
    const record = await app.call(root, api.tenants.get, { params: { tenantId: body.id } })
    expect(record.body.teams).toMatchObject([{ signInAddress }])
    const browser = givenBrowser(app)
    expect(
      (await browser.signIn({ username: `olive@${body.id}.example`, password: goodPassword, team: body.id })).me,
    ).toMatchObject({ role: 'admin', tenantId: body.id, wholeTenant: true })
    const mails = await app.call(browser, api.mails.list)
    expect(mails.body.items).toEqual([
      expect.objectContaining({
        kind: 'administrator',
        to: `olive@${body.id}.example`,
        subject: 'You are now administrator of Acme Ltd on Learnt',
        text: expect.stringContaining(signInAddress),
      }),
    ])
    expect((await app.call(browser, api.audit.list)).body.items.map((one) => one.action)).toEqual([
      'session.signIn',
      'members.create',
      'tenants.create',
    ])
    expect((await app.call(root, api.tenants.list)).body.items.some((one) => one.id === body.id)).toBe(true)
    expect((await app.call(root, api.audit.list, { query: { action: 'tenants.create' } })).body.total).toBe(1)
  })

  it('say that the administrator has an account already: the password that was typed opens nothing', async () => {
    const root = await givenRoot()
    const known = await givenPerson(app, await givenTenant(app))
    await givenPassword(app, known)
    const body = newTenant()
    Object.assign(body.administrator, { email: known.email, password: 'Another-lantern-7' })
    const made = await app.call(root, api.tenants.create, { body })
    expect(made.body).toMatchObject({ administratorIsKnown: true })
    expect((await app.call(root, api.tenants.get, { params: { tenantId: body.id } })).body.administratorIsKnown).toBe(
      true,
    )
    const signIn = (password: string) => givenBrowser(app).signIn({ username: known.email, password, team: body.id })
    expect((await signIn('Another-lantern-7')).status).toBe(422)
    expect((await signIn(goodPassword)).status).toBe(200)
    const fresh = newTenant()
    await app.call(root, api.tenants.create, { body: fresh })
    expect((await app.call(root, api.tenants.get, { params: { tenantId: fresh.id } })).body.administratorIsKnown).toBe(
      false,
    )
  })

  it('complain at the field, and leave nothing behind', async () => {
    const root = await givenRoot()
    const ask = async (body: object) =>
      (await app.call(root, api.tenants.create, { body: body as never })).problem?.errors?.[0]
    const good = newTenant()
    expect(await ask({ ...good, id: 'Not A Slug' })).toMatchObject({ path: 'body.id' })
    expect(await ask({ ...good, administrator: { ...good.administrator, email: 'olive' } })).toMatchObject({
      path: 'body.administrator.email',
      code: 'email',
    })
    expect(await ask({ ...good, administrator: { ...good.administrator, password: 'iloveyou1' } })).toMatchObject({
      path: 'body.administrator.password',
      code: 'passwordBreached',
    })
    expect((await app.call(root, api.tenants.create, { body: good })).status).toBe(201)
    expect(await ask(good)).toMatchObject({ path: 'body.id', code: 'tenantTaken' })
    // The id of another tenant's team is taken too.
    const team = await givenTeam(app, await givenTenant(app))
    expect(await ask(newTenant(team))).toMatchObject({ path: 'body.id', code: 'tenantTaken' })
    expect((await app.call(root, api.tenants.list)).body.items.some((one) => one.id === team)).toBe(false)
  })

  it('twice at once are made once', async () => {
    const root = await givenRoot()
    const body = newTenant()
    const answers = await Promise.all([1, 2].map(() => app.call(root, api.tenants.create, { body })))
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422])
  })

  it('are nobody’s but a superadministrator’s to see or make', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    for (const caller of [tenant.admin, learner]) {
      expect((await app.call(caller, api.tenants.list)).status).toBe(403)
      expect((await app.call(caller, api.tenants.create, { body: newTenant() })).status).toBe(403)
    }
    expect((await app.call(stranger, api.tenants.list)).status).toBe(401)
  })

  it('of a preset’s id begin with what it says; others with the plain wording unless asked', async () => {
    const root = await givenRoot()
    await app.call(root, api.tenants.create, { body: newTenant('munro') })
    const munro = (await app.call(stranger, api.session.start, { query: { team: 'munro' } })).body.team
    expect(munro).toMatchObject({
      displayName: 'Munro',
      settings: { homepageLayout: 'munro', showsBackButton: true, hidesToolbarOnHomepage: false },
      theme: { palette: 'greeny' },
    })
    await app.call(root, api.tenants.create, { body: newTenant('stellar') })
    const stellar = (await app.call(stranger, api.session.start, { query: { team: 'stellar' } })).body.team
    expect(stellar.settings).toMatchObject({ homepageLayout: 'default', hidesToolbarOnHomepage: true })
    const field = async (team: string) =>
      (await givenBrowser(app).signIn({ username: `nobody@${team}.test`, password: 'whatever', team })).problem
        ?.errors?.[0]?.path
    expect(await field('munro')).toBe('body.username')
    const plain = newTenant()
    await app.call(root, api.tenants.create, { body: plain })
    expect(await field(plain.id)).toBe('body.password')
    const explicit = newTenant()
    await app.call(root, api.tenants.create, { body: { ...explicit, explicitWording: true } })
    expect(await field(explicit.id)).toBe('body.username')
  })
})

describe('the command line', () => {
  async function cli(args: string[], input: string | null = null) {
    const out: string[] = []
    const errors: string[] = []
    const code = await runCli(args, app.services, {
      out: (text) => void out.push(text),
      error: (text) => void errors.push(text),
      input: async () => input,
    })
    return { code, out: out.join('\n'), errors: errors.join('\n') }
  }
  const who = ['--first-name', 'Carla', '--last-name', 'Console']

  it('helps, and says what it did not understand', async () => {
    expect(await cli(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('admin create') })
    expect((await cli([])).out).toContain('Usage:')
    expect(await cli(['admin', 'destroy'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('There is no command "admin destroy"'),
    })
    expect(await cli(['admin', 'create', '--colour', 'red'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--colour'),
    })
    expect(await cli(['admin', 'create', ...who])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--email is missing'),
    })
    expect(await cli(['admin', 'create', ...who, '--email', 'c@example.test'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Give a password'),
    })
    expect((await cli(['env-example'])).out).toContain('#PORT=')
  })

  it('makes administrators, with the password from an option or from standard input', async () => {
    const tenant = await givenTenant(app)
    const email = `carla@${tenant.tenantId}.example`
    const made = await cli(
      ['admin', 'create', ...who, '--email', email, '--tenant', tenant.tenantId],
      `${goodPassword}\n`,
    )
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.out).toContain(`admin of ${tenant.tenantId}`)
    const browser = givenBrowser(app)
    expect((await browser.signIn({ username: email, password: goodPassword, team: tenant.teamId })).me?.role).toBe(
      'admin',
    )
    expect(
      (await app.call(browser, api.audit.list, { query: { action: 'members.create' } })).body.items[0]?.actorName,
    ).toBe('Learnt itself')
    // Again with another role: the role is added, the password stays.
    const again = await cli([
      'admin',
      'create',
      ...who,
      '--email',
      email,
      '--tenant',
      tenant.tenantId,
      '--role',
      'superadmin',
      '--password',
      'Another-lantern-7',
    ])
    expect(again.out).toContain('how they sign in stays')
    const root = await givenBrowser(app).signIn({ username: email, password: goodPassword, team: tenant.teamId })
    expect(root.me).toMatchObject({ role: 'superadmin', roles: ['admin', 'superadmin'] })
  })

  it('brings a suspended person back as administrator', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { status: 'terminated' })
    await givenPassword(app, person)
    expect(
      (
        await cli([
          'admin',
          'create',
          ...who,
          '--email',
          person.email,
          '--tenant',
          tenant.tenantId,
          '--password',
          goodPassword,
        ])
      ).code,
    ).toBe(0)
    expect(
      (await givenBrowser(app).signIn({ username: person.email, password: goodPassword, team: tenant.teamId })).me
        ?.role,
    ).toBe('admin')
  })

  it('complains in words about what is wrong', async () => {
    const tenant = await givenTenant(app)
    const create = (more: string[]) => cli(['admin', 'create', ...who, '--tenant', tenant.tenantId, ...more])
    expect(await create(['--email', 'carla', '--password', goodPassword])).toMatchObject({
      code: 1,
      errors: '--email: Please enter a valid email',
    })
    expect(await create(['--email', 'c@example.test', '--password', 'short'])).toMatchObject({
      code: 1,
      errors: '--password: The password needs at least 8 characters',
    })
    expect(await create(['--email', 'c@example.test', '--password', goodPassword, '--role', 'owner'])).toMatchObject({
      code: 2,
    })
    expect(
      (await create(['--email', 'c@example.test', '--password', goodPassword, '--team', 'nowhere'])).errors,
    ).toContain('--team: This team does not exist')
    expect(
      (
        await cli([
          'admin',
          'create',
          ...who,
          '--email',
          'c@example.test',
          '--tenant',
          'nowhere',
          '--password',
          goodPassword,
        ])
      ).errors,
    ).toContain('There is no tenant "nowhere"')
  })

  it('makes and lists tenants', async () => {
    const id = fresh()
    const of = [
      '--name',
      'Acme',
      '--admin-email',
      `a@${id}.example`,
      '--admin-first-name',
      'Al',
      '--admin-last-name',
      'Acme',
      '--password',
      goodPassword,
    ]
    expect((await cli(['tenant', 'create', id, ...of])).code).toBe(0)
    expect((await cli(['tenant', 'list'])).out).toContain(`${id}\tAcme\tactive\t1 people`)
    expect(await cli(['tenant', 'create', id, ...of])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the id: A tenant or a team with this id already exists'),
    })
    expect(await cli(['tenant', 'create', 'Not Good', ...of])).toMatchObject({
      code: 2,
      errors: 'the id: small letters, digits and hyphens only',
    })
    expect(await cli(['tenant', 'create', ...of])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Give one id'),
    })
  })
})
