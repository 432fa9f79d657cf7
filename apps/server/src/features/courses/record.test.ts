import { api } from '@learnt/contract'
import type { Activity, CourseContent } from '@learnt/contract/courses'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import {
  documentActivity,
  type GivenPublishedCourse,
  givenFile,
  givenPublishedCourse,
  pageActivity,
  scormActivity,
  section,
} from '../../../test/given/courses.ts'
import { givenPackage } from '../../../test/given/packages.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

const app = await testApp()

let tenant: GivenTenant
let manager: GivenPerson
let otherManager: GivenPerson
let learner: GivenPerson
let colleague: GivenPerson
let course: GivenPublishedCourse
let userCourseId: string
let steps: [Activity, Activity, Activity]
let second: { versionId: string; activities: Activity[] }

const first = { html: '<p>What was true in <b>March</b>.</p>', bytes: Buffer.from('a,b\n1,2\n') }
const csv = { name: 'table.csv', contentType: 'text/csv', purpose: 'document' as const }

beforeAll(async () => {
  tenant = await givenTenant(app)
  manager = await givenPerson(app, tenant, { roles: ['manager'] })
  otherManager = await givenPerson(app, tenant, { roles: ['manager'] })
  learner = await givenPerson(app, tenant, { managers: [manager.userId], firstName: '<i>Lee</i>', lastName: 'Learner' })
  colleague = await givenPerson(app, tenant, { managers: [otherManager.userId] })
  const [oldFile, newFile] = [
    await givenFile(app, tenant, { ...csv, bytes: first.bytes }),
    await givenFile(app, tenant, { ...csv, bytes: Buffer.from('new\n') }),
  ]
  const [oldPackage, newPackage] = [await givenPackage(app, tenant), await givenPackage(app, tenant)]
  steps = [
    pageActivity({ html: first.html }),
    documentActivity({ fileId: oldFile.fileId }),
    scormActivity({ packageId: oldPackage.packageId }),
  ]
  course = await givenPublishedCourse(app, tenant, { title: '<script>x</script>', activities: steps })
  userCourseId = await givenAssignment(app, learner, course.courseId)
  await givenAssignment(app, colleague, course.courseId)
  await app.call(learner, api.learning.progress, {
    params: { userCourseId, activityId: steps[0].id },
    body: { event: 'view' },
  })
  await app.call(learner, api.learning.launch, { params: { userCourseId, activityId: steps[2].id }, body: {} })
  app.clock.advance(3_600_000)
  const activities = [
    { ...steps[0], html: '<p>What is true now.</p>' },
    { ...steps[1], fileId: newFile.fileId },
    { ...steps[2], packageId: newPackage.packageId },
  ] as Activity[]
  const content: CourseContent = { ...course.content, sections: [section(activities)] }
  const params = { courseId: course.courseId }
  await app.call(tenant.admin, api.courses.saveDraft, { params, body: { revision: 1, content } })
  await app.call(tenant.admin, api.courses.publish, { params, body: { revision: 2, underWay: 'carry' } })
  const { body } = await app.call(tenant.admin, api.courses.versions, { params })
  second = { versionId: body.items[0]?.id ?? '', activities }
  await app.settleDay()
})

const own = (caller: Caller, version?: string, id = userCourseId) =>
  app.call(caller, api.learning.record, { params: { userCourseId: id }, query: version ? { version } : {} })
const asAdmin = (caller: Caller, version?: string) =>
  app.call(caller, api.reports.admin.record, { params: { userCourseId }, query: version ? { version } : {} })
const asManager = (caller: Caller, version?: string) =>
  app.call(caller, api.reports.manager.record, { params: { userCourseId }, query: version ? { version } : {} })

describe('the record of what somebody saw', () => {
  test('has each version with its pages, files and packages as they were', async () => {
    const { body: now } = await own(learner)
    expect(now).toMatchObject({ title: '<script>x</script>', name: '<i>Lee</i> Learner', cycle: 0 })
    expect(now.versions.map((one) => [one.number, one.until === null])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(now.versions[1]?.until).toBe(now.versions[0]?.from)
    expect(now.shown?.content.sections[0]?.activities[0]).toMatchObject({ html: '<p>What is true now.</p>' })

    const { body: before } = await own(learner, course.versionId)
    expect(before.shown?.number).toBe(1)
    expect(before.shown?.content.sections[0]?.activities[0]).toMatchObject({ html: first.html })
    const file = before.shown?.files[0]
    expect(file?.name).toBe('table.csv')
    const download = await app.send(learner, 'GET', file?.url ?? '')
    expect([download.status, download.body.toString()]).toEqual([200, first.bytes.toString()])
    const scorm = before.steps.find((step) => step.id === steps[2].id)
    expect(scorm).toMatchObject({ versions: [2, 1], attempts: [{ number: 1 }] })
    const played = before.packages.find((one) => one.id === scorm?.attempts[0]?.packageId)
    expect(played?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(before.steps[0]).toMatchObject({ state: 'completed', versions: [2, 1] })
  })

  test('opens a package of an earlier version to look at', async () => {
    const body = { versionId: course.versionId, activityId: steps[2].id }
    const launched = await app.call(learner, api.learning.recordLaunch, { params: { userCourseId }, body })
    expect([launched.status, launched.body.mode]).toEqual([200, 'browse'])
    const byManager = await app.call(manager, api.reports.manager.recordLaunch, { params: { userCourseId }, body })
    expect(byManager.body.mode).toBe('browse')
    const page = { ...body, activityId: steps[0].id }
    expect((await app.call(learner, api.learning.recordLaunch, { params: { userCourseId }, body: page })).status).toBe(
      404,
    )
    expect(
      (await app.call(otherManager, api.reports.manager.recordLaunch, { params: { userCourseId }, body })).status,
    ).toBe(404)
    const attempts = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('attempts').select('id').execute())
    expect(attempts).toHaveLength(1)
  })

  test('opens for the person, their manager and administrators, and for nobody else', async () => {
    expect((await own(learner, course.versionId)).status).toBe(200)
    expect((await asManager(manager, course.versionId)).body.shown?.number).toBe(1)
    expect((await asAdmin(tenant.admin, course.versionId)).body.shown?.number).toBe(1)
    // Somebody else's people, another learner, another tenant.
    expect((await asManager(otherManager)).status).toBe(404)
    expect((await own(colleague)).status).toBe(404)
    expect((await asAdmin(learner)).status).toBe(403)
    const foreign = await givenTenant(app)
    expect((await asAdmin(foreign.admin)).status).toBe(404)
    expect((await own(foreign.admin)).status).toBe(404)
  })

  test('shows no version that the person was not on', async () => {
    const foreign = await givenTenant(app)
    const theirs = await givenPublishedCourse(app, foreign)
    for (const version of [theirs.versionId, newId()]) {
      expect((await own(learner, version)).status).toBe(404)
      expect((await asAdmin(tenant.admin, version)).status).toBe(404)
    }
    expect((await own(learner, second.versionId)).status).toBe(200)
    const { body } = await own(colleague, undefined, course.courseId)
    expect(body).toBeUndefined()
  })

  test('is empty for somebody who has not begun, and stays when the course is withdrawn', async () => {
    const id = await givenAssignment(app, tenant.admin, course.courseId)
    expect((await own(tenant.admin, undefined, id)).body).toMatchObject({ versions: [], shown: null, steps: [] })
    await app.call(tenant.admin, api.courses.withdraw, { params: { courseId: course.courseId } })
    expect((await app.call(learner, api.learning.course, { params: { userCourseId } })).status).toBe(404)
    expect((await own(learner, course.versionId)).body.shown?.number).toBe(1)
  })
})
