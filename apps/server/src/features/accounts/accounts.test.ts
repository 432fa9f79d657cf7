import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { codeOf, givenAuthenticator } from '../../../test/given/factors.ts'
import { mailsTo } from '../../../test/given/mails.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  prove,
} from '../../../test/given/people.ts'
import { passwordHashes } from '../../platform/metrics.ts'
import { requestsAllowed, takeRequest } from '../../platform/session/lock-out.ts'
import { makeResetLink } from './commands/make-reset-link.ts'

/** Password hashes so far. */
const countHashes = async () => (await passwordHashes.get()).values[0]?.value ?? 0

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const otherPassword = 'Another-horse-43'
const explicit = { settings: { explicitWording: true, showSelfRegistration: true } }
const quiet = { settings: { explicitWording: false, showSelfRegistration: true } }

async function givenLearner(tenant: GivenTenant, of: Parameters<typeof givenPerson>[2] = {}): Promise<GivenPerson> {
  const person = await givenPerson(app, tenant, of)
  await givenPassword(app, person)
  return person
}

async function askForLink(tenant: { tenantId: string; teamId: string }, email: string, more: object = {}) {
  const answer = await givenBrowser(app).send(api.accounts.sendPasswordResetLink, {
    body: { email, team: tenant.teamId, ...more },
  })
  await app.settle()
  return answer
}

async function givenLink(tenant: GivenTenant, person: GivenPerson): Promise<string> {
  await askForLink(tenant, person.email)
  const [mail] = (await mailsTo(app, tenant.tenantId, person.email)).filter((one) => one.kind === 'resetPassword')
  if (!mail?.code) throw new Error('No link was mailed')
  return mail.code
}

const stateOf = async (code: string) => (await givenBrowser(app).send(api.accounts.link, { params: { code } })).body
const reset = (code: string, password = otherPassword) =>
  givenBrowser(app).send(api.accounts.resetPassword, { params: { code }, body: { password } })
const canSignIn = async (tenant: GivenTenant, email: string, password: string) =>
  (await givenBrowser(app).signIn({ username: email, password, team: tenant.teamId })).status === 200

describe('a new password by mail', () => {
  it('is set by a link that works once; every session ends, and the person is told', async () => {
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(tenant, { firstName: '<b>Pat</b> $t(problem.internal) {{team}}' })
    const answer = await askForLink(tenant, ` ${person.email.toUpperCase()} `)
    expect([answer.status, answer.body]).toEqual([200, { sent: true }])
    const [mail] = await mailsTo(app, tenant.tenantId, person.email)
    expect(mail).toMatchObject({ kind: 'resetPassword' })
    expect(mail?.text).toContain(`${app.services.settings.publicUrl}/change-password?code=${mail?.code}`)
    // Markup and the catalogue's own signs in a name are a name.
    expect(mail?.html).toContain('&#60;b&#62;Pat&#60;/b&#62; $t(problem.internal) {{team}},')
    const code = mail?.code ?? ''
    expect(code).toMatch(/^[\w-]{43}$/)

    // Fetching it any number of times leaves it as it is.
    for (let round = 0; round < 3; round++)
      expect(await stateOf(code)).toEqual({
        state: 'open',
        kind: 'resetPassword',
        email: person.email,
        asksPassword: false,
      })
    expect((await app.call(person, api.session.teams)).status).toBe(200)
    expect((await reset(code)).body).toEqual({ email: person.email })
    expect((await app.call(person, api.session.teams)).status).toBe(401)
    expect(await canSignIn(tenant, person.email, goodPassword)).toBe(false)
    expect(await canSignIn(tenant, person.email, otherPassword)).toBe(true)
    await app.settle()
    expect((await mailsTo(app, tenant.tenantId, person.email))[0]?.kind).toBe('passwordChanged')
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'accounts.resetPassword' } })
    expect(log.body.items[0]).toMatchObject({ actorId: person.userId, subjectId: person.userId })
    // The person who opened the link has shown that they read the mails of that address.
    const browser = givenBrowser(app)
    await browser.signIn({ username: person.email, password: otherPassword, team: tenant.teamId })
    expect((await app.call(browser, api.accounts.mine)).body).toMatchObject({ isEmailVerified: true })

    expect(await stateOf(code)).toEqual({ state: 'used', kind: 'resetPassword', email: '', asksPassword: false })
    const again = await reset(code, 'A-third-horse-44')
    expect([again.status, again.problem?.detail]).toEqual([
      409,
      'This link has already been used or replaced by a newer one.',
    ])
    expect(await canSignIn(tenant, person.email, otherPassword)).toBe(true)
  })

  it('takes no second factor from an account whose proved address was moved; the old one is told, and the owner asked', async () => {
    const tenant = await givenTenant(app, explicit)
    const owner = await givenLearner(tenant, { roles: ['admin'] })
    await prove(owner)
    const browser = givenBrowser(app)
    await browser.signIn({ username: owner.email, password: goodPassword, team: tenant.teamId })
    await givenAuthenticator(app, browser)
    const moved = `moved-${owner.userId.slice(-8)}@example.test`
    const move = () => browser.send(api.members.update, { params: { userId: owner.userId }, body: { email: moved } })
    // After ten minutes the proof is stale, so a stranger at an unwatched screen cannot change the address.
    app.clock.advance(10 * 60_000 + 1)
    expect((await move()).problem?.code).toBe('proof-required')
    expect((await browser.send(api.factors.prove, { body: { password: goodPassword } })).status).toBe(200)
    expect((await move()).status).toBe(200)
    await app.settle()
    const [told] = await mailsTo(app, tenant.tenantId, owner.email)
    expect(told).toMatchObject({ kind: 'addressMoved', text: expect.stringContaining(moved) })
    expect((await reset(await givenLink(tenant, { ...owner, email: moved }))).status).toBe(200)
    const entered = await givenBrowser(app).signIn({ username: moved, password: otherPassword, team: tenant.teamId })
    expect(entered.problem?.code).toBe('second-factor-required')
  })

  it('wins once when it is used twice at once', async () => {
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(tenant)
    const code = await givenLink(tenant, person)
    const answers = await Promise.all([reset(code, 'First-of-two-1'), reset(code, 'Second-of-two-2')])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'First-of-two-1' : 'Second-of-two-2'
    expect(await canSignIn(tenant, person.email, winner)).toBe(true)
  })

  it('opens for 60 minutes after the mail went out; its code is nowhere in the control plane', async () => {
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(tenant)
    const [first, second] = [await givenLink(tenant, person), await givenLink(tenant, person)]
    const stored = await asOwner(async (client) => {
      const { rows } = await client.query<{ text: string }>(
        `select coalesce(string_agg(l::text, ' '), '') as text from control.account_links l where user_id = $1`,
        [person.userId],
      )
      return rows[0]?.text ?? ''
    })
    expect(stored).toContain(person.email)
    for (const code of [first, second]) expect(stored).not.toContain(code)

    app.clock.advance(60 * 60_000 - 1000)
    expect((await stateOf(first)).state).toBe('open')
    app.clock.advance(2000)
    expect((await stateOf(first)).state).toBe('expired')
    const late = await reset(first)
    expect([late.status, late.problem?.detail]).toEqual([409, 'This link has expired.'])
    expect((await stateOf('x'.repeat(43))).state).toBe('unknown')
    expect((await reset('x'.repeat(43))).status).toBe(404)
    expect(await canSignIn(tenant, person.email, goodPassword)).toBe(true)
    // A fresh one works, and voids the others.
    const third = await givenLink(tenant, person)
    const fourth = await givenLink(tenant, person)
    expect((await reset(fourth)).status).toBe(200)
    expect((await stateOf(third)).state).toBe('used')
  })

  it('keeps the rules of every tenant that it opens, and says at the field which one is broken', async () => {
    const strict = await givenTenant(app, { settings: { passwordRules: { minLength: 12, digit: true } } })
    const loose = await givenTenant(app, { settings: { explicitWording: true, passwordRules: { minLength: 6 } } })
    const person = await givenLearner(loose, { firstName: 'Philomena' })
    await givenPerson(app, strict, { userId: person.userId, email: person.email })
    const code = await givenLink(loose, person)
    const complaintAbout = async (password: string) => {
      const { status, problem } = await reset(code, password)
      return [status, problem?.errors?.[0]?.path, problem?.errors?.[0]?.code]
    }
    expect(await complaintAbout('Short-horse')).toEqual([422, 'body.password', 'passwordLength'])
    expect(await complaintAbout('Correct-horse')).toEqual([422, 'body.password', 'passwordDigit'])
    expect(await complaintAbout('Philomena-123')).toEqual([422, 'body.password', 'passwordBreached'])
    expect(await complaintAbout('qwertyuiop123')).toEqual([422, 'body.password', 'passwordBreached'])
    expect((await stateOf(code)).state).toBe('open')
    expect((await reset(code, 'Correct-horse-7')).status).toBe(200)
  })

  it('is nothing for people of another tenant, the suspended, and teams that take no passwords', async () => {
    const tenant = await givenTenant(app, explicit)
    const elsewhere = await givenLearner(await givenTenant(app, explicit))
    const suspended = await givenLearner(tenant, { status: 'inactive' })
    const people = [elsewhere.email, suspended.email, 'nobody@example.test']
    for (const email of people) {
      const answer = await askForLink(tenant, email)
      expect([answer.status, answer.problem?.errors?.[0]]).toEqual([
        422,
        {
          path: 'body.email',
          message: 'No account found with that email address. Please enter another email address.',
          code: 'noAccount',
        },
      ])
      expect(await mailsTo(app, tenant.tenantId, email)).toEqual([])
    }
    // Suspended between the mail and the click: the link is no way back.
    const person = await givenLearner(tenant)
    const code = await givenLink(tenant, person)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`select control.put_directory(${person.userId}, ${tenant.teamId}, 'inactive', array['learner'], '', ${app.clock.now()})`.execute(
          tx,
        ),
      )
    expect((await reset(code)).status).toBe(404)
    // A team of another way of signing in sends none.
    const provider = await givenTenant(app, explicit)
    const saml = await givenLearner(provider)
    await asOwner((client) =>
      client.query(`update control.teams set auth_methods = '{saml}' where id = $1`, [provider.teamId]),
    )
    expect((await askForLink(provider, saml.email)).status).toBe(422)
  })

  it('says and does the same for everybody where the tenant wants it: statement for statement, no password computed', async () => {
    const tenant = await givenTenant(app, quiet)
    const person = await givenLearner(tenant)
    const traces: string[][] = []
    for (const email of [person.email, 'nobody@example.test']) {
      const before = await countHashes()
      const browser = givenBrowser(app)
      const events = await statementsOf(app.services.db, async () => {
        const { status, body } = await browser.send(api.accounts.sendPasswordResetLink, {
          body: { email, team: tenant.teamId },
        })
        expect([status, body]).toEqual([200, { sent: true }])
      })
      expect((await countHashes()) - before).toBe(0)
      traces.push(events.map((event) => event.sql))
    }
    expect(traces[0]).toEqual(traces[1])
    await app.settle()
    expect(await mailsTo(app, tenant.tenantId, person.email)).toHaveLength(1)
    expect(await mailsTo(app, tenant.tenantId, 'nobody@example.test')).toEqual([])
  })

  it('takes the old client’s parameters, uses the address alone, and refuses targets that are not the team’s', async () => {
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(tenant)
    const { publicUrl } = app.services.settings
    const own = {
      redirectUrl: `${publicUrl}/change-password`,
      domain: new URL(publicUrl).hostname,
      logo: 'https://evil.example/logo.png',
      teamDisplayName: 'Evil Academy',
      primaryColor: '#ff0000',
      supportEmail: 'evil@evil.example',
    }
    expect((await askForLink(tenant, person.email, own)).status).toBe(200)
    const [mail] = await mailsTo(app, tenant.tenantId, person.email)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil|#ff0000/i)
    for (const redirectUrl of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example']) {
      const answer = await askForLink(tenant, person.email, { redirectUrl })
      expect([answer.status, answer.problem?.errors?.[0]?.path], redirectUrl).toEqual([422, 'body.redirectUrl'])
    }
    const answer = await askForLink(tenant, person.email, { domain: 'evil.example' })
    expect([answer.status, answer.problem?.errors?.[0]?.path]).toEqual([422, 'body.domain'])
    expect((await askForLink(tenant, person.email, { isAdmin: true })).status).toBe(422)
    expect((await askForLink(tenant, 'not-an-address')).problem?.errors?.[0]?.code).toBe('email')
  })

  it('is limited for an account, whether there is one or not', async () => {
    const tenant = await givenTenant(app, quiet)
    const person = await givenLearner(tenant)
    for (const email of [person.email, 'never-seen@example.test']) {
      const statuses: number[] = []
      for (let round = 0; round < 6; round++) statuses.push((await askForLink(tenant, email)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    app.clock.advance(15 * 60_000)
    expect((await askForLink(tenant, person.email)).status).toBe(200)
  })

  it('ends a lock-out that strangers brought about', async () => {
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(tenant)
    for (let round = 0; round < 12; round++)
      await givenBrowser(app).signIn({ username: person.email, password: 'wrong-password', team: tenant.teamId })
    expect(await canSignIn(tenant, person.email, goodPassword)).toBe(false)
    expect((await reset(await givenLink(tenant, person))).status).toBe(200)
    expect(await canSignIn(tenant, person.email, otherPassword)).toBe(true)
  })

  it('is a link that superadministrators can hand on where there is no mail server, and administrators never see', async () => {
    const tenant = await givenTenant(app, explicit)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const person = await givenLearner(tenant)
    const code = await givenLink(tenant, person)
    const textFor = async (who: GivenPerson) =>
      (await app.call(who, api.mails.list, { query: { search: person.email } })).body.items[0]?.text
    expect(await textFor(superadmin)).toContain(code)
    expect(await textFor(tenant.admin)).not.toContain(code)
    expect(await textFor(tenant.admin)).toContain('/change-password?code=•••')
  })

  it('is made at the command line for the tenant where the person would sign in, not for the first by its id', async () => {
    const [lower, higher] = [await givenTenant(app), await givenTenant(app)].toSorted((a, b) =>
      a.tenantId < b.tenantId ? -1 : 1,
    ) as [GivenTenant, GivenTenant]
    const { userId, email, ...person } = await givenPerson(app, higher)
    await givenPerson(app, lower, { userId, email })
    await app.call(person, api.session.switchTeam, { body: { membershipId: person.membershipId } })
    expect(await makeResetLink(app.services, email)).toMatchObject({ tenantId: higher.tenantId, email })
  })
})

describe('changing the password while signed in', () => {
  it('takes the present one, ends all other sessions, is in the log and mailed', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const other = { token: await givenSession(app.services, person) }
    const answer = await app.call(person, api.accounts.changePassword, {
      body: { currentPassword: goodPassword, newPassword: otherPassword },
    })
    expect(answer.body).toEqual({ ended: 1 })
    expect((await app.call(other, api.session.teams)).status).toBe(401)
    expect((await app.call(person, api.session.teams)).status).toBe(200)
    expect(await canSignIn(tenant, person.email, otherPassword)).toBe(true)
    await app.settle()
    expect((await mailsTo(app, tenant.tenantId, person.email)).map((one) => one.kind)).toEqual(['passwordChanged'])
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'accounts.changePassword' } })
    expect(log.body.items).toHaveLength(1)
    expect(JSON.stringify(log.body)).not.toContain(otherPassword)
    // Neither the passwords nor a digest of the request that held them stays behind.
    const again = await app.call(person, api.accounts.changePassword, {
      body: { currentPassword: otherPassword, newPassword: 'A-third-horse-44' },
      idempotencyKey: 'change-once',
    })
    expect(again.status).toBe(200)
    const keys = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('idempotencyKeys').select('key').where('userId', '=', person.userId).execute())
    expect(keys).toEqual([])
  })

  it('complains at the field, and blocks who guesses', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const change = async (currentPassword: string, newPassword: string) => {
      const { status, problem } = await app.call(person, api.accounts.changePassword, {
        body: { currentPassword, newPassword },
      })
      return [status, problem?.errors?.[0]?.path, problem?.errors?.[0]?.code]
    }
    expect(await change('wrong', otherPassword)).toEqual([422, 'body.currentPassword', 'wrongPassword'])
    expect(await change(goodPassword, 'short')).toEqual([422, 'body.newPassword', 'passwordLength'])
    expect(await change(goodPassword, 'password')).toEqual([422, 'body.newPassword', 'passwordBreached'])
    expect(await change(goodPassword, goodPassword)).toEqual([422, 'body.newPassword', 'samePassword'])
    for (let round = 0; round < 6; round++) await change('wrong', otherPassword)
    expect(await change(goodPassword, otherPassword)).toEqual([429, 'body.currentPassword', 'blocked'])
    // A person without an address is told how to add one.
    const none = await givenPerson(app, tenant)
    expect((await app.call(none, api.accounts.mine)).body).toMatchObject({ hasPassword: false, email: none.email })
    const { status, problem } = await app.call(none, api.accounts.changePassword, {
      body: { currentPassword: 'x', newPassword: otherPassword },
    })
    expect([status, problem?.detail]).toEqual([409, 'You have no password yet. Request a link to set one by email.'])
  })
})

describe('proving an address', () => {
  it('asks for no password when that person is signed in, and else allows as few tries as signing in', async () => {
    const tenant = await givenTenant(app)
    const [person, without] = [await givenLearner(tenant), await givenPerson(app, tenant)]
    const linkOf = async (one: GivenPerson) => {
      await app.call(one, api.accounts.sendVerification)
      await app.settle()
      return (await mailsTo(app, tenant.tenantId, one.email))[0]?.code ?? ''
    }
    const code = await linkOf(person)
    const look = (one: GivenPerson) => app.call(one, api.accounts.link, { params: { code } })
    expect((await look(person)).body.asksPassword).toBe(false)
    expect((await look(without)).body.asksPassword).toBe(true)
    const guesser = givenBrowser(app)
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) {
      const body = { password: `Wrong-horse-${guess}9` }
      statuses.push((await guesser.send(api.accounts.confirm, { params: { code }, body })).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await app.call(person, api.accounts.confirm, { params: { code }, body: {} })).status).toBe(200)

    // Nothing to type: signed in, or not at all.
    const params = { code: await linkOf(without) }
    const refused = await givenBrowser(app).send(api.accounts.confirm, { params, body: {} })
    expect([refused.status, refused.problem?.detail]).toEqual([403, 'Sign in first, then open the link again.'])
    expect((await app.call(without, api.accounts.confirm, { params, body: {} })).status).toBe(200)
  })

  it('takes a deliberate click on a mailed link, and the password of the account', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    expect((await app.call(person, api.accounts.sendVerification)).body).toEqual({ email: person.email })
    await app.settle()
    const [mail] = await mailsTo(app, tenant.tenantId, person.email)
    expect(mail?.text).toContain(`/action?mode=verifyEmail&code=${mail?.code}`)
    const code = mail?.code ?? ''
    expect(await stateOf(code)).toEqual({
      state: 'open',
      kind: 'verifyEmail',
      email: person.email,
      asksPassword: true,
    })
    expect((await app.call(person, api.accounts.mine)).body.isEmailVerified).toBe(false)
    // It sets no password.
    expect((await reset(code)).status).toBe(404)
    const confirm = (password = goodPassword) =>
      givenBrowser(app).send(api.accounts.confirm, { params: { code }, body: { password } })
    // The person who reads the mails may not be the one who made the account, so the link asks for the password.
    for (const password of ['', 'Wrong-horse-99'])
      expect((await confirm(password)).problem?.errors).toMatchObject([
        { path: 'body.password', code: 'wrongPassword' },
      ])
    expect((await app.call(person, api.accounts.mine)).body.isEmailVerified).toBe(false)
    expect((await confirm()).body).toMatchObject({ kind: 'verifyEmail', email: person.email })
    expect((await app.call(person, api.accounts.mine)).body.isEmailVerified).toBe(true)
    expect((await confirm()).status).toBe(409)
    const again = await app.call(person, api.accounts.sendVerification)
    expect([again.status, again.problem?.detail]).toEqual([409, 'Your address is already confirmed.'])
    // Another address is not proved by the old one's link.
    const address = `moved-${person.email}`
    await app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body: { email: address } })
    expect((await app.call(person, api.accounts.mine)).body).toMatchObject({ email: address, isEmailVerified: false })
    await app.call(tenant.admin, api.members.update, {
      params: { userId: person.userId },
      body: { email: person.email },
    })
    // A link for a password proves nothing by confirming it.
    const resetCode = await givenLink(tenant, person)
    expect((await givenBrowser(app).send(api.accounts.confirm, { params: { code: resetCode }, body: {} })).status).toBe(
      404,
    )
  })
})

let registrants = 0
const formOf = (tenant: { teamId: string }, of: object = {}) => ({
  firstName: 'Noor',
  lastName: 'Newcomer',
  email: `noor${++registrants}-${tenant.teamId}@example.test`,
  phone: '+44 1632 960123',
  password: otherPassword,
  team: tenant.teamId,
  ...of,
})
const eventsOf = (tenant: GivenTenant) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('analyticsEvents').select(['name', 'properties']).orderBy('id').execute())

describe('registering', () => {
  it('makes user and membership, signs in, and tells the administrators', async () => {
    const tenant = await givenTenant(app, explicit)
    const elsewhere = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    await asOwner((client) =>
      client.query(`update control.teams set registration_tags = '{apprentice,2026}' where id = $1`, [tenant.teamId]),
    )
    const form = formOf(tenant, { firstName: '<i>Noor</i>' })
    const browser = givenBrowser(app)
    const answer = await browser.send(api.accounts.register, { body: { ...form, email: form.email.toUpperCase() } })
    expect([answer.status, answer.body]).toEqual([200, { outcome: 'signedIn' }])
    const { me } = (await app.call(browser, api.session.start)).body
    expect(me).toMatchObject({
      firstName: '<i>Noor</i>',
      lastName: 'Newcomer',
      email: form.email,
      roles: ['learner'],
      status: 'active',
      rewardPointsCount: 0,
      avatar: '',
      hasLoggedIn: true,
    })
    const member = await app.call(tenant.admin, api.members.get, { params: { userId: me?.userId ?? '' } })
    expect(member.body).toMatchObject({ phone: form.phone, tags: ['apprentice', '2026'] })
    expect(await canSignIn(tenant, form.email, otherPassword)).toBe(true)
    await app.settle()
    const [mail] = await mailsTo(app, tenant.tenantId, tenant.admin.email)
    expect(mail).toMatchObject({ kind: 'registered', subject: expect.stringContaining('<i>Noor</i> Newcomer') })
    expect(mail?.text).toContain(`/apps/admin/users/${me?.userId}?teamId=${tenant.teamId}`)
    expect(mail?.html).not.toContain('<i>')
    expect(await mailsTo(app, tenant.tenantId, elsewhere.email)).toEqual([])
    const [own] = await mailsTo(app, tenant.tenantId, form.email)
    expect(own?.kind).toBe('verifyEmail')
    // The address may be another's: what somebody typed as their name does not go there.
    expect(own?.text).not.toContain('Noor')
    expect(await eventsOf(tenant)).toEqual([{ name: 'register', properties: {} }])
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'accounts.register' } })
    expect(log.body.items[0]).toMatchObject({ actorId: me?.userId })
    // A signed-in person has nothing to register.
    expect((await browser.send(api.accounts.register, { body: formOf(tenant) })).status).toBe(403)
  })

  it('complains at the fields, and records the failure without names', async () => {
    const tenant = await givenTenant(app, explicit)
    const register = (of: object) => givenBrowser(app).send(api.accounts.register, { body: formOf(tenant, of) })
    const empty = await register({ firstName: 'N', lastName: '', email: 'x', phone: ' ', password: '' })
    expect(empty.problem?.errors?.map((one) => [one.path, one.message])).toEqual([
      ['body.firstName', 'Min character length is 2'],
      ['body.lastName', 'Min character length is 2'],
      ['body.email', 'Please enter a valid email'],
      ['body.phone', 'This field is required'],
      ['body.password', 'This field is required'],
    ])
    expect((await register({ password: 'seven77' })).problem?.errors?.[0]).toMatchObject({
      path: 'body.password',
      message: 'The password needs at least 8 characters',
    })
    expect((await register({ password: 'iloveyou1' })).problem?.errors?.[0]).toMatchObject({
      path: 'body.password',
      code: 'passwordBreached',
    })
    const taken = await register({ email: tenant.admin.email })
    expect(taken.problem?.errors).toEqual([
      { path: 'body.email', message: 'The email has been already registered.', code: 'emailTaken' },
    ])
    const events = await eventsOf(tenant)
    expect(events.map((one) => [one.name, one.properties])).toEqual([
      ['register-error', { reason: 'passwordLength' }],
      ['register-error', { reason: 'passwordBreached' }],
      ['register-error', { reason: 'emailTaken' }],
    ])
  })

  it('asks for the personal terms where signing in does', async () => {
    const tenant = await givenTenant(app, { settings: { ...explicit.settings, showPersonalTermsConditions: true } })
    const register = (of: object) => givenBrowser(app).send(api.accounts.register, { body: formOf(tenant, of) })
    expect((await register({})).problem?.errors).toEqual([
      {
        path: 'body.personalTermsAndCondition',
        message: 'You must accept the terms and conditions',
        code: 'acceptTerms',
      },
    ])
    expect((await register({ personalTermsAndCondition: true })).status).toBe(200)
  })

  it('makes one person of two forms at once', async () => {
    const tenant = await givenTenant(app, explicit)
    const form = formOf(tenant)
    const answers = await Promise.all([1, 2].map(() => givenBrowser(app).send(api.accounts.register, { body: form })))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422])
    const people = await app.call(tenant.admin, api.members.list, { query: { search: form.email } })
    expect(people.body.total).toBe(1)
  })

  it('is refused where the tenant does not offer it, or its team takes no passwords', async () => {
    for (const settings of [{ explicitWording: true }, {}]) {
      const tenant = await givenTenant(app, { settings })
      const form = formOf(tenant)
      const answer = await givenBrowser(app).send(api.accounts.register, { body: form })
      expect([answer.status, answer.problem?.detail]).toEqual([
        409,
        'This organisation does not accept registrations here.',
      ])
      expect((await app.call(tenant.admin, api.members.list, { query: { search: form.email } })).body.total).toBe(0)
    }
    const provider = await givenTenant(app, explicit)
    await asOwner((client) =>
      client.query(`update control.teams set auth_methods = '{saml}' where id = $1`, [provider.teamId]),
    )
    expect((await givenBrowser(app).send(api.accounts.register, { body: formOf(provider) })).status).toBe(409)
  })

  it('takes somebody of another tenant who proves it by the password, and touches nothing of theirs', async () => {
    const home = await givenTenant(app)
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(home, { firstName: 'Robin' })
    const register = (password: string) =>
      givenBrowser(app).send(api.accounts.register, { body: formOf(tenant, { email: person.email, password }) })
    const guess = await register('Wrong-horse-99')
    // Whose it is elsewhere is not this tenant's to say: the mail to the address does.
    expect(guess.body).toEqual({ outcome: 'mailed' })
    expect((await register(goodPassword)).body).toEqual({ outcome: 'signedIn' })
    const global = await asOwner(async (client) => {
      const { rows } = await client.query('select first_name, phone from control.users where id = $1', [person.userId])
      return rows[0]
    })
    expect(global).toEqual({ first_name: 'Robin', phone: '' })
    // Home is open as before, and so is the new tenant.
    for (const there of [home, tenant]) {
      const browser = givenBrowser(app)
      const { me } = await browser.signIn({ username: person.email, password: goodPassword, team: there.teamId })
      expect(me?.tenantId).toBe(there.tenantId)
      expect((await app.call(browser, api.session.teams)).body.teams).toHaveLength(2)
    }
    const members = await app.call(tenant.admin, api.members.list, { query: { search: person.email } })
    expect(members.body.items[0]).toMatchObject({ userId: person.userId, firstName: 'Noor' })
    // Once there, it is taken, whatever the password.
    expect((await register(goodPassword)).problem?.errors?.[0]?.code).toBe('emailTaken')
    expect((await app.call(home.admin, api.members.get, { params: { userId: person.userId } })).body.firstName).toBe(
      'Robin',
    )
  })

  it('brings nobody back who was suspended', async () => {
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(tenant, { status: 'inactive' })
    const answer = await givenBrowser(app).send(api.accounts.register, {
      body: formOf(tenant, { email: person.email, password: goodPassword }),
    })
    expect(answer.problem?.errors?.[0]?.code).toBe('emailTaken')
    expect(await canSignIn(tenant, person.email, goodPassword)).toBe(false)
  })

  it('counts guesses of a password as sign-in does', async () => {
    const home = await givenTenant(app)
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(home)
    const browser = givenBrowser(app)
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) {
      const body = formOf(tenant, { email: person.email, password: `Wrong-horse-${round}9` })
      statuses.push((await browser.send(api.accounts.register, { body })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('makes no more than a hundred from one address in a while, whatever was typed', async () => {
    const tenant = await givenTenant(app, explicit)
    const address = '10.251.7.7'
    for (let round = 1; round < requestsAllowed.address; round++) {
      const asked = { what: 'register', tenantId: tenant.tenantId, account: `somebody-${round}`, address }
      expect(await takeRequest(app.services.db, asked, app.clock.now())).toBeNull()
    }
    const register = async () =>
      (await givenBrowser(app, { address }).send(api.accounts.register, { body: formOf(tenant) })).status
    expect([await register(), await register()]).toEqual([200, 429])
  })

  it('gives nobody what others gave to an address that is not proved', async () => {
    const open = await givenTenant(app, explicit)
    const other = await givenTenant(app, explicit)
    const victim = `victim-${open.tenantId}@example.test`
    // Somebody registers with an address that is not theirs, and waits.
    const squatter = givenBrowser(app)
    await squatter.send(api.accounts.register, { body: formOf(open, { email: victim }) })
    const { key } = await givenAuthenticator(app, squatter)
    await app.call(other.admin, api.members.create, {
      body: { firstName: 'Vic', lastName: 'Tim', email: victim, roles: ['admin'] },
    })
    expect((await app.call(squatter, api.session.teams)).body.teams.map((one) => one.tenantId)).toEqual([open.tenantId])
    const another = givenBrowser(app)
    await another.signIn({ username: victim, password: otherPassword, team: other.teamId })
    const entered = await another.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now()) } })
    expect(entered.body.tenantId).toBe(open.tenantId)
    // They may no longer add anything that the other tenant would ask for too.
    expect((await squatter.send(api.factors.newPasskey)).problem?.code).toBe('proof-required')
    expect((await squatter.send(api.factors.prove, { body: { password: otherPassword } })).problem?.code).toBe(
      'wrong-state',
    )
    // The owner of the address sets a password by mail: from then on the account is theirs, with no other person's
    // factor in it.
    await askForLink(other, victim)
    const [mail] = (await mailsTo(app, other.tenantId, victim)).filter((one) => one.kind === 'resetPassword')
    expect((await reset(mail?.code ?? '', 'The-owner-is-back-1')).status).toBe(200)
    expect((await app.call(squatter, api.session.teams)).status).toBe(401)
    expect(await canSignIn(other, victim, otherPassword)).toBe(false)
    const owner = await givenBrowser(app).signIn({
      username: victim,
      password: 'The-owner-is-back-1',
      team: other.teamId,
    })
    expect(owner.me?.tenantId).toBe(other.tenantId)
  })
})

describe('registering where nothing may be told', () => {
  it('answers everybody alike, with the same computing and the same number of statements', async () => {
    const tenant = await givenTenant(app, quiet)
    const home = await givenTenant(app)
    const [member, known] = [await givenLearner(tenant), await givenLearner(home)]
    const traces: number[] = []
    for (const who of [{}, { email: member.email }, { email: known.email, password: goodPassword }]) {
      const before = await countHashes()
      const browser = givenBrowser(app)
      const events = await statementsOf(app.services.db, async () => {
        const { status, body } = await browser.send(api.accounts.register, { body: formOf(tenant, who) })
        expect([status, body]).toEqual([200, { outcome: 'mailed' }])
      })
      expect((await countHashes()) - before).toBe(2)
      expect(browser.token).toBeNull()
      traces.push(events.length)
    }
    expect(new Set(traces).size).toBe(1)
    await app.settle()
    const kindsTo = async (address: string) => (await mailsTo(app, tenant.tenantId, address)).map((one) => one.kind)
    expect(await kindsTo(member.email)).toEqual(['accountExists'])
    expect(await kindsTo(known.email)).toEqual(['joinTeam'])
  })

  it('makes the account by the mailed link alone, once', async () => {
    const tenant = await givenTenant(app, quiet)
    const form = formOf(tenant)
    await givenBrowser(app).send(api.accounts.register, { body: form })
    await app.settle()
    const [mail] = await mailsTo(app, tenant.tenantId, form.email)
    expect(mail?.kind).toBe('completeRegistration')
    expect(mail?.text).not.toContain('Noor')
    const code = mail?.code ?? ''
    expect(await stateOf(code)).toEqual({
      state: 'open',
      kind: 'register',
      email: form.email,
      asksPassword: true,
    })
    expect(await canSignIn(tenant, form.email, otherPassword)).toBe(false)
    const confirm = (password = otherPassword) =>
      givenBrowser(app).send(api.accounts.confirm, { params: { code }, body: { password } })
    expect((await confirm('Wrong-horse-99')).problem?.errors).toMatchObject([{ path: 'body.password' }])
    expect(await canSignIn(tenant, form.email, otherPassword)).toBe(false)
    const answers = await Promise.all([confirm(), confirm()])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    expect(answers.find((one) => one.status === 200)?.body).toEqual({
      kind: 'register',
      email: form.email,
      firstName: 'Noor',
      passwordOpens: true,
    })
    const browser = givenBrowser(app)
    await browser.signIn({ username: form.email, password: otherPassword, team: tenant.teamId })
    expect((await app.call(browser, api.accounts.mine)).body).toMatchObject({ isEmailVerified: true })
    await app.settle()
    expect((await mailsTo(app, tenant.tenantId, tenant.admin.email))[0]?.kind).toBe('registered')
    // What was typed is not kept any longer.
    const details = await asOwner(async (client) => {
      const { rows } = await client.query('select details from control.account_links where email = $1', [form.email])
      return rows.map((row) => row.details)
    })
    expect(details).toEqual([{}])
  })

  it('joins somebody of another tenant by the link; a wrong password gets them a mail and no way in', async () => {
    const tenant = await givenTenant(app, quiet)
    const home = await givenTenant(app)
    const person = await givenLearner(home)
    const register = async (password: string) => {
      const body = formOf(tenant, { email: person.email, password })
      expect((await givenBrowser(app).send(api.accounts.register, { body })).body).toEqual({ outcome: 'mailed' })
      await app.settle()
      return (await mailsTo(app, tenant.tenantId, person.email))[0]
    }
    const refused = await register('Wrong-horse-99')
    expect([refused?.kind, refused?.code]).toEqual(['accountElsewhere', ''])
    const mail = await register(goodPassword)
    expect(mail?.kind).toBe('joinTeam')
    const members = () => app.call(tenant.admin, api.members.list, { query: { search: person.email } })
    expect((await members()).body.total).toBe(0)
    const confirmed = await givenBrowser(app).send(api.accounts.confirm, {
      params: { code: mail?.code ?? '' },
      body: { password: goodPassword },
    })
    expect(confirmed.body).toMatchObject({ kind: 'register', passwordOpens: true })
    expect((await members()).body.items[0]?.userId).toBe(person.userId)
    expect(await canSignIn(tenant, person.email, goodPassword)).toBe(true)
  })

  it('expires, and makes nothing where the address was taken or registration closed meanwhile', async () => {
    const tenant = await givenTenant(app, quiet)
    const linkOf = async (form: { email: string }) => {
      await givenBrowser(app).send(api.accounts.register, { body: form as never })
      await app.settle()
      return (await mailsTo(app, tenant.tenantId, form.email))[0]?.code ?? ''
    }
    const confirm = (code: string) =>
      givenBrowser(app).send(api.accounts.confirm, { params: { code }, body: { password: otherPassword } })
    const late = await linkOf(formOf(tenant))
    app.clock.advance(61 * 60_000)
    expect((await confirm(late)).problem?.detail).toBe('This link has expired.')

    const form = formOf(tenant)
    const code = await linkOf(form)
    await givenPerson(app, await givenTenant(app), { email: form.email })
    const clash = await confirm(code)
    expect([clash.status, clash.problem?.detail]).toEqual([409, 'The email has been already registered.'])

    const shut = await linkOf(formOf(tenant))
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`select control.change_tenant_settings('{"showSelfRegistration": false}', ${app.clock.now()})`.execute(tx),
      )
    expect((await confirm(shut)).status).toBe(409)
  })
})

describe('what the old client calls', () => {
  it('finds memberships for administrators among those they see; everybody else gets the same empty answer', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { username: `Pat-${tenant.tenantId}` })
    const teamAdmin = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    const find = async (who: { token: string | null }, of: object = {}) => {
      const body = { tenantId: tenant.tenantId, property: 'email', value: person.email.toUpperCase(), ...of }
      const answer = await app.call(who, api.accounts.findUserTeamsByProperty, { body })
      return answer.status === 200 ? answer.body.data.map((one) => one._id) : answer.problem?.errors?.[0]?.path
    }
    expect(await find(tenant.admin)).toEqual([person.membershipId])
    expect(await find(tenant.admin, { property: 'username', value: `pat-${tenant.tenantId}` })).toEqual([
      person.membershipId,
    ])
    expect(await find(tenant.admin, { property: 'password_hash' })).toBe('body.property')
    const foreign = await givenTenant(app)
    const others = [{ token: null }, person, teamAdmin, foreign.admin]
    for (const who of others) expect(await find(who)).toEqual([])
    for (const asked of [{ property: 'nonsense' }, { tenantId: 'nowhere' }])
      expect(await find({ token: null }, asked)).toEqual([])
  })

  it('mails templates to people of the administrator alone, with the server’s own words', async () => {
    const tenant = await givenTenant(app, explicit)
    const person = await givenLearner(tenant, { firstName: 'Pat' })
    const foreign = await givenLearner(await givenTenant(app))
    const registration = (to: string) =>
      app.call(tenant.admin, api.accounts.sendRegistrationEmail, {
        body: { to, firstName: 'Evil', lastName: 'Evil', teamId: tenant.teamId, token: 'evil' },
      })
    expect((await registration(person.email)).body).toEqual({ queued: 1 })
    expect((await registration(foreign.email)).problem?.errors?.[0]).toMatchObject({ path: 'body.to' })
    const generic = (template: 'welcome' | 'resetPassword', to: string[]) =>
      app.call(tenant.admin, api.accounts.sendGenericEmail, { body: { template, to } })
    expect((await generic('resetPassword', [person.email])).body).toEqual({ queued: 1 })
    const refused = await generic('welcome', [person.email, foreign.email])
    expect([refused.status, refused.problem?.errors?.[0]?.path]).toEqual([422, 'body.to.1'])
    expect((await generic('anything' as never, [person.email])).status).toBe(422)
    await app.settle()
    const mails = await mailsTo(app, tenant.tenantId, person.email)
    expect(mails.map((one) => one.kind).sort()).toEqual(['resetPassword', 'welcome'])
    expect(JSON.stringify(mails)).not.toContain('vil')
    // The administrator asks for the link, the person alone gets it.
    const list = await app.call(tenant.admin, api.mails.list, { query: { search: person.email } })
    expect(JSON.stringify(list.body)).not.toContain(mails.find((one) => one.code)?.code)
  })
})

describe('how people get into a tenant', () => {
  it('is read and changed field by field by superadministrators, and holds at once', async () => {
    const tenant = await givenTenant(app)
    const superadmin = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
    const params = { tenantId: tenant.tenantId }
    const before = await app.call(superadmin, api.tenants.access, { params })
    expect(before.body).toMatchObject({
      settings: {
        showSelfRegistration: false,
        explicitWording: false,
        passwordRules: { minLength: 8, refuseBreached: true, upper: false, lower: false, digit: false, special: false },
      },
      teams: [{ id: tenant.teamId, registrationTags: [], supportEmail: '', termsAndConditionsUrl: '' }],
    })
    const change = (body: object, who = superadmin) =>
      app.call(who, api.tenants.changeAccess, { params, body: body as never })
    const after = await change({
      settings: { showSelfRegistration: true, explicitWording: true, passwordRules: { minLength: 10 } },
      teams: [
        {
          id: tenant.teamId,
          registrationTags: ['walk-in'],
          supportEmail: 'help@example.test',
          termsAndConditionsUrl: 'https://example.test/terms',
        },
      ],
    })
    expect(after.body).toMatchObject({
      settings: { showSelfRegistration: true, passwordRules: { minLength: 10, refuseBreached: true } },
      teams: [{ registrationTags: ['walk-in'], supportEmail: 'help@example.test' }],
    })
    const start = await givenBrowser(app).send(api.session.start, {})
    expect(start.status).toBe(200)
    const weak = await givenBrowser(app).send(api.accounts.register, {
      body: formOf(tenant, { password: 'Horse-43x' }),
    })
    expect(weak.problem?.errors?.[0]?.message).toBe('The password needs at least 10 characters')
    expect((await givenBrowser(app).send(api.accounts.register, { body: formOf(tenant) })).status).toBe(200)
    const own = await app.call(tenant.admin, api.audit.list, { query: { action: 'tenants.changeAccess' } })
    expect(own.body.items).toHaveLength(1)
    expect(own.body.items[0]?.before).toMatchObject({
      showSelfRegistration: false,
      passwordRules: { minLength: 8 },
      teams: [{ id: tenant.teamId, registrationTags: [] }],
    })

    const asking = { showPersonalTermsConditions: true }
    const unread = await change({ settings: asking })
    expect(unread.problem?.errors).toEqual([
      {
        path: 'body.settings.personalTermsAndConditionsUrl',
        code: 'termsAddress',
        message: 'Enter the address of these terms before you require people to accept them',
      },
    ])
    const personalTermsAndConditionsUrl = 'https://example.test/mine'
    expect((await change({ settings: { ...asking, personalTermsAndConditionsUrl } })).status).toBe(200)
    expect((await change({ settings: { personalTermsAndConditionsUrl: '' } })).status).toBe(422)
    expect((await change({ settings: { showPersonalTermsConditions: false } })).status).toBe(200)

    expect((await change({ settings: { passwordRules: { minLength: 5 } } })).problem?.errors?.[0]?.path).toBe(
      'body.settings.passwordRules.minLength',
    )
    expect(
      (await change({ teams: [{ id: tenant.teamId, termsAndConditionsUrl: 'javascript:alert(1)' }] })).status,
    ).toBe(422)
    const foreign = await givenTenant(app)
    expect((await change({ teams: [{ id: foreign.teamId, supportEmail: 'a@b.example' }] })).status).toBe(422)
    expect((await change({ settings: { explicitWording: false } }, tenant.admin)).status).toBe(403)
    const nowhere = { params: { tenantId: 'no-such-tenant' } }
    expect((await app.call(superadmin, api.tenants.access, nowhere)).status).toBe(404)
    expect((await app.call(superadmin, api.tenants.changeAccess, { ...nowhere, body: {} })).status).toBe(404)
  })
})
