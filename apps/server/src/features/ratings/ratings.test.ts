import { api } from '@learnt/contract'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { type GivenPublishedCourse, givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'

const app = await testApp()

async function givenScene(people: number) {
  const tenant = await givenTenant(app)
  const course = await givenPublishedCourse(app, tenant, { title: 'Safety', activities: [pageActivity()] })
  const learners: GivenPerson[] = []
  for (let i = 0; i < people; i++) learners.push(await givenPerson(app, tenant, { lastName: `Nr ${i}` }))
  const answer = await app.call(tenant.admin, api.permissions.assign, {
    params: { documentType: 'course', documentId: course.courseId },
    body: { selection: { by: 'ids', ids: learners.map((one) => one.membershipId) }, isOptional: true },
  })
  expect(answer.problem).toBeNull()
  return { tenant, course, learners, learner: learners[0] as GivenPerson }
}

async function assignmentOf(person: GivenPerson, course: GivenPublishedCourse) {
  return (await app.call(person, api.learning.course, { params: { userCourseId: course.courseId } })).body.userCourseId
}

async function finish(person: GivenPerson, course: GivenPublishedCourse) {
  await app.call(person, api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event: 'view' },
  })
}

async function rate(person: GivenPerson, course: GivenPublishedCourse, stars: number, comment = '') {
  return app.call(person, api.ratings.rate, {
    params: { userCourseId: await assignmentOf(person, course) },
    body: { stars, comment },
  })
}

const list = (tenant: GivenTenant, course: GivenPublishedCourse, query = {}, caller: GivenPerson = tenant.admin) =>
  app.call(caller, api.ratings.list, {
    params: { documentType: 'course', documentId: course.courseId },
    query,
  })

const average = async (person: GivenPerson, course: GivenPublishedCourse) =>
  (
    await app.call(person, api.catalogues.get, {
      params: { documentType: 'course', documentId: course.courseId },
    })
  ).body.rating

describe('ratings', () => {
  it('are given once by people who have finished, and changed by them alone', async () => {
    const { tenant, course, learners, learner } = await givenScene(2)
    const [other, foreign] = [learners[1] as GivenPerson, (await givenTenant(app)).admin]
    expect((await rate(learner, course, 4)).problem).toMatchObject({ code: 'wrong-state' })
    await finish(learner, course)
    const params = { userCourseId: await assignmentOf(learner, course) }
    expect((await app.call(learner, api.ratings.own, { params })).body).toEqual({ canRate: true, rating: null })
    const statements = await statementsOf(app.services.db, async () =>
      expect(
        (await app.call(learner, api.ratings.rate, { params, body: { stars: 4, comment: 'Good <b>' } })).body.rating,
      ).toMatchObject({ stars: 4, comment: 'Good <b>' }),
    )
    expect(statements.length).toBeLessThanOrEqual(7)
    expect((await rate(learner, course, 2)).body.rating).toMatchObject({ stars: 2, comment: '' })
    for (const caller of [other, foreign, tenant.admin]) {
      expect((await app.call(caller, api.ratings.own, { params })).status).toBe(404)
      expect((await app.call(caller, api.ratings.rate, { params, body: { stars: 1 } })).status).toBe(404)
    }
    const errors = async (stars: number) => (await rate(learner, course, stars)).problem?.errors?.map((one) => one.path)
    expect(await errors(0)).toEqual(['body.stars'])
    expect(await errors(6)).toEqual(['body.stars'])
    expect(await errors(2.5)).toEqual(['body.stars'])
    // Two windows at once: one rating.
    await Promise.all([rate(learner, course, 5), rate(learner, course, 5)])
    expect((await list(tenant, course)).body).toMatchObject({
      total: 1,
      count: 1,
      average: 5,
      byStars: [0, 0, 0, 0, 1],
    })
  })

  it('are read by administrators, and by others as an average of five people', async () => {
    const { tenant, course, learners, learner } = await givenScene(6)
    for (const [i, one] of learners.slice(0, 5).entries()) {
      expect(await average(learner, course)).toBeNull()
      await finish(one, course)
      await rate(one, course, i < 2 ? 3 : 5, `Comment ${i}`)
    }
    expect(await average(learners[5] as GivenPerson, course)).toEqual({ average: 4.2, count: 5 })
    const cards = await app.call(learner, api.catalogues.list)
    expect(cards.body.items[0]?.rating).toEqual({ average: 4.2, count: 5 })
    expect(JSON.stringify(cards.body)).not.toContain('Comment')
    const first = await list(tenant, course, { limit: 2 })
    expect(first.body).toMatchObject({ total: 5, count: 5, average: 4.2, byStars: [0, 0, 2, 0, 3] })
    const second = await list(tenant, course, { limit: 10, cursor: first.body.next })
    expect([...first.body.items, ...second.body.items]).toHaveLength(5)
    expect((await list(tenant, course, { search: 'comment 3' })).body.items.map((one) => one.comment)).toEqual([
      'Comment 3',
    ])
    expect((await list(tenant, course, { stars: '3' })).body).toMatchObject({ total: 2, count: 5 })
    expect((await list(tenant, course, {}, learner)).status).toBe(403)
    const teamAdmin = await givenPerson(app, tenant, { roles: ['admin'], teamId: await givenTeam(app, tenant) })
    expect((await list(tenant, course, {}, teamAdmin)).body).toMatchObject({ items: [], count: 0, average: null })
    expect((await list(tenant, course, {}, (await givenTenant(app)).admin)).status).toBe(404)
  })
})
