import { api } from '@learnt/contract'
import type { Rule } from '@learnt/contract/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenPublishedBundle, givenPublishedCourse } from '../../../test/given/courses.ts'
import { type GivenPerson, givenPerson, givenSession, givenTeam, givenTenant } from '../../../test/given/people.ts'

// What a membership opens (decision 0031): what was given to the person in that team, or to everyone.

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** A person of the team South, with courses by every way. An administrator of North adds them to North. */
async function givenShared() {
  const tenant = await givenTenant(app)
  // North comes first by the alphabet: the order of ids must not decide.
  const [north, south] = [await givenTeam(app, tenant), await givenTeam(app, tenant)]
  const southAdmin = await givenPerson(app, tenant, { teamId: south, roles: ['admin'] })
  const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin', 'manager'] })
  const person = await givenPerson(app, tenant, { teamId: south, position: ['nurse'] })
  const course = async (title: string) => (await givenPublishedCourse(app, tenant, { title })).courseId
  const [byRule, byHand, inBundle, forAll] = [
    await course('By rule'),
    await course('By hand'),
    await course('In a bundle'),
    await course('For all'),
  ]
  const bundle = await (await givenPublishedBundle(app, tenant, [inBundle], { title: 'Bundle' })).courseId
  const give = (documentId: string, rule: Rule) =>
    app.call(southAdmin, api.permissions.create, {
      body: { documentType: 'course', documentId, title: 'Rule', rule },
    })
  const positions = { rule: { position: ['nurse'] }, groups: [], everyone: false, audiences: [] }
  await give(byRule, positions)
  await give(bundle, positions)
  await give(forAll, { rule: {}, groups: [], everyone: true, audiences: [] })
  await hand(southAdmin, byHand, person)
  const added = await app.call(northAdmin, api.members.create, {
    body: {
      firstName: 'Pat',
      lastName: 'Person',
      email: person.email,
      position: ['nurse'],
      managers: [northAdmin.userId],
    },
  })
  expect(added.status).toBe(201)
  expect(added.body.userId).toBe(person.userId)
  await app.settle()
  return { tenant, north, northAdmin, southAdmin, person, byRule, byHand, inBundle, bundle, forAll }
}

function hand(by: GivenPerson, courseId: string, to: Pick<GivenPerson, 'userId'>) {
  return app.call(by, api.permissions.assign, {
    params: { documentType: 'course', documentId: courseId },
    body: {
      selection: { by: 'ids', ids: [`${to.userId}:${by.teamId}`] },
      isOptional: false,
      due: { kind: 'on', day: '2026-11-01' },
    },
  })
}

const all = ['Bundle', 'By hand', 'By rule', 'For all', 'In a bundle']

describe('an administrator who adds somebody of another team to theirs', () => {
  it.each(['admin', 'manager'] as const)('sees in reports of the %s what everybody was given', async (who) => {
    const { northAdmin, southAdmin, person, byRule, tenant } = await givenShared()
    const reports = api.reports[who]
    const titles = async (by: GivenPerson, query: object = {}) =>
      (await app.call(by, reports.assignments, { query: { limit: 100, ...query } })).body.items
        .filter((one) => one.userId === person.userId)
        .map((one) => one.courseTitle)
        .sort()
    expect(await titles(northAdmin)).toEqual(['For all'])
    const learners = (await app.call(northAdmin, reports.learners, { query: { search: person.email } })).body.items
    expect(learners).toMatchObject([{ userId: person.userId, assigned: 1, overdue: 0 }])
    const courses = (await app.call(northAdmin, reports.courses, { query: { limit: 100 } })).body.items
    expect(courses.filter((one) => one.assigned > 0).map((one) => one.title)).toEqual(['For all'])
    const csv = await app.send(northAdmin, 'GET', `/api/${who}/reports/assignments.csv`)
    expect(csv.status).toBe(200)
    expect(String(csv.body)).toContain('For all')
    expect(String(csv.body)).not.toMatch(/By rule|By hand|bundle/i)

    const rows = (
      await app.call(tenant.admin, api.reports.admin.assignments, { query: { limit: 100, courseId: byRule } })
    ).body.items
    const params = { userCourseId: rows.find((one) => one.userId === person.userId)?.userCourseId ?? '' }
    expect((await app.call(northAdmin, reports.assignment, { params })).status).toBe(404)
    if (who === 'manager') return
    expect((await app.call(southAdmin, reports.assignment, { params })).status).toBe(200)
    expect(await titles(southAdmin)).toEqual(all)
    expect(await titles(tenant.admin)).toEqual(all)
    const seen = (await app.call(southAdmin, reports.learners, { query: { search: person.email } })).body.items
    expect(seen).toMatchObject([{ assigned: 4, overdue: 1 }])
    // Two days later, with sessions from that time.
    app.clock.advance(2 * 86_400_000)
    for (const one of [northAdmin, southAdmin]) Object.assign(one, { token: await givenSession(app.services, one) })
    expect(await titles(northAdmin, { asOf: '2026-11-20' })).toEqual(['For all'])
    expect(await titles(southAdmin, { asOf: '2026-11-20' })).toEqual(all)
    app.clock.advance(-2 * 86_400_000)
  })

  it('finds them among the people of no course but that', async () => {
    const { northAdmin, southAdmin, person, byRule, byHand, inBundle, bundle, forAll } = await givenShared()
    for (const documentId of [byRule, byHand, inBundle, bundle]) {
      const params = { documentType: 'course' as const, documentId }
      const people = async (by: GivenPerson) =>
        (await app.call(by, api.permissions.people, { params })).body.items.map((one) => one.userId)
      expect(await people(northAdmin)).toEqual([])
      expect(await people(southAdmin)).toEqual([person.userId])
      const why = async (by: GivenPerson) =>
        (await app.call(by, api.permissions.why, { params: { ...params, userId: person.userId } })).body
      expect((await why(northAdmin)).sources).toEqual([])
      expect((await why(southAdmin)).sources).toHaveLength(1)
      const taken = await app.call(northAdmin, api.permissions.unassign, { params, body: { userIds: [person.userId] } })
      expect(taken.body).toEqual({ removed: 0 })
    }
    const params = { documentType: 'course' as const, documentId: forAll }
    const people = (await app.call(northAdmin, api.permissions.people, { params })).body.items
    expect(people.map((one) => one.userId)).toContain(person.userId)
  })

  it('sees what they give themself, and takes back that alone', async () => {
    const { northAdmin, southAdmin, person, byHand } = await givenShared()
    const params = { documentType: 'course' as const, documentId: byHand }
    expect((await hand(northAdmin, byHand, person)).status).toBe(202)
    const people = async (by: GivenPerson) => (await app.call(by, api.permissions.people, { params })).body.items
    expect((await people(northAdmin)).map((one) => one.userId)).toEqual([person.userId])
    const taken = await app.call(northAdmin, api.permissions.unassign, { params, body: { userIds: [person.userId] } })
    expect(taken.body).toEqual({ removed: 1 })
    expect(await people(northAdmin)).toEqual([])
    expect((await people(southAdmin)).map((one) => one.userId)).toEqual([person.userId])
  })

  it('does not act as them', async () => {
    const { tenant, northAdmin, north, person } = await givenShared()
    const start = (by: GivenPerson, as: GivenPerson, teamId: string) =>
      app.call(by, api.impersonation.start, { body: { userId: as.userId, teamId, reason: 'To look' } })
    expect((await start(northAdmin, person, north)).problem).toMatchObject({ status: 403, code: 'not-allowed' })
    const { body } = await app.call(northAdmin, api.members.get, { params: { userId: person.userId } })
    expect(body.can.actAs).toBe('otherTeams')
    const own = await givenPerson(app, tenant, { teamId: north })
    expect((await start(tenant.admin, person, north)).status).toBe(200)
    expect((await start(northAdmin, own, north)).status).toBe(200)
    // Acting is over as soon as they belong to another team as well.
    expect((await app.call(northAdmin, api.session.start)).body.me?.userId).toBe(own.userId)
    await givenPerson(app, tenant, { userId: own.userId, email: own.email })
    expect((await app.call(northAdmin, api.session.start)).body.me?.userId).not.toBe(own.userId)
  })
})
