import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { givenBrowser, givenPassword, goodPassword } from '../../../test/given/browsers.ts'
import { givenOwnPasskey, givenSignedIn } from '../../../test/given/factors.ts'
import {
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function givenRoot() {
  const tenant = await givenTenant(app)
  return {
    ...tenant,
    root: await givenPerson(app, tenant, { roles: ['superadmin'], firstName: 'Sue', lastName: 'Root' }),
  }
}
let made = 0
const guestOf = (teamId: string) => ({
  firstName: 'Nora',
  lastName: 'Newman',
  email: `invited${++made}-${newId().slice(-8)}@example.test`,
  teamId,
  roles: ['learner'] as ('learner' | 'admin')[],
})
const lastMail = async (root: { token: string }) => {
  await app.settle()
  return (await app.call(root, api.mails.list, { query: { limit: 1 } })).body.items[0]
}

describe('an invitation', () => {
  it('opens for as many days as the tenant says, from when its mail went out', async () => {
    const days = { settings: { invitationDays: 2 } }
    for (const [of, lasts] of [
      [{}, 7],
      [days, 2],
    ] as const) {
      const tenant = await givenTenant(app, of)
      const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
      const { body } = await app.call(root, api.users.invite, { body: guestOf(tenant.teamId) })
      expect(body.mailed).toBe('link')
      const mail = await lastMail(root)
      expect(mail?.text).toContain(`This link is valid for ${lasts} days. It works once.`)
      const [, code = ''] = /\/change-password\?code=([\w-]+)/.exec(mail?.text ?? '') ?? []
      const look = async () => (await app.call(stranger, api.accounts.link, { params: { code } })).body.state
      app.clock.advance(lasts * 86_400_000 - 60_000)
      expect(await look()).toBe('open')
      app.clock.advance(120_000)
      expect(await look()).toBe('expired')
    }
  })

  it('makes the membership and mails a link that sets the first password', async () => {
    const { root, teamId, tenantId } = await givenRoot()
    const person = guestOf(teamId)
    const { status, body } = await app.call(root, api.users.invite, { body: person })
    expect(status).toBe(201)
    expect(body.mailed).toBe('link')
    const mail = await lastMail(root)
    expect(mail).toMatchObject({
      to: person.email,
      kind: 'invitation',
      subject: expect.stringContaining('Your account at'),
    })
    const [, code = ''] = /\/change-password\?code=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const set = await app.call(stranger, api.accounts.resetPassword, {
      params: { code },
      body: { password: goodPassword },
    })
    expect(set.status).toBe(200)
    const browser = givenBrowser(app)
    expect((await browser.signIn({ username: person.email, password: goodPassword, team: teamId })).me).toMatchObject({
      tenantId,
      role: 'learner',
    })
    // Used up.
    expect(
      (await app.call(stranger, api.accounts.resetPassword, { params: { code }, body: { password: goodPassword } }))
        .status,
    ).not.toBe(200)
  })

  it('of somebody with an account elsewhere is no way to their password', async () => {
    const { root, teamId } = await givenRoot()
    const elsewhere = await givenTenant(app)
    const known = await givenPerson(app, elsewhere)
    await givenPassword(app, known)
    const { body } = await app.call(root, api.users.invite, { body: { ...guestOf(teamId), email: known.email } })
    expect(body).toMatchObject({ userId: known.userId, mailed: 'welcome' })
    expect((await lastMail(root))?.text).not.toContain('code=')
    const again = await app.call(root, api.users.inviteAgain, { params: { userId: known.userId } })
    expect(again.body).toEqual({ mailed: 'welcome' })
  })

  it('can be sent again, to active people with an address, not for ever', async () => {
    const { root, teamId, tenantId } = await givenRoot()
    const { body } = await app.call(root, api.users.invite, { body: guestOf(teamId) })
    const again = () => app.call(root, api.users.inviteAgain, { params: { userId: body.userId } })
    expect((await again()).body).toEqual({ mailed: 'link' })
    expect((await lastMail(root))?.kind).toBe('invitation')
    const asked = []
    for (let i = 0; i < 12; i++) asked.push((await again()).status)
    expect(asked).toContain(429)
    const suspended = await givenPerson(app, { tenantId, teamId }, { status: 'inactive' })
    const none = await givenPerson(app, { tenantId, teamId }, { email: '' })
    for (const person of [suspended, none])
      expect((await app.call(root, api.users.inviteAgain, { params: { userId: person.userId } })).status).toBe(409)
  })

  it('is sent again for the membership that is meant, and opens the account by its own address alone', async () => {
    const { root, ...tenant } = await givenRoot()
    const { body } = await app.call(root, api.users.invite, { body: guestOf(tenant.teamId) })
    const { to } = (await lastMail(root)) ?? {}
    const params = { userId: body.userId }
    // In their own team an administrator may write any address for people they added.
    const teamId = await givenTeam(app, tenant)
    const ofTeam = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    await app.call(ofTeam, api.members.create, { body: { firstName: 'Nora', lastName: 'Newman', email: to ?? '' } })
    const moved = { params, query: { teamId }, body: { email: `thief-${newId()}@example.test` } }
    expect((await app.call(ofTeam, api.members.update, moved)).status).toBe(200)
    const again = (of: object) => app.call(root, api.users.inviteAgain, { params, ...of })
    expect((await again({ query: { teamId } })).body).toEqual({ mailed: 'link' })
    expect(await lastMail(root)).toMatchObject({ kind: 'invitation', to })
    // Inactive in the one, the person is still asked into the other.
    await app.call(root, api.members.update, { params, query: { teamId: tenant.teamId }, body: { status: 'inactive' } })
    expect((await again({ query: { teamId: tenant.teamId } })).status).toBe(409)
    expect((await again({ query: { teamId } })).status).toBe(200)
  })

  it('is refused at the field, and makes nobody twice', async () => {
    const { root, teamId } = await givenRoot()
    const person = guestOf(teamId)
    const bad = [
      [{ email: 'nora' }, 'body.email'],
      [{ firstName: '.' }, 'body.firstName'],
      [{ roles: [] }, 'body.roles'],
      [{ teamId: 'no-such-team' }, 'body.teamId'],
      [{ roles: ['owner'] }, 'body.roles.0'],
    ] as const
    for (const [change, path] of bad) {
      const { status, problem } = await app.call(root, api.users.invite, { body: { ...person, ...change } as never })
      expect(status, path).toBe(422)
      expect(problem?.errors?.[0]?.path).toBe(path)
    }
    const answers = await Promise.all([1, 2].map(() => app.call(root, api.users.invite, { body: person })))
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422])
    const { body } = await app.call(root, api.members.list, { query: { search: person.email } })
    expect(body.total).toBe(1)
  })

  it('is a superadministrator’s alone', async () => {
    const { root, ...tenant } = await givenRoot()
    const person = await givenPerson(app, tenant)
    for (const [who, status] of [
      [tenant.admin, 403],
      [person, 403],
      [stranger, 401],
    ] as const) {
      const params = { userId: person.userId }
      expect((await app.call(who, api.users.invite, { body: guestOf(tenant.teamId) })).status).toBe(status)
      expect((await app.call(who, api.users.inviteAgain, { params })).status).toBe(status)
    }
    expect((await app.call(root, api.users.sessions, { params: { userId: person.userId } })).status).toBe(200)
  })
})

describe('a person added by an administrator', () => {
  const added = async (tenant: GivenTenant, more: object = {}) => {
    const body = { firstName: 'Nora', lastName: 'Newman', email: guestOf(tenant.teamId).email, ...more }
    expect((await app.call(tenant.admin, api.members.create, { body })).status).toBe(201)
    return lastMail(tenant.admin)
  }

  const taking = (teamId: string, ...methods: string[]) =>
    asOwner((client) => client.query('update control.teams set auth_methods = $2 where id = $1', [teamId, methods]))

  it('without a password is sent a link to choose one, which lets them in', async () => {
    const tenant = await givenTenant(app)
    const { email } = guestOf(tenant.teamId)
    const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
    expect(await added(tenant, { email })).toMatchObject({ to: email, kind: 'invitation' })
    const [, code = ''] = /\/change-password\?code=([\w-]+)/.exec((await lastMail(root))?.text ?? '') ?? []
    const body = { password: goodPassword }
    expect((await app.call(stranger, api.accounts.resetPassword, { params: { code }, body })).status).toBe(200)
    const signedIn = await givenBrowser(app).signIn({ username: email, password: goodPassword, team: tenant.teamId })
    expect(signedIn.me).toMatchObject({ tenantId: tenant.tenantId, email })
  })

  it('with a way in already, or in a team that takes no password, is told where alone', async () => {
    const tenant = await givenTenant(app)
    expect((await added(tenant, { password: goodPassword }))?.kind).toBe('welcome')
    const known = await givenPerson(app, await givenTenant(app))
    await givenPassword(app, known)
    expect((await added(tenant, { email: known.email }))?.kind).toBe('welcome')
    const withKey = await givenSignedIn(app, tenant)
    await givenOwnPasskey(withKey.browser)
    await asOwner((client) =>
      client.query('delete from control.credentials where user_id = $1', [withKey.person.userId]),
    )
    const teams = [await givenTeam(app, tenant), await givenTeam(app, tenant), await givenTeam(app, tenant)] as const
    await taking(teams[0], 'passkey', 'password')
    await taking(teams[2], 'saml')
    // The passkey opens the one, and not the other.
    expect((await added(tenant, { email: withKey.person.email, teamId: teams[0] }))?.kind).toBe('welcome')
    expect((await added(tenant, { email: withKey.person.email, teamId: teams[1] }))?.kind).toBe('invitation')
    // What somebody registered with elsewhere opens nothing before they have proved the address.
    const open = { showSelfRegistration: true, explicitWording: true }
    const elsewhere = await givenTenant(app, { settings: open })
    const email = guestOf(tenant.teamId).email
    const form = { firstName: 'Nora', lastName: 'Newman', phone: '12345', email, password: goodPassword }
    await givenBrowser(app).send(api.accounts.register, { body: { ...form, team: elsewhere.teamId } })
    expect((await added(tenant, { email }))?.kind).toBe('invitation')
    // A password would open nothing there.
    expect((await added(tenant, { teamId: teams[2] }))?.kind).toBe('welcome')
  })
})

describe('sessions of a person', () => {
  it('are listed and ended, one or all, in this tenant only', async () => {
    const { root, ...tenant } = await givenRoot()
    const elsewhere = await givenTenant(app)
    const person = await givenPerson(app, tenant, { teamId: await givenTeam(app, tenant) })
    const there = await givenPerson(app, elsewhere, { userId: person.userId, email: person.email })
    const second = await givenSession(app.services, person)
    const params = { userId: person.userId }
    const { body } = await app.call(root, api.users.sessions, { params })
    expect(body.items).toHaveLength(2)
    expect(body.items.every((one) => !one.isCurrent)).toBe(true)

    const [first] = body.items
    const end = () => app.call(root, api.users.endSession, { params: { ...params, sessionId: first?.id ?? '' } })
    expect((await end()).status).toBe(204)
    expect((await end()).status).toBe(404)
    const open = await Promise.all([person.token, second].map((token) => app.call({ token }, api.session.teams)))
    expect(open.map((one) => one.status).sort()).toEqual([200, 401])
    expect((await app.call(root, api.users.endSessions, { params })).body).toEqual({ ended: 1 })
    for (const token of [person.token, second]) expect((await app.call({ token }, api.session.teams)).status).toBe(401)
    // Where they are in another organisation is not this one's to end.
    expect((await app.call(there, api.session.teams)).status).toBe(200)
    expect((await app.call(root, api.users.sessions, { params: { userId: there.userId } })).body.items).toEqual([])
  })

  it('are an administrator’s to see and end, but of people of other teams, of higher roles, and by nobody else', async () => {
    const { root, ...tenant } = await givenRoot()
    const teamId = await givenTeam(app, tenant)
    const ofTeam = await givenPerson(app, tenant, { teamId, roles: ['admin'] })
    const person = await givenPerson(app, tenant, { teamId })
    const inBoth = await givenPerson(app, tenant, { teamId })
    await givenPerson(app, tenant, { userId: inBoth.userId, email: inBoth.email })
    for (const [who, of, status] of [
      [ofTeam, person, 200],
      [tenant.admin, inBoth, 200],
      [ofTeam, inBoth, 403],
      [tenant.admin, root, 403],
      [ofTeam, tenant.admin, 404],
      [person, person, 403],
    ] as const) {
      const params = { userId: of.userId }
      expect((await app.call(who, api.users.sessions, { params })).status).toBe(status)
      if (status !== 200) expect((await app.call(who, api.users.endSessions, { params })).status).toBe(status)
    }
    expect((await app.call(ofTeam, api.users.endSessions, { params: { userId: person.userId } })).body.ended).toBe(1)
    expect((await app.call(person, api.session.teams)).status).toBe(401)
  })

  it('of somebody of another tenant are nobody’s to see or end', async () => {
    const { root } = await givenRoot()
    const elsewhere = await givenTenant(app)
    const person = await givenPerson(app, elsewhere)
    const params = { userId: person.userId }
    expect((await app.call(root, api.users.sessions, { params })).status).toBe(404)
    expect((await app.call(root, api.users.endSessions, { params })).status).toBe(404)
    expect((await app.call(person, api.session.teams)).status).toBe(200)
  })

  it('ending one’s own all leaves the one that asks', async () => {
    const { root, tenantId, teamId } = await givenRoot()
    await givenSession(app.services, { userId: root.userId, tenantId, teamId })
    const { body } = await app.call(root, api.users.endSessions, { params: { userId: root.userId } })
    expect(body).toEqual({ ended: 1 })
    const { body: left } = await app.call(root, api.users.sessions, { params: { userId: root.userId } })
    expect(left.items).toMatchObject([{ isCurrent: true }])
  })
})
