import { api } from '@learnt/contract'
import type { MembershipStatus, ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testDatabase, untilLocked } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import {
  givenNewVersion,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import { givenLearningPackage, givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { isProof } from '../../../test/proof.ts'
import type { Ctx } from '../../platform/context.ts'
import { courseKind } from '../courses/kind.ts'
import { moveDocument } from '../documents/commands/move-document.ts'
import { carryOver } from '../learning/commands/carry-over.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { unwaiveStep, waiveStep } from '../pathways/commands/waive-step.ts'
import { pathwayKind } from '../pathways/kind.ts'
import { findPathwayOf } from '../pathways/queries/find-own-pathway.ts'
import { assignDocument, unassignDocument } from '../permissions/commands/assign-document.ts'
import { reevaluateMembers } from '../permissions/commands/reevaluate-members.ts'
import { foldAllDeltas, foldDeltas } from './commands/fold-deltas.ts'
import { checkRollupsOfTheDay, compareRollups, recountRollups } from './commands/recount-rollups.ts'
import { findFreshness } from './queries.ts'

const app = await testApp()
const equal = { courses: 0, learners: 0, days: 0, learnerDays: 0, availability: 0, versions: 0, activities: 0 }
const events = isProof ? 5000 : 500

/** The same numbers each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Somebody is done with the first step of a course; `after` in the same transaction. */
function finish(
  ctx: Ctx,
  assignmentId: string,
  { activities }: { activities: readonly { id: string }[] },
  after: () => Promise<void> = async () => {},
): Promise<void> {
  return ctx.write(async (tx) => {
    await recordProgress(ctx, tx, {
      assignmentId,
      activityId: activities[0]?.id ?? '',
      state: 'completed',
      progress: 100,
      scorePercent: 80,
      secondsAdded: 1,
      source: 'page',
    })
    await after()
  })
}

describe('the rollups', () => {
  it('are what a count gives, after many events at once, while they are folded', {
    timeout: 120_000,
  }, async () => {
    const tenant = await givenTenant(app, { settings: { timeZone: 'Asia/Kolkata' } })
    const db = app.services.db.tenant(tenant.tenantId)
    const roll = dice(11)
    const people: GivenPerson[] = []
    const positions = ['Nurse', 'Cook', 'Head']
    for (let n = 0; n < 12; n++) people.push(await givenPerson(app, tenant, { position: [positions[n % 3] ?? ''] }))
    const courses = await Promise.all(
      Array.from({ length: 4 }, () =>
        givenPublishedCourse(app, tenant, { activities: [pageActivity(), pageActivity(), pageActivity()] }),
      ),
    )
    const bundle = await givenPublishedBundle(
      app,
      tenant,
      courses.slice(0, 3).map((course) => course.courseId),
    )
    const steps = [courses[0], bundle, courses[3]].map((one) => pathwayStep(one?.courseId ?? ''))
    const pathway = await givenPathway(app, tenant, {
      sections: [
        pathwaySection(steps.slice(0, 2)),
        pathwaySection(
          [pathwayStep(courses[2]?.courseId ?? '', { equivalents: [courses[1]?.courseId ?? ''] }), ...steps.slice(2)],
          { rule: 'any', count: 1 },
        ),
      ],
    })
    const pack = await givenLearningPackage(app, tenant, [
      { documentType: 'pathway', documentId: pathway.id },
      { documentType: 'course', documentId: courses[1]?.courseId ?? '' },
    ])
    const documents = [
      ...[...courses, bundle].map((one) => ({ type: 'course' as const, id: one.courseId })),
      { type: 'pathway' as const, id: pathway.id },
      { type: 'learningPackage' as const, id: pack.id },
    ]
    const rules: string[] = []
    for (const [n, document] of documents.entries()) {
      const answer = await app.call(tenant.admin, api.permissions.create, {
        body: {
          documentType: document.type,
          documentId: document.id,
          title: 'Rule',
          isOptional: n === 3,
          rule: { rule: { position: [positions[n % 3] ?? ''] } },
          due: n % 2 ? { kind: 'after', days: 4 } : { kind: 'on', day: '2026-11-22' },
        },
      })
      rules.push(answer.body.id)
    }
    const admin = contextOf(app, tenant.admin, ['admin'])
    const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T
    const states: ProgressState[] = ['inprogress', 'completed', 'passed', 'failed']
    const statuses: MembershipStatus[] = ['active', 'active', 'active', 'sick leave', 'inactive']
    const given = new Map<string, { id: string; person: GivenPerson; course: (typeof courses)[0] }>()
    const known = await db.read((tx) => tx.selectFrom('assignments').select(['id', 'userId', 'documentId']).execute())
    for (const row of known) {
      const [person, course] = [
        people.find((one) => one.userId === row.userId),
        courses.find((one) => one.courseId === row.documentId),
      ]
      if (person && course) given.set(row.id, { id: row.id, person, course })
    }

    const stepsOf = new Map(courses.map((course) => [course.versionId, course.activities]))
    const progress = () => {
      const { id, person, course } = pick([...given.values()])
      const ctx = contextOf(app, person)
      const [state, percent, source, score] = [
        pick(states),
        roll(10_001) / 100,
        roll(12) === 0 ? ('recompute' as const) : ('page' as const),
        roll(101),
      ]
      // Now and then a page that was open when a new cycle began.
      const isLate = roll(10) === 0
      return ctx.write(async (tx) => {
        const { publishedVersionId, ...one } = await tx
          .selectFrom('assignments as a')
          .innerJoin('documents as d', 'd.id', 'a.documentId')
          .select(['a.id', 'a.versionId', 'd.publishedVersionId'])
          .where((is) =>
            isLate
              ? is('a.id', '=', id)
              : is.and([
                  is('a.userId', '=', person.userId),
                  is('a.documentId', '=', course.courseId),
                  is('a.endedAt', 'is', null),
                ]),
          )
          .orderBy('a.cycle', 'desc')
          .executeTakeFirstOrThrow()
        return recordProgress(ctx, tx, {
          assignmentId: one.id,
          activityId: pick(stepsOf.get(one.versionId ?? publishedVersionId ?? '') ?? course.activities).id,
          state,
          progress: percent,
          scorePercent: score > 50 ? score : null,
          secondsAdded: score,
          source,
        })
      })
    }
    const change = (fields: { position?: string[]; status?: MembershipStatus }) => {
      const person = pick(people)
      return admin.write(async (tx) => {
        await tx.updateTable('memberships').set(fields).where('id', '=', person.membershipId).execute()
        await reevaluateMembers(admin, tx, [person.membershipId], Object.keys(fields))
      })
    }
    const byHand = () => {
      const document = { ...pick(documents), title: 'x' }
      const person = pick(people)
      if (roll(2)) return admin.write((tx) => unassignDocument(admin, tx, document, [person.userId]))
      const [isOptional, days] = [roll(2) === 0, 1 + roll(5)]
      return admin.write((tx) =>
        assignDocument(admin, tx, document, {
          selection: { by: 'ids', ids: [person.membershipId] },
          isOptional,
          due: { kind: 'after', days },
        }),
      )
    }
    const waive = () => {
      const [{ userId }, step] = [pick(people), pick(steps)]
      return admin.write(async (tx) => {
        const row = await findPathwayOf(admin, tx, { documentId: pathway.id, userId })
        if (!row) return
        const { rows } = await sql<{ isWaived: boolean }>`
          select exists (select from step_waivers where assignment_id = ${row.assignmentId} and step_id = ${step.id}) as is_waived`.execute(
          tx,
        )
        if (rows[0]?.isWaived) await unwaiveStep(admin, tx, row, step.id)
        else await waiveStep(admin, tx, row, { stepId: step.id, reason: 'x', evidenceFileId: null })
      })
    }
    const hide = async () => {
      const kind = roll(2) ? { of: pathwayKind, id: pathway.id } : { of: courseKind, id: pick(courses).courseId }
      await moveDocument(admin, kind.of, kind, 'archive')
      await moveDocument(admin, kind.of, kind, 'restore')
    }
    const saveRule = () => {
      const [permissionId, status, isOptional, position] = [
        pick(rules),
        roll(4) ? ('active' as const) : ('inactive' as const),
        roll(3) === 0,
        pick(positions),
      ]
      return app.call(tenant.admin, api.permissions.update, {
        params: { permissionId },
        body: { status, isOptional, rule: { rule: { position: [position] } } },
      })
    }

    // A version that lacks the last activity and has a new one; now and then everybody begins again on it.
    const publishAgain = async () => {
      const n = roll(courses.length)
      const course = courses[n] as (typeof courses)[0]
      const [section] = course.content.sections
      const activities = [...(section?.activities.slice(0, 2) ?? []), pageActivity()]
      const next = await givenNewVersion(app, tenant, course, { sections: section ? [{ ...section, activities }] : [] })
      courses[n] = next
      stepsOf.set(next.versionId, next.activities)
      const choice = pick(['carry', 'restart', 'finish'] as const)
      await admin.write((tx) =>
        carryOver(admin, tx, {
          course: { id: course.courseId, title: 'x', isBundle: false },
          fromVersionId: course.versionId,
          toVersionId: next.versionId,
          choice,
        }),
      )
    }

    let happened = 0
    const failures: unknown[] = []
    const worker = async () => {
      while (happened < events) {
        happened++
        const kind = roll(100)
        try {
          if (kind < 86) await progress()
          else if (kind < 89) await waive()
          else if (kind < 90) await (roll(3) === 0 ? hide() : publishAgain())
          else if (kind < 93) await change({ position: [pick(positions)] })
          else if (kind < 95) await change({ status: pick(statuses) })
          else if (kind < 98) await byHand()
          else await saveRule()
        } catch (error) {
          failures.push(error)
        }
      }
    }
    let working = true
    let moved = 0
    const folder = async () => {
      while (working) {
        moved += await foldDeltas(app.services, tenant.tenantId)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const folders = [folder(), folder()]
    const compares: unknown[] = []
    const looker = (async () => {
      while (working) {
        compares.push(await db.read(compareRollups))
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })()
    await Promise.all(Array.from({ length: 3 }, worker))
    working = false
    await Promise.all([...folders, looker])

    expect(failures).toEqual([])
    // At every moment: rollups and waiting deltas together are the count.
    expect(compares.filter((found) => JSON.stringify(found) !== JSON.stringify(equal))).toEqual([])
    moved += await foldDeltas(app.services, tenant.tenantId)
    expect(moved).toBeGreaterThan(events)
    expect(await db.read((tx) => tx.selectFrom('progressDeltas').select('id').execute())).toEqual([])
    expect(await db.read(compareRollups)).toEqual(equal)

    const read = () =>
      db.read((tx) =>
        Promise.all([
          tx.selectFrom('documentRollups').selectAll().orderBy('documentId').execute(),
          tx.selectFrom('learnerRollups').selectAll().orderBy('userId').execute(),
          tx
            .selectFrom('dueRollups')
            .selectAll()
            .where('open', '<>', 0)
            .orderBy('documentId')
            .orderBy('dueDay')
            .execute(),
          tx
            .selectFrom('learnerDueRollups')
            .selectAll()
            .where('open', '<>', 0)
            .orderBy('userId')
            .orderBy('dueDay')
            .execute(),
          tx.selectFrom('documents').select(['id', 'requiredCount', 'optionalCount']).orderBy('id').execute(),
          tx
            .selectFrom('versionRollups')
            .selectAll()
            .where('assigned', '<>', 0)
            .orderBy('documentId')
            .orderBy('versionId')
            .execute(),
          tx
            .selectFrom('activityRollups')
            .selectAll()
            .where('started', '<>', 0)
            .orderBy('documentId')
            .orderBy('versionId')
            .orderBy('activityId')
            .execute(),
        ]),
      )
    const folded = await read()
    expect(folded[0].some((row) => row.completed > 0 && row.seconds > 0)).toBe(true)
    expect(folded[6].some((row) => row.passed > 0 && row.scoreSum > 0)).toBe(true)
    expect(new Set(folded[5].map((row) => row.versionId)).size).toBeGreaterThanOrEqual(courses.length)
    await recountRollups(app.services, tenant.tenantId)
    expect(await read()).toEqual(folded)
  })

  it('count a bundle once that comes while its course waits for another', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const [one, other] = [await givenPublishedCourse(app, tenant), await givenPublishedCourse(app, tenant)]
    const bundle = await givenPublishedBundle(app, tenant, [one.courseId, other.courseId])
    const ofOne = await givenAssignment(app, learner, one.courseId)
    const ofOther = await givenAssignment(app, learner, other.courseId)
    const ofBundle = await givenAssignment(app, learner, bundle.courseId)
    const db = app.services.db.tenant(tenant.tenantId)
    const source = (assignmentId: string) => sql`
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at)
      values (${assignmentId}, 'bundle', ${ofBundle}, ${learner.userId}, ${learner.membershipId}, false, now()) on conflict do nothing`
    await db.write((tx) =>
      sql`delete from assignment_sources where kind = 'bundle' and source_id = ${ofBundle}`.execute(tx),
    )
    await db.write((tx) => source(ofOther).execute(tx))
    const ctx = contextOf(app, learner)
    const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 300))
    // The bundle comes while the first course's report waits; then the other course's report is not committed yet.
    const [given, wasFinished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const others = finish(ctx, ofOther, other, async () => {
      wasFinished.resolve()
      await given.promise
      await moment()
    })
    await wasFinished.promise
    let waiting: Promise<void> | null = null
    await db.write(async (tx) => {
      await sql`select from assignments where id = ${ofOne} for update`.execute(tx)
      waiting ??= finish(ctx, ofOne, one)
      await untilLocked((await testDatabase()).adminUrl)
      await source(ofOne).execute(tx)
    })
    given.resolve()
    await Promise.all([others, waiting])
    await foldDeltas(app.services, tenant.tenantId)
    expect(await db.read(compareRollups)).toEqual(equal)
    // Both courses are in what the bundle says.
    const rows = await db.read((tx) => tx.selectFrom('assignments').select(['id', 'state', 'progress']).execute())
    const standing = (id: string) => rows.find((row) => row.id === id)
    expect(standing(ofBundle)).toEqual({ ...standing(ofOne), id: ofBundle })
  })

  it('know of activity in what is taken back meanwhile', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant)
    const id = await givenAssignment(app, learner, course.courseId)
    const admin = contextOf(app, tenant.admin, ['admin'])
    await admin.write((tx) =>
      unassignDocument(admin, tx, { type: 'course', id: course.courseId, title: 'x' }, [learner.userId]),
    )
    const ctx = contextOf(app, learner)
    await finish(ctx, id, course)
    const db = app.services.db.tenant(tenant.tenantId)
    expect(await db.read(compareRollups)).toEqual(equal)
    await foldDeltas(app.services, tenant.tenantId)
    expect(await db.read(compareRollups)).toEqual(equal)
    const rows = await db.read((tx) =>
      tx.selectFrom('learnerRollups').select(['assigned', 'completed', 'lastActivityAt']).execute(),
    )
    expect(rows).toEqual([{ assigned: 0, completed: 0, lastActivityAt: ctx.now }])
  })

  it('leave offers out until somebody begins, and bundles out of what a learner has', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const course = await givenPublishedCourse(app, tenant)
    const bundle = await givenPublishedBundle(app, tenant, [course.courseId])
    const id = await givenAssignment(app, learner, course.courseId, { isOptional: true })
    await givenAssignment(app, learner, bundle.courseId)
    const figures = async () => {
      await foldDeltas(app.services, tenant.tenantId)
      return app.services.db
        .tenant(tenant.tenantId)
        .read((tx) =>
          Promise.all([
            tx
              .selectFrom('documentRollups')
              .select(['assigned', 'required', 'notStarted', 'inProgress'])
              .where('documentId', '=', course.courseId)
              .executeTakeFirst(),
            tx
              .selectFrom('learnerRollups')
              .select(['assigned', 'required'])
              .where('userId', '=', learner.userId)
              .executeTakeFirst(),
            tx
              .selectFrom('documents')
              .select(['requiredCount', 'optionalCount'])
              .where('id', '=', course.courseId)
              .executeTakeFirst(),
          ]),
        )
    }
    expect(await figures()).toEqual([
      { assigned: 0, required: 0, notStarted: 0, inProgress: 0 },
      { assigned: 0, required: 0 },
      { requiredCount: 0, optionalCount: 1 },
    ])
    const ctx = contextOf(app, learner)
    await finish(ctx, id, course)
    expect(await figures()).toEqual([
      { assigned: 1, required: 0, notStarted: 0, inProgress: 1 },
      { assigned: 1, required: 0 },
      { requiredCount: 0, optionalCount: 1 },
    ])
  })

  it('say how fresh they are', async () => {
    const tenant = await givenTenant(app)
    const db = app.services.db.tenant(tenant.tenantId)
    const fresh = () => db.read((tx) => findFreshness(tx, app.clock.now()))
    const start = app.clock.now()
    expect(await fresh()).toEqual(start)
    await givenAssignment(app, await givenPerson(app, tenant), (await givenPublishedCourse(app, tenant)).courseId)
    app.clock.advance(1500)
    try {
      expect(await fresh()).toEqual(start)
      await foldAllDeltas(app.services)
      expect(await fresh()).toEqual(app.clock.now())
      const event = await db.read((tx) =>
        tx.selectFrom('liveEvents').select(['topic', 'kind', 'userId']).where('topic', '=', 'reports').execute(),
      )
      expect(event).toEqual([{ topic: 'reports', kind: 'folded', userId: null }])
    } finally {
      app.clock.advance(-1500)
    }
  })

  it('are looked over once a day, and mended', async () => {
    const tenant = await givenTenant(app)
    const db = app.services.db.tenant(tenant.tenantId)
    const course = await givenPublishedCourse(app, tenant)
    await givenAssignment(app, await givenPerson(app, tenant), course.courseId)
    await foldAllDeltas(app.services)
    await checkRollupsOfTheDay(app.services)
    await db.write((tx) =>
      sql`update document_rollups set assigned = 17 where document_id = ${course.courseId}`.execute(tx),
    )
    await checkRollupsOfTheDay(app.services)
    expect(await db.read(compareRollups)).toEqual({ ...equal, courses: 1 })
    app.clock.advance(25 * 3_600_000)
    try {
      await checkRollupsOfTheDay(app.services)
    } finally {
      app.clock.advance(-25 * 3_600_000)
    }
    expect(await db.read(compareRollups)).toEqual(equal)
  })
})
