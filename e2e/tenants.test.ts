import { api } from '@learnt/contract'
import { expect, test } from 'vitest'
import { type Caller, callerOf, refusalOf } from './given/calls.ts'
import { accounts } from './given/devices.ts'
import { learntUrl } from './given/learnt-url.ts'
import { givenWork } from './given/work.ts'

const strangers = ['learner@munro.example', 'manager@munro.example', 'admin@munro.example'] as const

test('nobody of munro gets anything of learnt by its id; those of learnt do', async () => {
  const { url, admin, learner, person, manager, course, userCourseId, activityId, launch, permissionId } =
    await givenWork()
  const { attemptId } = launch
  const courseParams = { params: { courseId: course.id } }
  const userParams = { params: { userId: person.userId } }
  const { revision } = await admin.call(api.courses.get, courseParams)
  const { items: jobs } = await admin.call(api.jobs.list, { query: { limit: 1 } })
  const jobId = jobs[0]?.id ?? ''
  const ofAdmin: Record<string, (who: Caller) => Promise<unknown>> = {
    'courses.get': (who) => who.call(api.courses.get, courseParams),
    'courses.preview': (who) => who.call(api.courses.preview, courseParams),
    'courses.versions': (who) => who.call(api.courses.versions, courseParams),
    'courses.publishPreview': (who) => who.call(api.courses.publishPreview, courseParams),
    'learning.previewLaunch': (who) =>
      who.call(api.learning.previewLaunch, { params: { courseId: course.id, activityId } }),
    'members.get': (who) => who.call(api.members.get, userParams),
    'members.update': (who) => who.call(api.members.update, { ...userParams, body: { phone: '+44 1632 960123' } }),
    'permissions.get': (who) => who.call(api.permissions.get, { params: { permissionId } }),
    'permissions.update': (who) =>
      who.call(api.permissions.update, { params: { permissionId }, body: { title: 'Taken over' } }),
    'permissions.people': (who) =>
      who.call(api.permissions.people, { params: { documentType: 'course', documentId: course.id }, query: {} }),
    'reports.admin.assignment': (who) => who.call(api.reports.admin.assignment, { params: { userCourseId } }),
    'reports.admin.timeline': (who) => who.call(api.reports.admin.timeline, { params: { attemptId }, query: {} }),
    'jobs.get': (who) => who.call(api.jobs.get, { params: { jobId } }),
    'courses.duplicate': (who) => who.call(api.courses.duplicate, { ...courseParams, body: {} }),
    'courses.saveDraft': (who) =>
      who.call(api.courses.saveDraft, {
        ...courseParams,
        body: {
          revision,
          content: {
            title: course.title,
            description: '',
            category: '',
            tags: [],
            imageFileId: null,
            sequential: false,
            sections: [],
            courseIds: [],
          },
        },
      }),
    'courses.archive': (who) => who.call(api.courses.archive, courseParams),
    'courses.restore': (who) => who.call(api.courses.restore, courseParams),
  }
  const ofLearner: typeof ofAdmin = {
    'learning.course': (who) => who.call(api.learning.course, { params: { userCourseId } }),
    'learning.course by course': (who) => who.call(api.learning.course, { params: { userCourseId: course.id } }),
    'learning.activity': (who) => who.call(api.learning.activity, { params: { userCourseId, activityId } }),
    'learning.launch': (who) => who.call(api.learning.launch, { params: { userCourseId, activityId }, body: {} }),
    'learning.progress': (who) =>
      who.call(api.learning.progress, {
        params: { userCourseId, activityId: course.steps[1] ?? '' },
        body: { event: 'view' },
      }),
  }
  const ofManager: typeof ofAdmin = {
    'reports.manager.assignment': (who) => who.call(api.reports.manager.assignment, { params: { userCourseId } }),
    'reports.manager.timeline': (who) => who.call(api.reports.manager.timeline, { params: { attemptId }, query: {} }),
  }
  const [munroLearner, munroManager, munroAdmin] = await Promise.all(strangers.map((account) => callerOf(url, account)))
  if (!munroLearner || !munroManager || !munroAdmin) throw new Error('munro has no accounts')
  const pairs = [
    [ofLearner, munroLearner, learner],
    [ofManager, munroManager, await callerOf(url, manager.account)],
    [ofAdmin, munroAdmin, admin],
  ] as const
  let count = 0
  for (const [operations, stranger, own] of pairs) {
    for (const [name, call] of Object.entries(operations)) {
      expect(await refusalOf(call(stranger)), `${name} by ${stranger.account}`).toBe('not-found')
      expect(await refusalOf(call(own)), `${name} by ${own.account}`).toBe('answered')
      count++
    }
  }
  expect(count).toBe(24)
})

test('the address of a file works only for the person who got it', async () => {
  const url = learntUrl()
  const owner = await callerOf(url, accounts.learner)
  const { items } = await owner.call(api.learning.courses, { query: { limit: 100 } })
  const addresses: string[] = items.flatMap((course) => course.image || [])
  for (const { userCourseId } of items) {
    const course = await owner.call(api.learning.course, { params: { userCourseId } })
    for (const step of course.sections.flatMap((section) => section.activities)) {
      if (step.lock || (step.kind !== 'video' && step.kind !== 'audio' && step.kind !== 'document')) continue
      const content = await owner.call(api.learning.activity, { params: { userCourseId, activityId: step.id } })
      if ('file' in content) addresses.push(content.file.url)
    }
  }
  const files = addresses.filter((address) => address.startsWith('/files/'))
  expect(files.length).toBeGreaterThan(5)
  const others = await Promise.all([...strangers, 'superadmin@munro.example'].map((account) => callerOf(url, account)))
  for (const address of files) {
    expect((await owner.fetch(address, { headers: { range: 'bytes=0-99' } })).ok, address).toBe(true)
    for (const other of others) expect((await other.fetch(address)).status, `${address} as ${other.account}`).toBe(404)
    expect((await fetch(url + address)).status).toBe(401)
  }
})
