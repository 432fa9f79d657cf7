import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { givenPerson, givenSession, givenTeam, givenTenant, prove, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

describe('start', () => {
  it('finds the team by remembered hints, exact host, first label, fallback, in this order', async () => {
    const tenant = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const host = `${tenant.tenantId}.training.example`
    await asOwner((client) =>
      client.query('insert into control.team_hosts (host, team_id) values ($1, $2)', [host, team]),
    )
    const teamAt = async (name: string, query: { team?: string; tenant?: string } = {}) =>
      (await app.call(stranger, api.session.start, { query, headers: { host: name } })).body.team
    expect((await teamAt(`${host}:3000`)).id).toBe(team)
    expect((await teamAt(host.toUpperCase())).id).toBe(team)
    expect((await teamAt(`${tenant.teamId}.localhost:3000`)).id).toBe(tenant.teamId)
    expect(await teamAt('nobody.localhost')).toMatchObject({ id: 'learnt', tenantId: 'learnt' })
    expect((await teamAt(`${tenant.teamId}.elsewhere.example`)).id).toBe('learnt')
    expect((await teamAt(host, { team: tenant.teamId, tenant: tenant.tenantId })).id).toBe(tenant.teamId)
    expect((await teamAt(host, { team: tenant.teamId })).id).toBe(tenant.teamId)
    // What the browser remembers and is no longer there, or was never there like that, does not count.
    expect((await teamAt(host, { team: tenant.teamId, tenant: 'another' })).id).toBe(team)
    expect((await teamAt(host, { team: 'gone-team' })).id).toBe(team)
    await asOwner((client) => client.query(`update control.teams set status = 'deleted' where id = $1`, [team]))
    expect((await teamAt(host)).id).toBe('learnt')
  })

  it('tells a stranger the team and nobody’s name, with one question to the database', async () => {
    const tenant = await givenTenant(app, {
      settings: { showSelfRegistration: true, timeZone: 'Mars/Olympus', sessionConfig: { expireSessionAfter: -1 } },
    })
    const events = await statementsOf(app.services.db, async () => {
      const { body } = await app.call(stranger, api.session.start, { query: { team: tenant.teamId } })
      expect(body.me).toBeNull()
      expect(body.demoAccounts).toEqual([])
      // Nonsense in stored settings is the default, field by field.
      expect(body.team.settings).toMatchObject({
        showSelfRegistration: true,
        timeZone: 'UTC',
        sessionConfig: { expireSessionAfter: 30, unit: 'minutes' },
      })
    })
    expect(events).toHaveLength(1)
  })

  it('gives the person in the session’s own team, with at most three statements', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Mo' })
    const other = await givenTenant(app)
    const events = await statementsOf(app.services.db, async () => {
      const { body } = await app.call(person, api.session.start, {
        query: { team: other.teamId, tenant: other.tenantId },
      })
      expect(body.team.id).toBe(tenant.teamId)
      expect(body.me).toMatchObject({
        firstName: 'Mo',
        role: 'manager',
        wholeTenant: true,
        sideNavigation: null,
        preferences: { favourites: [], colorScheme: 'system' },
      })
      expect(body.me?.sessionStartedAt).toBe(app.clock.now().toISOString())
    })
    expect(events.length).toBeLessThanOrEqual(3)
  })

  it('sees roles and status as they are now', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    await app.call(tenant.admin, api.members.update, {
      params: { userId: person.userId },
      body: { roles: ['learner', 'manager'] },
    })
    expect((await app.call(person, api.session.start)).body.me?.role).toBe('manager')
    await app.call(tenant.admin, api.members.update, {
      params: { userId: person.userId },
      body: { status: 'inactive' },
    })
    expect((await app.call(person, api.session.start)).body.me).toBeNull()
    expect((await app.call(person, api.session.teams)).status).toBe(401)
  })
})

describe('teams of a person', () => {
  it('are the active ones, the default first, and can be entered', async () => {
    const tenant = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const person = await givenPerson(app, tenant, { firstName: 'Here' })
    await givenPerson(app, tenant, {
      userId: person.userId,
      teamId: team,
      email: person.email,
      roles: ['manager'],
      firstName: 'There',
    })
    const gone = await givenTeam(app, tenant)
    await givenPerson(app, tenant, { userId: person.userId, teamId: gone, email: person.email, status: 'inactive' })
    const { body } = await app.call(person, api.session.teams)
    expect(body.teams.map((one) => one.teamId).sort()).toEqual([tenant.teamId, team].sort())
    expect(body.teams.find((one) => one.isCurrent)?.teamId).toBe(tenant.teamId)
    expect(body.teams.every((one) => one.address === '')).toBe(true)

    const switched = await app.call(person, api.session.switchTeam, {
      body: { membershipId: `${person.userId}:${team}` },
    })
    expect(switched.body).toMatchObject({ teamId: team, firstName: 'There', role: 'manager', wholeTenant: false })
    expect((await app.call(person, api.session.start)).body.me?.teamId).toBe(team)
    expect((await app.call(person, api.session.teams)).body.teams[0]).toMatchObject({
      teamId: team,
      isDefault: true,
      isCurrent: true,
    })
    const member = await app.call(tenant.admin, api.members.get, {
      params: { userId: person.userId },
      query: { teamId: team },
    })
    expect(member.body.isDefault).toBe(true)
  })

  it('of another tenant are entered too: one person, one session', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const person = await givenPerson(app, tenant)
    await givenPerson(app, other, { userId: person.userId, email: person.email, firstName: 'Guest' })
    // Made by a tenant, and proved by nobody: what is in it opens nothing of another one.
    const ways = (await app.call(person, api.session.teams)).body.teams.map((one) => one.tenantId)
    expect(ways).toEqual([tenant.tenantId])
    await prove(person)
    const switched = await app.call(person, api.session.switchTeam, {
      body: { membershipId: `${person.userId}:${other.teamId}` },
    })
    expect(switched.body).toMatchObject({ tenantId: other.tenantId, firstName: 'Guest' })
    const entries = await app.call(other.admin, api.audit.list, { query: { action: 'session.switchTeam' } })
    expect(entries.body.items[0]).toMatchObject({
      subjectId: `${person.userId}:${other.teamId}`,
      before: { teamId: tenant.teamId },
    })
  })

  it('that are not theirs, not active, or want another way of signing in are refused', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const ask = (membershipId: string) => app.call(person, api.session.switchTeam, { body: { membershipId } })
    expect((await ask(tenant.admin.membershipId)).status).toBe(404)
    expect((await ask(`${person.userId}:nowhere`)).status).toBe(404)
    const [inactive, strict] = [await givenTeam(app, tenant), await givenTeam(app, tenant)]
    await givenPerson(app, tenant, { userId: person.userId, teamId: inactive, email: person.email, status: 'inactive' })
    await givenPerson(app, tenant, { userId: person.userId, teamId: strict, email: person.email })
    await asOwner((client) => client.query(`update control.teams set auth_methods = '{saml}' where id = $1`, [strict]))
    expect((await ask(`${person.userId}:${inactive}`)).status).toBe(404)
    const refused = await ask(`${person.userId}:${strict}`)
    expect(refused.status).toBe(403)
    expect(refused.problem?.detail).toContain('another sign-in method')
    // The database itself does not let such a session in.
    const { rows } = await app.services.db.control(async (tx) => {
      const open = await sql<{
        id: string
      }>`select id from control.list_sessions(${person.userId}, ${app.clock.now()})`.execute(tx)
      return sql`select * from control.switch_team(${open.rows[0]?.id}, ${person.userId}, ${strict}, ${app.clock.now()})`.execute(
        tx,
      )
    })
    expect(rows).toEqual([])
    expect((await app.call(person, api.session.start)).body.me?.teamId).toBe(tenant.teamId)
    await givenPassword(app, person)
    // Nor is it entered by password from its own page.
    expect(
      (await givenBrowser(app).signIn({ username: person.email, password: goodPassword, team: strict })).me?.teamId,
    ).toBe(tenant.teamId)
  })

  it('say where they live when that is another host', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    await asOwner((client) =>
      client.query(`update control.teams set main_domain = 'acme.localhost' where id = $1`, [tenant.teamId]),
    )
    expect((await app.call(person, api.session.teams)).body.teams[0]?.address).toBe('http://acme.localhost:3000')
    expect(
      (await app.call(person, api.session.teams, { headers: { host: 'acme.localhost:3000' } })).body.teams[0]?.address,
    ).toBe('')
  })
})

describe('open sessions', () => {
  it('are listed and ended one by one, at once', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const other = {
      token: await givenSession(app.services, {
        userId: person.userId,
        tenantId: tenant.tenantId,
        teamId: tenant.teamId,
      }),
    }
    const { body } = await app.call(person, api.session.list)
    expect(body.items).toHaveLength(2)
    const theirs = body.items.find((one) => !one.isCurrent)
    expect((await app.call(other, api.session.list)).status).toBe(200)
    expect((await app.call(person, api.session.revoke, { params: { sessionId: theirs?.id ?? '' } })).status).toBe(204)
    expect((await app.call(other, api.session.list)).status).toBe(401)
    expect((await app.call(person, api.session.revoke, { params: { sessionId: theirs?.id ?? '' } })).status).toBe(404)
    const told = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('liveEvents').selectAll().where('kind', '=', 'signedOut').execute())
    expect(told).toEqual([expect.objectContaining({ topic: 'me', userId: person.userId, subjectId: theirs?.id })])
  })

  it('of somebody else do not exist', async () => {
    const tenant = await givenTenant(app)
    const [person, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const id = (await app.call(other, api.session.list)).body.items[0]?.id ?? ''
    expect((await app.call(person, api.session.revoke, { params: { sessionId: id } })).status).toBe(404)
    expect((await app.call(other, api.session.list)).status).toBe(200)
    expect((await app.call(stranger, api.session.list)).status).toBe(401)
  })

  it('are all ended but this one, in every tenant', async () => {
    const [tenant, elsewhere] = [await givenTenant(app), await givenTenant(app)]
    const person = await givenPerson(app, tenant)
    const second = await givenPerson(app, elsewhere, { userId: person.userId, email: person.email })
    await prove(person)
    const third = {
      token: await givenSession(app.services, {
        userId: person.userId,
        tenantId: tenant.tenantId,
        teamId: tenant.teamId,
      }),
    }
    expect((await app.call(person, api.session.revokeOthers)).body.ended).toBe(2)
    expect((await app.call(third, api.session.teams)).status).toBe(401)
    expect((await app.call(second, api.session.teams)).status).toBe(401)
    expect((await app.call(person, api.session.teams)).status).toBe(200)
    const told = await app.services.db
      .tenant(elsewhere.tenantId)
      .read((tx) => tx.selectFrom('liveEvents').select('kind').where('userId', '=', person.userId).execute())
    expect(told).toEqual([{ kind: 'signedOut' }])
    expect((await app.call(person, api.session.revokeOthers)).body.ended).toBe(0)
  })

  it('are all ended however many there are, by the person and by an administrator', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const open = () =>
      Promise.all(Array.from({ length: 230 }, async () => ({ token: await givenSession(app.services, person) })))
    const alive = async (sessions: { token: string }[]) => {
      const answers = await Promise.all(sessions.map((one) => app.call(one, api.session.teams)))
      return answers.filter((one) => one.status === 200).length
    }
    const first = await open()
    expect((await app.call(person, api.session.revokeOthers)).body.ended).toBe(230)
    expect(await alive([person, ...first])).toBe(1)
    const second = await open()
    const params = { userId: person.userId }
    expect((await app.call(root, api.users.endSessions, { params })).body.ended).toBe(231)
    expect(await alive([person, ...second])).toBe(0)
  })

  it('end by signing out, which takes the cookie away', async () => {
    const tenant = await givenTenant(app)
    const answer = await app.call(tenant.admin, api.session.signOut)
    expect(answer.status).toBe(204)
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-Http-learnt=; .*Max-Age=0/)
    expect((await app.call(tenant.admin, api.session.teams)).status).toBe(401)
  })

  it('are not changed by pages of other origins', async () => {
    const tenant = await givenTenant(app)
    const forged = await app.call(tenant.admin, api.session.signOut, {
      headers: { origin: 'http://content.localhost:3001', 'sec-fetch-site': 'same-site' },
    })
    expect(forged.problem?.code).toBe('origin-refused')
    expect((await app.call(tenant.admin, api.session.teams)).status).toBe(200)
  })
})

describe('preferences', () => {
  it('are kept for this membership', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const wanted = {
      favourites: ['/apps/courses/mycourses', '/apps/courses/mycourses', '/teams'],
      locale: 'ar' as const,
      colorScheme: 'dark' as const,
      navbarFolded: true,
      theme: 'sunset',
    }
    const saved = await app.call(person, api.session.preferences, { body: wanted })
    expect(saved.body.favourites).toEqual(['/apps/courses/mycourses', '/teams'])
    // pages of an older version name no layout
    expect(saved.body).toMatchObject({ layout: { style: 'layout1' }, quick: { notifications: true }, direction: null })
    expect((await app.call(person, api.session.start)).body.me?.preferences).toEqual(saved.body)
    const bad = await app.call(person, api.session.preferences, { body: { ...wanted, locale: 'xx' as never } })
    expect(bad.problem?.errors?.[0]?.path).toBe('body.locale')
    expect((await app.call(stranger, api.session.preferences, { body: wanted })).status).toBe(401)
  })

  it('keep one language for a person in all teams: the latest choice', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const [teamId, other] = [await givenTeam(app, tenant), await givenTenant(app)]
    const same = { userId: person.userId, email: person.email }
    const second = (await givenPerson(app, { ...tenant, teamId }, same)).membershipId
    const third = (await givenPerson(app, other, same)).membershipId
    await prove(person)
    const own = async () => (await app.call(person, api.session.start)).body.me?.preferences
    const choose = async (locale: 'de' | 'ar') =>
      app.call(person, api.session.preferences, { body: { ...(await own()), favourites: [], locale } as never })
    const enter = (membershipId: string) => app.call(person, api.session.switchTeam, { body: { membershipId } })
    await choose('de')
    expect((await enter(second)).body.preferences).toMatchObject({ locale: 'de', favourites: [] })
    await choose('ar')
    expect((await enter(third)).body.preferences.locale).toBe('ar')
    await enter(person.membershipId)
    expect((await own())?.locale).toBe('ar')
  })

  it('keep the layout through a logout, and lose the person’s own themes', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const { me } = (await app.call(person, api.session.start)).body
    if (!me) throw new Error('Nobody is signed in')
    const wanted = {
      ...me.preferences,
      theme: 'sunset',
      barThemes: { navbar: 'slate', toolbar: null, footer: null },
      layout: { ...me.preferences.layout, style: 'layout3' as const },
    }
    expect((await app.call(person, api.session.preferences, { body: wanted })).body).toEqual(wanted)
    expect((await app.call(person, api.session.signOut)).status).toBe(204)
    const again = { ...person, token: await givenSession(app.services, person) }
    expect((await app.call(again, api.session.start)).body.me?.preferences).toEqual({
      ...wanted,
      theme: null,
      barThemes: { navbar: null, toolbar: null, footer: null },
    })
    const odd = { ...wanted, layout: { ...wanted.layout, style: 'layout9' as never } }
    const refused = await app.call(again, api.session.preferences, { body: odd })
    expect(refused.problem?.errors?.[0]?.path).toBe('body.layout.style')
  })
})
