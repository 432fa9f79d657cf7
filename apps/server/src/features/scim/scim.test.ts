import { api } from '@learnt/contract'
import type { ScimScope } from '@learnt/contract/scim'
import {
  ScimEnterpriseUser,
  ScimErrorAnswer,
  ScimGroup,
  ScimGroupList,
  ScimLearntUser,
  ScimProviderConfig,
  ScimResourceTypeList,
  ScimSchemaList,
  ScimUser,
} from '@learnt/contract/scim-shapes'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import { givenPublishedCourse } from '../../../test/given/courses.ts'
import { type GivenTenant, givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'

// The sequences follow the public documentation of Okta (“SCIM 2.0 protocol reference”) and of Entra ID (“Develop a SCIM
// endpoint”): their forms, in our words and with our values. Each field in them has its outcome beside it.

const app = await testApp()
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const learnt = 'urn:ietf:params:scim:schemas:extension:learnt:2.0:User'
const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type Body = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: answers of the protocol are read as a client reads them
type Read = any

interface Reply {
  readonly status: number
  readonly body: Read
  readonly headers: Record<string, unknown>
}

async function givenToken(tenant: GivenTenant, of: { scope?: ScimScope; teamId?: string; invites?: boolean } = {}) {
  const { body, problem } = await app.call(tenant.admin, api.scimTokens.create, {
    body: { name: 'Okta', scope: 'all', teamId: tenant.teamId, expiresInDays: 90, invites: false, ...of },
  })
  expect(problem).toBeNull()
  return { ...body, ...clientOf(body.token) }
}

function clientOf(token: string) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const reply = await app.server.inject({
      method: method as 'GET',
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: reply.statusCode, body: reply.body === '' ? null : JSON.parse(reply.body), headers: reply.headers }
  }
  const patch = (path: string, ...Operations: Body[]) => send('PATCH', path, { schemas: [patchUrn], Operations })
  return { send, patch }
}

function memberOf(tenant: GivenTenant, userId: string) {
  return app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('memberships').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow())
}

function sessionsOf(userId: string): Promise<number> {
  return asOwner(async (client) => {
    const { rows } = await client.query('select from control.sessions where user_id = $1 and ended_at is null', [
      userId,
    ])
    return rows.length
  })
}

/** The account behind an address, in the whole installation. */
function accountOf(email: string): Promise<object[]> {
  return asOwner(async (client) => {
    const { rows } = await client.query(
      `select u.*, array(select c.set_in_tenant from control.credentials c where c.user_id = u.id) as credentials from control.users u where email = $1`,
      [email],
    )
    return rows
  })
}

function find(path: string, filter: string, more = ''): string {
  return `${path}?filter=${encodeURIComponent(filter)}${more}`
}

let made = 0
const unique = (word: string) => `${word}${process.pid.toString(36)}${(++made).toString(36)}`
const user = (of: Body = {}): Body => {
  const name = unique('pat')
  return {
    schemas: [userUrn],
    userName: `${name}@corp.test`,
    name: { givenName: 'Pat', familyName: 'Person' },
    emails: [{ value: `${name}@corp.test`, type: 'work', primary: true }],
    active: true,
    ...of,
  }
}

describe('what Okta sends', () => {
  test('adds, changes, deactivates and brings back a person, and keeps a group', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const email = `${unique('ola')}@corp.test`

    // The connection is tried with an empty look.
    expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
    })
    expect((await send('GET', '/Users?startIndex=1&count=2')).status).toBe(200)
    // Is the person here already?
    expect(
      (await send('GET', `${find('/Users', `userName eq "${email}"`)}&startIndex=1&count=100`)).body,
    ).toMatchObject({
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })

    const sent = {
      schemas: [userUrn, enterprise],
      userName: email,
      name: {
        givenName: 'Ola',
        familyName: 'Nord',
        middleName: 'K',
        honorificPrefix: 'Dr',
        formatted: 'Dr Ola K Nord',
      },
      emails: [
        { primary: true, value: email.toUpperCase(), type: 'work' },
        { primary: false, value: 'ola@home.test', type: 'home' },
      ],
      phoneNumbers: [
        { value: '+49 30 1', type: 'mobile' },
        { value: '+49 30 2', type: 'work', primary: true },
      ],
      addresses: [
        {
          type: 'work',
          primary: true,
          locality: 'Berlin',
          streetAddress: 'Weg 1',
          region: 'BE',
          postalCode: '10115',
          country: 'DE',
          formatted: 'Weg 1, Berlin',
        },
      ],
      displayName: 'Ola N.',
      nickName: 'Olli',
      profileUrl: 'https://corp.test/ola',
      title: 'Nurse',
      userType: 'Employee',
      preferredLanguage: 'de',
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: 'blue-otter-7-jumps',
      active: true,
      roles: [{ value: 'superadmin' }],
      entitlements: [{ value: 'admin' }],
      [enterprise]: {
        employeeNumber: 'E-77',
        department: 'Surgery',
        division: 'North',
        costCenter: 'CC1',
        organization: 'Clinic',
        manager: { value: 'boss@corp.test', displayName: 'Bo Boss' },
      },
    }
    const created = await send('POST', '/Users', sent)
    expect(created.status).toBe(201)
    expect(String(created.headers['content-type'])).toContain('application/scim+json')
    const id: string = created.body.id
    expect(created.headers.location).toBe(created.body.meta.location)
    const row = await memberOf(tenant, id)
    // Field by field: what became of it.
    expect(row).toMatchObject({
      firstName: 'Ola',
      lastName: 'Nord',
      email,
      username: '',
      phone: '+49 30 2',
      position: ['Nurse'],
      loc1: ['Berlin'],
      employeeId: 'E-77',
      div1: ['Surgery'],
      div2: ['North'],
      managers: [],
      status: 'active',
      teamId: tenant.teamId,
      // Roles and entitlements give none.
      roles: ['learner'],
    })
    // What no field holds is answered as it came.
    const { [enterprise]: work, ...core } = created.body
    expect(core).toMatchObject({
      userName: email,
      externalId: '00ujl29u0le5T6Aj10h7',
      active: true,
      name: {
        givenName: 'Ola',
        familyName: 'Nord',
        middleName: 'K',
        honorificPrefix: 'Dr',
        formatted: 'Dr Ola K Nord',
      },
      displayName: 'Ola N.',
      nickName: 'Olli',
      profileUrl: 'https://corp.test/ola',
      userType: 'Employee',
      preferredLanguage: 'de',
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
      emails: [
        // In the sender's letters.
        { value: email.toUpperCase(), type: 'work', primary: true },
        { value: 'ola@home.test', type: 'home', primary: false },
      ],
      phoneNumbers: [
        { value: '+49 30 2', type: 'work', primary: true },
        { value: '+49 30 1', type: 'mobile' },
      ],
      addresses: [
        {
          type: 'work',
          locality: 'Berlin',
          streetAddress: 'Weg 1',
          region: 'BE',
          postalCode: '10115',
          country: 'DE',
          formatted: 'Weg 1, Berlin',
        },
      ],
    })
    expect(work).toMatchObject({ costCenter: 'CC1', organization: 'Clinic', manager: { value: 'boss@corp.test' } })
    expect(created.body.roles).toBeUndefined()
    expect(created.body.password).toBeUndefined()
    const audited = await app.call(tenant.admin, api.audit.list, { query: { limit: 5 } })
    expect(audited.body.items[0]).toMatchObject({ action: 'members.create', actorName: 'SCIM: Okta' })
    // The first password opens this tenant.
    const entered = await app.call(stranger, api.session.signIn, {
      body: { username: email, password: 'blue-otter-7-jumps', team: tenant.teamId },
    } as never)
    expect(entered.status).toBe(200)

    // The manager comes later, and is given to people who waited for them.
    const boss = await send(
      'POST',
      '/Users',
      user({ userName: 'boss@corp.test', emails: [{ value: 'boss@corp.test', primary: true }] }),
    )
    expect((await memberOf(tenant, id)).managers).toEqual([boss.body.id])
    const read = await send('GET', `/Users/${id}`)
    expect(read.body[enterprise].manager).toMatchObject({ value: boss.body.id, displayName: 'Pat Person' })

    // A change is the whole user as it was read, changed, without what was emptied.
    const { title: _title, ...whole } = read.body
    const put = await send('PUT', `/Users/${id}`, {
      ...whole,
      name: { ...whole.name, familyName: 'South' },
      active: 'true',
      [enterprise]: { ...whole[enterprise], department: 'Children' },
    })
    expect(put.status).toBe(200)
    expect(await memberOf(tenant, id)).toMatchObject({
      lastName: 'South',
      position: [],
      div1: ['Children'],
      div2: ['North'],
      loc1: ['Berlin'],
      managers: [boss.body.id],
      status: 'active',
    })
    // The same again changes nothing.
    const same = await send('PUT', `/Users/${id}`, put.body)
    expect(same.body.meta.version).toBe(put.body.meta.version)

    // A person taken off the application is deactivated and signed out at once.
    expect(await sessionsOf(id)).toBe(1)
    const off = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    expect(off).toMatchObject({ status: 200, body: { active: false } })
    expect((await memberOf(tenant, id)).status).toBe('inactive')
    expect(await sessionsOf(id)).toBe(0)
    // A person who has left is still found, so that the provider links them again instead of making them twice.
    expect((await send('GET', find('/Users', `userName eq "${email.toUpperCase()}"`))).body.Resources[0]).toMatchObject(
      { id, active: false },
    )
    expect((await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })).body.active).toBe(true)
    expect((await memberOf(tenant, id)).status).toBe('active')

    // Groups are pushed: made, renamed, and changed in portions.
    expect((await send('GET', '/Groups?startIndex=1&count=100')).body.totalResults).toBe(0)
    const group = await send('POST', '/Groups', {
      schemas: [groupUrn],
      displayName: 'Ward 5',
      externalId: 'g1',
      members: [{ value: id, display: email }],
    })
    expect(group.status).toBe(201)
    const at = `/Groups/${group.body.id}`
    await patch(at, { op: 'add', path: 'members', value: [{ value: boss.body.id, display: 'boss' }] })
    await patch(at, { op: 'replace', value: { id: group.body.id, displayName: 'Ward Five' } })
    const five = (await send('GET', at)).body
    expect(five).toMatchObject({ displayName: 'Ward Five', externalId: 'g1' })
    expect(five.members.map((one: Read) => one.value).toSorted()).toEqual([id, boss.body.id].toSorted())
    await patch(at, { op: 'remove', path: `members[value eq "${id}"]` })
    expect((await send('GET', at)).body.members).toMatchObject([{ value: boss.body.id }])
    // Membership is replaced as a whole, too.
    await patch(at, { op: 'replace', path: 'members', value: [{ value: id }] })
    expect((await send('GET', `/Users/${id}`)).body.groups).toMatchObject([
      { value: group.body.id, display: 'Ward Five' },
    ])
    const audiences = await app.call(tenant.admin, api.audiences.list, { query: { search: 'Ward' } })
    expect(audiences.body.items).toMatchObject([{ title: 'Ward Five', kind: 'people' }])
    expect((await send('DELETE', at)).status).toBe(204)
    expect((await send('GET', at)).status).toBe(404)
  })
})

describe('what Entra ID sends', () => {
  test('provisions by PATCH with text for booleans and names for paths', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const upn = `${unique('eva')}@corp.test`
    // The test of the connection looks for somebody who is not there.
    expect(
      (await send('GET', `${find('/Users', 'userName eq "8ec4f2d0-none"')}&aadOptscim062020`)).body.totalResults,
    ).toBe(0)
    expect((await send('GET', find('/Users', `externalId eq "eva.ext"`))).body.totalResults).toBe(0)
    const created = await send('POST', '/Users', {
      schemas: [userUrn, enterprise],
      externalId: 'eva.ext',
      userName: upn,
      active: 'True',
      displayName: 'Eva Ost',
      emails: [{ primary: true, type: 'work', value: upn }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Eva Ost', familyName: 'Ost', givenName: 'Eva' },
      title: 'Tester',
      [enterprise]: { employeeNumber: '99', department: 'QA', manager: '' },
    })
    expect(created).toMatchObject({ status: 201, body: { active: true, externalId: 'eva.ext' } })
    const id: string = created.body.id
    const boss = (await send('POST', '/Users', user({ name: { givenName: 'Bo', familyName: 'Boss' } }))).body.id
    const at = `/Users/${id}`
    const cases: [name: string, operation: Body, Body][] = [
      ['a capital letter and text', { op: 'Replace', path: 'active', value: 'False' }, { status: 'inactive' }],
      ['adding it back', { op: 'Add', path: 'active', value: 'True' }, { status: 'active' }],
      ['a value in a list', { op: 'Replace', path: 'active', value: [{ value: 'False' }] }, { status: 'inactive' }],
      ['a schema before the name', { op: 'replace', path: `${userUrn}:active`, value: true }, { status: 'active' }],
      [
        'an address by its type',
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `new.${upn}` },
        { email: `new.${upn}` },
      ],
      ['the same by adding', { op: 'Add', path: 'emails[type eq "work"].value', value: upn }, { email: upn }],
      [
        'a number by its type that is not there yet',
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1' },
        { phone: '+1' },
      ],
      ['that of work counts', { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+2' }, { phone: '+2' }],
      [
        'a part of an address',
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Bonn' },
        { loc1: ['Bonn'] },
      ],
      ['a name by its parts', { op: 'Replace', path: 'name.familyName', value: 'West' }, { lastName: 'West' }],
      ['a manager as text', { op: 'Add', path: `${enterprise}:manager`, value: boss }, { managers: [boss] }],
      ['a manager that is removed', { op: 'Remove', path: `${enterprise}:manager` }, { managers: [] }],
      [
        'a manager as an object',
        { op: 'Replace', path: `${enterprise}:manager`, value: { value: boss } },
        { managers: [boss] },
      ],
      ['an empty manager', { op: 'Replace', path: `${enterprise}:manager`, value: '' }, { managers: [] }],
      ['a manager by its value', { op: 'Add', path: `${enterprise}:manager.value`, value: boss }, { managers: [boss] }],
      [
        'names of attributes with schemas and full stops in one object',
        {
          op: 'Replace',
          value: {
            displayName: 'E. West',
            'name.givenName': 'Evi',
            [`${enterprise}:department`]: 'Security',
            [`${enterprise}:employeeNumber`]: 100,
            'emails[type eq "work"].value': `e2.${upn}`,
            active: 'True',
          },
        },
        { firstName: 'Evi', div1: ['Security'], employeeId: '100', email: `e2.${upn}` },
      ],
      [
        'an extension as an object',
        { op: 'add', value: { [enterprise]: { division: 'Labs', department: 'R' } } },
        { div1: ['R'], div2: ['Labs'] },
      ],
      [
        'an extension by its path',
        { op: 'replace', path: enterprise, value: { division: 'L2' } },
        { div1: ['R'], div2: ['L2'] },
      ],
      ['own fields', { op: 'Add', path: `${learnt}:custom1`, value: ['A', 'B'] }, { custom1: ['A', 'B'] }],
      ['a value of a list', { op: 'Remove', path: `${learnt}:custom1`, value: ['A'] }, { custom1: ['B'] }],
      [
        'a last day',
        { op: 'Add', path: `${learnt}:terminationDate`, value: '2030-01-31' },
        { terminationDate: '2030-01-31' },
      ],
      [
        'roles, which give none',
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'admin' },
        { roles: ['learner'] },
      ],
      [
        'roles in an object',
        { op: 'Add', value: { roles: [{ value: 'superadmin' }], entitlements: ['x'] } },
        { roles: ['learner'] },
      ],
      ['something that is removed', { op: 'Remove', path: 'title' }, { position: [] }],
      ['a number that is removed by its type', { op: 'Remove', path: 'phoneNumbers[type eq "work"]' }, { phone: '+1' }],
      ['a user name', { op: 'Replace', path: 'userName', value: `u.${upn}` }, { email: `e2.${upn}`, username: '' }],
    ]
    for (const [name, operation, becomes] of cases) {
      const reply = await patch(at, operation)
      expect(reply.status, `${name}: ${JSON.stringify(reply.body)}`).toBe(200)
      expect(await memberOf(tenant, id), name).toMatchObject(becomes)
    }
    expect((await send('GET', at)).body).toMatchObject({
      displayName: 'E. West',
      userName: `u.${upn}`,
      externalId: 'eva.ext',
    })

    // Groups are asked for without their members, who come and go in portions.
    const group = await send('POST', '/Groups', {
      schemas: [groupUrn, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: 'g.ext',
      displayName: 'Lab',
      meta: { resourceType: 'Group' },
    })
    const lab = `/Groups/${group.body.id}`
    expect((await send('GET', `${lab}?excludedAttributes=members`)).body).toMatchObject({ displayName: 'Lab' })
    expect(
      (await send('GET', find('/Groups', 'displayName eq "lab"', '&excludedAttributes=members'))).body.totalResults,
    ).toBe(1)
    for (const value of [[{ $ref: null, value: id }], [{ value: boss }]])
      await patch(lab, { op: 'Add', path: 'members', value })
    expect((await send('GET', lab)).body.members).toHaveLength(2)
    expect(
      (await send('GET', find('/Groups', `id eq "${group.body.id}" and members eq "${id}"`))).body.totalResults,
    ).toBe(1)
    await patch(lab, { op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] })
    expect((await send('GET', lab)).body.members).toMatchObject([{ value: boss }])
    await patch(
      lab,
      { op: 'Replace', path: 'displayName', value: 'Laboratory' },
      { op: 'Replace', path: 'externalId', value: 'g.2' },
    )
    await patch(lab, { op: 'Remove', path: 'members' })
    expect((await send('GET', lab)).body).toMatchObject({ displayName: 'Laboratory', externalId: 'g.2' })
    expect((await send('GET', lab)).body.members).toBeUndefined()

    // Thirty days after, the person is deleted: gone from SCIM, and kept with all records.
    expect((await send('DELETE', at)).status).toBe(204)
    expect((await send('GET', at)).status).toBe(404)
    expect((await send('DELETE', at)).status).toBe(404)
    expect(await memberOf(tenant, id)).toMatchObject({ status: 'archived', employeeId: '100' })
    const back = await send(
      'POST',
      '/Users',
      user({ userName: `u.${upn}`, externalId: 'eva.ext', emails: [{ value: `e2.${upn}`, primary: true }] }),
    )
    expect(back).toMatchObject({ status: 201, body: { id, active: true } })
    expect((await memberOf(tenant, id)).status).toBe('active')
  })
})

describe('the protocol', () => {
  test('finds, sorts, pages and picks', async () => {
    const tenant = await givenTenant(app)
    const { send } = await givenToken(tenant)
    const ids: string[] = []
    for (const [at, name] of ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'].entries())
      ids.push(
        (
          await send(
            'POST',
            '/Users',
            user({
              userName: `s${at}${unique('x')}`,
              externalId: `Ext${at}`,
              name: { givenName: name, familyName: `Z${at}` },
              title: at % 2 ? 'Cook' : 'Nurse',
              active: at !== 4,
            }),
          )
        ).body.id,
      )
    const names = async (query: string) =>
      ((await send('GET', `/Users?${query}`)).body.Resources as Read[]).map((one) => one.name?.givenName)
    const found = (filter: string) =>
      names(`filter=${encodeURIComponent(`(${filter}) and name.familyName sw "Z"`)}&sortBy=name.givenName`)
    expect(await found('title eq "cook"')).toEqual(['Ben', 'Dan'])
    expect(await found('not (title eq "Cook") and active eq true')).toEqual(['Ann', 'Cid'])
    expect(await found('active eq "False"')).toEqual(['Eve'])
    expect(await found('name.givenName co "N" or externalId eq "Ext4"')).toEqual(['Ann', 'Ben', 'Dan', 'Eve'])
    expect(await found('externalId eq "ext4"')).toEqual([])
    expect(await found('emails[type eq "work" and value co "@corp"] and name.givenName ew "e"')).toEqual(['Eve'])
    expect(await found(`${userUrn}:userName sw "s1" and title pr`)).toEqual(['Ben'])
    expect(await found('meta.created gt "2001-01-01T00:00:00Z" and name.givenName le "Ben"')).toEqual(['Ann', 'Ben'])
    expect(await found(`id eq "${ids[2]}"`)).toEqual(['Cid'])
    expect(
      await names('sortBy=name.familyName&sortOrder=descending&startIndex=2&count=2&filter=externalId%20pr'),
    ).toEqual(['Dan', 'Cid'])
    expect((await send('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: 6,
      itemsPerPage: 0,
      Resources: [],
    })
    expect((await send('GET', '/Users?count=-5&startIndex=-3')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
    expect((await send('GET', '/Users?count=100000')).status).toBe(200)
    const one = (await send('GET', `/Users/${ids[0]}?attributes=name.givenName,${enterprise}:department,userName`)).body
    expect(Object.keys(one).toSorted()).toEqual(['id', 'name', 'schemas', 'userName'])
    expect(one.name).toEqual({ givenName: 'Ann' })
    expect((await send('GET', `/Users/${ids[0]}?excludedAttributes=emails,name.formatted,id`)).body).toMatchObject({
      id: ids[0],
      name: { givenName: 'Ann' },
    })
    const search = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'title eq "Cook"',
      attributes: ['title'],
      sortBy: 'userName',
      startIndex: 1,
      count: 1,
    }
    expect((await send('POST', '/Users/.search', search)).body).toMatchObject({
      totalResults: 2,
      itemsPerPage: 1,
      Resources: [{ title: 'Cook' }],
    })
    expect((await send('POST', '/.search', { schemas: search.schemas })).body.totalResults).toBe(6)
    for (const path of ['/Schemas', '/ResourceTypes', `/Schemas/${learnt}`, '/ResourceTypes/Group'])
      expect((await send('GET', path)).status, path).toBe(200)
    expect((await send('GET', '/Me')).status).toBe(501)
  })

  test('says what is wrong in its own words', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const known = (await send('POST', '/Users', user({ externalId: 'one' }))).body
    const at = `/Users/${known.id}`
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
    const many = Array.from({ length: 101 }, (_, n) => ({ method: 'DELETE', path: `/Users/${n}` }))
    const bulk = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'
    const cases: [string, () => Promise<Reply>, number, string | undefined][] = [
      [
        'the user name of somebody',
        () => send('POST', '/Users', user({ userName: known.userName.toUpperCase() })),
        409,
        'uniqueness',
      ],
      ['the external id of somebody', () => send('POST', '/Users', user({ externalId: 'one' })), 409, 'uniqueness'],
      ['no user name', () => send('POST', '/Users', user({ userName: '' })), 400, 'invalidValue'],
      [
        'a name without a letter',
        () => send('POST', '/Users', user({ name: { givenName: '?', familyName: 'Bell' } })),
        400,
        'invalidValue',
      ],
      ['no address', () => send('POST', '/Users', user({ emails: [{ value: 'nobody' }] })), 400, 'invalidValue'],
      ['neither true nor false', () => send('POST', '/Users', user({ active: 'perhaps' })), 400, 'invalidValue'],
      ['a weak password', () => send('POST', '/Users', user({ password: '123' })), 400, 'invalidValue'],
      ['no JSON', () => send('POST', '/Users', '{"userName":'), 400, 'invalidSyntax'],
      ['a list', () => send('POST', '/Users', '[]'), 400, 'invalidSyntax'],
      [
        'another kind of body',
        () => send('POST', '/Users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
        415,
        undefined,
      ],
      ['8 MB', () => send('POST', '/Users', JSON.stringify({ userName: 'x'.repeat(8 * 1024 * 1024) })), 413, undefined],
      ['a deep body', () => send('POST', '/Users', deep), 413, undefined],
      ['a broken filter', () => send('GET', find('/Users', 'userName eq')), 400, 'invalidFilter'],
      [
        'a filter of newlines',
        () => send('GET', find('/Users', `userName eq "${'\n'.repeat(400)}`)),
        400,
        'invalidFilter',
      ],
      ['a long filter', () => send('GET', find('/Users', `userName eq "${'x'.repeat(2000)}"`)), 400, 'invalidFilter'],
      [
        'many comparisons',
        () => send('GET', find('/Users', Array(30).fill('title pr').join(' or '))),
        400,
        'invalidFilter',
      ],
      ['a filter by nothing', () => send('GET', find('/Users', 'password eq "x"')), 400, 'invalidFilter'],
      ['a count of letters', () => send('GET', '/Users?count=ten'), 400, 'invalidValue'],
      ['nobody', () => send('GET', '/Users/nobody'), 404, undefined],
      ['a path to nothing', () => patch(at, { op: 'add', path: 'shoeSize', value: 44 }), 400, 'invalidPath'],
      ['a path to everything', () => patch(at, { op: 'add', path: '__proto__.x', value: 1 }), 400, 'invalidPath'],
      ['an id', () => patch(at, { op: 'replace', path: 'id', value: 'x' }), 400, 'mutability'],
      ['a required one', () => patch(at, { op: 'remove', path: 'userName' }), 400, 'mutability'],
      ['removing without a path', () => patch(at, { op: 'remove' }), 400, 'noTarget'],
      [
        'a filter that finds nothing',
        () => patch(at, { op: 'replace', path: 'emails[value co "zzz"].value', value: 'a@b.test' }),
        400,
        'noTarget',
      ],
      ['another operation', () => patch(at, { op: 'move', path: 'title', value: 'x' }), 400, 'invalidSyntax'],
      [
        'the own manager',
        () => patch(at, { op: 'add', path: `${enterprise}:manager`, value: known.id }),
        400,
        'invalidValue',
      ],
      [
        'a member who is nobody',
        () =>
          send('POST', '/Groups', { schemas: [groupUrn], displayName: 'G', members: [{ value: crypto.randomUUID() }] }),
        400,
        'invalidValue',
      ],
      ['a group without a name', () => send('POST', '/Groups', { schemas: [groupUrn] }), 400, 'invalidValue'],
      ['too many operations', () => send('POST', '/Bulk', { schemas: [bulk], Operations: many }), 413, 'tooMany'],
      ['an old version', () => send('PUT', at, known, { 'if-match': 'W/"0.0"' }), 412, undefined],
    ]
    for (const [name, ask, status, scimType] of cases) {
      const reply = await ask()
      expect(reply.status, `${name}: ${JSON.stringify(reply.body)}`).toBe(status)
      expect(reply.body, name).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
      })
      expect(reply.body.scimType, name).toBe(scimType)
      expect(reply.body.detail, name).not.toBe('')
    }
    expect(({} as Body).x).toBeUndefined()
    const version = (await send('GET', at)).headers.etag as string
    expect((await send('GET', at, undefined, { 'if-none-match': version })).status).toBe(304)
    expect(
      (
        await send(
          'PATCH',
          at,
          { schemas: [patchUrn], Operations: [{ op: 'add', path: 'nickName', value: 'P' }] },
          { 'if-match': version },
        )
      ).status,
    ).toBe(200)
    expect((await send('GET', at, undefined, { 'if-none-match': version })).status).toBe(200)
  })

  test('takes what OneLogin, JumpCloud, Google and others send', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const email = `${unique('gus')}@corp.test`
    const made = await send('POST', '/Users', {
      schemas: ['urn:scim:schemas:core:1.0', userUrn, 'urn:example:schemas:gws:1.0:User'],
      userName: email,
      externalId: null,
      name: { givenName: 'Gus', familyName: 'Two', middleName: null },
      emails: [email],
      phoneNumbers: [{ value: '', type: 'mobile' }],
      addresses: [],
      displayName: '',
      active: 'TRUE',
      'urn:example:schemas:gws:1.0:User': { shoeSize: 44 },
      [`${'x'.repeat(99)}😀`]: 1,
    })
    expect(made).toMatchObject({
      status: 201,
      body: { active: true, displayName: 'Gus Two', emails: [{ value: email }] },
    })
    const id: string = made.body.id
    const at = `/Users/${id}`
    const put = (of: Body) => send('PUT', at, { ...made.body, ...of })
    const cases: [string, () => Promise<Reply>, Body][] = [
      [
        'a name without a path keeps its other parts, and the whole names follow',
        () => patch(at, { op: 'replace', value: { name: { givenName: 'Guy' } } }),
        { name: { givenName: 'Guy', familyName: 'Two', formatted: 'Guy Two' }, displayName: 'Guy Two' },
      ],
      [
        'the whole names that were read come back with other parts',
        () => put({ name: { givenName: 'Gil', familyName: 'Two', formatted: 'Guy Two' }, displayName: 'Guy Two' }),
        { name: { formatted: 'Gil Two' }, displayName: 'Gil Two' },
      ],
      [
        'a type with a capital',
        () => patch(at, { op: 'replace', path: 'emails[Type eq "Work"].value', value: `a.${email}` }),
        { emails: [{ value: `a.${email}`, type: 'work', primary: true }] },
      ],
      [
        'a truth as text in a path',
        () => patch(at, { op: 'replace', path: 'emails[primary eq "True"].value', value: `b.${email}` }),
        { emails: [{ value: `b.${email}`, type: 'work', primary: true }] },
      ],
      [
        'a choice by and, or and not',
        () =>
          patch(at, {
            op: 'replace',
            path: 'emails[(type eq "work" or type eq "other") and not (value co "zzz")].value',
            value: `c.${email}`,
          }),
        { emails: [{ value: `c.${email}` }] },
      ],
      [
        'a number by a truth that is not there yet',
        () => patch(at, { op: 'add', path: 'phoneNumbers[type eq "mobile" and primary eq "True"].value', value: '+4' }),
        { phoneNumbers: [{ value: '+4', type: 'mobile' }] },
      ],
      ['null for active', () => patch(at, { op: 'replace', path: 'active', value: null }), { active: true }],
      [
        'null for a text',
        () => patch(at, { op: 'add', path: 'title', value: 'Cook' }, { op: 'replace', path: 'title', value: null }),
        { active: true },
      ],
      ['a truth in a list of values', () => put({ active: [{ value: 'False' }] }), { active: false }],
      [
        'ids and groups of our own',
        () => put({ id: 'other', groups: [{ value: 'x' }], meta: 'x', active: true }),
        { id },
      ],
    ]
    for (const [name, ask, expected] of cases) {
      const reply = await ask()
      expect(reply.status, `${name}: ${JSON.stringify(reply.body)}`).toBe(200)
      expect((await send('GET', at)).body, name).toMatchObject(expected)
    }
    expect((await send('GET', at)).body.title).toBeUndefined()
    const half = '{"userName":"half","name":{"givenName":"Half","familyName":"One"},"nickName":"\\ud800"}'
    expect(await send('POST', '/Users', half)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
    expect((await send('GET', '/Users?startIndex=0&count=0')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 })

    // What was left out is noted once in each request that changes something.
    const ignored = () =>
      app.services.db.tenant(tenant.tenantId).read(async (tx) => {
        const rows = await tx
          .selectFrom('auditEntries')
          .innerJoin('auditPayloads', 'auditPayloads.entryId', 'auditEntries.id')
          .select('after')
          .where('subjectId', '=', `${id}:${tenant.teamId}`)
          .orderBy('auditEntries.id')
          .execute()
        return rows.flatMap((row) => (row.after as Read)?.scim?.ignored ?? [])
      })
    expect(await ignored()).toEqual(['urn:example:schemas:gws:1.0:User', `${'x'.repeat(99)}\ufffd`])
    const roles = { op: 'add', path: 'roles', value: [{ value: 'admin' }] }
    await patch(
      at,
      roles,
      { op: 'add', path: 'title', value: 'Cook' },
      { op: 'add', value: { entitlements: ['x'], roles: [] } },
    )
    await patch(at, roles)
    await put({ title: 'Baker', shoeSize: 44 })
    await put({ title: 'Baker', shoeSize: 44 })
    expect((await ignored()).slice(2)).toEqual(['roles', 'entitlements', 'shoeSize'])
  })

  test('describes what it answers and takes, so that strict clients start', async () => {
    const tenant = await givenTenant(app)
    const { send } = await givenToken(tenant)
    const field = { names: { en: 'Site' }, kind: 'choices', choices: ['Kiel', 'Ulm'], isRequired: false } as const
    const { problem } = await app.call(tenant.admin, api.customFields.save, {
      params: { field: 'div1' },
      body: {
        ...field,
        access: { person: 'see', manager: 'see', administrator: 'edit' },
        place: 1,
        inList: false,
        revision: 0,
      } as never,
    })
    expect(problem).toBeNull()
    const { Resources } = (await send('GET', '/Schemas')).body
    const attributes = (of: Read): Read[] => of.flatMap((one: Read) => [one, ...attributes(one.subAttributes ?? [])])
    const all = attributes(Resources.flatMap((schema: Read) => schema.attributes))
    const references = all.filter((one) => one.type === 'reference')
    expect(references.length).toBeGreaterThan(3)
    for (const one of references) expect(one.referenceTypes, one.name).toEqual([expect.any(String)])
    const values = (name: string) => all.find((one) => one.name === name).canonicalValues
    expect([values('department'), values('div1'), values('title')]).toEqual([
      ['Kiel', 'Ulm'],
      ['Kiel', 'Ulm'],
      undefined,
    ])
    expect(values('status')).toContain('terminated')
    // Whatever is answered of a person is declared.
    const { body: person } = await send(
      'POST',
      '/Users',
      user({
        [enterprise]: { department: 'Ulm', manager: { value: tenant.admin.userId } },
        photos: ['https://a.test/p'],
      }),
    )
    await send('POST', '/Groups', { schemas: [groupUrn], displayName: 'All', members: [{ value: person.id }] })
    const { body: read } = await send('GET', `/Users/${person.id}`)
    const undeclared = (value: Read, declared: Read[]): string[] =>
      Object.entries(value).flatMap(([name, inner]) => {
        const attribute = declared.find((one) => one.name === name)
        if (!attribute) return [name]
        return [inner]
          .flat()
          .flatMap((one) =>
            typeof one === 'object' && one !== null ? undeclared(one, attribute.subAttributes ?? []) : [],
          )
      })
    const of = (id: string) => Resources.find((schema: Read) => schema.id === id).attributes
    const { schemas: _s, id: _i, meta: _m, externalId: _e, [enterprise]: work, [learnt]: own, ...core } = read
    expect(core.groups).toMatchObject([{ display: 'All', type: 'direct' }])
    expect([undeclared(core, of(userUrn)), undeclared(work, of(enterprise)), undeclared(own, of(learnt))]).toEqual([
      [],
      [],
      [],
    ])
    // What the documentation of the API says of them is the same.
    const documented = (shape: object) => Object.keys(shape).toSorted()
    const names = (id: string) => of(id).map((one: Read) => one.name)
    expect(documented(ScimUser.shape)).toEqual(
      [...names(userUrn), 'schemas', 'id', 'meta', 'externalId', enterprise, learnt]
        .filter((name) => name !== 'password')
        .toSorted(),
    )
    expect(documented(ScimGroup.shape)).toEqual([...names(groupUrn), 'schemas', 'id', 'meta', 'externalId'].toSorted())
    expect(documented(ScimEnterpriseUser.shape)).toEqual(names(enterprise).toSorted())
    expect(documented(ScimLearntUser.shape)).toEqual(names(learnt).toSorted())
    ScimUser.parse(read)
    ScimGroupList.parse((await send('GET', '/Groups')).body)
    ScimSchemaList.parse((await send('GET', '/Schemas')).body)
    ScimResourceTypeList.parse((await send('GET', '/ResourceTypes')).body)
    ScimProviderConfig.parse((await send('GET', '/ServiceProviderConfig')).body)
    ScimErrorAnswer.parse((await send('GET', '/Users/nobody')).body)
  })

  test('refuses unknown addresses and methods in its own words, and takes a slash at the end', async () => {
    const tenant = await givenTenant(app)
    const { send } = await givenToken(tenant)
    for (const [method, path] of [
      ['GET', '/Persons'],
      ['GET', ''],
      ['GET', '/'],
      ['PUT', '/Users'],
      ['DELETE', '/Schemas'],
      ['PATCH', '/ServiceProviderConfig'],
      ['GET', '/Users/a/b'],
    ] as const)
      expect(await send(method, path, undefined, { accept: 'text/html' }), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' },
        headers: { 'content-type': 'application/scim+json; charset=utf-8' },
      })
    const made = await send('POST', '/Users/', user())
    expect(made.status).toBe(201)
    for (const path of [
      '/Users/',
      `/Users/${made.body.id}/`,
      '/Groups/?count=1',
      '/Schemas/',
      '/ServiceProviderConfig/',
    ])
      expect((await send('GET', path)).status, path).toBe(200)
  })

  test('lets one value be primary, keeps what was said of each, and answers addresses as they came', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const [work, home] = [`Work.${unique('A')}@Corp.test`, `Home.${unique('B')}@Corp.test`]
    const { body: both } = await send(
      'POST',
      '/Users',
      user({
        emails: [
          { value: work, type: 'work', primary: true },
          { value: home, type: 'home', primary: true },
        ],
        phoneNumbers: [
          { value: '1', type: 'work', primary: true },
          { value: '2', type: 'home', primary: true },
        ],
        photos: [
          { value: 'https://a.test/1', type: 'photo', primary: true },
          { value: 'https://a.test/2', type: 'thumbnail', primary: true },
        ],
        addresses: [
          { type: 'work', locality: 'Kiel', primary: true },
          { type: 'home', locality: 'Ulm', primary: true },
        ],
      }),
    )
    const primaries = (of: Read) =>
      ['emails', 'phoneNumbers', 'photos', 'addresses'].map((name) => of[name].map((one: Read) => one.primary))
    expect(primaries(both)).toEqual(Array(4).fill([true, false]))
    expect(both.emails.map((one: Read) => one.value)).toEqual([work, home])
    expect((await memberOf(tenant, both.id)).email).toBe(work.toLowerCase())
    const at = `/Users/${both.id}`
    const emails = async (...operations: Body[]) => {
      const { status, body } = await patch(at, ...operations)
      expect(status).toBe(200)
      expect(body.emails.filter((one: Read) => one.primary === true).length).toBeLessThanOrEqual(1)
      return body.emails.map((one: Read) => [one.value, one.primary])
    }
    // The one that is said to be primary now, also where it is here already and in other letters.
    expect(
      await emails({ op: 'add', path: 'emails', value: [{ value: home.toUpperCase(), type: 'home', primary: true }] }),
    ).toEqual([
      [home.toUpperCase(), true],
      [work, false],
    ])
    expect((await memberOf(tenant, both.id)).email).toBe(home.toLowerCase())
    expect(await emails({ op: 'replace', path: 'emails[type eq "work"].primary', value: 'True' })).toEqual([
      [work, true],
      [home.toUpperCase(), false],
    ])
    expect(await emails({ op: 'replace', path: 'emails.primary', value: true })).toEqual([
      [work, true],
      [home.toUpperCase(), false],
    ])
    // None is primary, if that is what was said.
    const none = [{ value: work, type: 'work', primary: false }]
    expect(await emails({ op: 'replace', path: 'emails', value: none })).toEqual([[work, false]])
    const { body: read } = await send('GET', at)
    expect((await send('PUT', at, read)).body.meta.version).toBe(read.meta.version)
    expect(
      (await send('GET', find('/Users', 'emails[primary eq true]'))).body.Resources.map((one: Read) => one.id),
    ).not.toContain(both.id)
    expect((await send('GET', find('/Users', `emails.value eq "${work.toUpperCase()}"`))).body.totalResults).toBe(1)
    // An address that somebody changes here is not answered as another one came.
    const { problem } = await app.call(tenant.admin, api.members.update, {
      params: { userId: both.id },
      body: { email: 'other@corp.test' },
    })
    expect(problem).toBeNull()
    expect((await send('GET', at)).body.emails[0].value).toBe('other@corp.test')
  })

  test('takes a full synchronisation, and an extension that repeats its schemas', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const { body: person } = await send('POST', '/Users', user())
    const ids = async (filter: string) =>
      (await send('GET', find('/Users', filter))).body.Resources.map((one: Read) => one.id)
    for (const moment of ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.0000000Z', '0000-01-01T00:00:00Z', '1601-01-01'])
      expect(await ids(`meta.lastModified ge "${moment}"`), moment).toContain(person.id)
    expect(await ids('meta.lastModified ge "9999-12-31T23:59:59.9999999Z"')).toEqual([])
    expect((await send('GET', find('/Users', 'meta.lastModified ge "soon"'))).status).toBe(400)
    const at = `/Users/${person.id}`
    const whole = { schemas: [userUrn, enterprise], id: person.id, department: 'R', [`${enterprise}:division`]: 'L' }
    for (const [operation, department] of [
      [{ op: 'replace', path: enterprise, value: whole }, 'R'],
      [{ op: 'add', path: enterprise, value: { [enterprise]: { department: 'S' } } }, 'S'],
      [{ op: 'replace', value: { schemas: [userUrn], [enterprise]: { ...whole, department: 'T' } } }, 'T'],
    ] as const) {
      const reply = await patch(at, operation)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      expect(reply.body[enterprise]).toMatchObject({ department, division: 'L' })
    }
    expect((await patch(at, { op: 'replace', path: enterprise, value: { shoeSize: 1 } })).status).toBe(400)
  })

  test('takes names of one letter', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const { status, body } = await send('POST', '/Users', user({ name: { givenName: 'Thant', familyName: 'U' } }))
    expect([status, body.name.familyName]).toEqual([201, 'U'])
    expect(await memberOf(tenant, body.id)).toMatchObject({ firstName: 'Thant', lastName: 'U' })
    const at = `/Users/${body.id}`
    expect((await patch(at, { op: 'replace', path: 'name.givenName', value: 'O' })).status).toBe(200)
    expect((await send('PUT', at, { ...body, name: { givenName: 'Ö', familyName: 'O' } })).status).toBe(200)
    expect(await memberOf(tenant, body.id)).toMatchObject({ firstName: 'Ö', lastName: 'O' })
    expect((await patch(at, { op: 'replace', path: 'name.familyName', value: '7' })).status).toBe(400)
  })

  test('gives names that deleting has freed to somebody of another team, and no others', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const [here, there] = [await givenToken(tenant), await givenToken(tenant, { teamId })]
    const of = (userName: string, externalId: string) => user({ userName, externalId, emails: [] })
    const [name, ext] = [unique('Jo.'), unique('e')]
    const { body: first } = await here.send('POST', '/Users', of(name, ext))
    expect((await there.send('POST', '/Users', of(name, ext))).status).toBe(409)
    expect((await here.send('DELETE', `/Users/${first.id}`)).status).toBe(204)
    const second = await there.send('POST', '/Users', of(name.toUpperCase(), ext))
    expect(second).toMatchObject({ status: 201, body: { userName: name.toUpperCase(), externalId: ext } })
    expect(second.body.id).not.toBe(first.id)
    expect(await memberOf(tenant, first.id)).toMatchObject({ username: '', status: 'archived' })
    expect((await here.send('POST', '/Users', of(name, ext))).status).toBe(409)
    // By a change, too.
    const { body: third } = await here.send('POST', '/Users', of(unique('k'), unique('e')))
    const rename = { op: 'replace', path: 'userName', value: name }
    expect((await here.patch(`/Users/${third.id}`, rename)).status).toBe(409)
    expect((await there.send('DELETE', `/Users/${second.body.id}`)).status).toBe(204)
    expect(await here.patch(`/Users/${third.id}`, rename)).toMatchObject({ status: 200, body: { userName: name } })
    expect((await memberOf(tenant, third.id)).username).toBe(name)
    // A person who is still in a team keeps the name.
    const { body: fourth } = await here.send('POST', '/Users', user())
    await there.send('POST', '/Users', user({ userName: fourth.userName, emails: fourth.emails }))
    expect((await here.send('DELETE', `/Users/${fourth.id}`)).status).toBe(204)
    expect((await here.send('POST', '/Users', of(fourth.userName.split('@')[0], unique('e')))).status).toBe(201)
    expect((await here.patch(`/Users/${third.id}`, { ...rename, value: fourth.userName })).status).toBe(409)
  })

  test('carries out several operations, each for itself, in the order that they need', async () => {
    const tenant = await givenTenant(app)
    const { send } = await givenToken(tenant)
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']
    const post = (path: string, bulkId: string, data: Body) => ({ method: 'POST', path, bulkId, data })
    const { body } = await send('POST', '/Bulk', {
      schemas,
      Operations: [
        post('/Groups', 'g', {
          schemas: [groupUrn],
          displayName: 'Bulk',
          members: [{ value: 'bulkId:b' }, { value: 'bulkId:a' }],
        }),
        post('/Users', 'a', user({ [enterprise]: { manager: { value: 'bulkId:b' } } })),
        post('/Users', 'b', user()),
        post('/Users', 'c', user({ userName: '' })),
        post('/Users', 'd', user({ [enterprise]: { manager: { value: 'bulkId:e' } } })),
        post('/Users', 'e', user({ [enterprise]: { manager: { value: 'bulkId:d' } } })),
        {
          method: 'PATCH',
          path: '/Users/bulkId:a',
          data: { schemas: [patchUrn], Operations: [{ op: 'add', path: 'title', value: 'Cook' }] },
        },
      ],
    })
    expect(body.Operations.map((one: Read) => one.status)).toEqual(['201', '201', '201', '400', '409', '400', '200'])
    const [group, a, b] = body.Operations.map((one: Read) => String(one.location).split('/').at(-1))
    expect(await memberOf(tenant, a)).toMatchObject({ managers: [b], position: ['Cook'] })
    expect((await send('GET', `/Groups/${group}`)).body.members).toHaveLength(2)
    const stopped = await send('POST', '/Bulk', {
      schemas,
      failOnErrors: 1,
      Operations: [post('/Users', 'x', user({ userName: '' })), post('/Users', 'y', user())],
    })
    expect(stopped.body.Operations).toHaveLength(1)
    const unreadable = await send('POST', '/Bulk', {
      schemas,
      failOnErrors: 1,
      Operations: [post('/Users', 'x', user()), { method: 'FLY' }, post('/Users', 'y', user())],
    })
    expect(unreadable.body.Operations.map((one: Read) => one.status)).toEqual(['201', '400'])
  })
})

describe('a token', () => {
  test('opens its team alone, until it is revoked or expires', async () => {
    const [tenant, foreign] = await Promise.all([givenTenant(app), givenTenant(app)])
    const teamId = await givenTeam(app, tenant)
    const other = await givenPerson(app, tenant, { teamId })
    const [mine, ofTeam, reader, people, theirs] = [
      await givenToken(tenant),
      await givenToken(tenant, { teamId }),
      await givenToken(tenant, { scope: 'read' }),
      await givenToken(tenant, { scope: 'people' }),
      await givenToken(foreign),
    ]
    const { body: person } = await mine.send('POST', '/Users', user())
    const { body: group } = await mine.send('POST', '/Groups', {
      schemas: [groupUrn],
      displayName: 'Mine',
      members: [{ value: person.id }],
    })
    for (const stranger of [theirs, ofTeam])
      for (const [path, member] of [
        [`/Users/${person.id}`, false],
        [`/Groups/${group.id}`, true],
      ] as const) {
        expect((await stranger.send('GET', path)).status).toBe(404)
        expect((await stranger.send('DELETE', path)).status).toBe(404)
        expect(
          (await stranger.patch(path, { op: 'replace', path: member ? 'displayName' : 'active', value: 'false' }))
            .status,
        ).toBe(404)
        expect((await stranger.send('GET', find('/Users', `userName eq "${person.userName}"`))).body.totalResults).toBe(
          0,
        )
        expect(
          (await stranger.send('POST', '/Groups', { displayName: 'X', members: [{ value: person.id }] })).status,
        ).toBe(400)
      }
    expect((await ofTeam.send('GET', '/Users')).body.Resources.map((one: Read) => one.id)).toEqual([other.userId])
    // A manager may be in another team, and is only an id there.
    const managed = (of: ReturnType<typeof clientOf>, id: string) =>
      of.patch(`/Users/${id}`, { op: 'add', path: `${enterprise}:manager`, value: tenant.admin.userId })
    expect((await managed(ofTeam, other.userId)).body[enterprise].manager).toEqual({ value: tenant.admin.userId })
    expect((await managed(mine, person.id)).body[enterprise].manager).toMatchObject({
      value: tenant.admin.userId,
      displayName: expect.any(String),
    })
    expect((await mine.send('GET', `/Users/${person.id}`)).status).toBe(200)
    // Scopes.
    expect((await reader.send('GET', `/Users/${person.id}`)).status).toBe(200)
    expect((await reader.send('POST', '/Users', user())).status).toBe(403)
    expect((await reader.send('POST', '/Bulk', { schemas: [], Operations: [] })).status).toBe(403)
    expect((await people.send('POST', '/Users', user())).status).toBe(201)
    expect((await people.send('POST', '/Groups', { displayName: 'No' })).status).toBe(403)
    // No other credential opens it, and it opens nothing else.
    expect((await clientOf('nonsense').send('GET', '/Users')).status).toBe(401)
    expect((await clientOf(mine.token.replace(tenant.tenantId, foreign.tenantId)).send('GET', '/Users')).status).toBe(
      401,
    )
    expect((await app.send(tenant.admin, 'GET', '/scim/v2/Users')).status).toBe(401)
    const elsewhere = await app.send(stranger, 'GET', '/api/members', {
      headers: { authorization: `Bearer ${mine.token}` },
    })
    expect(elsewhere.status).toBe(401)
    // Who may make and revoke.
    const teamAdmin = await givenPerson(app, tenant, { roles: ['admin'], teamId })
    const body = { name: 'x', scope: 'all', teamId: tenant.teamId, expiresInDays: 30, invites: false } as const
    expect((await app.call(teamAdmin, api.scimTokens.create, { body })).status).toBe(422)
    const params = { scimTokenId: mine.id }
    for (const who of [teamAdmin, foreign.admin])
      expect((await app.call(who, api.scimTokens.revoke, { params })).status).toBe(404)
    expect((await app.call(teamAdmin, api.scimTokens.list)).body.items.map((one) => one.id)).toEqual([ofTeam.id])
    const listed = await app.call(tenant.admin, api.scimTokens.list)
    expect(listed.body.items.find((one) => one.id === mine.id)).toMatchObject({
      state: 'active',
      people: 1,
      hint: mine.token.slice(-4),
    })
    expect(JSON.stringify(listed.body)).not.toContain(mine.token)
    expect((await app.call(tenant.admin, api.scimTokens.revoke, { params })).status).toBe(204)
    expect((await mine.send('GET', '/Users')).status).toBe(401)
    expect((await app.call(tenant.admin, api.scimTokens.revoke, { params })).problem?.code).toBe('wrong-state')
    app.clock.advance(91 * 86_400_000)
    expect((await ofTeam.send('GET', '/Users')).status).toBe(401)
    app.clock.advance(-91 * 86_400_000)
  })

  test('neither reads nor changes what the provider of another team says of somebody who is in both', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const [mine, theirs] = [await givenToken(tenant), await givenToken(tenant, { teamId })]
    const said = user({ externalId: 'mine-1', nickName: 'Secret', [enterprise]: { costCenter: 'CC-9' } })
    const { body: made } = await mine.send('POST', '/Users', said)
    const at = `/Users/${made.id}`
    const again = await theirs.send('POST', '/Users', { ...said, externalId: 'theirs-1', nickName: 'Theirs' })
    expect(again).toMatchObject({ status: 201, body: { id: made.id } })
    for (const body of [again.body, (await theirs.send('GET', at)).body]) {
      expect(JSON.stringify(body)).not.toMatch(/Secret|CC-9|mine-1/)
      expect(body.userName).toBe(made.userName)
    }
    for (const [of, count] of [
      [theirs, 0],
      [mine, 1],
    ] as const)
      expect((await of.send('GET', find('/Users', 'externalId eq "mine-1"'))).body.totalResults).toBe(count)
    // They change their own values; the same values sent each night are no change.
    const title = { op: 'replace', path: 'title', value: 'Cook' }
    expect((await theirs.patch(at, title)).body.title).toBe('Cook')
    const version = (await theirs.send('GET', at)).body.meta.version
    const same = { ...said, externalId: 'theirs-1', title: 'Cook' }
    for (let night = 0; night < 2; night++) expect((await theirs.send('PUT', at, same)).body.meta.version).toBe(version)
    expect((await mine.send('GET', at)).body).toMatchObject({
      userName: made.userName,
      externalId: 'mine-1',
      nickName: 'Secret',
      [enterprise]: { costCenter: 'CC-9' },
    })
    expect((await mine.send('GET', at)).body.title).toBeUndefined()
    // Once the other team has let go, they may change it.
    expect((await mine.send('DELETE', at)).status).toBe(204)
    expect((await theirs.patch(at, { op: 'add', path: 'nickName', value: 'Ours' })).body.nickName).toBe('Ours')
    expect(JSON.stringify((await theirs.send('GET', at)).body)).not.toMatch(/Secret|CC-9/)
  })

  test('takes nobody over, raises nobody, and leaves an administrator', async () => {
    const [tenant, foreign] = await Promise.all([givenTenant(app), givenTenant(app)])
    const { send, patch } = await givenToken(tenant)
    // Somebody of another tenant, by address: their account and their membership there stay as they are.
    const victim = await givenPerson(app, foreign, { firstName: 'Vic', roles: ['admin'] })
    const before = await accountOf(victim.email)
    const taken = await send(
      'POST',
      '/Users',
      user({
        userName: victim.email,
        emails: [{ value: victim.email, primary: true }],
        password: 'blue-otter-7-jumps',
        name: { givenName: 'Evil', familyName: 'Name' },
      }),
    )
    expect(taken.status).toBe(201)
    await patch(`/Users/${taken.body.id}`, {
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value: `${unique('evil')}@evil.test`,
    })
    await patch(`/Users/${taken.body.id}`, { op: 'replace', path: 'active', value: false })
    expect(await accountOf(victim.email)).toEqual(before)
    expect(await memberOf(foreign, victim.userId)).toMatchObject({
      firstName: 'Vic',
      email: victim.email,
      status: 'active',
    })
    expect(await sessionsOf(victim.userId)).toBe(1)

    // Administrators: no new address, no way back, and one stays.
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    const top = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const at = `/Users/${second.userId}`
    expect(
      (await patch(at, { op: 'replace', path: 'emails[type eq "work"].value', value: 'evil@evil.test' })).status,
    ).toBe(403)
    expect((await patch(at, { op: 'replace', path: 'userName', value: 'evil' })).status).toBe(403)
    expect((await patch(`/Users/${top.userId}`, { op: 'replace', path: 'title', value: 'x' })).status).toBe(403)
    expect((await patch(at, { op: 'replace', path: 'active', value: 'False' })).status).toBe(200)
    expect(await sessionsOf(second.userId)).toBe(0)
    expect((await memberOf(tenant, second.userId)).status).toBe('inactive')
    expect((await patch(at, { op: 'replace', path: 'active', value: 'True' })).status).toBe(403)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        tx.updateTable('memberships').set({ status: 'inactive' }).where('userId', '=', top.userId).execute(),
      )
    expect(
      (await patch(`/Users/${tenant.admin.userId}`, { op: 'replace', path: 'active', value: 'False' })).status,
    ).toBe(409)
    expect((await memberOf(tenant, tenant.admin.userId)).status).toBe('active')

    // Two at once: one is made.
    const twin = user()
    const both = await Promise.all([
      send('POST', '/Users', twin),
      send('POST', '/Users', twin),
      send('POST', '/Users', { ...twin, emails: [] }),
    ])
    expect(both.map((one) => one.status).toSorted()).toEqual([201, 409, 409])
    const marked = await send(
      'POST',
      '/Users',
      user({ name: { givenName: '<b>Bo</b>', familyName: 'x" onload=' }, title: '<script>' }),
    )
    expect(marked.body.name.givenName).toBe('<b>Bo</b>')
  })

  test('has its effects at once, on leave stays on leave, and a request asks little', async () => {
    const tenant = await givenTenant(app)
    const { send, patch } = await givenToken(tenant)
    const course = await givenPublishedCourse(app, tenant)
    const rule = (title: string, who: Body) =>
      app.call(tenant.admin, api.permissions.create, {
        body: { documentType: 'course', documentId: course.courseId, title, rule: who } as never,
      })
    expect((await rule('Nurses', { rule: { position: ['Nurse'] } })).problem).toBeNull()
    const { body: nurse } = await send('POST', '/Users', user({ title: 'Nurse' }))
    const { body: cook } = await send('POST', '/Users', user({ title: 'Cook' }))
    const has = async (userId: string) =>
      (
        await app.services.db
          .tenant(tenant.tenantId)
          .read((tx) =>
            tx
              .selectFrom('assignments')
              .select('id')
              .where('userId', '=', userId)
              .where('isActive', '=', true)
              .execute(),
          )
      ).length
    expect([await has(nurse.id), await has(cook.id)]).toEqual([1, 0])
    const { body: group } = await send('POST', '/Groups', { schemas: [groupUrn], displayName: 'Kitchen' })
    expect((await rule('Kitchen', { rule: {}, audiences: [group.id] })).problem).toBeNull()
    await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: cook.id }] })
    expect(await has(cook.id)).toBe(1)
    expect((await send('DELETE', `/Groups/${group.id}`)).status).toBe(409)
    await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${cook.id}"]` })
    expect(await has(cook.id)).toBe(0)
    await patch(`/Users/${nurse.id}`, { op: 'replace', path: 'active', value: false })
    expect(await has(nurse.id)).toBe(0)
    await patch(`/Users/${nurse.id}`, { op: 'replace', path: 'active', value: true })
    expect(await has(nurse.id)).toBe(1)

    await app.call(tenant.admin, api.members.update, { params: { userId: cook.id }, body: { status: 'sick leave' } })
    expect((await patch(`/Users/${cook.id}`, { op: 'replace', path: 'active', value: 'True' })).body.active).toBe(true)
    expect((await memberOf(tenant, cook.id)).status).toBe('sick leave')

    const count = async (work: () => Promise<Reply>) =>
      (await statementsOf(app.services.db, async () => expect((await work()).status).toBeLessThan(300))).length
    const { body: plain } = await send('POST', '/Groups', { schemas: [groupUrn], displayName: 'Plain' })
    const counts = {
      get: await count(() => send('GET', `/Users/${cook.id}`)),
      list: await count(() => send('GET', '/Users?count=100')),
      find: await count(() => send('GET', find('/Users', `userName eq "${cook.userName}"`))),
      groups: await count(() => send('GET', '/Groups')),
      plain: await count(() =>
        patch(`/Users/${cook.id}`, { op: 'replace', path: 'name.familyName', value: 'Newname' }),
      ),
      kept: await count(() => patch(`/Users/${cook.id}`, { op: 'replace', path: 'nickName', value: 'N' })),
      nothing: await count(() => patch(`/Users/${cook.id}`, { op: 'replace', path: 'nickName', value: 'N' })),
      title: await count(() => patch(`/Users/${cook.id}`, { op: 'replace', path: 'title', value: 'Baker' })),
      off: await count(() => patch(`/Users/${cook.id}`, { op: 'replace', path: 'active', value: false })),
      create: await count(() => send('POST', '/Users', user())),
      plainMember: await count(() =>
        patch(`/Groups/${plain.id}`, { op: 'add', path: 'members', value: [{ value: nurse.id }] }),
      ),
      member: await count(() =>
        patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: nurse.id }] }),
      ),
    }
    // Ten and one commit, also where rules are asked; what a rule gives to a member takes some more.
    for (const name of ['title', 'off', 'create', 'plainMember'] as const)
      expect(counts[name], name).toBeLessThanOrEqual(11)
    expect(counts.member).toBeLessThanOrEqual(17)
    for (const name of ['get', 'list', 'find', 'groups', 'plain', 'kept', 'nothing'] as const)
      expect(counts[name], name).toBeLessThanOrEqual(10)
  })
})
