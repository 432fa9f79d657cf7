import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { connected } from '../../../test/connection.ts'
import { asOwner, testDatabase, untilLocked } from '../../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { codeOf } from '../../../test/given/factors.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant, prove } from '../../../test/given/people.ts'
import { givenStoredProvider } from '../../../test/given/providers.ts'
import { newId } from '../../platform/ids.ts'
import { handOverCookieName, hashToken, makeToken, sessionCookieName } from '../../platform/session/token.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** A browser with cookies of its own for each host, that follows no redirect by itself. */
function givenHosts() {
  const cookies = new Map<string, Map<string, string>>()
  const jar = (host: string) => {
    const known = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, known)
    return known
  }
  return {
    jar,
    wear(host: string, person: Pick<GivenPerson, 'token'>) {
      jar(host).set(sessionCookieName(app.services.settings), person.token)
    },
    async open(address: string) {
      const url = new URL(address)
      const reply = await app.server.inject({
        method: 'GET',
        url: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          'sec-fetch-site': 'cross-site',
          cookie: [...jar(url.host)].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      for (const cookie of [reply.headers['set-cookie'] ?? []].flat().map(String)) {
        const [pair = ''] = cookie.split(';')
        const at = pair.indexOf('=')
        if (cookie.includes('Max-Age=0')) jar(url.host).delete(pair.slice(0, at))
        else jar(url.host).set(pair.slice(0, at), pair.slice(at + 1))
      }
      const to = reply.headers.location
      return { status: reply.statusCode, to: to === undefined ? '' : new URL(String(to), address).toString() }
    },
    async me(host: string) {
      const reply = await app.server.inject({
        method: 'GET',
        url: '/api/start',
        headers: { host, cookie: [...jar(host)].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      return reply.json().me as { userId: string; teamId: string } | null
    },
  }
}

const home = 'localhost:3000'

/** Somebody with two teams: one at home, one of another tenant under a host of its own. */
async function givenTwoHosts(of: { authMethods?: string[]; nearSettings?: Record<string, unknown> } = {}) {
  const [near, far] = [await givenTenant(app, { settings: of.nearSettings ?? {} }), await givenTenant(app)]
  const farHost = `${far.teamId}.localhost`
  const fields = { displayName: 'Far', mainDomain: farHost, hosts: [farHost] }
  await app.services.db.control(async (tx) => {
    // The methods are set when a team is made; a further one of the same tenant has them.
    await sql`select control.put_team(${`${far.teamId}-x`}, ${far.tenantId}, ${JSON.stringify({ ...fields, authMethods: of.authMethods ?? [] })}::jsonb, ${app.clock.now()})`.execute(
      tx,
    )
  })
  const person = await givenPerson(app, near)
  const there = { tenantId: far.tenantId, teamId: `${far.teamId}-x` }
  await givenPerson(app, there, { userId: person.userId, email: person.email })
  await prove(person)
  const browser = givenHosts()
  browser.wear(home, person)
  const begin = (body: { returnUrl?: string } = {}) =>
    app.call(person, api.session.handOver, { body: { membershipId: `${person.userId}:${there.teamId}`, ...body } })
  return { near, far, there, farHost: `${farHost}:3000`, person, browser, begin }
}

async function toCode(world: Awaited<ReturnType<typeof givenTwoHosts>>, returnUrl?: string): Promise<string> {
  const { body } = await world.begin(returnUrl ? { returnUrl } : {})
  const back = await world.browser.open(body.address)
  return (await world.browser.open(back.to)).to
}

describe('going on under another host', () => {
  it('opens a session there, of this browser and as long as the first; the team becomes the default', async () => {
    const world = await givenTwoHosts()
    const begun = await world.begin({ returnUrl: '/apps/admin/settings/theme?tab=logo' })
    expect(begun.body).toMatchObject({ needsSignIn: false })
    expect(begun.body.address).toContain(`http://${world.farHost}/api/hand-over/begin?ticket=`)
    const back = await world.browser.open(begun.body.address)
    expect(back.to).toContain(`http://${home}/api/hand-over/grant?`)
    const code = await world.browser.open(back.to)
    expect(code.to).toContain(`http://${world.farHost}/auth/signin?token=`)
    const addresses = [begun.body.address, back.to, code.to].join(' ')
    const landed = await world.browser.open(code.to)
    expect(landed).toEqual({ status: 302, to: `http://${world.farHost}/apps/admin/settings/theme?tab=logo` })
    expect(await world.browser.me(world.farHost)).toMatchObject({
      userId: world.person.userId,
      teamId: world.there.teamId,
    })
    // Nothing in an address opens anything by itself.
    for (const secret of world.browser.jar(world.farHost).values()) expect(addresses).not.toContain(secret)
    expect(addresses).not.toContain(world.person.token)
    expect((await world.browser.me(home))?.teamId).toBe(world.near.teamId)
    const { teams } = (await app.call(world.person, api.session.teams)).body
    expect(teams.filter((team) => team.isDefault).map((team) => team.teamId)).toEqual([world.there.teamId])
    const until = await app.services.db.control((tx) =>
      sql<{
        expiresAt: Date
      }>`select expires_at from control.list_sessions(${world.person.userId}, ${app.clock.now()})`.execute(tx),
    )
    expect(Math.max(...until.rows.map((row) => row.expiresAt.getTime()))).toBeLessThanOrEqual(
      app.clock.now().getTime() + 86_400_000,
    )
  })

  it('is no fresh proof: what asks for one asks there as it did here', async () => {
    const world = await givenTwoHosts()
    app.clock.advance(11 * 60_000)
    await world.browser.open(await toCode(world))
    const token = world.browser.jar(world.farHost).get(sessionCookieName(app.services.settings)) ?? ''
    for (const one of [world.person, { token }])
      expect((await app.call(one, api.factors.beginAuthenticator)).problem?.code).toBe('proof-required')
  })

  it('is signed out on both sides at once, wherever that is done', async () => {
    for (const [at, other] of [
      ['farHost', 'home'],
      ['home', 'farHost'],
    ] as const) {
      const world = await givenTwoHosts()
      await world.browser.open(await toCode(world))
      const hosts = { home, farHost: world.farHost }
      const { userId, email } = world.person
      const alone = await givenPerson(app, world.near, { userId, email, teamId: await givenTeam(app, world.near) })
      const token = world.browser.jar(hosts[at]).get(sessionCookieName(app.services.settings)) ?? ''
      expect((await app.call({ token }, api.session.signOut)).status).toBe(204)
      expect([await world.browser.me(hosts[at]), await world.browser.me(hosts[other])]).toEqual([null, null])
      // Their other browsers stay.
      expect((await app.call(alone, api.session.teams)).status).toBe(200)
    }
  })

  it('ends what the browser was there before, as somebody else too', async () => {
    const world = await givenTwoHosts()
    const learner = await givenPerson(app, world.far)
    const body = { userId: learner.userId, teamId: learner.teamId, reason: 'To see what they see' }
    expect((await app.call(world.far.admin, api.impersonation.start, { body })).status).toBe(200)
    world.browser.wear(world.farHost, world.far.admin)
    expect((await world.browser.me(world.farHost))?.userId).toBe(learner.userId)
    await world.browser.open(await toCode(world))
    expect((await world.browser.me(world.farHost))?.userId).toBe(world.person.userId)
    expect((await app.call(world.far.admin, api.session.teams)).status).toBe(401)
    const { items } = (await app.call(learner, api.impersonation.history)).body
    expect(items.map((one) => one.status)).toEqual(['inactive'])
  })

  it('works once: again, late, and twice at once it does not', async () => {
    const world = await givenTwoHosts()
    const code = await toCode(world)
    const marked = new Map(world.browser.jar(world.farHost))
    const twice = await Promise.all([world.browser.open(code), world.browser.open(code)])
    expect(twice.map((one) => new URL(one.to).pathname).sort()).toEqual(['/apps/homepage/myhomepage', '/login'])
    const again = givenHosts()
    for (const [name, value] of marked) again.jar(world.farHost).set(name, value)
    expect((await again.open(code)).to).toContain('/login')
    expect(await again.me(world.farHost)).toBeNull()

    const late = await givenTwoHosts()
    const old = await toCode(late)
    app.clock.advance(60_001)
    expect((await late.browser.open(old)).to).toContain('/login')
    expect(await late.browser.me(late.farHost)).toBeNull()
  })

  it('works in the browser that it was made for alone, and another one uses it up', async () => {
    const world = await givenTwoHosts()
    const code = await toCode(world)
    const thief = givenHosts()
    expect((await thief.open(code)).to).toContain('/login')
    expect(await thief.me(world.farHost)).toBeNull()
    expect((await world.browser.open(code)).to).toContain('/login')

    // A thief who has a mark of their own from a ticket of theirs is no nearer.
    const other = await givenTwoHosts()
    const begun = await other.begin()
    await thief.open(begun.body.address.replace(other.farHost, world.farHost))
    const fresh = await toCode(world)
    expect(thief.jar(world.farHost).has(handOverCookieName(app.services.settings))).toBe(true)
    expect((await thief.open(fresh)).to).toContain('/login')
  })

  it('makes no code for a session that did not ask, and none twice', async () => {
    const world = await givenTwoHosts()
    const mallory = await givenPerson(app, world.near)
    const begun = await world.begin()
    const back = await world.browser.open(begun.body.address)
    const other = givenHosts()
    other.wear(home, mallory)
    expect((await other.open(back.to)).to).toBe(`http://${home}/login?handover`)
    expect((await givenHosts().open(back.to)).to).toBe(`http://${home}/login?handover`)
    expect((await world.browser.open(back.to)).to).toContain('/auth/signin?token=')
    expect((await world.browser.open(back.to)).to).toContain('/login')
    // A ticket that has its code no longer marks anybody.
    expect((await world.browser.open(begun.body.address)).to).toContain('/login')
  })

  it('stops where the right ends on the way: signed out, suspended, team closed', async () => {
    for (const end of [
      (world: Awaited<ReturnType<typeof givenTwoHosts>>) => app.call(world.person, api.session.signOut),
      (world: Awaited<ReturnType<typeof givenTwoHosts>>) =>
        app.call(world.far.admin, api.members.update, {
          params: { userId: world.person.userId },
          query: { teamId: world.there.teamId },
          body: { status: 'inactive' },
        }),
    ]) {
      const world = await givenTwoHosts()
      const code = await toCode(world)
      expect((await end(world)).status).toBeLessThan(300)
      expect((await world.browser.open(code)).to).toContain('/login')
      expect(await world.browser.me(world.farHost)).toBeNull()
    }
  })

  it('leads to signing in there where the team takes another method', async () => {
    const world = await givenTwoHosts({ authMethods: ['saml'] })
    const begun = await world.begin()
    expect(begun.body).toEqual({ address: `http://${world.farHost}/login?handover=signIn`, needsSignIn: true })
  })

  it('a provider of one tenant opens no other tenant, a password does', async () => {
    const world = await givenTwoHosts({ authMethods: ['saml', 'password'] })
    expect((await world.begin()).body.needsSignIn).toBe(false)
    const membershipId = `${world.person.userId}:${world.there.teamId}`
    for (const [proof, from, needsSignIn] of [
      ['saml', world.person, true],
      ['saml', { ...world.there, userId: world.person.userId }, false],
      ['google', { ...world.there, userId: world.person.userId }, true],
    ] as const) {
      const token = makeToken()
      const now = app.clock.now()
      await app.services.db.control((tx) =>
        sql`select control.open_session(${newId()}, ${hashToken(token)}, ${from.userId}, ${from.tenantId}, ${from.teamId}, ${proof}, false, 'test', '127.0.0.1', ${now}, ${new Date(now.getTime() + 60_000)})`.execute(
          tx,
        ),
      )
      const begun = await app.call({ token }, api.session.handOver, { body: { membershipId } })
      expect(begun.body.needsSignIn, `${proof} of ${from.tenantId}`).toBe(needsSignIn)
      const { teams } = (await app.call({ token }, api.session.teams)).body
      const there = teams.find((team) => team.membershipId === membershipId)
      expect(there?.needsSignIn).toBe(from === world.person)
    }
  })

  it('carries the second factor along, and asks for one that the tenant there wants', async () => {
    const world = await givenTwoHosts()
    await app.services.db
      .tenant(world.far.tenantId)
      .write((tx) =>
        sql`select control.change_tenant_settings(${JSON.stringify({ secondFactor: { requiredFor: ['learner'] } })}::jsonb, ${app.clock.now()})`.execute(
          tx,
        ),
      )
    expect((await world.begin()).body.needsSignIn).toBe(true)
    const { rows } = await app.services.db.control((tx) =>
      sql<{
        id: string
      }>`select id from control.list_sessions(${world.person.userId}, ${app.clock.now()}) where tenant_id = ${world.near.tenantId}`.execute(
        tx,
      ),
    )
    await app.services.db.control((tx) =>
      sql`select control.note_factor(${rows[0]?.id}, ${world.person.userId}, 'authenticator')`.execute(tx),
    )
    expect((await world.browser.open(await toCode(world))).to).toContain('/apps/homepage/myhomepage')
    const after = await app.services.db.control((tx) =>
      sql<{ factor: string | null; tenantId: string; createdAt: Date }>`
        select factor, tenant_id, user_agent from control.list_sessions(${world.person.userId}, ${app.clock.now()})
        where tenant_id = ${world.far.tenantId} and user_agent <> 'test'`.execute(tx),
    )
    expect(after.rows.map((row) => row.factor)).toEqual(['authenticator'])
  })

  it('takes only pages of the team as return address, and only teams of the person', async () => {
    const world = await givenTwoHosts()
    const refused = [
      'https://evil.example/',
      '//evil.example/',
      '/.//evil.example/',
      `http://${world.farHost}//evil.example/`,
      '/\\evil.example',
      'javascript:alert(1)',
      '/api/session',
      '/logout',
      '/auth/signin?token=x',
      `http://${home}/apps/x`,
      'apps/home',
    ]
    for (const returnUrl of refused)
      expect((await world.begin({ returnUrl })).problem?.errors?.[0]?.path, returnUrl).toBe('body.returnUrl')
    for (const returnUrl of ['/apps/courses/mycourses', `http://${world.farHost}/apps/courses/mycourses`])
      expect((await world.begin({ returnUrl })).status, returnUrl).toBe(200)
    const foreign = await givenTenant(app)
    const attempt = await app.call(world.person, api.session.handOver, {
      body: { membershipId: foreign.admin.membershipId },
    })
    expect(attempt.status).toBe(404)
  })

  it('begins only from a host of ours, so that nobody is sent elsewhere with a ticket', async () => {
    const world = await givenTwoHosts()
    const attempt = await app.call(world.person, api.session.handOver, {
      body: { membershipId: `${world.person.userId}:${world.there.teamId}` },
      headers: { host: 'evil.example:3000', origin: 'http://evil.example:3000' },
    })
    expect(attempt.status).toBeGreaterThanOrEqual(400)
    for (const odd of ['', '?ticket=', '?ticket=a%00b', '?ticket=x&ticket=y'])
      expect((await world.browser.open(`http://${world.farHost}/api/hand-over/begin${odd}`)).to).toContain('/login')
  })
})

describe('what was carried on', () => {
  type World = Awaited<ReturnType<typeof givenTwoHosts>>
  const isIn = async (world: World, host: string) => (await world.browser.me(host)) !== null
  /** The browser at home, with its cookie; what it is given there the jar is told. */
  const atHome = (world: World) => givenBrowser(app, { token: world.person.token })
  const enter = (world: World, browser: ReturnType<typeof givenBrowser>, person: GivenPerson) =>
    browser.signIn({ username: person.email, password: goodPassword, team: world.near.teamId })

  it('is not opened when the first session ends while it is being opened', async () => {
    const world = await givenTwoHosts()
    const code = await toCode(world)
    const { adminUrl } = await testDatabase()
    const landed = await connected(adminUrl, async (client) => {
      await client.query('begin')
      await client.query('select from control.directory where user_id = $1 and team_id = $2 for update', [
        world.person.userId,
        world.there.teamId,
      ])
      const opening = world.browser.open(code)
      await untilLocked(adminUrl)
      expect((await app.call(world.person, api.session.signOut)).status).toBe(204)
      await client.query('commit')
      return opening
    })
    expect(landed.to).toContain('/login?handover')
    expect([await isIn(world, home), await isIn(world, world.farHost)]).toEqual([false, false])
    const { rows } = await asOwner((client) =>
      client.query('select from control.sessions where user_id = $1 and user_agent <> $2', [
        world.person.userId,
        'test',
      ]),
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['signing out', 'select id from control.end_chain($1, $2, $3)'],
    [
      'ending all others',
      'select e.id from control.end_sessions_in($2, array(select tenant_id from control.directory where user_id = $2), null, $3) e where $1::uuid is not null',
    ],
  ])('is waited for by %s, and ends with the rest', async (_, ending) => {
    const world = await givenTwoHosts()
    const code = new URL(await toCode(world)).searchParams.get('token') ?? ''
    const { userId, token } = world.person
    const { adminUrl } = await testDatabase()
    const [next, now] = [newId(), app.clock.now()]
    const first = await asOwner((client) =>
      client.query<{ id: string }>('select id from control.sessions where token_hash = $1', [hashToken(token)]),
    )
    const firstId = first.rows[0]?.id
    await connected(adminUrl, async (client) => {
      await client.query('begin')
      await client.query(
        `select control.open_session($1, $2, $3, $4, $5, 'password', false, 'test', '127.0.0.1', $6, $7)`,
        [
          next,
          hashToken(makeToken()),
          userId,
          world.far.tenantId,
          world.there.teamId,
          now,
          new Date(now.getTime() + 1),
        ],
      )
      await client.query('select control.carry_session($1, $2)', [hashToken(code), next])
      const ended = asOwner((other) => other.query<{ id: string }>(ending, [firstId, userId, now]))
      await untilLocked(adminUrl)
      await client.query('commit')
      expect((await ended).rows.map((row) => row.id)).toEqual(expect.arrayContaining([firstId, next]))
    })
  })

  it('is waited for by a provider that signs out, and ends with the rest', async () => {
    const world = await givenTwoHosts()
    const code = new URL(await toCode(world)).searchParams.get('token') ?? ''
    const { userId, token } = world.person
    const { teamId, tenantId } = world.near
    const { adminUrl } = await testDatabase()
    const [next, now] = [newId(), app.clock.now()]
    const { providerId } = await givenStoredProvider(app, world.near, world.person, 'There')
    await asOwner((client) =>
      client.query(
        `select control.note_provider_session(s.id, $2, 'the-subject', 'there', '') from control.sessions s where s.token_hash = $1`,
        [hashToken(token), providerId],
      ),
    )
    await connected(adminUrl, async (client) => {
      await client.query('begin')
      await client.query(
        `select control.open_session($1, $2, $3, $4, $5, 'password', false, 'test', '127.0.0.1', $6, $7)`,
        [next, hashToken(makeToken()), userId, tenantId, teamId, now, new Date(now.getTime() + 1)],
      )
      await client.query('select control.carry_session($1, $2)', [hashToken(code), next])
      const ended = connected(adminUrl, async (other) => {
        await other.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
        return other.query<{ id: string }>(
          `select session_id as id from control.end_sessions_of_subject($1, 'the-subject', 'there', $2)`,
          [providerId, now],
        )
      })
      await untilLocked(adminUrl)
      await client.query('commit')
      expect((await ended).rows.map((row) => row.id)).toContain(next)
    })
  })

  it('is signed out with what the person signs in to after it in the same browser', async () => {
    const world = await givenTwoHosts()
    await givenPassword(app, world.person)
    await world.browser.open(await toCode(world))
    const browser = atHome(world)
    expect((await enter(world, browser, world.person)).status).toBe(200)
    expect(await isIn(world, home)).toBe(false)
    expect(await isIn(world, world.farHost)).toBe(true)
    // and again: the first session of all is long gone
    expect((await enter(world, browser, world.person)).status).toBe(200)
    expect((await browser.send(api.session.signOut)).status).toBe(204)
    expect(await isIn(world, world.farHost)).toBe(false)
  })

  it('ends the newer session at home, too', async () => {
    const world = await givenTwoHosts()
    await givenPassword(app, world.person)
    await world.browser.open(await toCode(world))
    const browser = atHome(world)
    await enter(world, browser, world.person)
    const token = world.browser.jar(world.farHost).get(sessionCookieName(app.services.settings)) ?? ''
    expect((await app.call({ token }, api.session.signOut)).status).toBe(204)
    expect((await browser.send(api.session.teams)).status).toBe(401)
  })

  it('is signed out with what a step has opened in the place of the first', async () => {
    const world = await givenTwoHosts()
    await givenPassword(app, world.person)
    await world.browser.open(await toCode(world))
    const secondFactor = { secondFactor: { requiredFor: ['learner'] } }
    await app.services.db
      .tenant(world.near.tenantId)
      .write((tx) =>
        sql`select control.change_tenant_settings(${JSON.stringify(secondFactor)}::jsonb, ${app.clock.now()})`.execute(
          tx,
        ),
      )
    const browser = atHome(world)
    expect((await browser.send(api.factors.beginOwedStep)).status).toBe(204)
    const { body: begun } = await browser.send(api.factors.stepAuthenticator)
    const setUp = await browser.send(api.factors.setUpStep, { body: { code: codeOf(begun.key, app.clock.now()) } })
    expect(setUp.status).toBe(200)
    expect(browser.token).not.toBe(world.person.token)
    expect((await browser.send(api.session.signOut)).status).toBe(204)
    expect(await isIn(world, world.farHost)).toBe(false)
  })

  it('ends when somebody else signs in in the place of the first, there as here', async () => {
    const world = await givenTwoHosts()
    await world.browser.open(await toCode(world))
    const other = await givenPerson(app, world.near)
    await givenPassword(app, other)
    const browser = atHome(world)
    expect((await enter(world, browser, other)).me?.userId).toBe(other.userId)
    expect(await isIn(world, world.farHost)).toBe(false)
    expect((await browser.send(api.session.teams)).status).toBe(200)

    // Somebody is carried to a host at which the browser was another person's, with a first session elsewhere.
    const [one, two] = [await givenTwoHosts(), await givenTwoHosts()]
    await one.browser.open(await toCode(one))
    const name = sessionCookieName(app.services.settings)
    two.browser.jar(two.farHost).set(name, one.browser.jar(one.farHost).get(name) ?? '')
    await two.browser.open(await toCode(two))
    expect([await isIn(one, home), await isIn(two, home), await isIn(two, two.farHost)]).toEqual([false, true, true])
  })

  describe('from a tenant that ends what nobody uses', () => {
    const nearSettings = { sessionConfig: { checkUserInactivity: true, expireSessionAfter: 1, unit: 'minutes' } }
    const givenIdle = async () => {
      const world = await givenTwoHosts({ nearSettings })
      await world.browser.open(await toCode(world))
      app.clock.advance(4 * 60_000)
      expect([await isIn(world, home), await isIn(world, world.farHost)]).toEqual([false, true])
      return world
    }

    it('ends by signing out there, though the first session has ended by itself', async () => {
      const world = await givenIdle()
      const left = await app.call(world.person, api.session.signOut)
      expect([left.status, String(left.headers['set-cookie'])]).toEqual([204, expect.stringContaining('Max-Age=0')])
      expect(await isIn(world, world.farHost)).toBe(false)
      // Then there is nothing more to leave, and the token opens nothing.
      expect((await app.call(world.person, api.session.signOut)).status).toBe(401)
      expect((await app.call(world.person, api.session.active)).status).toBe(401)
      expect((await app.call({ token: makeToken() }, api.session.signOut)).status).toBe(401)
    })

    it('goes on with its person, and with nobody else, who signs in there after that', async () => {
      const [own, others] = [await givenIdle(), await givenIdle()]
      await givenPassword(app, own.person)
      const browser = atHome(own)
      await enter(own, browser, own.person)
      expect(await isIn(own, own.farHost)).toBe(true)
      await browser.send(api.session.signOut)
      expect(await isIn(own, own.farHost)).toBe(false)

      const other = await givenPerson(app, others.near)
      await givenPassword(app, other)
      await enter(others, atHome(others), other)
      expect(await isIn(others, others.farHost)).toBe(false)
    })
  })
})

it('answers ten teams by id at most, one’s own alone', async () => {
  const world = await givenTwoHosts()
  const ids = [world.near.teamId, world.there.teamId, 'learnt', 'nobody']
  const { body } = await app.call(world.person, api.session.teamsById, { query: { teamId: ids } as never })
  expect(body.teams.map((team) => team.teamId).sort()).toEqual([world.near.teamId, world.there.teamId].sort())
  const many = Array.from({ length: 11 }, (_, n) => `team-${n}`)
  expect((await app.call(world.person, api.session.teamsById, { query: { teamId: many } as never })).status).toBe(422)
  await app.services.db.control((tx) => sql`select control.view_of_team(${world.there.teamId})`.execute(tx))
})
