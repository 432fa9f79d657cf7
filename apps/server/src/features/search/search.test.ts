import { api } from '@learnt/contract'
import { type DocumentType, documentTypes } from '@learnt/contract/document-kinds'
import { newEvent } from '@learnt/contract/events/content'
import { beforeAll, expect, it } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenCourse, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { givenDocument, givenLearningPackage, givenPathway } from '../../../test/given/documents.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'
import { eventKind } from '../events/kind.ts'
import { newResource, resourceKind } from '../resources/kind.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

it('finds courses and people for an administrator, and neither for a learner', async () => {
  const tenant = await givenTenant(app)
  const course = await givenCourse(app, tenant, { title: 'Zebra care' })
  const person = await givenPerson(app, tenant, { firstName: 'Zora', lastName: 'Zebra' })
  const { body } = await app.call(tenant.admin, api.search.all, { query: { q: 'zebra' } })
  expect(body.items.map(({ kind, documentType, id, title }) => [kind, documentType, id, title])).toEqual([
    ['document', 'course', course.courseId, 'Zebra care'],
    ['person', null, person.userId, 'Zora Zebra'],
  ])
  expect((await app.call(person, api.search.all, { query: { q: 'zebra' } })).body.items).toEqual([])
})

it('finds nothing of another tenant, and no people beyond the team', async () => {
  const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
  const team = await givenTeam(app, tenant)
  await givenPerson(app, tenant, { lastName: 'Quagga', teamId: team })
  const teamAdmin = await givenPerson(app, tenant, { roles: ['admin'], teamId: await givenTeam(app, tenant) })
  const find = async (who: typeof teamAdmin) =>
    (await app.call(who, api.search.all, { query: { q: 'quagga' } })).body.items.length
  expect([await find(tenant.admin), await find(teamAdmin), await find(other.admin)]).toEqual([1, 0, 0])
  expect((await app.call(stranger, api.search.all, { query: { q: 'quagga' } })).status).toBe(401)
})

it('finds a person of several teams once, in the searcher’s team where they are in it', async () => {
  const tenant = await givenTenant(app)
  const body = { firstName: 'Tapir', lastName: 'Once', email: `tapir@${tenant.tenantId}.test` }
  const teams = [await givenTeam(app, tenant), tenant.teamId, await givenTeam(app, tenant)]
  for (const teamId of teams)
    expect((await app.call(tenant.admin, api.members.create, { body: { ...body, teamId } })).status).toBe(201)
  const { items } = (await app.call(tenant.admin, api.search.all, { query: { q: 'tapir' } })).body
  expect(items.map(({ title, teamId }) => [title, teamId])).toEqual([['Tapir Once', tenant.teamId]])
})

it('takes turns among the kinds, ten in all, and wants two letters', async () => {
  const tenant = await givenTenant(app)
  for (let i = 0; i < 12; i++) await givenPerson(app, tenant, { lastName: `Okapi${i}` })
  await givenCourse(app, tenant, { title: 'Okapi one' })
  const { body } = await app.call(tenant.admin, api.search.all, { query: { q: 'okapi' } })
  expect(body.items).toHaveLength(10)
  expect(body.items.filter((one) => one.kind === 'document')).toHaveLength(1)
  for (const q of ['a', ' ', '%%%', 'x'.repeat(101)]) {
    const answer = await app.call(tenant.admin, api.search.all, { query: { q } })
    if (q === '%%%') expect(answer.body.items).toEqual([])
    else expect(answer.problem?.errors?.[0]?.path).toBe('query.q')
  }
})

it('finds documents of every kind in the table, unless the tenant does without', async () => {
  const find = async (settings: Record<string, unknown>) => {
    const tenant = await givenTenant(app, { settings })
    const learner = await givenPerson(app, tenant)
    const { courseId } = await givenPublishedCourse(app, tenant, { title: 'Gecko course' })
    const ids: Record<DocumentType, string> = {
      course: courseId,
      pathway: (await givenPathway(app, tenant, { title: 'Gecko way', sections: [] })).id,
      learningPackage: (await givenLearningPackage(app, tenant, [], 'Gecko package')).id,
      resource: (
        await givenDocument(
          app,
          tenant,
          resourceKind,
          newResource({ title: 'Gecko file', category: '', url: 'https://a.test' }),
        )
      ).id,
      form: (await givenForm(app, tenant, [], { title: 'Gecko form' })).id,
      event: (await givenDocument(app, tenant, eventKind, newEvent({ title: 'Gecko event' }))).id,
    }
    const own: Record<string, string> = {}
    for (const type of documentTypes) own[type] = await givenAssignment(app, learner, ids[type], { type })
    const ask = async (who: Caller) => (await app.call(who, api.search.all, { query: { q: 'gecko' } })).body.items
    const [mine, all] = [await ask(learner), await ask(tenant.admin)]
    for (const one of mine)
      expect(one.id).toBe(one.documentType === 'course' ? own.course : ids[one.documentType ?? 'course'])
    for (const one of all) expect(one.id).toBe(ids[one.documentType ?? 'course'])
    return [mine, all].map((items) => items.map((one) => `${one.kind} ${one.documentType}`).toSorted())
  }
  const types = documentTypes.toSorted()
  expect(await find({})).toEqual([types.map((type) => `myDocument ${type}`), types.map((type) => `document ${type}`)])
  const without = types.filter((type) => type !== 'pathway')
  expect(await find({ features: { pathways: false } })).toEqual([
    without.map((type) => `myDocument ${type}`),
    without.map((type) => `document ${type}`),
  ])
})

it('finds badges and certificates: their own for everybody, those that are kept for administrators alone', async () => {
  const tenant = await givenTenant(app)
  const [learner, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
  const badge = (await app.call(tenant.admin, api.badges.create, { body: { title: 'Heron badge' } })).body
  const template = (await app.call(tenant.admin, api.certificates.templates.create, { body: { title: 'Heron paper' } }))
    .body
  const course = await givenPublishedCourse(app, tenant, { title: 'Heron course', activities: [pageActivity()] })
  await app.call(tenant.admin, api.certificates.rules.set, {
    params: { documentType: 'course', documentId: course.courseId },
    body: { templateId: template.id, validity: { kind: 'none' } },
  })
  await givenAssignment(app, learner, course.courseId)
  await app.call(learner, api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event: 'view' },
  })
  for (const again of [false, true])
    await app.call(tenant.admin, api.badges.award, {
      params: { badgeId: badge.id },
      body: { selection: { by: 'ids', ids: [learner.membershipId] }, again },
      headers: { 'idempotency-key': `heron-${again}` },
    })
  const find = async (who: Caller, q = 'heron') =>
    (await app.call(who, api.search.all, { query: { q } })).body.items
      .filter((one) => one.documentType === null)
      .map((one) => `${one.kind} ${one.title}`)
  expect(await find(learner)).toEqual(['myBadge Heron badge', 'myCertificate Heron course'])
  expect(await find(tenant.admin)).toEqual(['badge Heron badge', 'certificate Heron paper'])
  expect([await find(other), await find((await givenTenant(app)).admin)]).toEqual([[], []])
  const serial = (await app.call(learner, api.certificates.mine)).body.items[0]?.serial ?? ''
  expect([await find(learner, serial), await find(other, serial)]).toEqual([['myCertificate Heron course'], []])
  const statements = await statementsOf(app.services.db, () => find(tenant.admin).then(() => undefined))
  expect(statements.length).toBeLessThanOrEqual(10)
})
