import { api } from '@learnt/contract'
import type { Activity, UnderWayByState, UnderWayChoice } from '@learnt/contract/courses'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import { type GivenPublishedCourse, givenPublishedCourse, pageActivity, section } from '../../../test/given/courses.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { changeAssignments } from '../assignments/commands/change-assignments.ts'
import { foldDeltas } from '../assignments/commands/fold-deltas.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { finishCarryOver } from '../learning/commands/carry-over.ts'

const app = await testApp()
const same = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }

let tenant: GivenTenant
/** 30 people: ten have not begun, ten are in progress, four have failed, six have finished. */
let people: GivenPerson[]
beforeAll(async () => {
  tenant = await givenTenant(app)
  people = []
  for (let at = 0; at < 30; at++) people.push(await givenPerson(app, tenant, { lastName: `Person ${at}` }))
})

const groups = { notstarted: [0, 10], inprogress: [10, 20], failed: [20, 24], completed: [24, 30] } as const
const inGroup = (state: keyof typeof groups) => people.slice(...groups[state])
const db = () => app.services.db.tenant(tenant.tenantId)

interface Stage {
  course: GivenPublishedCourse
  steps: [Activity, Activity, Activity]
  next: Activity[]
  idOf: (person: GivenPerson) => string
}

/** A course that the 30 have, and a draft that keeps its first step, changes the second, and has another instead of the third. */
async function stage(title = 'Fire safety'): Promise<Stage> {
  const steps = [pageActivity({ title: 'Kept' }), pageActivity(), pageActivity({ title: '<img src=x> removed' })] as [
    Activity,
    Activity,
    Activity,
  ]
  const course = await givenPublishedCourse(app, tenant, { title, activities: steps })
  const ids = new Map<string, string>()
  for (const person of people) ids.set(person.userId, await givenAssignment(app, person, course.courseId))
  const idOf = (person: GivenPerson) => ids.get(person.userId) ?? ''
  const view = (person: GivenPerson, step: Activity) => report(person, idOf(person), step)
  for (const person of inGroup('inprogress')) await view(person, steps[0])
  for (const person of inGroup('failed')) await view(person, steps[0])
  for (const person of inGroup('completed')) for (const step of steps) await view(person, step)
  const failed = inGroup('failed').map(idOf)
  await db().write((tx) =>
    changeAssignments({ now: app.services.clock.now(), history: 'recorded' }, tx, {
      found: sql`failing as (select a as was, a.id from assignments a where id = any(${failed}::uuid[]))`,
      update: { from: 'failing', set: { state: sql`'failed'` } },
      answer: sql`select (became).id from changed`,
    }),
  )
  const next = [steps[0], { ...steps[1], title: 'Changed' }, pageActivity({ title: 'New' })]
  const saved = await app.call(tenant.admin, api.courses.saveDraft, {
    params: { courseId: course.courseId },
    body: { revision: 1, content: { ...course.content, sections: [section(next)] } },
  })
  expect(saved.status).toBe(200)
  return { course, steps, next, idOf }
}

function report(person: GivenPerson, userCourseId: string, step: Pick<Activity, 'id'>) {
  return app.call(person, api.learning.progress, {
    params: { userCourseId, activityId: step.id },
    body: { event: 'view' },
  })
}

const publish = (courseId: string, underWay: UnderWayChoice | Partial<UnderWayByState>, revision = 2) =>
  app.call(tenant.admin, api.courses.publish, { params: { courseId }, body: { revision, underWay } })

/** What a person sees when they open the course: version, progress and state. */
async function seenBy(person: GivenPerson, courseId: string): Promise<string> {
  const { body } = await app.call(person, api.learning.course, { params: { userCourseId: courseId } })
  return `${body.versionNumber} ${body.state} ${body.progress}`
}

async function tally(list: GivenPerson[], courseId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const person of list) {
    const seen = await seenBy(person, courseId)
    counts[seen] = (counts[seen] ?? 0) + 1
  }
  return counts
}

async function moveOf(courseId: string) {
  return db().read((tx) =>
    tx
      .selectFrom('versionMoves')
      .select(['people', 'carried', 'restarted', 'finishedAt'])
      .where('documentId', '=', courseId)
      .orderBy('begunAt', 'desc')
      .executeTakeFirstOrThrow(),
  )
}

const auditOf = (courseId: string) =>
  db().read((tx) =>
    tx
      .selectFrom('auditEntries')
      .select('action')
      .where('subjectId', '=', courseId)
      .where('action', '=', 'courses.carryOver')
      .execute(),
  )

async function rollupsDiffer() {
  await foldDeltas(app.services, tenant.tenantId)
  return db().read(compareRollups)
}

describe('publishing a course with 30 people on it', () => {
  test('shows beforehand whom it meets and what becomes of each step', async () => {
    const { course, next, steps } = await stage()
    const asked = () => app.call(tenant.admin, api.courses.underWay, { params: { courseId: course.courseId } })
    const shown = (await asked()).body
    expect(shown).toMatchObject({
      people: { notstarted: 10, inprogress: 10, failed: 4, completed: 6 },
      onOlder: 0,
      finishing: 0,
      moving: null,
    })
    expect(shown.steps).toEqual([
      { id: next[0]?.id, title: 'Kept', effect: 'kept', fields: [], people: 14 },
      { id: next[1]?.id, title: 'Changed', effect: 'changed', fields: ['title'], people: 0 },
      { id: next[2]?.id, title: 'New', effect: 'added', fields: [], people: 0 },
      { id: steps[2].id, title: '<img src=x> removed', effect: 'removed', fields: [], people: 0 },
    ])
    expect(
      (await app.call(people[0] as GivenPerson, api.courses.underWay, { params: { courseId: course.courseId } }))
        .status,
    ).toBe(403)
    const foreign = await givenTenant(app)
    expect(
      (await app.call(foreign.admin, api.courses.underWay, { params: { courseId: course.courseId } })).status,
    ).toBe(404)
  })

  test('leaves them on the old version, who finish it there', async () => {
    const { course, idOf, steps } = await stage()
    expect((await publish(course.courseId, 'finish')).status).toBe(200)
    expect(await tally(people, course.courseId)).toEqual({
      '2 notstarted 0': 10,
      '1 inprogress 33.33': 10,
      '1 failed 33.33': 4,
      '1 completed 100': 6,
    })
    expect(await moveOf(course.courseId)).toMatchObject({ people: 0, carried: 0, restarted: 0 })
    const one = inGroup('inprogress')[0] as GivenPerson
    for (const step of steps.slice(1)) expect((await report(one, idOf(one), step)).status).toBe(200)
    expect(await seenBy(one, course.courseId)).toBe('1 completed 100')
    expect(await rollupsDiffer()).toEqual(same)
  })

  test('carries them over with their progress by step, and records what they saw before', async () => {
    const { course, idOf, steps } = await stage()
    expect((await publish(course.courseId, 'carry')).status).toBe(200)
    expect(await tally(people, course.courseId)).toEqual({
      '2 notstarted 0': 10,
      '2 inprogress 33.33': 14,
      '1 completed 100': 6,
    })
    expect(await moveOf(course.courseId)).toMatchObject({ people: 14, carried: 14, restarted: 0 })
    expect(await auditOf(course.courseId)).toHaveLength(1)
    const seen = await db().read((tx) =>
      tx.selectFrom('seenVersions').select('versionId').where('versionId', '=', course.versionId).execute(),
    )
    expect(seen).toHaveLength(14)
    // A page that was open goes on to its end: what was done in the step that is gone is recorded, and counts for nothing.
    const one = inGroup('inprogress')[0] as GivenPerson
    const late = await report(one, idOf(one), steps[2])
    expect(late.body).toMatchObject({ state: 'completed', course: { state: 'inprogress', progress: 33.33 } })
    // A step that the person never had, and somebody who was never on the version before, find nothing.
    expect((await report(one, idOf(one), pageActivity())).status).toBe(404)
    const fresh = inGroup('notstarted')[0] as GivenPerson
    expect((await report(fresh, idOf(fresh), steps[2])).status).toBe(404)
    expect(await rollupsDiffer()).toEqual(same)
  })

  test('finishes who has nothing left to do in the new version, with a statement', async () => {
    const { course, idOf, steps } = await stage()
    const content = { ...course.content, sections: [section([steps[0]])] }
    await app.call(tenant.admin, api.courses.saveDraft, {
      params: { courseId: course.courseId },
      body: { revision: 2, content },
    })
    const { body } = await app.call(tenant.admin, api.courses.underWay, { params: { courseId: course.courseId } })
    expect(body.finishing).toBe(14)
    expect((await publish(course.courseId, 'carry', 3)).status).toBe(200)
    expect(await tally(inGroup('inprogress'), course.courseId)).toEqual({ '2 completed 100': 10 })
    await app.settle()
    const one = inGroup('inprogress')[0] as GivenPerson
    const said = await db().read((tx) =>
      tx
        .selectFrom('statements')
        .select('verb')
        .where('assignmentId', '=', idOf(one))
        .where('activityId', 'is', null)
        .execute(),
    )
    expect(said).toHaveLength(1)
  })

  test('moves by state: each as it was chosen', async () => {
    const { course } = await stage()
    expect(
      (await publish(course.courseId, { inprogress: 'finish', failed: 'restart', completed: 'keep' })).status,
    ).toBe(200)
    expect(await tally(people, course.courseId)).toEqual({
      '2 notstarted 0': 14,
      '1 inprogress 33.33': 10,
      '1 completed 100': 6,
    })
    expect(await moveOf(course.courseId)).toMatchObject({ people: 4, carried: 0, restarted: 4 })
    expect(await rollupsDiffer()).toEqual(same)
  })

  test('lets them start again in a new cycle, tells them, and keeps what they did', async () => {
    const { course, idOf, steps } = await stage('<b>Restarted</b>')
    expect((await publish(course.courseId, 'restart')).status).toBe(200)
    expect(await tally(people, course.courseId)).toEqual({ '2 notstarted 0': 24, '1 completed 100': 6 })
    expect(await moveOf(course.courseId)).toMatchObject({ people: 14, carried: 0, restarted: 14 })
    const one = inGroup('inprogress')[0] as GivenPerson
    const kept = () =>
      db().read((tx) => tx.selectFrom('assignments').selectAll().where('id', '=', idOf(one)).executeTakeFirstOrThrow())
    expect(await kept()).toMatchObject({ state: 'inprogress', progress: 33.33, versionId: course.versionId })
    // Whoever was in the middle of a step finishes it in the earlier cycle.
    expect((await report(one, idOf(one), steps[1])).status).toBe(200)
    expect(await kept()).toMatchObject({ progress: 66.67, isActive: false })
    expect(await seenBy(one, course.courseId)).toBe('2 notstarted 0')
    const other = inGroup('inprogress')[1] as GivenPerson
    expect((await report(other, idOf(one), steps[2])).status).toBe(404)
    const told = await db().read((tx) =>
      tx.selectFrom('notifications').select(['userId', 'params']).where('kind', '=', 'courseRestarted').execute(),
    )
    const mine = told.filter((notice) => (notice.params as { courseId: string }).courseId === course.courseId)
    expect(mine).toHaveLength(14)
    expect(mine[0]?.params).toMatchObject({ title: '<b>Restarted</b>' })
    expect(await rollupsDiffer()).toEqual(same)
  })

  test('asks people who have finished to take it again only when that is chosen', async () => {
    const { course } = await stage()
    const chosen = { inprogress: 'finish', failed: 'finish', completed: 'restart' } as const
    expect((await publish(course.courseId, chosen)).status).toBe(200)
    expect(await tally(people, course.courseId)).toEqual({
      '2 notstarted 0': 16,
      '1 inprogress 33.33': 10,
      '1 failed 33.33': 4,
    })
    expect(await moveOf(course.courseId)).toMatchObject({ people: 6, restarted: 6 })
    expect(await rollupsDiffer()).toEqual(same)
  })

  test('records what is reported while it is published', async () => {
    const { course, idOf, steps } = await stage()
    const racing = inGroup('inprogress')
    const [published, ...reports] = await Promise.all([
      publish(course.courseId, 'carry'),
      ...racing.map((person) => report(person, idOf(person), steps[1])),
      ...racing.map((person) => report(person, idOf(person), steps[2])),
    ])
    expect(published?.status).toBe(200)
    expect(reports.map((one) => one.status)).toEqual(reports.map(() => 200))
    // Whoever had reported everything before it was published has finished the old version.
    const seen = await tally(racing, course.courseId)
    expect((seen['2 inprogress 66.67'] ?? 0) + (seen['1 completed 100'] ?? 0)).toBe(10)
    const stored = await db().read((tx) =>
      tx
        .selectFrom('activityProgress')
        .select('activityId')
        .where('activityId', 'in', [steps[1].id, steps[2].id])
        .where('assignmentId', 'in', racing.map(idOf))
        .where('state', '=', 'completed')
        .execute(),
    )
    expect(stored).toHaveLength(20)
    expect(await rollupsDiffer()).toEqual(same)
  })
})

describe('a publication with many people under way', () => {
  test('is carried out by a job in ranges, which goes on after a kill and is overtaken by the next publication', async () => {
    const owner = await givenTenant(app)
    const step = pageActivity()
    const course = await givenPublishedCourse(app, owner, { activities: [step, pageActivity()] })
    const many = 2100
    const write = app.services.db.tenant(owner.tenantId)
    await write.write((tx) =>
      sql`
        with people as (
          insert into assignments (id, user_id, document_type, document_id, state, progress, activities_done, version_id, assigned_at, started_at)
          select gen_random_uuid(), gen_random_uuid(), 'course', ${course.courseId}, 'inprogress', 50, 1, ${course.versionId}, ${app.clock.now()}, ${app.clock.now()}
          from generate_series(1, ${many}) returning id
        )
        insert into activity_progress (assignment_id, activity_id, state, progress, started_at, updated_at)
        select id, ${step.id}, 'completed', 100, ${app.clock.now()}, ${app.clock.now()} from people`.execute(tx),
    )
    const save = async (revision: number) => {
      const content = { ...course.content, sections: [section([step])], description: `Revision ${revision}` }
      const params = { courseId: course.courseId }
      await app.call(owner.admin, api.courses.saveDraft, { params, body: { revision, content } })
    }
    await save(1)
    const published = await app.call(owner.admin, api.courses.publish, {
      params: { courseId: course.courseId },
      body: { revision: 2, underWay: 'carry' },
    })
    expect(published.status).toBe(200)
    const move = () =>
      write.read((tx) =>
        tx.selectFrom('versionMoves').selectAll().orderBy('begunAt').where('people', '>', 0).executeTakeFirstOrThrow(),
      )
    const { versionId } = await move()
    const admin = contextOf(app, owner.admin, ['admin'])
    const killed = finishCarryOver(admin, { courseId: course.courseId, versionId }, async () => {
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await move()).toMatchObject({ people: many, carried: 1000, finishedAt: null })
    const preview = await app.call(owner.admin, api.courses.underWay, { params: { courseId: course.courseId } })
    expect(preview.body.moving).toEqual({ number: 2, done: 1000, people: many })
    await app.settle()
    expect(await move()).toMatchObject({ people: many, carried: many })
    const job = await write.read((tx) => tx.selectFrom('jobs').selectAll().executeTakeFirstOrThrow())
    expect(job).toMatchObject({ kind: 'courses.carryOver', state: 'succeeded' })
    expect(job.result).toEqual({ carried: many, restarted: 0, overtaken: false })
    const states = await write.read((tx) =>
      sql<{ state: string; people: number }>`select state, count(*)::int as people from assignments group by 1`.execute(
        tx,
      ),
    )
    expect(states.rows).toEqual([{ state: 'completed', people: many }])
    // Done again, it moves nobody and says so once.
    expect(await finishCarryOver(admin, { courseId: course.courseId, versionId }, async () => {})).toEqual({
      result: { carried: many, restarted: 0, overtaken: false },
    })
    const told = await write.read((tx) =>
      tx.selectFrom('auditEntries').select('id').where('action', '=', 'courses.carryOver').execute(),
    )
    expect(told).toHaveLength(1)
    await save(2)
    await app.call(owner.admin, api.courses.publish, {
      params: { courseId: course.courseId },
      body: { revision: 3, underWay: 'finish' },
    })
    expect(await finishCarryOver(admin, { courseId: course.courseId, versionId }, async () => {})).toMatchObject({
      result: { overtaken: true },
    })
  })
})
