import { describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { statementsOf } from '../../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../../test/given/assignments.ts'
import {
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
  scormActivity,
} from '../../../../test/given/courses.ts'
import { givenPerson, givenTenant } from '../../../../test/given/people.ts'
import { type ProgressReport, recordProgress } from './record-progress.ts'

const app = await testApp()

async function aLearnerWith(activities: Parameters<typeof givenPublishedCourse>[2]) {
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant)
  const course = await givenPublishedCourse(app, tenant, activities)
  const assignmentId = await givenAssignment(app, learner, course.courseId)
  const ctx = contextOf(app, learner)
  const record = (report: Partial<ProgressReport> & { activityId: string }) =>
    ctx.write((tx) =>
      recordProgress(ctx, tx, {
        assignmentId,
        state: 'inprogress',
        progress: 0,
        scorePercent: null,
        secondsAdded: 0,
        source: 'page',
        ...report,
      }),
    )
  const read = () =>
    ctx.read((tx) =>
      Promise.all([
        tx.selectFrom('assignments').selectAll().where('id', '=', assignmentId).executeTakeFirstOrThrow(),
        tx.selectFrom('statements').selectAll().orderBy('id').execute(),
        tx.selectFrom('statementKeys').select('id').execute(),
        tx.selectFrom('progressDeltas').selectAll().execute(),
        tx.selectFrom('activityProgress').selectAll().execute(),
        tx.selectFrom('liveEvents').select(['kind', 'topic', 'userId']).execute(),
      ]),
    )
  return { tenant, learner, course, assignmentId, ctx, record, read }
}

describe('recordProgress', () => {
  it('moves step, course, deltas and statements together, and pins the version', async () => {
    const [first, second] = [pageActivity(), pageActivity()]
    const { course, record, read, learner } = await aLearnerWith({ activities: [first, second] })
    const one = await record({ activityId: first.id, state: 'completed', progress: 100, secondsAdded: 30 })
    expect(one).toMatchObject({
      state: 'completed',
      progress: 100,
      changed: true,
      course: { state: 'inprogress', progress: 50, completedAt: null },
    })
    const two = await record({ activityId: second.id, state: 'completed', progress: 100, secondsAdded: 12 })
    expect(two.course).toEqual({ state: 'completed', progress: 100, completedAt: app.clock.now() })

    const [assignment, statements, keys, deltas, steps, events] = await read()
    expect(assignment).toMatchObject({
      versionId: course.versionId,
      state: 'completed',
      progress: 100,
      seconds: 42,
      activitiesDone: 2,
      lastActivityId: second.id,
    })
    expect(assignment.startedAt).toEqual(app.clock.now())
    expect(steps).toHaveLength(2)
    expect(statements.map((row) => row.verb.split('/').at(-1))).toEqual([
      'initialized',
      'completed',
      'initialized',
      'completed',
      'completed',
    ])
    expect(keys.map((key) => key.id).sort()).toEqual(statements.map((row) => row.id).sort())
    expect(statements[1]?.body).toMatchObject({
      actor: { account: { name: learner.userId } },
      object: { id: expect.stringContaining(`/activities/${first.id}`) },
      result: { completion: true, duration: 'PT30S' },
      context: { registration: assignment.id },
    })
    expect(statements.at(-1)?.objectId).toContain(`/courses/${course.courseId}`)
    // given +1, then -1 +1 for each of the two
    expect(deltas.map((delta) => delta.sign).sort()).toEqual([-1, -1, 1, 1, 1])
    expect(
      deltas
        .filter((delta) => delta.sign === 1)
        .map((delta) => delta.progress)
        .sort((a, b) => a - b),
    ).toEqual([0, 50, 100])
    expect(events.filter((event) => event.kind === 'progress')).toEqual([
      { kind: 'progress', topic: 'me', userId: learner.userId },
      { kind: 'progress', topic: 'me', userId: learner.userId },
    ])
  })

  it('never goes backwards, except when it is worked out again', async () => {
    const step = scormActivity({ packageId: null })
    const { record } = await aLearnerWith({ activities: [step] })
    await record({ activityId: step.id, source: 'package', state: 'failed', progress: 100, scorePercent: 40 })
    expect(await record({ activityId: step.id, source: 'launch', state: 'inprogress' })).toMatchObject({
      state: 'failed',
      progress: 100,
      scorePercent: 40,
    })
    expect(
      await record({ activityId: step.id, source: 'package', state: 'passed', progress: 100, scorePercent: 90 }),
    ).toMatchObject({
      state: 'passed',
      course: { state: 'passed' },
    })
    expect(
      await record({ activityId: step.id, source: 'package', state: 'failed', progress: 10, scorePercent: 10 }),
    ).toMatchObject({
      state: 'passed',
      progress: 100,
      scorePercent: 90,
      changed: false,
    })
    expect(
      await record({ activityId: step.id, source: 'recompute', state: 'failed', progress: 10, scorePercent: 10 }),
    ).toMatchObject({
      state: 'failed',
      progress: 10,
      scorePercent: 10,
      course: { state: 'failed', progress: 10, completedAt: null },
    })
  })

  it('lets only the score decide where the rule asks for one', async () => {
    const step = scormActivity({ packageId: null, completion: { rule: 'score', percent: 80 } })
    const { record } = await aLearnerWith({ activities: [step] })
    expect(
      await record({ activityId: step.id, source: 'package', state: 'completed', progress: 100, scorePercent: null }),
    ).toMatchObject({ state: 'inprogress' })
    expect(
      await record({ activityId: step.id, source: 'package', state: 'completed', progress: 100, scorePercent: 79 }),
    ).toMatchObject({ state: 'failed' })
    expect(
      await record({ activityId: step.id, source: 'package', state: 'completed', progress: 100, scorePercent: 80 }),
    ).toMatchObject({ state: 'passed', progress: 100 })
  })

  it('loses nothing when two reports of one course come at once', async () => {
    const steps = [pageActivity(), pageActivity(), pageActivity(), pageActivity()]
    const { record, read } = await aLearnerWith({ activities: steps })
    await Promise.all(
      steps.map((step) => record({ activityId: step.id, state: 'completed', progress: 100, secondsAdded: 5 })),
    )
    const [assignment, , , deltas] = await read()
    expect(assignment).toMatchObject({ state: 'completed', progress: 100, seconds: 20, activitiesDone: 4 })
    expect(deltas.reduce((sum, delta) => sum + delta.sign * delta.progress, 0)).toBe(100)
    expect(deltas.reduce((sum, delta) => sum + delta.sign, 0)).toBe(1)
  })

  it('keeps the latest moment when a report that began earlier is written later', async () => {
    const page = pageActivity()
    const { course, learner, assignmentId, read } = await aLearnerWith({ activities: [page] })
    const began = contextOf(app, learner)
    app.clock.advance(60_000)
    const later = contextOf(app, learner)
    for (const ctx of [later, began]) {
      await ctx.write((tx) =>
        recordProgress(ctx, tx, {
          assignmentId,
          activityId: course.activities[0]?.id ?? '',
          state: 'inprogress',
          progress: 10,
          scorePercent: null,
          secondsAdded: 1,
          source: 'page',
        }),
      )
    }
    const [assignment] = await read()
    expect(began.now.getTime()).toBeLessThan(later.now.getTime())
    expect(assignment.lastActivityAt).toEqual(later.now)
  })

  it('takes at most ten statements, however large the course', async () => {
    const steps = Array.from({ length: 60 }, () => pageActivity())
    const { record } = await aLearnerWith({ activities: steps })
    const first = await statementsOf(app.services.db, () =>
      record({ activityId: steps[0]?.id ?? '', state: 'completed', progress: 100 }),
    )
    expect(first.length).toBeLessThanOrEqual(10)
    const later = await statementsOf(app.services.db, () =>
      record({ activityId: steps[1]?.id ?? '', state: 'completed', progress: 100 }),
    )
    expect(later.length).toBeLessThanOrEqual(7)
  })

  it('takes at most ten statements for the first report of a course in a bundle', async () => {
    const steps = [pageActivity(), pageActivity()]
    const { tenant, learner, course, assignmentId, ctx, record } = await aLearnerWith({ activities: steps })
    const bundle = await givenPublishedBundle(app, tenant, [course.courseId])
    const bundleAssignmentId = await givenAssignment(app, learner, bundle.courseId)
    await ctx.write((tx) =>
      tx
        .insertInto('assignmentSources')
        .values({
          assignmentId,
          userId: learner.userId,
          kind: 'bundle',
          sourceId: bundleAssignmentId,
          isOptional: false,
          grantedAt: ctx.now,
        })
        .execute(),
    )
    const first = await statementsOf(app.services.db, () =>
      record({ activityId: steps[0]?.id ?? '', state: 'completed', progress: 100 }),
    )
    expect(first.length).toBeLessThanOrEqual(10)
    await record({ activityId: steps[1]?.id ?? '', state: 'completed', progress: 100 })
    const parent = await ctx.read((tx) =>
      tx.selectFrom('assignments').selectAll().where('id', '=', bundleAssignmentId).executeTakeFirstOrThrow(),
    )
    expect(parent).toMatchObject({ state: 'completed', progress: 100, activitiesDone: 1 })
  })

  it('of two courses of a bundle finished at once, both count', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const courses = await Promise.all(
      [0, 1, 2].map(() => givenPublishedCourse(app, tenant, { activities: [pageActivity()] })),
    )
    const bundle = await givenPublishedBundle(
      app,
      tenant,
      courses.map((course) => course.courseId),
    )
    const bundleAssignmentId = await givenAssignment(app, learner, bundle.courseId)
    const ctx = contextOf(app, learner)
    const own = await Promise.all(
      courses.map(async (course) => {
        const assignmentId = await givenAssignment(app, learner, course.courseId)
        const source = { assignmentId, userId: learner.userId, kind: 'bundle', sourceId: bundleAssignmentId } as const
        await ctx.write((tx) =>
          tx
            .insertInto('assignmentSources')
            .values({ ...source, isOptional: false, grantedAt: ctx.now })
            .execute(),
        )
        return { assignmentId, activityId: course.activities[0]?.id ?? '' }
      }),
    )
    await Promise.all(
      own.map((of) =>
        ctx.write((tx) =>
          recordProgress(ctx, tx, {
            ...of,
            state: 'completed',
            progress: 100,
            scorePercent: null,
            secondsAdded: 0,
            source: 'page',
          }),
        ),
      ),
    )
    const parent = await ctx.read((tx) =>
      tx.selectFrom('assignments').selectAll().where('id', '=', bundleAssignmentId).executeTakeFirstOrThrow(),
    )
    expect(parent).toMatchObject({ state: 'completed', progress: 100, activitiesDone: 3 })
  })

  it('refuses a step that the version does not have', async () => {
    const { record } = await aLearnerWith({})
    await expect(record({ activityId: crypto.randomUUID(), state: 'completed', progress: 100 })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
