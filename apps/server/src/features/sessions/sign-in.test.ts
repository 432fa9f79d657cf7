import { argon2Sync } from 'node:crypto'
import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf, testDatabase, untilLocked } from '../../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { attemptsAllowed, returnAttempt, takeAttempt } from '../../platform/session/lock-out.ts'
import { hashPassword, needsRehash } from '../../platform/session/password.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const wrong = 'username or password is incorrect'

async function givenLearner(tenant: GivenTenant, of: Parameters<typeof givenPerson>[2] = {}) {
  const person = await givenPerson(app, tenant, of)
  await givenPassword(app, person)
  return person
}

describe('signing in', () => {
  it('opens a session by address, by user name and by a further address, and says who it is', async () => {
    const tenant = await givenTenant(app)
    const name = `pat-${tenant.tenantId}`
    const person = await givenLearner(tenant, { username: name, firstName: 'Pat', roles: ['learner', 'manager'] })
    const further = `second-${person.email}`
    await asOwner((client) =>
      client.query('update control.users set additional_emails = $2 where id = $1', [person.userId, [further]]),
    )
    for (const username of [person.email, person.email.toUpperCase(), ` ${name.toUpperCase()} `, further]) {
      const browser = givenBrowser(app)
      const answer = await browser.signIn({ username, password: goodPassword, team: tenant.teamId })
      expect(answer.me).toMatchObject({
        userId: person.userId,
        tenantId: tenant.tenantId,
        firstName: 'Pat',
        role: 'manager',
        hasLoggedIn: true,
      })
      expect((await app.call(browser, api.session.start)).body.me?.userId).toBe(person.userId)
    }
    // A user name counts in its own tenant only.
    const other = await givenTenant(app)
    expect(
      (await givenBrowser(app).signIn({ username: name, password: goodPassword, team: other.teamId })).status,
    ).toBe(422)
  })

  it('checks the form at its fields', async () => {
    const answer = await givenBrowser(app).signIn({ username: 'abc', password: 'abc' })
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual([
      { path: 'body.username', message: 'Min character length is 4', code: 'minLength4' },
      { path: 'body.password', message: 'Min character length is 4', code: 'minLength4' },
    ])
    const unknown = await givenBrowser(app).signIn({ username: 'abcd', password: 'abcd', isAdmin: true } as never)
    expect(unknown.problem?.errors?.[0]?.path).toBe('body.isAdmin')
  })

  it('gives a session cookie for the browser’s time, or for thirty days where person and tenant want it', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const short = givenBrowser(app)
    const answer = await short.signIn({ username: person.email, password: goodPassword, team: tenant.teamId })
    const cookie = answer.cookies.find((one) => one.startsWith('__Host-Http-learnt='))
    expect(cookie).toContain('; Path=/; HttpOnly; SameSite=Lax; Secure')
    expect(cookie).not.toContain('Max-Age')
    const long = givenBrowser(app)
    const kept = await long.signIn({
      username: person.email,
      password: goodPassword,
      team: tenant.teamId,
      persistUserSession: true,
    })
    expect(kept.cookies[0]).toContain('Max-Age=2592000')

    app.clock.advance(12 * 3600_000 - 1000)
    expect((await app.call(short, api.session.start)).body.me).not.toBeNull()
    app.clock.advance(1000)
    expect((await app.call(short, api.session.start)).body.me).toBeNull()
    expect((await app.call(long, api.session.start)).body.me).not.toBeNull()
    app.clock.advance(30 * 86_400_000)
    expect((await app.call(long, api.session.start)).body.me).toBeNull()

    const strict = await givenTenant(app, { settings: { sessionConfig: { persistUserSession: false } } })
    const there = await givenLearner(strict)
    const refused = await givenBrowser(app).signIn({
      username: there.email,
      password: goodPassword,
      team: strict.teamId,
      persistUserSession: true,
    })
    expect(refused.cookies[0]).not.toContain('Max-Age')
  })

  it('never keeps the token that a browser came with', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    // What somebody planted is no session, and does not become one.
    const planted = 'A'.repeat(43)
    const victim = givenBrowser(app, { token: planted })
    await victim.signIn({ username: person.email, password: goodPassword, team: tenant.teamId })
    expect(victim.token).not.toBe(planted)
    expect((await app.call({ token: planted }, api.session.start)).body.me).toBeNull()
    // Signing in again ends the session that the browser had.
    const before = victim.token
    await victim.signIn({ username: person.email, password: goodPassword, team: tenant.teamId })
    expect(victim.token).not.toBe(before)
    expect((await app.call({ token: before }, api.session.teams)).status).toBe(401)
    expect((await app.call(victim, api.session.teams)).status).toBe(200)
    // Neither the session's token nor the device's is anywhere in the database.
    const stored = await asOwner(async (client) => {
      const { rows } = await client.query<{ text: string }>(`
        select (select string_agg(s::text, ' ') from control.sessions s) || (select string_agg(d::text, ' ') from control.known_devices d) as text`)
      return rows[0]?.text ?? ''
    })
    expect(stored).toContain(person.userId)
    expect(stored).not.toContain(victim.token)
    expect(stored).not.toContain(victim.device)
  })

  it('sets hasLoggedIn once, and writes the sign-in into the audit log', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const { db } = app.services
    const read = () =>
      db
        .tenant(tenant.tenantId)
        .read((tx) =>
          tx
            .selectFrom('memberships')
            .select('hasLoggedIn')
            .where('userId', '=', person.userId)
            .executeTakeFirstOrThrow(),
        )
    expect((await read()).hasLoggedIn).toBe(false)
    await givenBrowser(app).signIn({ username: person.email, password: goodPassword, team: tenant.teamId })
    expect((await read()).hasLoggedIn).toBe(true)
    const events = await statementsOf(
      db,
      async () =>
        void (await givenBrowser(app).signIn({ username: person.email, password: goodPassword, team: tenant.teamId })),
    )
    expect(events.filter((event) => event.sql.includes('has_logged_in" =') && event.rows > 0)).toEqual([])
    const entries = await app.call(tenant.admin, api.audit.list, { query: { action: 'session.signIn' } })
    expect(entries.body.items.filter((one) => one.subjectId === person.membershipId)).toHaveLength(2)
  })

  it('takes four round trips, and commits once', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const given = { username: person.email, password: goodPassword, team: tenant.teamId }
    const [first, second] = [givenBrowser(app), givenBrowser(app)]
    for (const browser of [first, second, second]) {
      browser.token = null
      const events = await statementsOf(app.services.db, async () => {
        expect((await browser.signIn(given)).status).toBe(200)
      })
      expect(new Set(events.map((event) => event.flush)).size).toBeLessThanOrEqual(4)
      expect(events.filter((event) => event.sql === 'commit')).toHaveLength(1)
    }
  })

  it('tells of a device that is new beside others, once', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const notices = () =>
      app.services.db
        .tenant(tenant.tenantId)
        .read((tx) =>
          tx
            .selectFrom('notifications')
            .select(['kind', 'params'])
            .where('userId', '=', person.userId)
            .where('kind', '=', 'newDevice')
            .execute(),
        )
    const known = { username: person.email, password: goodPassword, team: tenant.teamId }
    const first = givenBrowser(app)
    await first.signIn(known)
    await first.signIn(known)
    expect(await notices()).toEqual([])
    const second = givenBrowser(app)
    await second.signIn(known)
    expect(await notices()).toHaveLength(1)
    await second.signIn(known)
    await first.signIn(known)
    expect(await notices()).toHaveLength(1)
  })

  it('refuses who has no active membership, at the user name', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant, { status: 'inactive' })
    const answer = await givenBrowser(app).signIn({
      username: person.email,
      password: goodPassword,
      team: tenant.teamId,
    })
    expect(answer.problem?.errors).toEqual([
      { path: 'body.username', message: 'Your account is disabled or deleted.', code: 'disabled' },
    ])
    // The password was right, so nothing was counted: it can be said again and again.
    for (let i = 0; i < attemptsAllowed.accountFromAddress + 1; i++) {
      expect(
        (
          await givenBrowser(app, { address: '192.0.2.77' }).signIn({
            username: person.email,
            password: goodPassword,
            team: tenant.teamId,
          })
        ).status,
      ).toBe(422)
    }
  })

  it('asks for the personal terms where the tenant has them', async () => {
    const tenant = await givenTenant(app, { settings: { showPersonalTermsConditions: true } })
    const person = await givenLearner(tenant)
    const body = { username: person.email, password: goodPassword, team: tenant.teamId }
    const refused = await givenBrowser(app).signIn(body)
    expect(refused.problem?.errors).toEqual([
      {
        path: 'body.personalTermsAndCondition',
        message: 'You must accept the terms and conditions',
        code: 'acceptTerms',
      },
    ])
    expect((await givenBrowser(app).signIn({ ...body, personalTermsAndCondition: true })).status).toBe(200)
  })

  it('enters the page’s team of several, and another tenant only by its own page', async () => {
    const tenant = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const person = await givenLearner(tenant)
    await givenPerson(app, tenant, { userId: person.userId, teamId: team, email: person.email })
    const elsewhere = await givenTenant(app)
    await givenPerson(app, elsewhere, { userId: person.userId, email: person.email })
    for (const page of [team, tenant.teamId, elsewhere.teamId]) {
      expect(
        (await givenBrowser(app).signIn({ username: person.email, password: goodPassword, team: page })).me?.teamId,
      ).toBe(page)
    }
  })
})

describe('an account that is not there', () => {
  it('looks like a wrong password, in words, field, status and work, where the explicit wording is off', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const withoutPassword = await givenPerson(app, tenant)
    const [no, bad, none] = await Promise.all(
      [`nobody-${person.email}`, person.email, withoutPassword.email].map((username) =>
        givenBrowser(app).signIn({ username, password: 'not-the-one', team: tenant.teamId }),
      ),
    )
    expect(no?.problem?.errors).toEqual([{ path: 'body.password', message: wrong, code: 'wrong' }])
    const strip = (one: typeof no) => ({ ...one, problem: { ...one?.problem, instance: '' } })
    expect(strip(bad)).toEqual(strip(no))
    expect(strip(none)).toEqual(strip(no))
    const { db } = app.services
    const asked = async (username: string) =>
      (
        await statementsOf(
          db,
          async () => void (await givenBrowser(app).signIn({ username, password: 'not-the-one', team: tenant.teamId })),
        )
      ).map((event) => event.sql)
    expect(await asked(`nobody-${person.email}`)).toEqual(await asked(person.email))
  })

  it('is named at the user name where it is on', async () => {
    const tenant = await givenTenant(app, { settings: { explicitWording: true } })
    const person = await givenLearner(tenant)
    const no = await givenBrowser(app).signIn({
      username: `nobody-${person.email}`,
      password: 'not-the-one',
      team: tenant.teamId,
    })
    expect(no.problem?.errors).toEqual([{ path: 'body.username', message: wrong, code: 'wrong' }])
    const bad = await givenBrowser(app).signIn({ username: person.email, password: 'not-the-one', team: tenant.teamId })
    expect(bad.problem?.errors).toEqual([{ path: 'body.password', message: wrong, code: 'wrong' }])
    // Another tenant's people are nobody here.
    const { email } = await givenLearner(await givenTenant(app))
    const other = await givenBrowser(app).signIn({ username: email, password: 'not-the-one', team: tenant.teamId })
    expect(other.problem?.errors).toEqual(no.problem?.errors)
  })
})

describe('too many attempts', () => {
  const tries = async (browser: ReturnType<typeof givenBrowser>, username: string, times: number, team: string) => {
    const statuses: number[] = []
    for (let i = 0; i < times; i++)
      statuses.push((await browser.signIn({ username, password: 'not-the-one', team })).status)
    return statuses
  }

  it('block the account from that address, in the words of the specification, and only there', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const body = { username: person.email, password: goodPassword, team: tenant.teamId }
    const browser = givenBrowser(app)
    expect(await tries(browser, person.email, attemptsAllowed.accountFromAddress, tenant.teamId)).toEqual(
      Array(attemptsAllowed.accountFromAddress).fill(422),
    )
    const blocked = await browser.signIn(body)
    expect(blocked.status).toBe(429)
    expect(blocked.problem?.errors?.[0]).toMatchObject({ path: 'body.username', code: 'blocked' })
    expect(blocked.problem?.errors?.[0]?.message).toMatch(
      /^Your account has been blocked due to too many login attempts\..*Forgot Password/,
    )
    expect(blocked.retryAfter).toBe('60')
    expect((await givenBrowser(app).signIn(body)).status).toBe(200)
  })

  it('wait longer each time, never more than a quarter of an hour, and end by themselves', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const browser = givenBrowser(app)
    await tries(browser, person.email, attemptsAllowed.accountFromAddress, tenant.teamId)
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      // Asking while blocked does not draw it out.
      await tries(browser, person.email, 2, tenant.teamId)
      const answer = await browser.signIn({ username: person.email, password: goodPassword, team: tenant.teamId })
      waits.push(Number(answer.retryAfter))
      app.clock.advance(Number(answer.retryAfter) * 1000)
      expect(await tries(browser, person.email, 1, tenant.teamId)).toEqual([422])
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900])
    app.clock.advance(900_000)
    expect((await browser.signIn({ username: person.email, password: goodPassword, team: tenant.teamId })).status).toBe(
      200,
    )
    // Right once, all is forgotten.
    expect(await tries(browser, person.email, attemptsAllowed.accountFromAddress, tenant.teamId)).toEqual(
      Array(attemptsAllowed.accountFromAddress).fill(422),
    )
  })

  it('from everywhere block the account, but not on the owner’s own device', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const body = { username: person.email, password: goodPassword, team: tenant.teamId }
    const own = givenBrowser(app)
    expect((await own.signIn(body)).status).toBe(200)
    for (let i = 0; i < attemptsAllowed.account; i++)
      expect((await givenBrowser(app).signIn({ ...body, password: 'not-the-one' })).status).toBe(422)
    expect((await givenBrowser(app).signIn(body)).status).toBe(429)
    expect((await givenBrowser(app, { device: 'B'.repeat(43) }).signIn(body)).status).toBe(429)
    const again = givenBrowser(app, { device: own.device })
    expect((await again.signIn(body)).status).toBe(200)
    // A device is counted by itself: a stolen one does not guess for ever.
    const stolen = givenBrowser(app, { device: own.device })
    expect(await tries(stolen, person.email, attemptsAllowed.device + 1, tenant.teamId)).toEqual([
      ...Array(attemptsAllowed.device).fill(422),
      429,
    ])
  })

  it('at once are counted like in a row', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const browser = givenBrowser(app)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        browser.signIn({ username: person.email, password: 'not-the-one', team: tenant.teamId }),
      ),
    )
    expect(answers.filter((one) => one.status === 422)).toHaveLength(attemptsAllowed.accountFromAddress)
    expect(answers.filter((one) => one.status === 429)).toHaveLength(12 - attemptsAllowed.accountFromAddress)
  })

  it('count for names that nobody has, so that a block does not tell', async () => {
    const tenant = await givenTenant(app)
    const browser = givenBrowser(app)
    const name = `nobody-${tenant.tenantId}@example.test`
    expect(await tries(browser, name, attemptsAllowed.accountFromAddress + 1, tenant.teamId)).toEqual([
      ...Array(attemptsAllowed.accountFromAddress).fill(422),
      429,
    ])
    // Counted by the statement that looks for the account, under the very keys by which it is counted elsewhere.
    const attempt = { userId: null, typed: ` ${name.toUpperCase()}`, tenantId: tenant.tenantId, knownDevice: null }
    const { db } = app.services
    const there = { ...attempt, address: browser.address }
    expect(await takeAttempt(db, there, app.clock.now())).not.toBeNull()
    await db.control((tx) => returnAttempt(tx, there))
    expect(await tries(browser, name, 1, tenant.teamId)).toEqual([422])
  })

  it('are not used up by a person who has yet to accept the terms', async () => {
    const tenant = await givenTenant(app, { settings: { showPersonalTermsConditions: true } })
    const person = await givenLearner(tenant)
    const browser = givenBrowser(app)
    const body = { username: person.email, password: goodPassword, team: tenant.teamId }
    for (let i = 0; i <= attemptsAllowed.accountFromAddress; i++) expect((await browser.signIn(body)).status).toBe(422)
    expect((await browser.signIn({ ...body, personalTermsAndCondition: true })).status).toBe(200)
  })

  it('from one address block that address, across accounts', async () => {
    const address = `2001:db8:${process.pid.toString(16)}:7::1`
    const attempt = (i: number) => ({
      userId: null,
      typed: `somebody-${i}`,
      tenantId: 'acme',
      address,
      knownDevice: null,
    })
    const now = app.clock.now()
    for (let i = 0; i < attemptsAllowed.address; i++)
      expect(await takeAttempt(app.services.db, attempt(i), now)).toBeNull()
    expect(await takeAttempt(app.services.db, attempt(999), now)).toEqual(new Date(now.getTime() + 60_000))
    // The whole network of an IPv6 address is one.
    expect(
      await takeAttempt(app.services.db, { ...attempt(1000), address: address.replace('::1', ':a:b:c:d') }, now),
    ).not.toBeNull()
    expect(await takeAttempt(app.services.db, { ...attempt(1000), address: '2001:db8:ffff::1' }, now)).toBeNull()
  })

  it('that are refused for their address use nothing up of the account', async () => {
    const network = `2001:db8:${process.pid.toString(16)}`
    const attempt = (typed: string, address: string) => ({
      userId: null,
      typed,
      tenantId: 'acme',
      address,
      knownDevice: null,
    })
    const now = app.clock.now()
    const { db } = app.services
    for (let i = 0; i < attemptsAllowed.address; i++)
      await takeAttempt(db, attempt(`else-${i}`, `${network}:8::1`), now)
    for (let i = 0; i < attemptsAllowed.account; i++)
      expect(await takeAttempt(db, attempt('the-one', `${network}:8::1`), now)).not.toBeNull()
    expect(await takeAttempt(db, attempt('the-one', `${network}:9::1`), now)).toBeNull()
  })
})

it('finds an account without reading what others have', async () => {
  const tenant = await givenTenant(app)
  const person = await givenLearner(tenant)
  await asOwner(async (client) => {
    await client.query('begin')
    await client.query(
      `with more as (
         insert into control.users (id, email, first_name, last_name)
         select gen_random_uuid(), $1 || n || '@many.test', 'M', 'M' from generate_series(1, 5000) n returning id)
       insert into control.credentials (user_id, password_hash, changed_at) select id, '-', now() from more limit 1000`,
      [tenant.tenantId],
    )
    await client.query('analyze control.users, control.credentials')
    const { rows } = await client.query(
      `select found.*, pg_stat_get_xact_numscans('control.credentials'::regclass)::int as scans
       from control.find_account($1, $2) found`,
      [person.email, tenant.tenantId],
    )
    expect(rows).toMatchObject([{ user_id: person.userId, scans: 0 }])
    await client.query('rollback')
  })
})

it('lets nobody in whose membership is being suspended meanwhile', async () => {
  const tenant = await givenTenant(app)
  const person = await givenLearner(tenant)
  const browser = givenBrowser(app)
  await asOwner(async (client) => {
    await client.query('begin')
    await client.query(`update control.directory set status = 'suspended' where user_id = $1`, [person.userId])
    const answer = browser.signIn({ username: person.email, password: goodPassword, team: tenant.teamId })
    await untilLocked((await testDatabase()).adminUrl)
    await client.query('commit')
    expect(await answer).toMatchObject({ status: 422, problem: { errors: [{ code: 'disabled' }] } })
  })
})

describe('while the password is being changed', () => {
  /** Stops the sign-in between the look at the password and the session, and sets another one there. */
  async function changeMeanwhile<Answer>(userId: string, signIn: () => Promise<Answer>): Promise<Answer> {
    const { db } = app.services
    const hash = await hashPassword('Another-horse-43')
    return asOwner(async (client) => {
      await client.query('begin')
      await client.query('select from control.directory where user_id = $1 for update', [userId])
      const answer = signIn()
      await untilLocked((await testDatabase()).adminUrl)
      await client.query('select * from control.change_password($1, $2, $3, null)', [userId, hash, app.clock.now()])
      await client.query('commit')
      const { rows } = await db.control((tx) =>
        sql<{ passwordHash: string }>`select password_hash from control.account_of(${userId})`.execute(tx),
      )
      expect(rows[0]?.passwordHash).toBe(hash)
      return answer
    })
  }
  const refused = { status: 422, problem: { errors: [{ path: 'body.password', code: 'wrong' }] } }

  it('lets nobody in by the old one', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const browser = givenBrowser(app)
    const answer = await changeMeanwhile(person.userId, () =>
      browser.signIn({ username: person.email, password: goodPassword, team: tenant.teamId }),
    )
    expect(answer).toMatchObject(refused)
    expect(browser.token).toBeNull()
  })

  it('does not put the old one back, hashed anew', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    await givenOldHash(person.userId)
    const browser = givenBrowser(app)
    const answer = await changeMeanwhile(person.userId, () =>
      browser.signIn({ username: person.email, password: goodPassword, team: tenant.teamId }),
    )
    expect(answer).toMatchObject(refused)
  })

  it('lets no program in by the old one', async () => {
    const tenant = await givenTenant(app)
    const person = await givenLearner(tenant)
    const answer = await changeMeanwhile(person.userId, async () =>
      app.server.inject({
        method: 'POST',
        url: '/api/auth',
        payload: { email: person.email, password: goodPassword, team: tenant.teamId },
      }),
    )
    expect(answer.json()).not.toHaveProperty('access_token')
    expect(answer.json()).toHaveProperty('error')
  })
})

/** Of "Correct-horse-42" with a smaller memory, as an older version might have made it. */
async function givenOldHash(userId: string): Promise<void> {
  const nonce = Buffer.from('0123456789abcdef')
  const tag = argon2Sync('argon2id', {
    message: goodPassword,
    nonce,
    memory: 1024,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=1024,t=1,p=1$${bare(nonce)}$${bare(tag)}`
  await app.services.db.control((tx) =>
    sql`select control.set_password(${userId}, ${old}, ${app.clock.now()})`.execute(tx),
  )
}

it('makes old hashes anew at sign-in', async () => {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const { db } = app.services
  await givenOldHash(person.userId)
  const hashOf = async () =>
    (
      await db.control((tx) =>
        sql<{ passwordHash: string }>`select password_hash from control.find_account(${person.email}, '')`.execute(tx),
      )
    ).rows[0]?.passwordHash
  expect(
    (await givenBrowser(app).signIn({ username: person.email, password: goodPassword, team: tenant.teamId })).status,
  ).toBe(200)
  expect(needsRehash((await hashOf()) ?? '')).toBe(false)
  expect(
    (await givenBrowser(app).signIn({ username: person.email, password: goodPassword, team: tenant.teamId })).status,
  ).toBe(200)
})
