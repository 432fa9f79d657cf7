import { api } from '@learnt/contract'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse, scormActivity, section } from '../../../test/given/courses.ts'
import { givenPackage, packageOfThree, smallPackage } from '../../../test/given/packages.ts'
import { type GivenPerson, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'

const app = await testApp()

const item = (id: string, title: string, more = '') =>
  `<item identifier="${id}" identifierref="res"><title>${title}</title>${more}</item>`

/** Lacks part `c`, calls `b` otherwise and asks more of it, and has a part of its own. */
const successor = () =>
  smallPackage({
    organization: `<organization identifier="org"><title>Three parts</title><item identifier="folder"><title>Folder</title>${item('a', 'Part a')}${item('b', 'Ladders &lt;b&gt;', '<adlcp:masteryscore>90</adlcp:masteryscore>')}</item>${item('d', 'Part d')}</organization>`,
  })

describe('replacing a package', () => {
  test('says what would break for people who are in it, and takes along what the new one has', async () => {
    const tenant = await givenTenant(app)
    const before = await givenPackage(app, tenant, packageOfThree())
    const after = await givenPackage(app, tenant, successor())
    const step = scormActivity({ packageId: before.packageId })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const people: { person: GivenPerson; id: string }[] = []
    const open = async ({ person, id }: { person: GivenPerson; id: string }) =>
      (
        await app.call(person, api.learning.launch, {
          params: { userCourseId: id, activityId: step.id },
          body: {},
        })
      ).body
    const say = async (token: string, sco: string, cmi: Record<string, string>) => {
      const { status } = await app.call(stranger, api.runtime.commit, {
        headers: { authorization: `Bearer ${token}` },
        body: {
          epoch: 1,
          seq: 1,
          sco,
          visit: 1,
          initialized: true,
          end: false,
          elapsed: 30,
          calls: [],
          snapshot: cmi,
        },
      })
      expect(status).toBe(200)
    }
    // Three are in part c, one is in part b, one has never opened it.
    for (const sco of ['c', 'c', 'c', 'b', null]) {
      const person = await givenPerson(app, tenant)
      const one = { person, id: await givenAssignment(app, person, course.courseId) }
      people.push(one)
      if (sco === null) continue
      const { token } = await open(one)
      await say(token, sco, {
        'cmi.core.lesson_status': 'incomplete',
        'cmi.core.lesson_location': `page of ${sco}`,
        'cmi.core.exit': 'suspend',
      })
    }
    const compare = (packageId: string, caller = tenant.admin) =>
      app.call(caller, api.courses.comparePackage, {
        params: { courseId: course.courseId },
        query: { activityId: step.id, packageId },
      })
    const { body } = await compare(after.packageId)
    expect(body).toMatchObject({ isSame: false, people: 4, before: { scoCount: 3 }, after: { scoCount: 3 } })
    expect(body.findings.map((one) => [one.code, one.breaks, one.part, one.from, one.to, one.here, one.begun])).toEqual(
      [
        ['partMissing', true, 'Part c', '', '', 3, 3],
        ['partRenamed', false, 'Part b', 'Part b', 'Ladders <b>', 1, 1],
        ['masteryChanged', false, 'Part b', '80', '90', 1, 1],
        ['partAdded', false, 'Part d', '', '', 0, 0],
      ],
    )
    expect((await compare(before.packageId)).body).toMatchObject({ isSame: true, findings: [] })
    const foreign = await givenTenant(app)
    const theirs = await givenPackage(app, foreign)
    expect((await compare(theirs.packageId)).status).toBe(404)
    expect((await compare(after.packageId, foreign.admin)).status).toBe(404)
    expect((await compare(after.packageId, people[0]?.person)).status).toBe(403)

    const content = { ...course.content, sections: [section([{ ...step, packageId: after.packageId }])] }
    const params = { courseId: course.courseId }
    await app.call(tenant.admin, api.courses.saveDraft, { params, body: { revision: 1, content } })
    await app.call(tenant.admin, api.courses.publish, { params, body: { revision: 2, underWay: 'carry' } })
    const stateOf = async (one: { person: GivenPerson; id: string } | undefined) => {
      if (!one) throw new Error('Nobody')
      const { token } = await open(one)
      const state = await app.call(stranger, api.runtime.state, { headers: { authorization: `Bearer ${token}` } })
      return state.body
    }
    // A learner in a part that is still there goes on in it; a learner in the removed one begins with the first.
    const goesOn = await stateOf(people[3])
    expect(goesOn).toMatchObject({ open: 'b', attempt: { totalSeconds: 30 } })
    expect(goesOn.scos.map((sco) => [sco.id, sco.cmi?.['cmi.core.lesson_location']])).toEqual([['b', 'page of b']])
    expect(await stateOf(people[0])).toMatchObject({ open: 'a', scos: [] })
    // The attempt before stays on record.
    const attempts = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      tx
        .selectFrom('attempts')
        .select(['number', 'packageId'])
        .where('assignmentId', '=', people[3]?.id ?? '')
        .orderBy('number')
        .execute(),
    )
    expect(attempts).toEqual([
      { number: 1, packageId: before.packageId },
      { number: 2, packageId: after.packageId },
    ])
  })
})
