import { api } from '@learnt/contract'
import type { Role } from '@learnt/contract/roles'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf, testDatabase, untilLocked } from '../../../test/db.ts'
import { givenActing } from '../../../test/given/acting.ts'
import { type Browser, givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { codeOf, givenAuthenticator, givenOwnPasskey, givenSignedIn } from '../../../test/given/factors.ts'
import { mailsTo } from '../../../test/given/mails.ts'
import { givenPasskey } from '../../../test/given/passkeys.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  prove,
} from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'
import { findChangedSessions, findSession } from '../../platform/session/find-session.ts'
import { hashPassword } from '../../platform/session/password.ts'
import { dangerouslyRemoveTenant } from '../../platform/tenant/remove-tenant.ts'
import { makeRecoveryCodes } from './commands/recovery-codes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const owed = 'second-factor-required'
const demanding = (requiredFor: Role[], more: object = {}) => ({
  settings: { secondFactor: { requiredFor, afterProvider: false, ...more } },
})

/** Shows the password in a browser, and nothing else. */
async function showPassword(browser: Browser, tenant: GivenTenant, email: string, more: object = {}) {
  return browser.signIn({ username: email, password: goodPassword, team: tenant.teamId, ...more })
}

async function takePasskeys(...teams: string[]): Promise<void> {
  await asOwner((client) =>
    client.query(`update control.teams set auth_methods = '{password,passkey}' where id = any ($1)`, [teams]),
  )
}

/** As in the database: a passkey for which one tenant vouched; it has the tenant's name. */
async function givenBoundPasskey({ userId }: Pick<GivenPerson, 'userId'>, { tenantId }: GivenTenant): Promise<void> {
  const { hostname } = new URL(app.services.settings.publicUrl)
  await app.services.db.control((tx) =>
    sql`select control.add_passkey(${newId()}, ${userId}, ${Buffer.from(newId())}, ${Buffer.from('key')}, ${hostname}, ${tenantId},
        '{internal}'::text[], false, 0, ${app.clock.now()}, ${tenantId})`.execute(tx),
  )
}

describe('an authenticator app', () => {
  it('is set up by a right code, shown once, kept sealed, and asked for from then on', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const begun = await browser.send(api.factors.beginAuthenticator)
    expect(begun.body.address).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/)
    expect(begun.body.address).toContain(encodeURIComponent(person.email))
    expect(begun.body.address.replace(/.*secret=([A-Z2-7]+).*/, '$1')).toBe(begun.body.key.replaceAll(' ', ''))
    const add = (code: string) => browser.send(api.factors.addAuthenticator, { body: { code } })
    expect((await add('12 34')).problem?.errors?.[0]).toMatchObject({
      path: 'body.code',
      message: 'The code has six digits',
    })
    const right = codeOf(begun.body.key, app.clock.now())
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    expect((await add(wrong)).problem?.errors?.[0]?.code).toBe('wrongCode')
    // Nothing is asked before it is confirmed.
    expect((await showPassword(givenBrowser(app), tenant, person.email)).status).toBe(200)
    const added = await add(`${right.slice(0, 3)} ${right.slice(3)}`)
    expect(added.body.recoveryCodes).toHaveLength(10)
    expect((await add(right)).status).toBe(409)
    const mine = await browser.send(api.factors.mine)
    expect(mine.body).toMatchObject({
      authenticator: { lastUsedAt: null },
      passkeys: [],
      recoveryCodesLeft: 10,
      isRequired: false,
      hasPassword: true,
    })
    const stored = await asOwner(async (client) => {
      const { rows } = await client.query('select secret from control.authenticators where user_id = $1', [
        person.userId,
      ])
      return String(rows[0]?.secret)
    })
    expect(stored).not.toContain(begun.body.key.replaceAll(' ', ''))
    await app.settle()
    const [mail] = await mailsTo(app, tenant.tenantId, person.email)
    expect(mail?.kind).toBe('authenticatorAdded')
    expect(`${mail?.text}`).not.toContain(begun.body.key.slice(0, 9))
    const audit = await app.call(tenant.admin, api.audit.list, { query: { action: 'factors.addAuthenticator' } })
    expect(audit.body.items[0]).toMatchObject({ actorId: person.userId })
  })

  it('lets nobody in by the password alone, and by a code once: no session and no cookie before', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const { key } = await givenAuthenticator(app, browser)
    const other = givenBrowser(app)
    const first = await showPassword(other, tenant, person.email)
    expect([first.status, first.problem?.code, other.token]).toEqual([403, owed, null])
    expect(first.cookies.find((one) => one.includes('-step='))).toMatch(/HttpOnly.*Max-Age=600|Max-Age=600.*HttpOnly/)
    expect((await other.send(api.session.start)).body).toMatchObject({ me: null, awaitsFactor: true })
    expect((await other.send(api.session.teams)).status).toBe(401)
    expect((await other.send(api.factors.step)).body).toMatchObject({
      methods: ['authenticator', 'recoveryCode'],
      mustSetUp: false,
      triesLeft: 5,
    })
    const code = codeOf(key, app.clock.now())
    const done = await other.send(api.factors.finishStep, { body: { code } })
    expect(done.body).toMatchObject({ userId: person.userId })
    expect((await other.send(api.session.teams)).status).toBe(200)
    const sessions = await other.send(api.session.list)
    expect(sessions.body.items.find((one) => one.isCurrent)).toMatchObject({
      provenBy: 'password',
      factor: 'authenticator',
    })
    // The same code again, in a step of its own.
    const third = givenBrowser(app)
    await showPassword(third, tenant, person.email)
    const again = await third.send(api.factors.finishStep, { body: { code } })
    expect(again.problem?.errors?.[0]).toMatchObject({ path: 'body.code', code: 'wrongCode' })
    // Of the codes around it, only the next one works.
    expect(
      (await third.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now(), -1) } })).status,
    ).toBe(422)
    expect((await third.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now(), 2) } })).status).toBe(
      422,
    )
    expect((await third.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now(), 1) } })).status).toBe(
      200,
    )
  })

  it('completes no sign-in by a password that is changed meanwhile', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const { key } = await givenAuthenticator(app, browser)
    const other = givenBrowser(app)
    await showPassword(other, tenant, person.email)
    const hash = await hashPassword('Another-horse-43')
    const answer = await asOwner(async (client) => {
      await client.query('begin')
      await client.query('select from control.directory where user_id = $1 for update', [person.userId])
      const finishing = other.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now()) } })
      await untilLocked((await testDatabase()).adminUrl)
      await client.query('select control.change_password($1, $2, $3, null)', [person.userId, hash, app.clock.now()])
      await client.query('commit')
      return finishing
    })
    expect(answer.status).toBe(422)
    expect(other.token).toBeNull()
  })

  it('takes a code for one of two who show it at the same moment', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const { key } = await givenAuthenticator(app, browser)
    const browsers = [givenBrowser(app), givenBrowser(app), givenBrowser(app)]
    for (const one of browsers) await showPassword(one, tenant, person.email)
    const code = codeOf(key, app.clock.now())
    const answers = await Promise.all(browsers.map((one) => one.send(api.factors.finishStep, { body: { code } })))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422, 422])
  })

  it('is removed only with a fresh proof; recovery codes go with the last factor', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    await givenAuthenticator(app, browser)
    app.clock.advance(10 * 60_000)
    const remove = () => browser.send(api.factors.removeAuthenticator)
    expect((await remove()).problem?.code).toBe('proof-required')
    for (const operation of [
      api.factors.beginAuthenticator,
      api.factors.newPasskey,
      api.factors.makeRecoveryCodes,
    ] as const)
      expect((await browser.send(operation)).problem?.code).toBe('proof-required')
    const prove = (password: string) => browser.send(api.factors.prove, { body: { password } })
    expect((await prove('not-the-password')).problem?.errors?.[0]).toMatchObject({
      path: 'body.password',
      code: 'wrongPassword',
    })
    expect((await prove(goodPassword)).status).toBe(200)
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await browser.send(api.factors.mine)).body).toMatchObject({ authenticator: null, recoveryCodesLeft: 0 })
    expect((await showPassword(givenBrowser(app), tenant, person.email)).status).toBe(200)
    await app.settle()
    expect((await mailsTo(app, tenant.tenantId, person.email))[0]?.kind).toBe('authenticatorRemoved')
  })

  it('ends the other sessions of the person when it is set up, and when it is removed', async () => {
    const [tenant, elsewhere] = [await givenTenant(app), await givenTenant(app)]
    const { person, browser } = await givenSignedIn(app, tenant)
    const there = await givenPerson(app, elsewhere, { userId: person.userId, email: person.email })
    const bystander = await givenPerson(app, tenant)
    await prove(person)
    const statusOf = async (token: string) => (await app.call({ token }, api.session.teams)).status
    const other = await givenSession(app.services, person)
    expect([await statusOf(other), await statusOf(there.token)]).toEqual([200, 200])
    await givenAuthenticator(app, browser)
    expect([await statusOf(other), await statusOf(there.token)]).toEqual([401, 401])
    expect((await browser.send(api.session.teams)).status).toBe(200)
    const later = await givenSession(app.services, person)
    expect((await browser.send(api.factors.removeAuthenticator)).status).toBe(204)
    expect([await statusOf(later), await statusOf(bystander.token)]).toEqual([401, 200])
    expect((await browser.send(api.session.teams)).status).toBe(200)
  })

  it('guessing of the fresh proof is blocked', async () => {
    const tenant = await givenTenant(app)
    const { browser } = await givenSignedIn(app, tenant)
    const statuses: number[] = []
    for (let round = 0; round < 11; round++)
      statuses.push((await browser.send(api.factors.prove, { body: { password: `wrong-${round}` } })).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })
})

describe('the second step', () => {
  async function begin(tenant: GivenTenant) {
    const { person, browser } = await givenSignedIn(app, tenant)
    const factor = await givenAuthenticator(app, browser)
    const other = givenBrowser(app)
    await showPassword(other, tenant, person.email)
    const answer = (code = codeOf(factor.key, app.clock.now())) =>
      other.send(api.factors.finishStep, { body: { code } })
    return { person, browser, other, answer, ...factor }
  }

  it('belongs to the browser that began it: neither its cookie nor its device is enough elsewhere', async () => {
    const tenant = await givenTenant(app)
    const { other, answer, key } = await begin(tenant)
    const thief = givenBrowser(app)
    const steal = () => thief.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now()) } })
    expect((await steal()).status).toBe(409)
    thief.step = other.step
    expect((await steal()).status).toBe(409)
    expect((await thief.send(api.factors.step)).status).toBe(409)
    expect((await answer()).status).toBe(200)
    // And once only.
    const replay = givenBrowser(app, { device: other.device ?? '' })
    replay.step = other.step
    expect((await replay.send(api.factors.step)).status).toBe(409)
  })

  it('is over after ten minutes, when given up, when the password changes and when the factors are reset', async () => {
    const tenant = await givenTenant(app)
    const late = await begin(tenant)
    app.clock.advance(10 * 60_000)
    expect((await late.answer()).problem?.detail).toContain('Please start again')
    const givenUp = await begin(tenant)
    const { step } = givenUp.other
    expect((await givenUp.other.send(api.factors.cancelStep)).status).toBe(204)
    givenUp.other.step = step
    expect((await givenUp.answer()).status).toBe(409)
    const changed = await begin(tenant)
    app.clock.advance(1000)
    await givenPassword(app, changed.person)
    expect((await changed.answer()).status).toBe(409)
    const reset = await begin(tenant)
    await app.call(tenant.admin, api.factors.reset, { params: { userId: reset.person.userId } })
    expect((await reset.answer()).status).toBe(409)
  })

  it('takes five answers, then the password again; and guessing on is blocked, but not for the owner’s own device', async () => {
    const tenant = await givenTenant(app)
    const { person, other, browser, key, answer } = await begin(tenant)
    const wrong = String((Number(codeOf(key, app.clock.now())) + 1) % 1_000_000).padStart(6, '0')
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) statuses.push((await answer(wrong)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 409])
    // A right password brings a new step and no new guesses.
    await showPassword(other, tenant, person.email)
    const blocked = await answer()
    expect([blocked.status, blocked.problem?.errors?.[0]?.code, Number(blocked.retryAfter) > 0]).toEqual([
      429,
      'blocked',
      true,
    ])
    const elsewhere = givenBrowser(app)
    for (let round = 0; round < 2; round++) {
      await showPassword(elsewhere, tenant, person.email)
      for (let guess = 0; guess < 5; guess++) await elsewhere.send(api.factors.finishStep, { body: { code: wrong } })
    }
    // The device that the account signed in from before.
    const own = givenBrowser(app, { device: browser.device ?? '' })
    await showPassword(own, tenant, person.email)
    expect((await own.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now()) } })).status).toBe(200)
  })

  it('lets nobody in who was suspended in between', async () => {
    const tenant = await givenTenant(app)
    const { person, other, answer } = await begin(tenant)
    await app.call(tenant.admin, api.members.update, {
      params: { userId: person.userId },
      body: { status: 'inactive' },
    })
    const refused = await answer()
    expect([refused.status, refused.problem?.errors?.[0]?.code, other.token]).toEqual([422, 'disabled', null])
  })

  it('is the same up to the password being right, factor or none', async () => {
    const tenant = await givenTenant(app, { settings: { explicitWording: false } })
    const { person, browser } = await givenSignedIn(app, tenant)
    const plain = await givenPerson(app, tenant)
    await givenPassword(app, plain)
    await givenAuthenticator(app, browser)
    const traces: unknown[] = []
    for (const username of [person.email, plain.email, `nobody-${tenant.tenantId}@example.test`]) {
      const stranger = givenBrowser(app)
      let answer: unknown
      const events = await statementsOf(app.services.db, async () => {
        const { status, problem, cookies } = await stranger.signIn({
          username,
          password: 'wrong-horse-1',
          team: tenant.teamId,
        })
        answer = [status, problem?.errors, cookies]
      })
      traces.push(JSON.stringify([events.map((one) => one.sql), answer]))
    }
    expect(new Set(traces).size).toBe(1)
  })

  it('is spared for thirty days on a device that is remembered, until password or factors change', async () => {
    const tenant = await givenTenant(app)
    const { person, other, key, browser } = await begin(tenant)
    const code = () => codeOf(key, app.clock.now())
    await other.send(api.factors.finishStep, { body: { code: code(), rememberDevice: true } })
    const returning = async () => {
      const again = givenBrowser(app, { device: other.device ?? '' })
      return { again, answer: await showPassword(again, tenant, person.email) }
    }
    const spared = await returning()
    expect(spared.answer.status).toBe(200)
    expect((await spared.again.send(api.session.list)).body.items.find((one) => one.isCurrent)?.factor).toBe('device')
    // It says nothing about another account.
    const neighbour = await givenSignedIn(app, tenant)
    await givenAuthenticator(app, neighbour.browser)
    const there = givenBrowser(app, { device: other.device ?? '' })
    expect((await showPassword(there, tenant, neighbour.person.email)).problem?.code).toBe(owed)

    app.clock.advance(1000)
    await givenPassword(app, person)
    const asked = await returning()
    expect(asked.answer.problem?.code).toBe(owed)
    app.clock.advance(60_000)
    await asked.again.send(api.factors.finishStep, { body: { code: code(), rememberDevice: true } })
    expect((await returning()).answer.status).toBe(200)
    await browser.send(api.factors.prove, { body: { password: goodPassword } })
    await givenOwnPasskey(browser)
    const afterChange = await returning()
    expect(afterChange.answer.problem?.code).toBe(owed)
    app.clock.advance(60_000)
    await afterChange.again.send(api.factors.finishStep, { body: { code: code(), rememberDevice: true } })
    app.clock.advance(30 * 86_400_000)
    expect((await returning()).answer.problem?.code).toBe(owed)
  })
})

describe('recovery codes', () => {
  it('work once each, and are replaced as a whole', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const { recoveryCodes } = await givenAuthenticator(app, browser)
    const use = async (recoveryCode: string) => {
      const other = givenBrowser(app)
      await showPassword(other, tenant, person.email)
      return other.send(api.factors.finishStep, { body: { recoveryCode } })
    }
    const [first = '', second = '', third = ''] = recoveryCodes
    expect((await use(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await use(first)).problem?.errors?.[0]).toMatchObject({ path: 'body.recoveryCode', code: 'wrongCode' })
    const both = await Promise.all([use(second), use(second)])
    expect(both.map((one) => one.status).sort()).toEqual([200, 422])
    expect((await browser.send(api.factors.mine)).body.recoveryCodesLeft).toBe(8)
    await app.settle()
    const mail = (await mailsTo(app, tenant.tenantId, person.email)).find((one) => one.kind === 'recoveryCodeUsed')
    expect(mail?.text).toContain('Codes left:')
    const fresh = await browser.send(api.factors.makeRecoveryCodes)
    expect(fresh.body.recoveryCodes).toHaveLength(10)
    expect((await use(third)).status).toBe(422)
    expect((await use(fresh.body.recoveryCodes[0] ?? '')).status).toBe(200)
    const plain = await asOwner(async (client) => {
      const { rows } = await client.query('select code_hash::text from control.recovery_codes where user_id = $1', [
        person.userId,
      ])
      return JSON.stringify(rows)
    })
    for (const code of fresh.body.recoveryCodes) expect(plain).not.toContain(code)
  })

  it('are 120 random bits in letters that cannot be confused, and come with a factor only', async () => {
    const codes = makeRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const { browser } = await givenSignedIn(app, await givenTenant(app))
    expect((await browser.send(api.factors.makeRecoveryCodes)).status).toBe(409)
  })
})

describe('a passkey', () => {
  it('is added, named, used as the second step, and removed', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const passkey = await givenOwnPasskey(browser)
    const [stored] = (await browser.send(api.factors.mine)).body.passkeys
    expect(stored).toMatchObject({ name: 'My key', host: 'localhost', isHere: true, isSynced: false, lastUsedAt: null })
    const other = givenBrowser(app)
    expect((await showPassword(other, tenant, person.email)).problem?.code).toBe(owed)
    expect((await other.send(api.factors.step)).body.methods).toEqual(['passkey', 'recoveryCode'])
    const { body: options } = await other.send(api.factors.stepPasskey)
    expect(options.allowCredentials.map((one) => one.id)).toEqual([passkey.id])
    // Presence is enough beside a password.
    const done = await other.send(api.factors.finishStep, {
      body: { passkey: passkey.answer(options, { verified: false, userHandle: null }) },
    })
    expect(done.status).toBe(200)
    const params = { passkeyId: stored?.id ?? '' }
    expect((await browser.send(api.factors.renamePasskey, { params, body: { name: 'Phone' } })).status).toBe(204)
    expect((await browser.send(api.factors.mine)).body.passkeys[0]).toMatchObject({ name: 'Phone' })
    const foreign = await givenSignedIn(app, tenant)
    expect((await foreign.browser.send(api.factors.renamePasskey, { params, body: { name: 'Mine' } })).status).toBe(404)
    expect((await foreign.browser.send(api.factors.removePasskey, { params })).status).toBe(404)
    expect((await browser.send(api.factors.removePasskey, { params })).status).toBe(204)
    expect((await showPassword(givenBrowser(app), tenant, person.email)).status).toBe(200)
    await app.settle()
    const kinds = (await mailsTo(app, tenant.tenantId, person.email)).map((one) => one.kind)
    expect(kinds.slice(0, 2).sort()).toEqual(['passkeyAdded', 'passkeyRemoved'])
  })

  it('of another origin, host, challenge, person or count is refused', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const passkey = await givenOwnPasskey(browser)
    const neighbour = await givenSignedIn(app, tenant)
    const foreign = await givenOwnPasskey(neighbour.browser)
    const other = givenBrowser(app)
    const answers: number[] = []
    const refuse = async (
      make: (options: Parameters<typeof passkey.answer>[0]) => ReturnType<typeof passkey.answer>,
    ) => {
      await showPassword(other, tenant, person.email)
      const { body: options } = await other.send(api.factors.stepPasskey)
      const refused = await other.send(api.factors.finishStep, { body: { passkey: make(options) } })
      expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.passkey', code: 'wrongPasskey' })
      answers.push(refused.status)
      app.clock.advance(31 * 60_000)
    }
    await refuse((options) => passkey.answer(options, { origin: 'https://localhost.evil.example' }))
    await refuse((options) => passkey.answer(options, { origin: 'http://localhost:3001' }))
    await refuse((options) => passkey.answer(options, { host: 'evil.example' }))
    await refuse((options) => passkey.answer(options, { challenge: Buffer.alloc(54).toString('base64url') }))
    await refuse((options) => foreign.answer(options))
    await refuse((options) => ({ ...foreign.answer(options), id: passkey.id }))
    await refuse((options) => passkey.answer(options, { counter: 0 }))
    await refuse((options) => passkey.answer(options, { counter: 1 }))
    expect(answers).toHaveLength(8)
    // A challenge that was asked for somebody else's step, or for another occasion.
    await showPassword(neighbour.browser, tenant, neighbour.person.email)
    const theirs = await neighbour.browser.send(api.factors.stepPasskey)
    await refuse(() => passkey.answer(theirs.body))
    const elsewhere = await other.send(api.factors.signInPasskey)
    await refuse(() => passkey.answer(elsewhere.body))
    // The right one still gets in.
    await showPassword(other, tenant, person.email)
    const { body: options } = await other.send(api.factors.stepPasskey)
    expect((await other.send(api.factors.finishStep, { body: { passkey: passkey.answer(options) } })).status).toBe(200)
  })

  it('answers a challenge once and within five minutes', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const passkey = await givenOwnPasskey(browser, givenPasskey({ counts: false }))
    const prove = (answer: ReturnType<typeof passkey.answer>) =>
      browser.send(api.factors.prove, { body: { passkey: answer } })
    const { body: options } = await browser.send(api.factors.proofPasskey)
    const answer = passkey.answer(options)
    expect((await prove(answer)).status).toBe(200)
    expect((await prove(answer)).status).toBe(422)
    const { body: late } = await browser.send(api.factors.proofPasskey)
    app.clock.advance(5 * 60_000)
    expect((await prove(passkey.answer(late))).status).toBe(422)
    const { body: third } = await browser.send(api.factors.proofPasskey)
    const twice = await Promise.all([prove(passkey.answer(third)), prove(passkey.answer(third))])
    expect(twice.map((one) => one.status).sort()).toEqual([200, 422])
    // To prove oneself takes more than touching it.
    const { body: unverified } = await browser.send(api.factors.proofPasskey)
    expect((await prove(passkey.answer(unverified, { verified: false }))).status).toBe(422)
    expect(person.userId).toBeTruthy()
  })

  it('is added only as it was asked for, once', async () => {
    const tenant = await givenTenant(app)
    const [one, two] = [await givenSignedIn(app, tenant), await givenSignedIn(app, tenant)]
    const passkey = givenPasskey()
    const add = async (who: typeof one, falsified = {}) => {
      const { body: options } = await one.browser.send(api.factors.newPasskey)
      return who.browser.send(api.factors.addPasskey, {
        body: { name: 'Key', passkey: passkey.make(options, falsified) },
      })
    }
    expect((await add(one, { origin: 'https://evil.example' })).status).toBe(422)
    expect((await add(one, { host: 'evil.example' })).status).toBe(422)
    expect((await add(two)).status).toBe(422)
    expect((await add(one)).status).toBe(200)
    expect((await add(one)).status).toBe(409)
    const { body: options } = await two.browser.send(api.factors.newPasskey)
    const taken = await two.browser.send(api.factors.addPasskey, {
      body: { name: 'Key', passkey: passkey.make(options) },
    })
    expect(taken.status).toBe(409)
  })

  it('signs in alone where the team takes it, if it knows its owner, without a second step', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const passkey = await givenOwnPasskey(browser)
    await givenAuthenticator(app, browser)
    const enter = async (other: Browser, falsified = {}, more = {}) => {
      const { body: options } = await other.send(api.factors.signInPasskey)
      expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [], rpId: 'localhost' })
      return other.send(api.factors.signIn, {
        body: { passkey: passkey.answer(options, falsified), team: tenant.teamId, ...more },
      })
    }
    const refused = await enter(givenBrowser(app))
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.passkey', code: 'otherMethod' })
    await takePasskeys(tenant.teamId)
    expect((await enter(givenBrowser(app), { verified: false })).problem?.errors?.[0]?.code).toBe('wrongPasskey')
    expect((await enter(givenBrowser(app), { userHandle: null })).status).toBe(422)
    const handle = Buffer.from(tenant.admin.userId).toString('base64url')
    expect((await enter(givenBrowser(app), { userHandle: handle })).status).toBe(422)
    const other = givenBrowser(app)
    const { body: stolen } = await other.send(api.factors.signInPasskey)
    const thief = givenBrowser(app)
    expect((await thief.send(api.factors.signIn, { body: { passkey: passkey.answer(stolen) } })).status).toBe(422)
    expect((await enter(other)).body).toMatchObject({ userId: person.userId, tenantId: tenant.tenantId })
    const current = (await other.send(api.session.list)).body.items.find((one) => one.isCurrent)
    expect(current).toMatchObject({ provenBy: 'passkey', factor: 'passkey' })
    await app.call(tenant.admin, api.members.update, {
      params: { userId: person.userId },
      body: { status: 'inactive' },
    })
    expect((await enter(givenBrowser(app))).problem?.errors?.[0]?.code).toBe('disabled')
  })
})

describe('where a tenant asks for a second factor', () => {
  it('a person without one sets one up right after the password, and gets nothing before', async () => {
    const tenant = await givenTenant(app, demanding(['admin']))
    const admin = await givenPerson(app, tenant, { roles: ['admin'] })
    const learner = await givenPerson(app, tenant)
    for (const one of [admin, learner]) await givenPassword(app, one)
    expect((await showPassword(givenBrowser(app), tenant, learner.email)).status).toBe(200)
    const browser = givenBrowser(app)
    expect((await showPassword(browser, tenant, admin.email)).problem?.code).toBe(owed)
    expect((await browser.send(api.session.start)).body.me).toBeNull()
    expect((await browser.send(api.factors.step)).body).toMatchObject({ methods: [], mustSetUp: true })
    expect((await browser.send(api.factors.finishStep, { body: { code: '123456' } })).status).toBe(422)
    const { body: begun } = await browser.send(api.factors.stepAuthenticator)
    const setUp = (code: string) => browser.send(api.factors.setUpStep, { body: { code } })
    const right = codeOf(begun.key, app.clock.now())
    expect((await setUp(String((Number(right) + 1) % 1_000_000).padStart(6, '0'))).status).toBe(422)
    const done = await setUp(right)
    expect(done.body.me.userId).toBe(admin.userId)
    expect(done.body.recoveryCodes).toHaveLength(10)
    expect((await browser.send(api.factors.mine)).body).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 })
    // A second sign-in is asked for it, and cannot add another one.
    const second = givenBrowser(app)
    await showPassword(second, tenant, admin.email)
    for (const operation of [api.factors.stepAuthenticator, api.factors.stepNewPasskey] as const)
      expect((await second.send(operation)).problem?.detail).toBe(
        'You already have a second factor. Please sign in with it.',
      )
    await app.settle()
    expect((await mailsTo(app, tenant.tenantId, admin.email))[0]?.kind).toBe('authenticatorAdded')
  })

  it('registering asks for it as well: a new person sets one up, a known one shows theirs', async () => {
    const home = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, home)
    const { key } = await givenAuthenticator(app, browser)
    const open = { showSelfRegistration: true, explicitWording: true }
    const register = async (tenant: GivenTenant, email: string) => {
      const other = givenBrowser(app)
      const names = { firstName: 'Noor', lastName: 'New', phone: '+44 1632 960123' }
      const sent = await other.send(api.accounts.register, {
        body: { ...names, email, password: goodPassword, team: tenant.teamId },
      })
      expect([sent.problem?.code, other.token]).toEqual([owed, null])
      return other
    }
    const known = await register(await givenTenant(app, { settings: open }), person.email)
    const entered = await known.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now()) } })
    expect(entered.body).toMatchObject({ userId: person.userId })
    const strict = await givenTenant(app, { settings: { ...open, ...demanding(['learner']).settings } })
    const fresh = await register(strict, `fresh-${strict.tenantId}@example.test`)
    const { body: begun } = await fresh.send(api.factors.stepAuthenticator)
    const done = await fresh.send(api.factors.setUpStep, { body: { code: codeOf(begun.key, app.clock.now()) } })
    expect(done.body.me).toMatchObject({ tenantId: strict.tenantId, firstName: 'Noor' })
  })

  it('a person who registers comes to the step although time goes by meanwhile', async () => {
    const strict = await givenTenant(app, {
      settings: { showSelfRegistration: true, explicitWording: true, ...demanding(['learner']).settings },
    })
    const { clock } = app
    const stands = clock.now
    // Each look at the clock finds it later, as it does outside of tests.
    clock.now = () => {
      clock.advance(1)
      return stands()
    }
    try {
      const browser = givenBrowser(app)
      const sent = await browser.send(api.accounts.register, {
        body: {
          firstName: 'Noor',
          lastName: 'New',
          phone: '+44 1632 960123',
          email: `late-${strict.tenantId}@example.test`,
          password: goodPassword,
          team: strict.teamId,
        },
      })
      expect(sent.problem?.code).toBe(owed)
      expect((await browser.send(api.factors.step)).body).toMatchObject({ mustSetUp: true })
    } finally {
      clock.now = stands
    }
  })

  it('a passkey does as well', async () => {
    const tenant = await givenTenant(app, demanding(['learner']))
    const person = await givenPerson(app, tenant)
    await givenPassword(app, person)
    const browser = givenBrowser(app)
    await showPassword(browser, tenant, person.email)
    const { body: options } = await browser.send(api.factors.stepNewPasskey)
    const passkey = givenPasskey()
    const done = await browser.send(api.factors.setUpStep, { body: { name: 'Key', passkey: passkey.make(options) } })
    expect([done.status, done.body?.recoveryCodes?.length]).toEqual([200, 10])
  })

  it('another of the person’s tenants is entered only with one, from an open session too', async () => {
    const home = await givenTenant(app)
    const strict = await givenTenant(app, demanding(['learner']))
    const { person, browser } = await givenSignedIn(app, home)
    await givenPerson(app, strict, { userId: person.userId, email: person.email })
    await prove(person)
    const move = () =>
      browser.send(api.session.switchTeam, { body: { membershipId: `${person.userId}:${strict.teamId}` } })
    const refused = await move()
    expect([refused.status, refused.problem?.detail]).toEqual([
      403,
      'This team requires a second factor. Sign out and sign in there.',
    ])
    await givenAuthenticator(app, browser)
    expect((await move()).status).toBe(200)
  })

  it('it holds at once: open sessions that have shown less open the step alone, and go on after it', async () => {
    const tenant = await givenTenant(app)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const [plain, factored] = [
      await givenSignedIn(app, tenant, { roles: ['admin'] }),
      await givenSignedIn(app, tenant, { roles: ['admin'] }),
    ]
    await givenAuthenticator(app, factored.browser)
    const learner = await givenSignedIn(app, tenant)
    const change = await app.call(superadmin, api.tenants.changeAccess, {
      params: { tenantId: tenant.tenantId },
      body: { settings: { secondFactor: { requiredFor: ['admin', 'superadmin'], afterProvider: true } } },
    })
    expect(change.body.settings.secondFactor).toEqual({ requiredFor: ['admin', 'superadmin'], afterProvider: true })
    const codeOfTeams = async (browser: Browser) => {
      const { status, problem } = await browser.send(api.session.teams)
      return problem?.code ?? status
    }
    expect(await codeOfTeams(plain.browser)).toBe(owed)
    expect(await codeOfTeams(factored.browser)).toBe(200)
    expect(await codeOfTeams(learner.browser)).toBe(200)
    // Also who has asked for it.
    expect((await app.call(superadmin, api.session.teams)).problem?.code).toBe(owed)
    expect((await learner.browser.send(api.factors.beginOwedStep)).problem?.code).toBe('wrong-state')

    // Nothing else opens: neither changes of factors, nor public pages as the person.
    const { browser, person } = plain
    expect((await browser.send(api.factors.mine)).problem?.code).toBe(owed)
    expect((await browser.send(api.factors.beginAuthenticator)).problem?.code).toBe(owed)
    expect((await browser.send(api.session.switchTeam, { body: { membershipId: person.membershipId } })).status).toBe(
      403,
    )
    const found = (await browser.send(api.session.start)).body
    expect([found.owesFactor, found.me?.userId]).toEqual([true, person.userId])
    const before = browser.token
    expect((await browser.send(api.factors.beginOwedStep)).status).toBe(204)
    expect((await browser.send(api.factors.step)).body).toMatchObject({ mustSetUp: true })
    const { body: begun } = await browser.send(api.factors.stepAuthenticator)
    const setUp = await browser.send(api.factors.setUpStep, { body: { code: codeOf(begun.key, app.clock.now()) } })
    expect(setUp.body.me.membershipId).toBe(person.membershipId)
    expect(browser.token).not.toBe(before)
    expect(await codeOfTeams(browser)).toBe(200)
    expect((await browser.send(api.session.start)).body.owesFactor).toBeUndefined()
    const current = (await browser.send(api.session.list)).body.items.find((one) => one.isCurrent)
    expect(current).toMatchObject({ provenBy: 'password', factor: 'authenticator' })
    // The browser's token from before no longer works.
    browser.token = before
    expect((await browser.send(api.session.teams)).status).toBe(401)
  })

  it('a person who has one shows it in another of their sessions', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const { key } = await givenAuthenticator(app, browser)
    // Opened by the password alone, from before it was asked for.
    const other = givenBrowser(app)
    other.token = await givenSession(app.services, person)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    await app.call(superadmin, api.tenants.changeAccess, {
      params: { tenantId: tenant.tenantId },
      body: { settings: { secondFactor: { requiredFor: ['learner'], afterProvider: false } } },
    })
    expect((await browser.send(api.session.teams)).status).toBe(200)
    expect((await other.send(api.session.teams)).problem?.code).toBe(owed)
    await other.send(api.factors.beginOwedStep)
    expect((await other.send(api.factors.step)).body).toMatchObject({ mustSetUp: false })
    // A step is no way to add another one beside it.
    expect((await other.send(api.factors.stepAuthenticator)).status).toBe(409)
    app.clock.advance(60_000)
    const done = await other.send(api.factors.finishStep, { body: { code: codeOf(key, app.clock.now()) } })
    expect(done.body?.userId, JSON.stringify(done.problem)).toBe(person.userId)
    expect((await other.send(api.session.teams)).status).toBe(200)
  })

  it('a role that is newly given asks at once as well, and takes the live socket’s right', async () => {
    const tenant = await givenTenant(app, demanding(['admin']))
    const { person, browser } = await givenSignedIn(app, tenant)
    expect((await browser.send(api.session.teams)).status).toBe(200)
    const known = [{ token: browser.token ?? '', sign: null }]
    const sign = (await findChangedSessions(app.services, known)).get(browser.token ?? '')?.sign ?? null
    expect(sign).not.toBeNull()
    await makeAdmin(tenant, person)
    expect((await browser.send(api.session.teams)).problem?.code).toBe(owed)
    const changed = (await findChangedSessions(app.services, [{ token: browser.token ?? '', sign }])).get(
      browser.token ?? '',
    )
    expect(changed?.session).toBeNull()
    expect(await findSession(app.services, browser.token)).toBeNull()
    // Five wrong answers end the step, not the session; signing out is always open.
    await browser.send(api.factors.beginOwedStep)
    expect((await browser.send(api.factors.finishStep, { body: { code: '000000' } })).status).toBe(422)
    expect((await browser.send(api.session.signOut)).status).toBe(204)
    expect((await browser.send(api.factors.beginOwedStep)).status).toBe(401)
  })

  it('costs no request a statement more', async () => {
    const tenant = await givenTenant(app, demanding(['admin']))
    const { person, browser } = await givenSignedIn(app, tenant)
    const count = async () => (await statementsOf(app.services.db, () => browser.send(api.session.start))).length
    const before = await count()
    expect(before).toBeLessThanOrEqual(3)
    await makeAdmin(tenant, person)
    expect(await count()).toBeLessThanOrEqual(before)
    const refused = await statementsOf(app.services.db, () => browser.send(api.session.teams))
    expect(refused).toHaveLength(1)
  })

  it('a person who acts as somebody stops acting when they owe one', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant, { roles: ['admin'] })
    const learner = await givenPerson(app, tenant)
    const acting = { body: { userId: learner.userId, teamId: tenant.teamId, reason: 'They asked for help' } }
    const begun = await browser.send(api.impersonation.start, acting as never)
    expect(begun.status, JSON.stringify(begun.problem)).toBeLessThan(300)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    await app.call(superadmin, api.tenants.changeAccess, {
      params: { tenantId: tenant.tenantId },
      body: { settings: { secondFactor: { requiredFor: ['admin'], afterProvider: false } } },
    })
    expect((await browser.send(api.session.teams)).status).toBe(401)
    expect((await browser.send(api.session.start)).body.me).toBeNull()
    expect((await showPassword(givenBrowser(app), tenant, person.email)).problem?.code).toBe(owed)
  })
})

/** A superadministrator, who owes no second factor, makes somebody an administrator. */
async function makeAdmin(tenant: GivenTenant, person: { userId: string }): Promise<void> {
  const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
  const made = await app.call(superadmin, api.members.update, {
    params: { userId: person.userId },
    body: { roles: ['learner', 'admin'] },
  })
  expect(made.status, JSON.stringify(made.problem)).toBe(200)
}

describe('a passkey that opens one tenant alone', () => {
  it('shown again in a session of the person’s own makes none of theirs', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    await prove(person)
    const isOwn = async () => {
      const { rows } = await asOwner((client) =>
        client.query(
          'select p.is_own from control.sessions s, control.proof_of_session(s.id, s.user_id) p where s.user_id = $1 and s.user_agent <> $2',
          [person.userId, 'test'],
        ),
      )
      return rows.map((row) => row.is_own)
    }
    const note = (by: string) =>
      asOwner((client) =>
        client.query(`select control.note_proof(id, user_id, now(), $2) from control.sessions where user_id = $1`, [
          person.userId,
          by,
        ]),
      )
    expect(await isOwn()).toEqual([true])
    await note('bound')
    expect(await isOwn()).toEqual([false])
    await browser.send(api.factors.prove, { body: { password: goodPassword } })
    expect(await isOwn()).toEqual([true])
  })

  it('is not shown before the person has proved themselves with a factor of their own, and renamed only after that', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const { person, browser } = await givenSignedIn(app, tenant)
    await givenPerson(app, other, { userId: person.userId, email: person.email })
    for (const one of [tenant, other]) await givenBoundPasskey(person, one)
    const names = async () => (await browser.send(api.factors.mine)).body.passkeys.map((one) => one.name)
    expect(await names()).toEqual([tenant.tenantId])
    const { rows } = await asOwner((client) =>
      client.query('select id from control.passkeys where user_id = $1 order by created_at, id', [person.userId]),
    )
    const rename = (passkeyId: string) =>
      browser.send(api.factors.renamePasskey, { params: { passkeyId }, body: { name: 'Mine' } })
    for (const { id } of rows) expect((await rename(id)).problem?.code).toBe('proof-required')
    await prove(person)
    expect(await names()).toEqual([tenant.tenantId, other.tenantId])
    expect((await rename(rows[1]?.id)).status).toBe(204)
  })

  it('leaves no recovery codes of its own beside the person’s first own factor', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    const { body: options } = await browser.send(api.factors.newPasskey)
    const first = await browser.send(api.factors.addPasskey, {
      body: { name: 'Bound', passkey: givenPasskey().make(options) },
    })
    expect(first.body.recoveryCodes).toHaveLength(10)
    await prove(person)
    const { recoveryCodes } = await givenAuthenticator(app, browser)
    expect(recoveryCodes).toHaveLength(10)
    expect(recoveryCodes).not.toEqual(expect.arrayContaining(first.body.recoveryCodes?.slice(0, 1) ?? []))
    // What is added beside it keeps them.
    await browser.send(api.factors.prove, { body: { password: goodPassword } })
    await givenOwnPasskey(browser)
    expect((await browser.send(api.factors.mine)).body.recoveryCodesLeft).toBe(10)
  })
})

describe('lost factors', () => {
  it('are removed by an administrator who looks after the person, who is told of it', async () => {
    const tenant = await givenTenant(app)
    const { person, browser } = await givenSignedIn(app, tenant)
    await givenAuthenticator(app, browser)
    await givenOwnPasskey(browser)
    const params = { userId: person.userId }
    expect((await app.call(tenant.admin, api.factors.ofMember, { params })).body).toEqual({
      known: { hasAuthenticator: true, passkeys: 1, boundPasskeys: 1, recoveryCodesLeft: 10 },
      can: { reset: null },
      resetTakes: 'all',
    })
    const foreign = await givenTenant(app)
    expect((await app.call(foreign.admin, api.factors.reset, { params })).status).toBe(404)
    const own = { token: await givenSession(app.services, person) }
    expect((await app.call(own, api.factors.reset, { params })).status).toBe(403)
    expect((await app.call(tenant.admin, api.factors.reset, { params })).status).toBe(204)
    // All of their sessions are over with it.
    expect((await browser.send(api.factors.mine)).status).toBe(401)
    expect((await app.call(own, api.factors.mine)).status).toBe(401)
    expect((await app.call({ token: await givenSession(app.services, person) }, api.factors.mine)).body).toMatchObject({
      authenticator: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    expect((await showPassword(givenBrowser(app), tenant, person.email)).status).toBe(200)
    await app.settle()
    expect((await mailsTo(app, tenant.tenantId, person.email))[0]?.kind).toBe('factorsReset')
    const audit = await app.call(tenant.admin, api.audit.list, { query: { action: 'factors.reset' } })
    expect(audit.body.items[0]).toMatchObject({ subjectId: person.membershipId, actorId: tenant.admin.userId })
  })

  it('are not one tenant’s to remove, nor those of a higher role, of another team, or one’s own', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const person = await givenPerson(app, tenant)
    await givenPerson(app, other, { userId: person.userId, email: person.email })
    const reset = (who: { token: string | null }, userId: string) =>
      app.call(who, api.factors.reset, { params: { userId } })
    const refused = await reset(tenant.admin, person.userId)
    expect([refused.status, refused.problem?.detail]).toEqual([
      403,
      'This person also belongs to another organisation. Only a superadministrator can do this.',
    ])
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    expect((await reset(superadmin, person.userId)).status).toBe(204)
    expect((await reset(tenant.admin, superadmin.userId)).status).toBe(403)
    expect((await reset(tenant.admin, tenant.admin.userId)).status).toBe(403)
    const team = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, { ...tenant, teamId: team }, { roles: ['admin'] })
    const learner = await givenPerson(app, tenant)
    expect((await reset(teamAdmin, learner.userId)).status).toBe(404)
    // The database itself does not let a tenant do it.
    const { rows } = await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql<{ reset: string | null }>`select control.reset_factors(${person.userId}, false) as reset`.execute(tx),
      )
    expect(rows[0]?.reset).toBeNull()
  })

  it('count all memberships of a person in the tenant, not only one that an administrator may make', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const ofTeam = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    const root = await givenSignedIn(app, tenant, { roles: ['superadmin'] })
    const learner = await givenSignedIn(app, tenant)
    await givenAuthenticator(app, root.browser)
    const names = { firstName: 'Added', lastName: 'Here' }
    for (const { person } of [root, learner]) {
      const added = await app.call(ofTeam, api.members.create, { body: { ...names, email: person.email } })
      expect([added.status, added.body.userId]).toEqual([201, person.userId])
    }
    const reset = (userId: string) => app.call(ofTeam, api.factors.reset, { params: { userId }, query: { teamId } })
    expect((await reset(root.person.userId)).problem).toMatchObject({
      status: 403,
      detail: 'This requires a higher role than yours.',
    })
    expect((await reset(learner.person.userId)).problem).toMatchObject({
      status: 403,
      detail: 'This person also belongs to other teams. Only an administrator of the whole organisation can do this.',
    })
    expect((await root.browser.send(api.factors.mine)).body.authenticator).not.toBeNull()
    // Nobody may act as them either: it would show their other teams.
    const act = (userId: string) =>
      app.call(ofTeam, api.impersonation.start, { body: { userId, teamId, reason: 'They asked for help' } })
    expect((await act(root.person.userId)).problem?.status).toBe(403)
    const shown = await app.call(ofTeam, api.members.get, { params: { userId: root.person.userId }, query: { teamId } })
    expect(shown.body.can).toMatchObject({ actAs: 'higherRole', moveAccount: 'higherRole' })
    expect((await act(learner.person.userId)).status).toBe(403)
    const own = await givenPerson(app, { ...tenant, teamId })
    expect((await act(own.userId)).status).toBe(200)
    expect((await app.call(ofTeam, api.quickPanel.data)).status).toBe(200)
    // Acting ends for a person who gets a higher role meanwhile.
    await app.call(root.browser, api.members.update, {
      params: { userId: own.userId },
      query: { teamId },
      body: { roles: ['superadmin'] },
    })
    expect((await app.call(ofTeam, api.quickPanel.data)).status).toBe(401)
  })

  it('stay the tenant’s in which somebody is, whatever another one’s administrator writes', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const { person, browser } = await givenSignedIn(app, tenant)
    await givenAuthenticator(app, browser)
    const taken = await app.call(other.admin, api.members.create, {
      body: { firstName: 'Not', lastName: 'Ours', email: person.email, status: 'archived' },
    })
    expect(taken.body.userId).toBe(person.userId)
    const params = { userId: person.userId }
    // An unknown person gets the same answer, also by the id and on the page.
    const made = await app.call(other.admin, api.members.create, {
      body: { firstName: 'Not', lastName: 'Ours', email: `new-${person.email}`, status: 'archived' },
    })
    for (const { userId } of [person, made.body]) {
      const of = { params: { userId } }
      expect((await app.call(other.admin, api.factors.ofMember, of)).body).toEqual({
        known: null,
        can: { reset: 'neverHere' },
        resetTakes: 'all',
      })
      expect((await app.call(other.admin, api.factors.reset, of)).status).toBe(409)
      expect((await app.call(other.admin, api.members.get, of)).body.can).toEqual(made.body.can)
    }
    expect(made.body.userId[14]).toBe('4')
    expect((await app.call(tenant.admin, api.factors.reset, { params })).status).toBe(204)
  })

  it('of somebody who belongs elsewhere too are one tenant’s where they open that one alone', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const { person, browser } = await givenSignedIn(app, tenant)
    const there = await givenPerson(app, other, { userId: person.userId, email: person.email })
    await prove(person)
    await givenAuthenticator(app, browser)
    for (const one of [tenant, other]) await givenBoundPasskey(person, one)
    const mine = (await browser.send(api.factors.mine)).body
    expect(mine.passkeys.map(({ name, countsHere }) => [name, countsHere])).toEqual([
      [tenant.tenantId, true],
      [other.tenantId, false],
    ])
    // Neither says whose account it is where there are several.
    expect(mine.provesByPasskey).toBe(false)
    expect((await browser.send(api.factors.proofPasskey)).body.allowCredentials).toEqual([])

    const params = { userId: person.userId }
    expect((await app.call(tenant.admin, api.factors.ofMember, { params })).body).toEqual({
      known: { hasAuthenticator: true, passkeys: 1, boundPasskeys: 1, recoveryCodesLeft: 10 },
      can: { reset: null },
      resetTakes: 'bound',
    })
    // Setting up the first one has ended their other sessions.
    expect((await app.call(there, api.factors.reset, { params })).status).toBe(401)
    expect((await app.call(tenant.admin, api.factors.reset, { params })).status).toBe(204)
    browser.token = await givenSession(app.services, { ...person, ...there, userId: person.userId })
    const left = (await browser.send(api.factors.mine)).body
    expect(left).toMatchObject({ authenticator: {}, recoveryCodesLeft: 10 })
    expect(left.passkeys.map((one) => one.name)).toEqual([other.tenantId])
    await app.settle()
    expect((await mailsTo(app, tenant.tenantId, person.email))[0]?.kind).toBe('passkeysReset')
    // There is no other one that it may take.
    expect((await app.call(tenant.admin, api.factors.reset, { params })).problem?.detail).toContain(
      'superadministrator',
    )
    expect((await browser.send(api.factors.mine)).body.passkeys).toHaveLength(1)
  })

  it('of a tenant that is removed go with it, and recovery codes with the last factor', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const { person, browser } = await givenSignedIn(app, tenant)
    await givenPerson(app, other, { userId: person.userId, email: person.email })
    await prove(person)
    await givenBoundPasskey(person, other)
    await asOwner((client) =>
      client.query('select control.put_recovery_codes($1, $2, now())', [person.userId, [Buffer.alloc(32, 1)]]),
    )
    expect((await browser.send(api.factors.mine)).body).toMatchObject({ passkeys: [{}], recoveryCodesLeft: 1 })
    await dangerouslyRemoveTenant((await testDatabase()).adminUrl, other.tenantId)
    expect((await browser.send(api.factors.mine)).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  })

  it('that only a tenant proved go, with the sessions they opened, when the person becomes superadministrator there', async () => {
    const tenant = await givenTenant(app)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const { person, browser } = await givenSignedIn(app, tenant)
    const other = givenBrowser(app)
    await showPassword(other, tenant, person.email)
    await givenBoundPasskey(person, tenant)
    await asOwner((client) =>
      client.query(
        `update control.sessions set is_bound = true
          where id = (select id from control.sessions where user_id = $1 order by created_at desc, id desc limit 1)`,
        [person.userId],
      ),
    )
    const give = (roles: Role[]) =>
      app.call(superadmin, api.members.update, { params: { userId: person.userId }, body: { roles } })
    expect((await give(['admin'])).status).toBe(200)
    expect((await other.send(api.factors.mine)).body.passkeys).toHaveLength(1)
    expect((await give(['superadmin'])).status).toBe(200)
    expect((await other.send(api.factors.mine)).status).toBe(401)
    expect((await browser.send(api.factors.mine)).body.passkeys).toEqual([])
  })

  it('count as somebody’s of a deleted tenant too, while it can be restored', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const { person, browser } = await givenSignedIn(app, tenant)
    await givenPerson(app, other, { userId: person.userId, email: person.email })
    await asOwner((client) =>
      client.query(`update control.tenants set status = 'deleted' where id = $1`, [other.tenantId]),
    )
    const params = { userId: person.userId }
    expect((await app.call(tenant.admin, api.factors.reset, { params })).status).toBe(403)
    expect((await browser.send(api.factors.beginAuthenticator)).problem?.code).toBe('proof-required')
  })

  it('are never touched by somebody who acts as the person', async () => {
    const tenant = await givenTenant(app, { settings: { impersonationMayWrite: true } })
    const { person } = await givenSignedIn(app, tenant)
    const acting = await givenActing(app, tenant, person, { writes: true })
    for (const operation of [
      api.factors.mine,
      api.factors.beginAuthenticator,
      api.factors.newPasskey,
      api.factors.makeRecoveryCodes,
      api.factors.removeAuthenticator,
    ] as const)
      expect((await app.call(acting, operation)).problem?.code).toBe('not-while-acting')
  })
})
