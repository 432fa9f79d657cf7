import { api } from '@learnt/contract'
import type { PathwayContent, PathwayStep } from '@learnt/contract/pathways'
import type { AudienceRule } from '@learnt/contract/permissions'
import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import {
  type GivenPublishedCourse,
  givenFile,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import { givenLearningPackage, givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
} from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'
import { foldDeltas } from '../assignments/commands/fold-deltas.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { reevaluateMembers } from '../permissions/commands/reevaluate-members.ts'
import { mapsOf, matchesRule } from '../reach/policy.ts'

const app = await testApp()
const equal = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }

type Courses = Record<string, GivenPublishedCourse>

/** Courses of one page each, named by letters. */
async function givenCourses(tenant: GivenTenant, letters: string): Promise<Courses> {
  const found: Courses = {}
  for (const letter of letters)
    found[letter] = await givenPublishedCourse(app, tenant, { title: letter, activities: [pageActivity()] })
  return found
}

async function give(
  tenant: GivenTenant,
  person: GivenPerson,
  documentType: 'course' | 'pathway' | 'learningPackage',
  documentId: string,
  of: { isOptional?: boolean; due?: { kind: 'after'; days: number } } = {},
) {
  const answer = await app.call(tenant.admin, api.permissions.assign, {
    params: { documentType, documentId },
    body: { selection: { by: 'ids', ids: [person.membershipId] }, ...of },
  })
  expect(answer.problem).toBeNull()
}

function take(tenant: GivenTenant, person: GivenPerson, documentType: 'course' | 'pathway', documentId: string) {
  return app.call(tenant.admin, api.permissions.unassign, {
    params: { documentType, documentId },
    body: { userIds: [person.userId] },
  })
}

/** The person's assignment of a document that is active, the last one where it is done again. */
async function assignmentOf(person: GivenPerson, documentId: string) {
  return app.services.db
    .tenant(person.tenantId)
    .read((tx) =>
      tx
        .selectFrom('assignments')
        .selectAll()
        .where('userId', '=', person.userId)
        .where('documentId', '=', documentId)
        .orderBy('isActive', 'desc')
        .orderBy('cycle', 'desc')
        .executeTakeFirst(),
    )
}

/** Through the page, as the learner does it; answers the status. */
async function report(person: GivenPerson, course: GivenPublishedCourse, event: 'open' | 'view' = 'view') {
  const answer = await app.call(person, api.learning.progress, {
    params: { userCourseId: course.courseId, activityId: course.activities[0]?.id ?? '' },
    body: { event },
  })
  return answer.problem?.detail ?? answer.status
}

async function publish(tenant: GivenTenant, id: string, content: PathwayContent, underWay?: 'apply' | 'newOnly') {
  const { body } = await app.call(tenant.admin, api.pathways.get, { params: { documentId: id } })
  const saved = await app.call(tenant.admin, api.pathways.saveDraft, {
    params: { documentId: id },
    body: { revision: body.revision, content },
  })
  expect(saved.problem).toBeNull()
  const published = await app.call(tenant.admin, api.pathways.publish, {
    params: { documentId: id },
    body: { revision: saved.body.revision, ...(underWay ? { underWay } : {}) },
  })
  expect(published.problem).toBeNull()
}

async function own(person: Caller, documentId: string) {
  const answer = await app.call(person, api.pathways.own, { params: { documentId } })
  expect(answer.problem).toBeNull()
  return answer.body
}

/** A pathway as its learner sees it, in a line: state, progress, and each step with what it waits for. */
async function standing(person: GivenPerson, documentId: string): Promise<string> {
  const { state, progress, sections } = await own(person, documentId)
  const steps = sections.flatMap((section) => section.steps)
  const words = steps.map((step) =>
    [step.title, step.state, step.waitsFor?.title, step.countedFor && `by ${step.countedFor}`]
      .filter(Boolean)
      .join(' '),
  )
  return `${state} ${Math.round(progress)}: ${words.join(', ')}`
}

/** The last day on which it is not late. */
function dayOf(dueAt: string | null): string | null {
  return dueAt === null ? null : new Date(Date.parse(dueAt) - 1).toISOString().slice(5, 10)
}

interface Scene {
  tenant: GivenTenant
  person: GivenPerson
  courses: Courses
  pathway: { id: string; content: PathwayContent }
}

type Act = (scene: Scene) => Promise<unknown>

const finish =
  (letter: string): Act =>
  async ({ person, courses }) =>
    expect(await report(person, courses[letter] as GivenPublishedCourse)).toBe(200)
const begin =
  (letter: string): Act =>
  async ({ person, courses }) =>
    expect(await report(person, courses[letter] as GivenPublishedCourse, 'open')).toBe(200)
const stepOf = (content: PathwayContent, courses: Courses, letter: string) =>
  content.sections.flatMap((one) => one.steps).find((step) => step.documentId === courses[letter]?.courseId)
const waive =
  (letter: string, status = 200): Act =>
  async ({ tenant, person, courses, pathway }) => {
    const answer = await app.call(tenant.admin, api.pathways.waive, {
      params: {
        documentId: pathway.id,
        userId: person.userId,
        stepId: stepOf(pathway.content, courses, letter)?.id ?? '',
      },
      body: { reason: 'Done elsewhere' },
    })
    expect(answer.status).toBe(status)
  }
const unwaive =
  (letter: string): Act =>
  async ({ tenant, person, courses, pathway }) => {
    const stepId = stepOf(pathway.content, courses, letter)?.id ?? ''
    const answer = await app.call(tenant.admin, api.pathways.unwaive, {
      params: { documentId: pathway.id, userId: person.userId, stepId },
    })
    expect(answer.status).toBe(200)
  }
/** Had by another right, and done, so many months ago. */
const doneBefore =
  (letter: string, months: number): Act =>
  async ({ tenant, person, courses }) => {
    const course = courses[letter] as GivenPublishedCourse
    await give(tenant, person, 'course', course.courseId)
    expect(await report(person, course)).toBe(200)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`update assignments set completed_at = completed_at - make_interval(months => ${months}) where user_id = ${person.userId} and document_id = ${course.courseId}`.execute(
          tx,
        ),
      )
  }
const alsoGive =
  (letter: string): Act =>
  ({ tenant, person, courses }) =>
    give(tenant, person, 'course', courses[letter]?.courseId ?? '')
const move =
  (verb: 'withdraw' | 'publish', letter: string | null): Act =>
  async ({ tenant, courses, pathway }) => {
    if (letter === null) {
      if (verb === 'withdraw')
        return app.call(tenant.admin, api.pathways.withdraw, { params: { documentId: pathway.id } })
      const { body } = await app.call(tenant.admin, api.pathways.get, { params: { documentId: pathway.id } })
      return app.call(tenant.admin, api.pathways.publish, {
        params: { documentId: pathway.id },
        body: { revision: body.revision },
      })
    }
    const courseId = courses[letter]?.courseId ?? ''
    const answer =
      verb === 'withdraw'
        ? await app.call(tenant.admin, api.courses.withdraw, { params: { courseId } })
        : await app.call(tenant.admin, api.courses.publish, { params: { courseId }, body: { revision: 1 } })
    expect(answer.problem).toBeNull()
  }
const status =
  (to: MembershipStatus): Act =>
  async ({ tenant, person }) => {
    const admin = contextOf(app, tenant.admin, ['admin'])
    await admin.write(async (tx) => {
      await tx.updateTable('memberships').set({ status: to }).where('id', '=', person.membershipId).execute()
      await reevaluateMembers(admin, tx, [person.membershipId], ['status'])
    })
  }
const takeAway: Act = ({ tenant, person, pathway }) => take(tenant, person, 'pathway', pathway.id)
const giveAgain: Act = ({ tenant, person, pathway }) => give(tenant, person, 'pathway', pathway.id)
const refused =
  (letter: string): Act =>
  async ({ person, courses }) =>
    expect(await report(person, courses[letter] as GivenPublishedCourse)).toBe(
      'This step unlocks when the previous one is done.',
    )

type Build = (
  c: (letter: string, of?: Partial<PathwayStep>) => PathwayStep,
  id: (letter: string) => string,
) => Partial<PathwayContent> & Pick<PathwayContent, 'sections'>
interface Case {
  name: string
  build: Build
  before?: Act[]
  /** What is done in turn, and what the pathway says after it. */
  acts: [Act | null, string][]
}

const inOrder: Build = (c) => ({ sections: [pathwaySection([c('a'), c('b'), c('c')])] })
const anyTwo: Build = (c) => ({
  sections: [pathwaySection([c('a'), c('b'), c('c')], { rule: 'any', count: 2 }), pathwaySection([c('d')])],
})
const credits: Build = (c) => ({
  sections: [
    pathwaySection([c('a', { credits: 1 }), c('b', { credits: 2 }), c('c', { credits: 3 })], {
      rule: 'credits',
      credits: 3,
    }),
    pathwaySection([c('d')]),
  ],
})

const cases: Case[] = [
  {
    name: 'in order: one step after the other',
    build: inOrder,
    acts: [
      [null, 'notstarted 0: a open, b locked a, c locked a'],
      [refused('b'), 'notstarted 0: a open, b locked a, c locked a'],
      [begin('a'), 'inprogress 0: a inprogress, b locked a, c locked a'],
      [finish('a'), 'inprogress 33: a done, b open, c locked b'],
      [finish('b'), 'inprogress 67: a done, b done, c open'],
      [finish('c'), 'completed 100: a done, b done, c done'],
    ],
  },
  {
    name: 'by choice: all open',
    build: (...of) => ({ ...inOrder(...of), order: 'choice' }),
    acts: [
      [null, 'notstarted 0: a open, b open, c open'],
      [finish('c'), 'inprogress 33: a open, b open, c done'],
      [finish('a'), 'inprogress 67: a done, b open, c done'],
      [finish('b'), 'completed 100: a done, b done, c done'],
    ],
  },
  {
    name: 'any two of a section; the next section waits',
    build: anyTwo,
    acts: [
      [null, 'notstarted 0: a open, b open, c open, d locked a'],
      [finish('c'), 'inprogress 33: a open, b open, c done, d locked a'],
      [finish('a'), 'inprogress 67: a done, b open, c done, d open'],
      [finish('d'), 'completed 100: a done, b open, c done, d done'],
    ],
  },
  {
    name: 'credits of freely chosen steps',
    build: credits,
    acts: [
      [null, 'notstarted 0: a open, b open, c open, d locked a'],
      // A third of the section's credits; the section weighs 1.5 of 2.5 steps.
      [finish('a'), 'inprogress 20: a done, b open, c open, d locked b'],
      [finish('b'), 'inprogress 60: a done, b done, c open, d open'],
      [finish('d'), 'completed 100: a done, b done, c open, d done'],
    ],
  },
  {
    name: 'one step is worth all the credits',
    build: credits,
    acts: [
      [finish('c'), 'inprogress 60: a open, b open, c done, d open'],
      [finish('d'), 'completed 100: a open, b open, c done, d done'],
    ],
  },
  {
    name: 'optional steps count for nothing and block nothing',
    build: (c) => ({
      sections: [pathwaySection([c('a', { isRequired: false }), c('b'), c('c', { isRequired: false })])],
    }),
    acts: [
      [null, 'notstarted 0: a open, b open, c locked b'],
      [finish('b'), 'completed 100: a open, b done, c open'],
    ],
  },
  {
    name: 'another document counts for a step, given by nothing of the pathway',
    build: (c, id) => ({ sections: [pathwaySection([c('a', { equivalents: [id('e')] }), c('b')])] }),
    before: [alsoGive('e')],
    acts: [
      [null, 'notstarted 0: a open, b locked a'],
      [finish('e'), 'inprogress 50: a done by e, b open'],
      [finish('b'), 'completed 100: a done by e, b done'],
    ],
  },
  {
    name: 'another document that was done before',
    build: (c, id) => ({ sections: [pathwaySection([c('a', { equivalents: [id('e')] }), c('b')])] }),
    before: [doneBefore('e', 20)],
    acts: [[null, 'inprogress 50: a done by e, b open']],
  },
  {
    name: 'a waived step opens the next one, and counts',
    build: inOrder,
    acts: [
      [waive('a'), 'inprogress 33: a waived, b open, c locked b'],
      [unwaive('a'), 'notstarted 0: a open, b locked a, c locked a'],
      [waive('a'), 'inprogress 33: a waived, b open, c locked b'],
      [finish('b'), 'inprogress 67: a waived, b done, c open'],
      [waive('c'), 'completed 100: a waived, b done, c waived'],
      [unwaive('c'), 'completed 100: a waived, b done, c open'],
    ],
  },
  {
    name: 'what was begun by another right stays open, and the rest is locked',
    build: inOrder,
    before: [alsoGive('b')],
    acts: [
      [null, 'notstarted 0: a open, b open, c locked a'],
      [finish('b'), 'inprogress 33: a open, b done, c locked a'],
      [finish('a'), 'inprogress 67: a done, b done, c open'],
    ],
  },
  {
    name: 'prerequisites lock everything',
    build: (c, id) => ({
      prerequisites: [id('p'), id('q')],
      order: 'choice',
      sections: [pathwaySection([c('a'), c('b')])],
    }),
    before: [alsoGive('p'), alsoGive('q')],
    acts: [
      [null, 'notstarted 0: a locked p, b locked p'],
      [refused('a'), 'notstarted 0: a locked p, b locked p'],
      [finish('p'), 'notstarted 0: a locked q, b locked q'],
      [move('withdraw', 'q'), 'notstarted 0: a open, b open'],
      [move('publish', 'q'), 'notstarted 0: a locked q, b locked q'],
      [finish('q'), 'notstarted 0: a open, b open'],
      [finish('a'), 'inprogress 50: a done, b open'],
    ],
  },
  {
    name: 'earlier completions count',
    build: inOrder,
    before: [doneBefore('a', 60)],
    acts: [[null, 'inprogress 33: a done, b open, c locked b']],
  },
  {
    name: 'earlier completions count that are not too old; older ones are done again',
    build: (...of) => ({ ...inOrder(...of), earlier: { accept: 'months', months: 12 } }),
    before: [doneBefore('a', 11), doneBefore('b', 13)],
    acts: [
      [null, 'inprogress 33: a done, b open, c locked b'],
      [finish('b'), 'inprogress 67: a done, b done, c open'],
      [finish('c'), 'completed 100: a done, b done, c done'],
    ],
  },
  {
    name: 'earlier completions never count',
    build: (...of) => ({ ...inOrder(...of), earlier: { accept: 'never' } }),
    before: [doneBefore('a', 1)],
    acts: [
      [null, 'notstarted 0: a open, b locked a, c locked a'],
      [finish('a'), 'inprogress 33: a done, b open, c locked b'],
    ],
  },
  {
    name: 'a withdrawn step counts for nothing until it comes back',
    build: inOrder,
    acts: [
      [move('withdraw', 'a'), 'notstarted 0: b open, c locked b'],
      [finish('b'), 'inprogress 50: b done, c open'],
      [move('publish', 'a'), 'inprogress 33: a open, b done, c locked a'],
      [finish('a'), 'inprogress 67: a done, b done, c open'],
    ],
  },
  {
    name: 'taken away and given again keeps what was done',
    build: inOrder,
    acts: [
      [finish('a'), 'inprogress 33: a done, b open, c locked b'],
      [
        async (scene) => {
          await takeAway(scene)
          expect(await report(scene.person, scene.courses.b as GivenPublishedCourse)).toBe(404)
          await giveAgain(scene)
        },
        'inprogress 33: a done, b open, c locked b',
      ],
    ],
  },
  {
    name: 'leave, leaving and coming back keep what was done',
    build: inOrder,
    acts: [
      [finish('a'), 'inprogress 33: a done, b open, c locked b'],
      [
        async (scene) => {
          for (const to of ['sick leave', 'active', 'inactive', 'active'] as const) await status(to)(scene)
        },
        'inprogress 33: a done, b open, c locked b',
      ],
      [finish('b'), 'inprogress 67: a done, b done, c open'],
    ],
  },
  {
    name: 'withdrawn it gives nothing, and comes back as it was',
    build: inOrder,
    acts: [
      [finish('a'), 'inprogress 33: a done, b open, c locked b'],
      [
        async (scene) => {
          await move('withdraw', null)(scene)
          const { status } = await app.call(scene.person, api.pathways.own, {
            params: { documentId: scene.pathway.id },
          })
          expect(status).toBe(404)
          expect(await assignmentOf(scene.person, scene.courses.b?.courseId ?? '')).toMatchObject({ isActive: false })
          await move('publish', null)(scene)
        },
        'inprogress 33: a done, b open, c locked b',
      ],
    ],
  },
]

describe('a pathway', () => {
  it.each(cases)('$name', async ({ build, before = [], acts }) => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const courses = await givenCourses(tenant, 'abcdepq')
    const id = (letter: string) => courses[letter]?.courseId ?? ''
    const pathway = await givenPathway(
      app,
      tenant,
      build((letter, of) => pathwayStep(id(letter), of), id),
    )
    const scene: Scene = { tenant, person, courses, pathway }
    for (const act of before) await act(scene)
    await give(tenant, person, 'pathway', pathway.id)
    for (const [act, expected] of acts) {
      await act?.(scene)
      expect(await standing(person, pathway.id)).toBe(expected)
    }
    // Whatever happened, the reports count what a count gives.
    await app.settle()
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(equal)
  })
})

/** A tenant with a learner who has a pathway of these courses in order. */
async function givenTravel(letters: string, of: { due?: { kind: 'after'; days: number } } = {}) {
  const tenant = await givenTenant(app)
  const person = await givenPerson(app, tenant)
  const courses = await givenCourses(tenant, letters)
  const steps = [...letters].map((letter) => pathwayStep(courses[letter]?.courseId ?? ''))
  const pathway = await givenPathway(app, tenant, { title: 'Way', sections: [pathwaySection(steps)] })
  await give(tenant, person, 'pathway', pathway.id, of)
  const course = (letter: string) => courses[letter] as GivenPublishedCourse
  return { tenant, person, courses, course, pathway }
}

describe('a locked course', () => {
  it('is shown with what it waits for, and refused everywhere; the open one beside it opens', async () => {
    const { tenant, person, course, pathway } = await givenTravel('ab', { due: { kind: 'after', days: 3 } })
    const waitsFor = { id: course('a').courseId, type: 'course', title: 'a', pathway: { id: pathway.id, title: 'Way' } }
    const page = (letter: string) =>
      app.call(person, api.learning.course, {
        params: { userCourseId: course(letter).courseId },
        query: { step: 'here' },
      })
    const step = (letter: string) => ({
      userCourseId: course(letter).courseId,
      activityId: course(letter).activities[0]?.id ?? '',
    })
    const [open, locked] = [await page('a'), await page('b')]
    expect(open.body).toMatchObject({ title: 'a', waitsFor: null, content: { kind: 'page' } })
    expect(open.body.within).toEqual([{ type: 'pathway', id: pathway.id, title: 'Way' }])
    expect(locked.status).toBe(200)
    expect(locked.body).toMatchObject({ title: 'b', waitsFor, content: null, resumeActivityId: null })
    expect(locked.body.sections[0]?.activities[0]?.lock).toEqual({ reason: 'previous', waitsFor: 'a' })
    const asked = async (letter: string) => [
      (await app.call(person, api.learning.activity, { params: step(letter) })).status,
      (await app.call(person, api.learning.progress, { params: step(letter), body: { event: 'open' } })).status,
      // Not a package: where it opens, the field is refused.
      (await app.call(person, api.learning.launch, { params: step(letter), body: {} })).status,
    ]
    expect(await asked('b')).toEqual([409, 409, 409])
    expect(await asked('a')).toEqual([200, 200, 422])
    const list = await app.call(person, api.learning.courses)
    expect(list.body.items.map((one) => [one.title, one.waitsFor?.title ?? null])).toEqual([
      ['a', null],
      ['b', 'a'],
    ])
    const found = await app.call(person, api.search.all, { query: { q: 'page' } })
    expect(found.status).toBe(200)
    // Two weeks on: late with what opens, and not with what does not open yet.
    app.clock.advance(14 * 86_400_000)
    try {
      const later = { token: await givenSession(app.services, person) }
      const home = await app.call(later, api.learning.home)
      expect(home.body.required.overdue.map((one) => one.title)).toEqual(['a'])
      expect(home.body.required.upcoming.map((one) => [one.title, one.waitsFor?.title])).toEqual([['b', 'a']])
      expect(home.body.counts).toEqual({ required: 2, done: 0, inProgress: 1, overdue: 1 })
      await foldDeltas(app.services, tenant.tenantId)
      expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(equal)
      const reported = await app.call(
        { token: await givenSession(app.services, tenant.admin) },
        api.reports.admin.courses,
      )
      expect(reported.body.items.map((one) => [one.title, one.overdue])).toEqual([
        ['a', 1],
        ['b', 0],
      ])
      expect(home.body.resume?.title).toBe('a')
      expect(home.body.pathways.map((one) => [one.title, one.dueState, one.stepCount, one.stepsDone])).toEqual([
        ['Way', 'overdue', 2, 0],
      ])
    } finally {
      app.clock.advance(-14 * 86_400_000)
    }
    // What is had by another right stays open.
    await give(tenant, person, 'course', course('b').courseId)
    expect((await page('b')).body.waitsFor).toBeNull()
    expect(await asked('b')).toEqual([200, 200, 422])
  })

  it('is one in a bundle that is locked, too', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const courses = await givenCourses(tenant, 'axy')
    const id = (letter: string) => courses[letter]?.courseId ?? ''
    const bundle = await givenPublishedBundle(app, tenant, [id('x'), id('y')], { title: 'B' })
    const due = { kind: 'days', days: 5, from: 'previous' } as const
    const pathway = await givenPathway(app, tenant, {
      title: 'Way',
      sections: [pathwaySection([pathwayStep(id('a')), pathwayStep(bundle.courseId, { due })])],
    })
    const pack = await givenLearningPackage(app, tenant, [{ documentType: 'pathway', documentId: pathway.id }], 'Pack')
    await give(tenant, person, 'learningPackage', pack.id)
    const x = courses.x as GivenPublishedCourse
    const cards = async () =>
      (await app.call(person, api.learning.courses)).body.items.map((one) => [
        one.title,
        one.waitsFor?.title ?? null,
        one.waitsFor?.pathway?.title ?? null,
        dayOf(one.dueAt),
        one.within.map((each) => each.title).join(),
      ])
    expect(await cards()).toEqual([
      ['a', null, null, null, 'Way,Pack'],
      ['x', 'a', 'Way', null, 'Way,Pack'],
      ['y', 'a', 'Way', null, 'Way,Pack'],
    ])
    expect(await report(person, x)).toBe('This step unlocks when the previous one is done.')
    const [mine] = (await app.call(person, api.pathways.mine)).body.items
    expect(mine?.within).toEqual([{ type: 'learningPackage', id: pack.id, title: 'Pack' }])
    await report(person, courses.a as GivenPublishedCourse)
    // The bundle's date counts from the step before it, and its courses are due as it is.
    expect((await cards()).slice(1)).toEqual([
      ['x', null, null, '11-25', 'Way,Pack'],
      ['y', null, null, '11-25', 'Way,Pack'],
    ])
    expect(await report(person, x)).toBe(200)
    expect(await standing(person, pathway.id)).toBe('inprogress 75: a done, B inprogress')
    await report(person, courses.y as GivenPublishedCourse)
    expect(await assignmentOf(person, pack.id)).toMatchObject({ state: 'completed', progress: 100 })
    await app.settle()
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(equal)
    // Each was finished once, and says so in a statement; again it says nothing new.
    const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{ objectId: string; verb: string }>`
          select object_id, verb from statements where user_id = ${person.userId} and (object_id like '%/pathways/%' or object_id like '%/learning-packages/%') order by 1`.execute(
        tx,
      ),
    )
    expect(rows.map((row) => [row.objectId.split('/').slice(-2), row.verb.split('/').at(-1)])).toEqual([
      [['learning-packages', pack.id], 'completed'],
      [['pathways', pathway.id], 'completed'],
    ])
  })
})

describe('the steps’ dates', () => {
  it('are the pathway’s, count from its start, or from the step before, and stand still during a leave', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const courses = await givenCourses(tenant, 'abc')
    const step = (letter: string, due: PathwayStep['due']) => pathwayStep(courses[letter]?.courseId ?? '', { due })
    const pathway = await givenPathway(app, tenant, {
      sections: [
        pathwaySection([
          step('a', { kind: 'pathway' }),
          step('b', { kind: 'days', days: 10, from: 'start' }),
          step('c', { kind: 'days', days: 2, from: 'previous' }),
        ]),
      ],
    })
    await give(tenant, person, 'pathway', pathway.id, { due: { kind: 'after', days: 30 } })
    const dates = async () => (await own(person, pathway.id)).sections[0]?.steps.map((one) => dayOf(one.dueAt))
    expect(await dates()).toEqual(['12-20', '11-30', null])
    const scene = { tenant, person, courses, pathway }
    await finish('a')(scene)
    expect(await dates()).toEqual(['12-20', '11-30', null])
    await status('sick leave')(scene)
    app.clock.advance(7 * 86_400_000)
    try {
      await status('active')(scene)
      Object.assign(person, { token: await givenSession(app.services, person) })
      expect(await dates()).toEqual(['12-27', '12-07', null])
      await finish('b')(scene)
      expect(await dates()).toEqual(['12-27', '12-07', '11-29'])
      // Looked at again, it keeps its date.
      app.clock.advance(86_400_000)
      Object.assign(person, { token: await givenSession(app.services, person) })
      await begin('c')(scene)
      expect(await dates()).toEqual(['12-27', '12-07', '11-29'])
      app.clock.advance(-86_400_000)
    } finally {
      app.clock.advance(-7 * 86_400_000)
    }
  })
})

describe('a new version', () => {
  it('reaches people by how far they are, and as the author chooses', async () => {
    const tenant = await givenTenant(app)
    const courses = await givenCourses(tenant, 'abcd')
    const id = (letter: string) => courses[letter]?.courseId ?? ''
    const steps = { a: pathwayStep(id('a')), b: pathwayStep(id('b')), c: pathwayStep(id('c')), d: pathwayStep(id('d')) }
    const pathway = await givenPathway(app, tenant, { sections: [pathwaySection([steps.a, steps.b])] })
    const named = (lastName: string) => givenPerson(app, tenant, { firstName: 'Is', lastName })
    const [fresh, begun, done, gone] = [
      await named('Fresh'),
      await named('Begun'),
      await named('Done'),
      await named('Gone'),
    ]
    for (const person of [fresh, begun, done, gone]) await give(tenant, person, 'pathway', pathway.id)
    for (const person of [begun, done, gone]) await finish('a')({ tenant, person, courses, pathway })
    await finish('b')({ tenant, person: done, courses, pathway })
    await take(tenant, gone, 'pathway', pathway.id)

    const content = { ...pathway.content, sections: [pathwaySection([steps.a, steps.c])] }
    const { body: before } = await app.call(tenant.admin, api.pathways.get, { params: { documentId: pathway.id } })
    await app.call(tenant.admin, api.pathways.saveDraft, {
      params: { documentId: pathway.id },
      body: { revision: before.revision, content },
    })
    const impact = await app.call(tenant.admin, api.pathways.impact, { params: { documentId: pathway.id } })
    const underWay = { count: 2, sample: ['Is Begun', 'Is Fresh'] }
    expect(impact.body).toEqual({ gainSteps: underWay, loseSteps: underWay, finished: 1, divided: [] })
    // An administrator of another team sees the number and none of the names.
    const teamAdmin = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    const seen = await app.call(teamAdmin, api.pathways.impact, { params: { documentId: pathway.id } })
    expect(seen.body.gainSteps).toEqual({ count: 2, sample: [] })

    await publish(tenant, pathway.id, content)
    expect(await standing(fresh, pathway.id)).toBe('notstarted 0: a open, c locked a')
    expect(await standing(begun, pathway.id)).toBe('inprogress 50: a done, c open')
    expect(await standing(done, pathway.id)).toBe('completed 100: a done, b done')
    expect(await assignmentOf(begun, id('b'))).toMatchObject({ isActive: false })
    expect(await assignmentOf(done, id('c'))).toBeUndefined()
    expect(await assignmentOf(gone, id('c'))).toBeUndefined()
    await app.settle()
    const told = async (person: GivenPerson) =>
      (await app.call(person, api.notifications.list)).body.items
        .filter(({ kind }) => kind === 'newSteps' || kind === 'documentFinished')
        .map(({ kind, params, link }) => [kind, params.documentType, params.steps, link])
    const way = `/apps/pathways/${pathway.id}`
    const newStep = ['newSteps', 'pathway', 1, way]
    const hasFinished = ['documentFinished', 'pathway', undefined, way]
    expect(await told(fresh)).toEqual([newStep])
    expect(await told(begun)).toEqual([newStep])
    expect(await told(done)).toEqual([hasFinished])
    expect(await told(gone)).toEqual([])
    await give(tenant, gone, 'pathway', pathway.id)
    expect(await standing(gone, pathway.id)).toBe('inprogress 50: a done, c open')

    // Only people to come.
    const longer = { ...content, sections: [pathwaySection([steps.a, steps.c, steps.d])] }
    await publish(tenant, pathway.id, longer, 'newOnly')
    const late = await named('Late')
    await give(tenant, late, 'pathway', pathway.id)
    expect(await standing(late, pathway.id)).toBe('notstarted 0: a open, c locked a, d locked a')
    expect(await standing(begun, pathway.id)).toBe('inprogress 50: a done, c open')
    await finish('c')({ tenant, person: begun, courses, pathway })
    expect(await standing(begun, pathway.id)).toBe('completed 100: a done, c done')
    // And everybody who has not finished, the next time.
    await publish(tenant, pathway.id, { ...longer, description: 'More' }, 'apply')
    expect(await standing(fresh, pathway.id)).toBe('notstarted 0: a open, c locked a, d locked a')
    expect(await standing(begun, pathway.id)).toBe('completed 100: a done, c done')
    await app.settle()
    expect(await told(begun)).toEqual([hasFinished, newStep])
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(equal)
  })

  it('of a learning package says who gains and loses what', async () => {
    const tenant = await givenTenant(app)
    const courses = await givenCourses(tenant, 'ab')
    const id = (letter: string) => courses[letter]?.courseId ?? ''
    const item = (letter: string) => ({ documentType: 'course' as const, documentId: id(letter), isRequired: true })
    const pack = await givenLearningPackage(app, tenant, [item('a')])
    const [one, other] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    for (const person of [one, other]) await give(tenant, person, 'learningPackage', pack.id)
    await give(tenant, other, 'course', id('a'))
    const params = { documentId: pack.id }
    const { body: before } = await app.call(tenant.admin, api.learningPackages.get, { params })
    const saved = await app.call(tenant.admin, api.learningPackages.saveDraft, {
      params,
      body: { revision: before.revision, content: { ...before.content, items: [item('b')] } },
    })
    const impact = await app.call(tenant.admin, api.learningPackages.impact, { params })
    expect(impact.body).toMatchObject({ gainSteps: { count: 2 }, loseSteps: { count: 1 }, finished: 0 })
    await report(one, courses.a as GivenPublishedCourse, 'open')
    await app.call(tenant.admin, api.learningPackages.publish, { params, body: { revision: saved.body.revision } })
    // What was done stays recorded.
    expect(await assignmentOf(one, id('a'))).toMatchObject({ isActive: false, state: 'inprogress' })
    expect(await assignmentOf(other, id('a'))).toMatchObject({ isActive: true })
    const people = await app.call(tenant.admin, api.permissions.people, {
      params: { documentType: 'learningPackage', documentId: pack.id },
    })
    expect(people.body.total).toBe(2)
  })
})

describe('a section that is required of some people only', () => {
  const nurses = { kind: 'rule' as const, title: 'Nurses', rule: { rule: { position: ['Nurse'] } } }

  it('counts, locks and is due for them, and is optional for everybody else, also when people come and go', async () => {
    const tenant = await givenTenant(app)
    const courses = await givenCourses(tenant, 'abc')
    const id = (letter: string) => courses[letter]?.courseId ?? ''
    const audience = (await app.call(tenant.admin, api.audiences.create, { body: nurses })).body
    const part = (letter: string, audienceId?: string) => ({
      ...pathwaySection([pathwayStep(id(letter))]),
      ...(audienceId ? { audienceId } : {}),
    })
    const pathway = await givenPathway(app, tenant, { sections: [part('a'), part('b', audience.id), part('c')] })
    const [nurse, cook] = [
      await givenPerson(app, tenant, { position: ['Nurse'] }),
      await givenPerson(app, tenant, { position: ['Cook'] }),
    ]
    for (const person of [nurse, cook])
      await give(tenant, person, 'pathway', pathway.id, { due: { kind: 'after', days: 3 } })
    const required = async (person: GivenPerson) =>
      (await own(person, pathway.id)).sections.flatMap(({ steps }) => steps.map((step) => step.isRequired))
    expect([await required(nurse), await required(cook)]).toEqual([
      [true, true, true],
      [true, false, true],
    ])
    expect((await own(cook, pathway.id)).stepCount).toBe(2)
    expect(await assignmentOf(cook, id('b'))).toMatchObject({ isOptional: true, dueAt: null })
    expect((await assignmentOf(nurse, id('b')))?.dueAt).not.toBeNull()
    for (const person of [nurse, cook]) await finish('a')({ tenant, person, courses, pathway })
    // What is optional blocks nothing.
    expect(await standing(nurse, pathway.id)).toBe('inprogress 33: a done, b open, c locked b')
    expect(await standing(cook, pathway.id)).toBe('inprogress 50: a done, b open, c open')

    const move = (person: GivenPerson, position: string) =>
      app.call(tenant.admin, api.members.update, { params: { userId: person.userId }, body: { position: [position] } })
    await move(nurse, 'Cook')
    expect(await standing(nurse, pathway.id)).toBe('inprogress 50: a done, b open, c open')
    await move(cook, 'Nurse')
    expect(await standing(cook, pathway.id)).toBe('inprogress 33: a done, b open, c locked b')
    await move(cook, 'Cook')
    // Who has finished stays finished, and nothing more is asked of them.
    await finish('c')({ tenant, person: cook, courses, pathway })
    expect((await own(cook, pathway.id)).state).toBe('completed')
    await move(cook, 'Nurse')
    expect((await own(cook, pathway.id)).state).toBe('completed')
    expect(await assignmentOf(cook, id('b'))).toMatchObject({ isOptional: true })

    // The rule of the audience changes.
    const change = { params: { audienceId: audience.id }, body: { rule: { rule: { position: ['Cook'] } } } }
    const preview = await app.call(tenant.admin, api.audiences.preview, {
      body: { audienceId: audience.id, ...change.body },
    })
    expect(preview.body.sections).toMatchObject([
      {
        pathway: { id: pathway.id },
        sectionTitle: 'Part',
        enter: { count: 1, sample: [{ userId: nurse.userId }] },
        leave: { count: 0 },
      },
    ])
    expect((await app.call(tenant.admin, api.audiences.update, change)).problem).toBeNull()
    expect(await standing(nurse, pathway.id)).toBe('inprogress 33: a done, b open, c locked b')
    await app.settle()
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(equal)

    const impact = await app.call(tenant.admin, api.pathways.impact, { params: { documentId: pathway.id } })
    expect(impact.body.divided).toMatchObject([{ audience: 'Nurses', required: { count: 1 }, underWay: 1 }])
    // While it divides a pathway, the audience stays.
    const remove = () => app.call(tenant.admin, api.audiences.remove, { params: { audienceId: audience.id } })
    expect((await remove()).problem).toMatchObject({ status: 409, detail: expect.stringContaining('Pathway') })
    await publish(tenant, pathway.id, { ...pathway.content, sections: [part('a'), part('c')] })
    expect((await remove()).status).toBe(204)
  })

  it('follows a list of people, and names an audience of the tenant', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const courses = await givenCourses(tenant, 'ab')
    const id = (letter: string) => courses[letter]?.courseId ?? ''
    const list = (await app.call(tenant.admin, api.audiences.create, { body: { kind: 'people', title: 'List' } })).body
    const foreign = (await app.call(other.admin, api.audiences.create, { body: nurses })).body
    const sections = [
      { ...pathwaySection([pathwayStep(id('a'))]), audienceId: list.id },
      pathwaySection([pathwayStep(id('b'))]),
    ]
    const pathway = await givenPathway(app, tenant, { sections })
    const person = await givenPerson(app, tenant)
    await give(tenant, person, 'pathway', pathway.id)
    expect(await standing(person, pathway.id)).toBe('notstarted 0: a open, b open')
    const selection = { by: 'ids' as const, ids: [person.membershipId] }
    const params = { audienceId: list.id }
    await app.call(tenant.admin, api.audiences.addPeople, { params, body: { selection } })
    expect(await standing(person, pathway.id)).toBe('notstarted 0: a open, b locked a')
    await app.call(tenant.admin, api.audiences.removePeople, { params, body: { selection } })
    expect(await standing(person, pathway.id)).toBe('notstarted 0: a open, b open')

    const { body } = await app.call(tenant.admin, api.pathways.get, { params: { documentId: pathway.id } })
    for (const audienceId of [foreign.id, newId()]) {
      const saved = await app.call(tenant.admin, api.pathways.saveDraft, {
        params: { documentId: pathway.id },
        body: {
          revision: body.revision,
          content: { ...body.content, sections: [sections[1] as never, { ...sections[0], audienceId } as never] },
        },
      })
      expect(saved.problem?.errors).toMatchObject([{ path: 'body.content.sections.1.audienceId' }])
    }
  })

  it('is asked of the database as the server asks it', async () => {
    const tenant = await givenTenant(app)
    const rules: AudienceRule[] = [
      { rule: {}, groups: [], everyone: true },
      { rule: {}, groups: [], everyone: false },
      { rule: { position: ['Nurse'] }, groups: [], everyone: false },
      { rule: { position: [{ value: ' Head\u00a0 nurse ' }] } as never, groups: [], everyone: false },
      { rule: { position: ['Nurse'], employeeId: ['7'] }, groups: [{ tags: ['x', 'y'] }], everyone: false },
      { rule: { status: ['active'], teamId: [tenant.teamId] }, groups: [], everyone: false },
    ]
    const people = [
      await givenPerson(app, tenant, { position: ['Nurse'] }),
      await givenPerson(app, tenant, { position: ['Cook', 'Head nurse'], tags: ['y'] }),
      await givenPerson(app, tenant, { position: ['Nurse'], employeeId: '7' }),
      await givenPerson(app, tenant, { position: ['Nurse'], status: 'sick leave' }),
    ]
    const answers: boolean[] = []
    for (const [n, rule] of rules.entries()) {
      const made = (
        await app.call(tenant.admin, api.audiences.create, { body: { kind: 'rule', title: `R${n}`, rule } })
      ).body
      for (const person of people) {
        const { inSql, member } = await app.services.db.tenant(tenant.tenantId).read(async (tx) => ({
          inSql: await sql<{ is: boolean }>`select is_in_audience(${made.id}, ${person.userId}) as is`.execute(tx),
          member: await tx
            .selectFrom('memberships')
            .selectAll()
            .where('userId', '=', person.userId)
            .executeTakeFirstOrThrow(),
        }))
        const whole = { everyone: rule.everyone, maps: mapsOf(rule), lists: [] }
        answers.push(inSql.rows[0]?.is ?? false)
        expect(inSql.rows[0]?.is, JSON.stringify(rule)).toBe(matchesRule(whole, member as never, false))
      }
    }
    expect(new Set(answers).size).toBe(2)
  })
})

describe('two at once', () => {
  it('finish two steps, and the pathway is finished', async () => {
    for (let n = 0; n < 5; n++) {
      const { person, course, pathway, tenant } = await givenTravel('a')
      const [x, y] = [await givenPublishedCourse(app, tenant, { activities: [pageActivity()] }), course('a')]
      const both = await givenPathway(app, tenant, {
        order: 'choice',
        sections: [pathwaySection([pathwayStep(x.courseId), pathwayStep(y.courseId)])],
      })
      await give(tenant, person, 'pathway', both.id)
      expect(await Promise.all([report(person, x), report(person, y)])).toEqual([200, 200])
      expect(await assignmentOf(person, both.id)).toMatchObject({ state: 'completed', progress: 100 })
      expect(await assignmentOf(person, pathway.id)).toMatchObject({ state: 'completed' })
    }
  })

  it('wait for each other in one order: a change of a rule, and people who finish steps', async () => {
    const tenant = await givenTenant(app)
    const courses = await givenCourses(tenant, 'abcd')
    const id = (letter: string) => courses[letter]?.courseId ?? ''
    const pathway = await givenPathway(app, tenant, {
      sections: [pathwaySection(['a', 'b', 'c', 'd'].map((letter) => pathwayStep(id(letter))))],
    })
    const pack = await givenLearningPackage(app, tenant, [{ documentType: 'pathway', documentId: pathway.id }])
    const people = await Promise.all(
      Array.from({ length: 12 }, () => givenPerson(app, tenant, { position: ['Nurse'] })),
    )
    const rule = { rule: { position: ['Nurse'] }, groups: [], everyone: false, audiences: [] }
    const made = await app.call(tenant.admin, api.permissions.create, {
      body: { documentType: 'learningPackage', documentId: pack.id, title: 'Rule', rule },
    })
    await app.settle()
    const deadlocks = async () => {
      const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
        sql<{
          count: number
        }>`select deadlocks::int as count, pg_stat_clear_snapshot() from pg_stat_database where datname = current_database()`.execute(
          tx,
        ),
      )
      return rows[0]?.count ?? 0
    }
    const before = await deadlocks()
    const change = async () => {
      for (let days = 1; days <= 6; days++) {
        const answer = await app.call(tenant.admin, api.permissions.update, {
          params: { permissionId: made.body.id },
          body: { due: { kind: 'after', days } },
        })
        expect(answer.problem).toBeNull()
      }
    }
    const work = async (person: GivenPerson) => {
      for (const letter of 'abcd') expect(await report(person, courses[letter] as GivenPublishedCourse)).toBe(200)
    }
    await Promise.all([change(), ...people.map(work)])
    for (const person of people) expect((await own(person, pathway.id)).state).toBe('completed')
    await app.settle()
    expect(await app.services.db.tenant(tenant.tenantId).read(compareRollups)).toEqual(equal)
    expect((await deadlocks()) - before).toBe(0)
  })

  it('leave nothing of what ends half-way', async () => {
    const { person, course, pathway } = await givenTravel('ab')
    const ctx = contextOf(app, person)
    const assignment = await assignmentOf(person, course('a').courseId)
    const half = ctx.write(async (tx) => {
      await recordProgress(ctx, tx, {
        assignmentId: assignment?.id ?? '',
        activityId: course('a').activities[0]?.id ?? '',
        state: 'completed',
        progress: 100,
        scorePercent: null,
        secondsAdded: 0,
        source: 'page',
      })
      throw new Error('Killed')
    })
    await expect(half).rejects.toThrow('Killed')
    expect(await standing(person, pathway.id)).toBe('notstarted 0: a open, b locked a')
    expect(await report(person, course('a'))).toBe(200)
    expect(await standing(person, pathway.id)).toBe('inprogress 50: a done, b open')
  })
})

describe('the pathway of somebody else', () => {
  it('is seen, and steps of it waived, by who looks after them', async () => {
    const { tenant, course, pathway } = await givenTravel('ab')
    const manager = await givenPerson(app, tenant, { roles: ['manager'], firstName: 'Max', lastName: 'Manager' })
    const other = await givenPerson(app, tenant, { roles: ['manager'] })
    const teamAdmin = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    const person = await givenPerson(app, tenant, { managers: [manager.userId] })
    await give(tenant, person, 'pathway', pathway.id)
    const [step] = (await own(person, pathway.id)).sections[0]?.steps ?? []
    const params = { documentId: pathway.id, userId: person.userId }
    const see = async (caller: Caller) => (await app.call(caller, api.pathways.person, { params })).status
    const waiveIt = (caller: Caller, of: object = {}, stepId = step?.id ?? '') =>
      app.call(caller, api.pathways.waive, { params: { ...params, stepId }, body: { reason: 'Done elsewhere', ...of } })
    const all = [tenant.admin, manager, other, teamAdmin, person]
    expect(await Promise.all(all.map(see))).toEqual([200, 200, 404, 404, 403])
    const list = async (caller: Caller) => {
      const answer = await app.call(caller, api.pathways.ofPerson, { params: { userId: person.userId } })
      return answer.status === 200 ? answer.body.items.map((one) => one.pathwayId) : answer.status
    }
    expect(await Promise.all(all.map(list))).toEqual([[pathway.id], [pathway.id], 404, 404, 403])
    for (const caller of [other, teamAdmin]) expect((await waiveIt(caller)).status).toBe(404)
    expect((await waiveIt(person)).status).toBe(403)
    expect((await waiveIt(manager, { reason: ' ' })).status).toBe(422)
    expect((await waiveIt(manager, {}, newId())).status).toBe(404)

    // A file of this tenant, and of no other.
    const file = (of: GivenTenant) =>
      givenFile(app, of, {
        name: 'proof.pdf',
        contentType: 'application/pdf',
        purpose: 'document',
        bytes: Buffer.from('%PDF'),
        createdBy: manager.userId,
      })
    const [proof, foreign] = [await file(tenant), await file(await givenTenant(app))]
    const refused = await waiveIt(manager, { evidenceFileId: foreign.fileId })
    expect(refused.problem?.errors?.[0]?.path).toBe('body.evidenceFileId')
    const waived = await waiveIt(manager, { evidenceFileId: proof.fileId })
    expect(waived.body.sections[0]?.steps[0]).toMatchObject({
      state: 'waived',
      waiver: { reason: 'Done elsewhere', by: 'Max Manager', evidence: { name: 'proof.pdf' } },
    })
    expect(waived.body.next).toMatchObject({ documentId: course('b').courseId })
    const db = app.services.db.tenant(tenant.tenantId)
    const told = await db.read((tx) =>
      tx
        .selectFrom('liveEvents')
        .select('kind')
        .where('userId', '=', person.userId)
        .where('kind', '=', 'progress')
        .execute(),
    )
    expect(told).toHaveLength(1)
    const audited = await db.read((tx) =>
      tx.selectFrom('auditEntries').select('action').where('action', 'like', 'pathways.%waive').execute(),
    )
    expect(audited).toEqual([{ action: 'pathways.waive' }])

    // Nobody waives their own.
    await give(tenant, manager, 'pathway', pathway.id)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`insert into manager_relations (manager_id, user_id) values (${manager.userId}, ${manager.userId})`.execute(
          tx,
        ),
      )
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`update memberships set managers = array[${manager.userId}] where user_id = ${manager.userId}`.execute(tx),
      )
    const mine = await app.call(manager, api.pathways.waive, {
      params: { documentId: pathway.id, userId: manager.userId, stepId: step?.id ?? '' },
      body: { reason: 'I know it all' },
    })
    expect(mine.problem?.detail).toBe('You cannot waive steps for yourself.')
  })
})

describe('the person’s pathways', () => {
  it('open in eight statements, whatever is in them', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const courses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => givenPublishedCourse(app, tenant, { title: `Course ${n}` })),
    )
    const [extra] = courses
    const steps = courses.map((one, n) =>
      pathwayStep(one.courseId, { equivalents: n % 3 === 0 && one !== extra ? [extra?.courseId ?? ''] : [] }),
    )
    const pathway = await givenPathway(app, tenant, {
      sections: Array.from({ length: 10 }, (_, n) => pathwaySection(steps.slice(n * 5, n * 5 + 5))),
    })
    await give(tenant, person, 'pathway', pathway.id)
    const answer: { sections: { steps: unknown[] }[] }[] = []
    const statements = await statementsOf(app.services.db, async () => {
      answer.push((await app.call(person, api.pathways.own, { params: { documentId: pathway.id } })).body)
    })
    expect(answer[0]?.sections.flatMap((one) => one.steps)).toHaveLength(50)
    // One of them asks for the session.
    expect(statements.length).toBeLessThanOrEqual(8)
    const lists = await statementsOf(app.services.db, () => app.call(person, api.pathways.mine))
    // And one for whether the tenant has pathways at all.
    expect(lists.length).toBeLessThanOrEqual(5)
  })

  it('are listed page by page and found by their words, twelve on a page', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant, { activities: [pageActivity()] })
    for (let n = 0; n < 14; n++) {
      const title = `${n % 2 ? 'Nursing' : 'Cooking'} ${String(n).padStart(2, '0')}`
      const pathway = await givenPathway(app, tenant, {
        title,
        sections: [pathwaySection([pathwayStep(course.courseId)])],
      })
      await give(tenant, person, 'pathway', pathway.id)
    }
    const first = await app.call(person, api.pathways.search, { query: {} })
    const second = await app.call(person, api.pathways.search, { query: { page: 2 } })
    expect([first.body.items.length, second.body.items.length, first.body.total, second.body.page]).toEqual([
      12, 2, 14, 2,
    ])
    const found = await app.call(person, api.pathways.search, { query: { q: 'nurs 03' } })
    expect(found.body.items.map((one) => one.title)).toEqual(['Nursing 03'])
    expect((await app.call(person, api.pathways.search, { query: { page: 501 } })).status).toBe(422)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await app.call(person, api.pathways.mine, { query: { limit: 5, ...(cursor ? { cursor } : {}) } })
      seen.push(...page.body.items.map((one) => one.title))
      cursor = page.body.next ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(14)
    expect(seen).toEqual(seen.toSorted())
    expect((await app.call(await givenPerson(app, tenant), api.pathways.search)).body.total).toBe(0)
    expect((await app.call(person, api.learning.home)).body.pathways).toHaveLength(6)
    await report(person, course)
    expect((await app.call(person, api.pathways.mine, { query: { state: 'done' } })).body.total).toBe(14)
    expect((await app.call(person, api.learning.home)).body.pathways).toHaveLength(0)
  })
})

describe('lists and reports of courses', () => {
  it('show courses, and neither the pathway nor the package that gives them', async () => {
    const tenant = await givenTenant(app)
    const person = await givenPerson(app, tenant)
    const courses = await givenCourses(tenant, 'ab')
    const steps = Object.values(courses).map((one) => pathwayStep(one.courseId))
    const pathway = await givenPathway(app, tenant, { title: 'Way of all', sections: [pathwaySection(steps)] })
    const pack = await givenLearningPackage(
      app,
      tenant,
      [{ documentType: 'pathway', documentId: pathway.id }],
      'All of it',
    )
    await give(tenant, person, 'learningPackage', pack.id)
    await report(person, courses.a as GivenPublishedCourse)
    await app.settle()
    const figures = await app.call(tenant.admin, api.reports.admin.courses)
    expect(figures.body.items.map((one) => [one.title, one.assigned, one.completed]).toSorted()).toEqual([
      ['a', 1, 1],
      ['b', 1, 0],
    ])
    const learners = await app.call(tenant.admin, api.reports.admin.learners)
    expect(learners.body.items.find((one) => one.userId === person.userId)).toMatchObject({ assigned: 2, completed: 1 })
    const rows = await app.call(tenant.admin, api.reports.admin.assignments)
    expect(rows.body.items.map((one) => one.courseTitle).toSorted()).toEqual(['a', 'b'])
    const list = await app.call(tenant.admin, api.courses.list)
    expect(list.body.items.map((one) => one.title).toSorted()).toEqual(['a', 'b'])
    expect((await app.call(person, api.learning.courses)).body.total).toBe(2)
    // How many people have each is counted beside it, as for courses.
    const [row] = (await app.call(tenant.admin, api.pathways.list)).body.items
    expect(row?.availability).toEqual({ required: 1, optional: 0 })
  })
})
