import { api } from '@learnt/contract'
import type { MembershipStatus, ProgressState } from '@learnt/contract/states'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import {
  givenNewVersion,
  givenPublishedBundle,
  givenPublishedCourse,
  pageActivity,
} from '../../../test/given/courses.ts'
import { givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { type GivenPerson, givenPerson, givenSession, givenTenant } from '../../../test/given/people.ts'
import { isProof } from '../../../test/proof.ts'
import { carryOver } from '../learning/commands/carry-over.ts'
import { recordProgress } from '../learning/commands/record-progress.ts'
import { assignDocument, unassignDocument } from '../permissions/commands/assign-document.ts'
import { reevaluateMembers } from '../permissions/commands/reevaluate-members.ts'

const app = await testApp()

/** The same numbers each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const hour = 3_600_000

describe('a report as of a past day', () => {
  it('says of each day what the report said at its end, after random events', {
    timeout: 240_000,
  }, async () => {
    // The clocks go forward on 28 March 2027.
    const [firstDay, lastDay] = isProof ? [14, 43] : [25, 31]
    app.clock.set(`2027-03-${firstDay}T08:00:00Z`)
    const tenant = await givenTenant(app, { settings: { timeZone: 'Europe/Berlin' } })
    const roll = dice(7)
    const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const positions = ['Nurse', 'Cook', 'Head']
    const people: GivenPerson[] = []
    for (let n = 0; n < 9; n++)
      people.push(
        await givenPerson(app, tenant, {
          position: [positions[n % 3] ?? ''],
          lastName: `Person ${n}`,
          ...(n % 2 ? { managers: [manager.userId] } : {}),
        }),
      )
    const courses = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) =>
        givenPublishedCourse(app, tenant, { title, activities: [pageActivity(), pageActivity()] }),
      ),
    )
    const bundle = await givenPublishedBundle(
      app,
      tenant,
      courses.slice(0, 2).map((course) => course.courseId),
    )
    const pathway = await givenPathway(app, tenant, {
      sections: [pathwaySection([pathwayStep(bundle.courseId), pathwayStep(courses[2]?.courseId ?? '')])],
    })
    const documents = [
      ...[...courses, bundle].map((one) => ({ type: 'course' as const, id: one.courseId })),
      { type: 'pathway' as const, id: pathway.id },
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
          due: { kind: 'after', days: 2 + n },
        },
      })
      rules.push(answer.body.id)
    }
    const states: ProgressState[] = ['inprogress', 'completed', 'passed', 'failed']
    const statuses: MembershipStatus[] = ['active', 'active', 'sick leave', 'inactive']

    const events = {
      async progress() {
        const rows = await app.services.db
          .tenant(tenant.tenantId)
          .read((tx) =>
            tx
              .selectFrom('assignments')
              .select(['id', 'userId', 'documentId'])
              .where('isActive', '=', true)
              .orderBy('id')
              .execute(),
          )
        const row = pick(rows.filter((one) => courses.some((course) => course.courseId === one.documentId)))
        const ctx = contextOf(app, { ...tenant, userId: row.userId })
        const score = roll(101)
        const activityId = pick(courses.find((course) => course.courseId === row.documentId)?.activities ?? []).id
        await ctx.write((tx) =>
          recordProgress(ctx, tx, {
            assignmentId: row.id,
            activityId,
            state: pick(states),
            progress: roll(10_001) / 100,
            scorePercent: score > 50 ? score : null,
            secondsAdded: score,
            source: roll(4) === 0 ? 'recompute' : 'page',
          }),
        )
      },
      async change() {
        const admin = contextOf(app, tenant.admin, ['admin'])
        const person = pick(people)
        const fields = roll(2) ? { position: [pick(positions)] } : { status: pick(statuses) }
        await admin.write(async (tx) => {
          await tx.updateTable('memberships').set(fields).where('id', '=', person.membershipId).execute()
          await reevaluateMembers(admin, tx, [person.membershipId], Object.keys(fields))
        })
      },
      async byHand() {
        const admin = contextOf(app, tenant.admin, ['admin'])
        const document = { ...pick(documents), title: 'x' }
        const person = pick(people)
        if (roll(3) === 0) return admin.write((tx) => unassignDocument(admin, tx, document, [person.userId]))
        return admin.write((tx) =>
          assignDocument(admin, tx, document, {
            selection: { by: 'ids', ids: [person.membershipId] },
            isOptional: roll(2) === 0,
            due: { kind: 'after', days: 1 + roll(5) },
          }),
        )
      },
      // A new version with an activity of its own: some are taken along, others stay on the one before.
      async publishAgain() {
        const n = roll(courses.length)
        const course = courses[n] as (typeof courses)[0]
        const [section] = course.content.sections
        const activities = [...(section?.activities.slice(0, 1) ?? []), pageActivity()]
        const next = await givenNewVersion(app, tenant, course, {
          sections: section ? [{ ...section, activities }] : [],
        })
        courses[n] = { ...next, activities: course.activities.slice(0, 1) }
        const admin = contextOf(app, tenant.admin, ['admin'])
        await admin.write((tx) =>
          carryOver(admin, tx, {
            course: { id: course.courseId, title: 'x', isBundle: false },
            fromVersionId: course.versionId,
            toVersionId: next.versionId,
            choice: pick(['carry', 'restart', 'finish'] as const),
          }),
        )
      },
      async rule() {
        await app.call({ token: await givenSession(app.services, tenant.admin) }, api.permissions.update, {
          params: { permissionId: pick(rules) },
          body: { status: roll(4) ? 'active' : 'inactive', isOptional: roll(3) === 0 },
        })
      },
    }

    const activityId = courses[0]?.activities[0]?.id ?? ''
    const show = async (asOf?: string) => {
      const admin = { token: await givenSession(app.services, tenant.admin) }
      const chief = { token: await givenSession(app.services, manager) }
      const query = { limit: 100, ...(asOf ? { asOf } : {}) }
      const { admin: all, manager: own } = api.reports
      const replies = [
        await app.call(admin, all.courses, { query }),
        await app.call(admin, all.learners, { query }),
        await app.call(admin, all.assignments, { query }),
        await app.call(admin, all.learners, { query: { ...query, overdue: 'true' as never } }),
        await app.call(admin, all.bundles, { query }),
        await app.call(admin, all.pathways, { query }),
        await app.call(admin, all.activities, { query }),
        await app.call(admin, all.activityPeople, { query, params: { activityId } }),
        await app.call(admin, all.assignments, { query: { ...query, documentId: pathway.id } }),
        await app.call(chief, own.bundles, { query }),
        await app.call(chief, own.pathways, { query }),
        await app.call(chief, own.activities, { query }),
        await app.call(chief, own.activityPeople, { query, params: { activityId } }),
        await app.call(chief, own.courses, { query }),
        await app.call(chief, own.learners, { query }),
        await app.call(chief, own.assignments, { query }),
      ]
      for (const reply of replies) expect(reply.problem).toBeNull()
      // Names, positions and states of people are those of now, in both.
      return replies.map(({ body }) => ({
        total: body.total,
        totals: 'totals' in body ? body.totals : null,
        items: (body.items as object[]).map((item) => ({ ...item, memberStatus: null, position: null })),
      }))
    }

    const days = new Map<string, unknown>()
    for (let day = firstDay; day <= lastDay; day++) {
      const midnight = new Date(Date.UTC(2027, 2, day + 1) - (day < 28 ? 1 : 2) * hour).getTime()
      // Some days nothing happens.
      for (let n = roll(5) === 0 ? 0 : 14; n > 0; n--) {
        const kind = roll(100)
        await (kind < 75
          ? events.progress()
          : kind < 84
            ? events.change()
            : kind < 87
              ? events.publishAgain()
              : kind < 94
                ? events.byHand()
                : events.rule())
        app.clock.set(new Date(Math.min(app.clock.now().getTime() + roll(2) * hour, midnight - 1000)))
      }
      app.clock.set(new Date(midnight - 1))
      await app.settleDay()
      days.set(new Date(Date.UTC(2027, 2, day)).toISOString().slice(0, 10), await show())
      app.clock.set(new Date(midnight))
    }
    app.clock.advance(9 * hour)
    for (const [day, shown] of days) expect(await show(day), day).toEqual(shown)
    // Or the test would say nothing.
    expect(new Set([...days.values()].map((shown) => JSON.stringify(shown))).size).toBeGreaterThan(days.size * 0.6)
  })

  it('is of the days that are over and were kept, and says so at the field', async () => {
    app.clock.set('2027-03-14T22:30:00Z')
    const tenant = await givenTenant(app, { settings: { timeZone: 'Europe/Berlin' } })
    const file = '/api/admin/reports/courses.csv?asOf='
    app.clock.set('2027-03-15T22:30:00Z')
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const now = await app.call(admin, api.reports.admin.courses)
    expect(now.body).toMatchObject({ asOf: null, historyFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect((await app.call(admin, api.reports.admin.courses, { query: { asOf: '2027-03-14' } })).body.asOf).toBe(
      '2027-03-14',
    )
    const today = await app.call(admin, api.reports.admin.courses, { query: { asOf: '2027-03-15' } })
    expect(today).toMatchObject({ status: 422, problem: { errors: [{ path: 'query.asOf', code: 'pastDay' }] } })
    const early = await app.call(admin, api.reports.admin.learners, { query: { asOf: '2001-01-01' } })
    expect(early).toMatchObject({ status: 422, problem: { errors: [{ path: 'query.asOf', code: 'beforeHistory' }] } })
    const wrong = await app.call(admin, api.reports.admin.learners, { query: { asOf: 'yesterday' } })
    expect(wrong.problem?.errors?.[0]?.path).toBe('query.asOf')
    expect((await app.send(admin, 'GET', `${file}2027-03-14`)).status).toBe(200)
    expect((await app.send(admin, 'GET', `${file}2027-03-15`)).status).toBe(422)
  })

  it('takes one statement more than the report of now, whatever the people', async () => {
    app.clock.set('2027-05-02T09:00:00Z')
    const tenant = await givenTenant(app)
    const course = await givenPublishedCourse(app, tenant)
    await app.call(tenant.admin, api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: course.courseId,
        title: 'All',
        rule: { rule: {}, groups: [], everyone: true },
      },
    })
    app.clock.set('2027-05-03T09:00:00Z')
    const admin = { token: await givenSession(app.services, tenant.admin) }
    const count = async (query: object) =>
      (await statementsOf(app.services.db, () => app.call(admin, api.reports.admin.learners, { query }))).length
    const few = await count({ asOf: '2027-05-02' })
    for (let n = 0; n < 12; n++) await givenPerson(app, tenant, {})
    expect(await count({ asOf: '2027-05-02' })).toBe(few)
    expect(await count({})).toBe(few)
  })
})
