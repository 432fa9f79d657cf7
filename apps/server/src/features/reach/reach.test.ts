import { api } from '@learnt/contract'
import { newField } from '@learnt/contract/forms/new-form'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenAward } from '../../../test/given/badges.ts'
import { givenCertificate } from '../../../test/given/certificates.ts'
import { givenFile, givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenForm, givenSubmissions } from '../../../test/given/forms.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTeam,
  givenTenant,
  prove,
} from '../../../test/given/people.ts'
import { givenOffer, givenRequest } from '../../../test/given/requests.ts'
import { json } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'

// What an administrator of one team, who is also a manager, sees of somebody whom they add to the team by an address and
// whose manager they make themselves: nothing of what the person has in the other team.

/** Stands in all that the person has in the team of theirs. */
const home = 'at home'

let app: TestApp
let tenant: GivenTenant
/** Of the team of theirs: the person, their manager, somebody who reports to the person, and the team's administrator. */
let person: GivenPerson
let boss: GivenPerson
let report: GivenPerson
let homeAdmin: GivenPerson
/** The administrator of another team, manager too; and somebody who belongs to that team alone. */
let adder: GivenPerson
let own: GivenPerson
let formId: string
let courseId: string
let assignmentId: string

beforeAll(async () => {
  app = await testApp()
  tenant = await givenTenant(app, { settings: { rewards: true } })
  const [homeTeam, otherTeam] = [await givenTeam(app, tenant), await givenTeam(app, tenant)]
  const atHome = { ...tenant, teamId: homeTeam }
  boss = await givenPerson(app, atHome, { roles: ['manager'], email: `boss-${tenant.tenantId}@example.test` })
  homeAdmin = await givenPerson(app, atHome, { roles: ['admin'] })
  person = await givenPerson(app, atHome, {
    roles: ['learner', 'manager'],
    managers: [boss.userId],
    position: [`cook ${home}`],
    custom1: [`size ${home}`],
  })
  report = await givenPerson(app, atHome, { managers: [person.userId], lastName: `Reports ${home}` })
  adder = await givenPerson(app, { ...tenant, teamId: otherTeam }, { roles: ['admin', 'manager'] })
  own = await givenPerson(app, { ...tenant, teamId: otherTeam }, { managers: [adder.userId], lastName: 'Ownperson' })
  await prove(person)
  courseId = (await givenPublishedCourse(app, tenant, { title: `Course ${home}` })).courseId
  assignmentId = await givenAssignment(app, person, courseId)
  await givenAssignment(app, report, courseId)
  const form = await givenForm(app, tenant, [newField('shortText', 'Question')], { title: `Form ${home}` })
  formId = form.id
  await givenSubmissions(app, person, formId)
  const { fileId } = await givenFile(app, tenant, {
    name: 'proof.pdf',
    contentType: 'application/pdf',
    purpose: 'document',
    bytes: Buffer.from('%PDF-1.4'),
  })
  await givenCertificate(app, tenant, person, { userCourseId: assignmentId, courseId, fileId, mark: home })
  await givenAward(app, tenant, person, { mark: home })
  const offer = await givenOffer(app, person, `Wish ${home}`)
  await givenRequest(app, person, offer.courseId)
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx
      .updateTable('assignmentSources')
      .set({ membershipId: person.membershipId })
      .where('userId', '=', person.userId)
      .execute()
    await tx
      .updateTable('assignmentSources')
      .set({ membershipId: report.membershipId })
      .where('userId', '=', report.userId)
      .execute()
    await tx
      .updateTable('badgeAwards')
      .set({ membershipId: person.membershipId })
      .where('userId', '=', person.userId)
      .execute()
    await tx
      .insertInto('customFields')
      .values({
        field: 'custom1',
        names: json({ en: 'Size', de: 'Größe', ar: 'مقاس' }),
        kind: 'text',
        choices: [],
        personAccess: 'edit',
        managerAccess: 'edit',
        administratorAccess: 'edit',
        place: 1,
        createdAt: app.services.clock.now(),
        updatedAt: app.services.clock.now(),
      })
      .execute()
    const to = { userId: person.userId, createdAt: app.services.clock.now() }
    await tx
      .insertInto('notifications')
      .values({ ...to, id: newId(), kind: 'courseAssigned', key: 'k', params: json({ title: `Course ${home}` }) })
      .execute()
    await tx
      .insertInto('mails')
      .values(
        [
          { ...to, id: newId(), teamId: otherTeam, kind: 'cycleBegun', subject: `Cycle ${home}` },
          { ...to, id: newId(), teamId: otherTeam, kind: 'memberMessage', subject: 'From the other team' },
        ].map((one) => ({ ...one, recipient: 'person@example.test', textBody: '', htmlBody: '', state: 'sent' })),
      )
      .execute()
    await tx
      .insertInto('legalHolds')
      .values({
        userId: person.userId,
        reason: `Case ${home}`,
        heldBy: tenant.admin.userId,
        heldAt: app.services.clock.now(),
      })
      .execute()
    await tx
      .insertInto('personMerges')
      .values({
        id: newId(),
        stayUserId: person.userId,
        stayMembershipId: person.membershipId,
        stayName: 'Person',
        goneUserId: newId(),
        goneName: `Once ${home}`,
        points: json([]),
        madeBy: tenant.admin.userId,
        madeByName: 'Ada Admin',
        madeAt: app.services.clock.now(),
      })
      .execute()
  })
  const added = await app.call(adder, api.members.create, {
    body: { email: person.email, firstName: 'Vera', lastName: 'Added', managers: [adder.userId], position: ['guest'] },
  })
  expect(added.status).toBe(201)
  expect(added.body.userId).toBe(person.userId)
  await app.settle()
})

async function ask(by: GivenPerson, url: string) {
  const { status, body } = await app.send(by, 'GET', url)
  return { status, text: body.toString('utf8') }
}

describe('what a relation opens', () => {
  it('is nothing of what the person has in other teams', async () => {
    const { userId } = person
    const asManager = (path: string) => ({ path, control: boss })
    const asAdmin = (path: string, control = tenant.admin) => ({ path, control })
    const cases = [
      asManager(`/api/people/${userId}/custom-fields`),
      asManager('/api/my-people?levels=all&limit=50'),
      asManager('/api/manager/reports/learners?limit=50'),
      asManager('/api/manager/reports/learners.csv'),
      asManager(`/api/manager/reports/assignments?userId=${userId}`),
      asManager(`/api/manager/reports/assignments?userId=${report.userId}`),
      asManager('/api/manager/reports/field-values'),
      asManager('/api/manager/certificates?limit=50'),
      asManager(`/api/outside-certificates?userId=${userId}`),
      asManager('/api/manager/badge-awards?limit=50'),
      asManager('/api/manager/requests?limit=50'),
      asManager('/api/manager/submissions?limit=50'),
      asManager(`/api/manager/forms/${formId}/submissions`),
      asAdmin(`/api/members/${userId}/notifications`),
      asAdmin(`/api/mails?userId=${userId}`),
      asAdmin(`/api/members/${userId}/erasure`),
      asAdmin('/api/erasures/holds'),
      asAdmin(`/api/members/${userId}/merges`),
      asAdmin(`/api/admin/certificates?userId=${userId}`),
      asAdmin(`/api/outside-certificates?userId=${userId}`),
      asAdmin(`/api/admin/badge-awards?userId=${userId}`),
      asAdmin(`/api/admin/reports/assignments?userId=${userId}`),
      asAdmin('/api/admin/requests?limit=50', homeAdmin),
      asAdmin(`/api/forms/${formId}/submissions?limit=50`, homeAdmin),
    ]
    const leaks: string[] = []
    const blind: string[] = []
    for (const { path, control } of cases) {
      const answer = await ask(adder, path)
      if (answer.text.includes(home) || answer.status >= 500) leaks.push(`${path}: ${answer.status} ${answer.text}`)
      const seen = await ask(control, path)
      if (!seen.text.includes(home)) blind.push(`${path}: ${seen.status} ${seen.text}`)
    }
    expect(leaks).toEqual([])
    expect(blind).toEqual([])
  })

  it('tells points of the membership, and not for what of other teams they were earned', async () => {
    const membershipId = `${person.userId}:${adder.teamId}`
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .insertInto('pointEntries')
        .values({
          id: newId(),
          membershipId,
          userId: person.userId,
          teamId: adder.teamId,
          place: 1,
          kind: 'earn',
          amount: 5,
          balance: 5,
          key: 'given',
          assignmentId,
          documentType: 'course',
          documentId: courseId,
          documentTitle: `Course ${home}`,
          createdAt: app.services.clock.now(),
        })
        .execute(),
    )
    const of = async (by: GivenPerson, search?: string) => {
      const query = { teamId: adder.teamId, ...(search ? { search } : {}) }
      const { body } = await app.call(by, api.points.ofPerson, { params: { userId: person.userId }, query })
      return body.items.map((one) => [one.rewardPointAmount, one.documentTitle, one.documentId])
    }
    expect(await of(adder)).toEqual([[5, '', null]])
    expect(await of(adder, home)).toEqual([])
    expect(await of(tenant.admin)).toEqual([[5, `Course ${home}`, courseId]])
  })

  it('brings along, by a manager below, the people of the same team', async () => {
    const teamId = adder.teamId
    const here = await givenPerson(app, { ...tenant, teamId }, { managers: [person.userId], lastName: 'Below' })
    const list = async (by: GivenPerson) =>
      (await app.call(by, api.myPeople.list, { query: { levels: 'all', limit: 50 } })).body.items.map(
        (one) => one.userId,
      )
    const [seen, seenAtHome] = [await list(adder), await list(boss)]
    expect([seen.includes(here.userId), seen.includes(report.userId)]).toEqual([true, false])
    expect([seenAtHome.includes(here.userId), seenAtHome.includes(report.userId)]).toEqual([false, true])
  })

  it('writes into the membership that it comes from', async () => {
    const set = (by: GivenPerson, value: string) =>
      app.call(by, api.customFields.setOfPerson, {
        params: { userId: person.userId },
        body: { values: { custom1: [value] } },
      })
    expect((await set(boss, `wide ${home}`)).body.membershipId).toBe(person.membershipId)
    const changed = await set(adder, 'small')
    expect(changed.status).toBe(200)
    expect(changed.body.membershipId).toBe(`${person.userId}:${adder.teamId}`)
    const seen = await app.call(boss, api.customFields.ofPerson, { params: { userId: person.userId } })
    expect(seen.body.fields.map((field) => field.values)).toEqual([[`wide ${home}`]])
  })

  it('takes nobody off a list whom another team put on it', async () => {
    const made = await app.call(homeAdmin, api.audiences.create, {
      body: { kind: 'people', title: 'Night shift', people: { by: 'ids', ids: [person.membershipId] } },
    })
    const params = { audienceId: made.body.id }
    const add = (by: GivenPerson, ...ids: string[]) =>
      app.call(by, api.audiences.addPeople, { params, body: { selection: { by: 'ids', ids } } })
    const remove = async (by: GivenPerson, ...ids: string[]) =>
      (await app.call(by, api.audiences.removePeople, { params, body: { selection: { by: 'ids', ids } } })).body
    await add(adder, own.membershipId)
    const here = `${person.userId}:${adder.teamId}`
    expect(await remove(adder, here, own.membershipId)).toMatchObject({ removed: 1 })
    expect(await remove(homeAdmin, person.membershipId)).toMatchObject({ removed: 1 })
    await add(adder, here)
    expect(await remove(adder, here)).toMatchObject({ removed: 1 })
  })

  it('gives extra time for a form to those who have it by one’s own team', async () => {
    const give = (by: GivenPerson, userId: string) =>
      app.call(by, api.forms.extraTime, { params: { documentId: formId, userId }, body: { percent: 50 } })
    expect((await give(adder, person.userId)).status).toBe(404)
    expect((await give(homeAdmin, person.userId)).status).toBe(200)
    expect((await give(adder, own.userId)).status).toBe(200)
  })
})

describe('fields of the person', () => {
  const rename = (by: GivenPerson, one: GivenPerson, preferredName: string) =>
    app.call(by, api.members.update, { params: { userId: one.userId }, query: {}, body: { preferredName } })

  it('take the right over all that the person is', async () => {
    const refused = await rename(adder, person, 'Clown')
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.preferredName', code: 'otherTeams' })
    expect((await rename(homeAdmin, person, 'Clown')).status).toBe(403)
    expect((await rename(tenant.admin, person, 'Vee')).body.preferredName).toBe('Vee')
    expect((await rename(adder, own, 'Owny')).body.preferredName).toBe('Owny')
    // The rest of the membership is theirs, and so is a form that sends the name along as it is.
    const both = await app.call(adder, api.members.update, {
      params: { userId: person.userId },
      query: {},
      body: { preferredName: 'Vee', position: ['visitor'] },
    })
    expect(both.status).toBe(200)
    const batch = await app.call(adder, api.members.batch, {
      body: {
        operations: [
          { userId: person.userId, set: { preferredName: 'Clown' } },
          { userId: own.userId, set: { preferredName: 'Own' } },
        ],
      },
    })
    expect(batch.body.results.map((one) => one.outcome)).toEqual(['failed', 'done'])
  })

  it('are those of superadministrators as well', async () => {
    const above = await givenPerson(app, tenant, { roles: ['superadmin'] })
    await prove(above)
    const added = await app.call(adder, api.members.create, {
      body: { email: above.email, firstName: 'Sue', lastName: 'Added' },
    })
    expect(added.status).toBe(201)
    expect((await rename(adder, above, 'Clown')).status).toBe(403)
    expect((await rename(tenant.admin, above, 'Clown')).status).not.toBe(200)
    const picture = await app.call(adder, api.members.removeAvatar, { params: { userId: above.userId }, query: {} })
    expect(picture.problem).toMatchObject({ code: 'not-allowed', detail: expect.stringContaining('role') })
    const control = await app.call(adder, api.members.removeAvatar, { params: { userId: own.userId }, query: {} })
    expect(control.status).toBe(200)
    const { can } = (await app.call(adder, api.members.get, { params: { userId: above.userId }, query: {} })).body
    expect(can).toMatchObject({ update: null, describe: 'higherRole' })
  })

  it('tell no further address to whoever added the person', async () => {
    const of = (by: GivenPerson, one: GivenPerson) =>
      app.call(by, api.accounts.addressesOf, { params: { userId: one.userId } })
    expect((await of(adder, person)).body).toMatchObject({ isShown: false, items: [] })
    expect((await of(tenant.admin, person)).body.isShown).toBe(true)
    expect((await of(adder, own)).body.isShown).toBe(true)
  })
})
