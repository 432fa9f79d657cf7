import { leaveStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../src/platform/context.ts'
import { json, type WriteTx } from '../src/platform/db/database.ts'
import { storedRuleOf } from './seed-audiences.ts'
import { activitiesOf, activityIdOf, courseIdOf, idOf, versionIdOf } from './seed-content.ts'
import { userIdOf } from './seed-people.ts'
import { openPackages, seedRecord } from './seed-record.ts'
import type { DemoAssignment, DemoCourse, DemoPermission, DemoPerson } from './shapes.ts'

/** Rows written by one statement. */
const BATCH = 1000

export function permissionIdOf(tenantId: string, key: string): string {
  return idOf(tenantId, 'permission', key)
}

/** The rules as an administrator wrote them; the history has the assignments they gave. */
export async function seedPermissions(
  ctx: Ctx,
  tx: WriteTx,
  permissions: readonly DemoPermission[],
  endDate: Date,
): Promise<void> {
  const { tenantId, userId } = ctx.actor
  for (const permission of permissions) {
    const at = new Date(endDate.getTime() - permission.publishedDaysAgo * 86_400_000)
    await tx
      .insertInto('permissions')
      .values({
        id: permissionIdOf(tenantId, permission.key),
        documentType: 'course',
        documentId: courseIdOf(tenantId, permission.courseSlug),
        title: permission.title,
        isOptional: !permission.required,
        ...storedRuleOf(permission),
        due: json(permission.dueDays === undefined ? { kind: 'none' } : { kind: 'after', days: permission.dueDays }),
        updatedBy: userId,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
  }
}

/** Assignments, sources and progress, written in few statements as they would have arisen. */
export async function seedHistory(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    people: ReadonlyMap<string, DemoPerson>
    courses: ReadonlyMap<string, DemoCourse>
    history: Iterable<DemoAssignment>
    /** By course and activity, as returned by seedPackages(). */
    packages: ReadonlyMap<string, string>
  },
): Promise<number> {
  const { tenantId } = ctx.actor
  const packages = await openPackages(ctx, tx, of.packages)
  let count = 0
  let batch: DemoAssignment[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const rows = batch.map((one) => describe(tenantId, one, of.people, of.courses))
    await sql`
      with given as (select * from jsonb_to_recordset(${json(rows.map((row) => row.assignment))}::jsonb) as x (
        id uuid, user_id uuid, course_id uuid, permission_id uuid, membership_id text, is_optional boolean, state text, progress numeric, score numeric,
        seconds integer, done integer, version_id uuid, last_activity_id uuid, assigned_at timestamptz, started_at timestamptz, completed_at timestamptz,
        due_at timestamptz, due_day date, frozen_at timestamptz, last_activity_at timestamptz, keeps boolean)),
      made as (
        insert into assignments (id, user_id, document_type, document_id, is_active, is_optional, state, progress, score, seconds, activities_done, version_id,
                                 last_activity_id, assigned_at, started_at, completed_at, due_at, due_day, frozen_at, last_activity_at)
        select public.assignment_id(${tenantId}, user_id, 'course', course_id, 0), user_id, 'course', course_id, keeps, is_optional, state, progress, score, seconds, done, version_id,
               last_activity_id, assigned_at, started_at, completed_at, due_at, due_day, frozen_at, last_activity_at from given)
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, due_at, granted_at)
      select public.assignment_id(${tenantId}, user_id, 'course', course_id, 0), 'rule', permission_id, user_id, membership_id, is_optional, due_at, assigned_at from given where keeps`.execute(
      tx,
    )
    const activities = rows.flatMap((row) => row.activities)
    for (let i = 0; i < activities.length; i += BATCH)
      await insertActivities(tx, tenantId, activities.slice(i, i + BATCH))
    await seedRecord(ctx, tx, { assignments: batch, courses: of.courses, packages })
    count += batch.length
    batch = []
  }
  for (const assignment of of.history) {
    batch.push(assignment)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return count
}

function insertActivities(tx: WriteTx, tenantId: string, rows: readonly object[]): Promise<unknown> {
  const list: RawBuilder<unknown> = sql`${json(rows)}::jsonb`
  return sql`
    insert into activity_progress (assignment_id, activity_id, state, progress, score, seconds, position, started_at, completed_at, updated_at)
    select public.assignment_id(${tenantId}, user_id, 'course', course_id, 0), activity_id, state, progress, score, seconds, null, started_at, completed_at, updated_at
    from jsonb_to_recordset(${list}) as x (user_id uuid, course_id uuid, activity_id uuid, state text, progress numeric, score numeric, seconds integer,
      started_at timestamptz, completed_at timestamptz, updated_at timestamptz)`.execute(tx)
}

function describe(
  tenantId: string,
  one: DemoAssignment,
  people: ReadonlyMap<string, DemoPerson>,
  courses: ReadonlyMap<string, DemoCourse>,
) {
  const userId = userIdOf(one.personKey)
  const course = courses.get(one.courseSlug)
  if (!course) throw new Error(`No demo course ${one.courseSlug}`)
  const courseId = courseIdOf(tenantId, one.courseSlug)
  const steps = activitiesOf(course)
  const taken = new Map(one.activities.map((activity) => [activity.activityKey, activity]))
  const activities = steps.flatMap((step) => {
    const done = taken.get(step.key)
    if (!done) return []
    const at = done.lastAt
    const { completedAt } = done
    const failed = done.passed === false && !completedAt
    return [
      {
        user_id: userId,
        course_id: courseId,
        activity_id: activityIdOf(tenantId, one.courseSlug, step.key),
        state: completedAt ? (done.passed ? 'passed' : 'completed') : failed ? 'failed' : 'inprogress',
        progress: completedAt ? 100 : done.progressPercent,
        score: done.score ?? null,
        seconds: Math.round(done.timeSpentSeconds),
        started_at: done.startedAt,
        completed_at: completedAt ?? null,
        updated_at: at,
      },
    ]
  })
  const done = activities.filter((activity) => activity.completed_at !== null).length
  const scores = activities.flatMap((activity) => (activity.score === null ? [] : [activity.score]))
  const allDone = steps.length > 0 && done === steps.length
  const hasPassed = activities.some((activity) => activity.state === 'passed')
  const person = people.get(one.personKey)
  const status = person?.memberships.find((membership) => membership.teamId === one.teamId)?.status ?? 'active'
  const last = one.activities.at(-1)
  return {
    activities,
    assignment: {
      user_id: userId,
      course_id: courseId,
      permission_id: permissionIdOf(tenantId, one.permissionKey),
      membership_id: `${userId}:${one.teamId}`,
      is_optional: !one.required,
      state: allDone ? (hasPassed ? 'passed' : 'completed') : activities.length > 0 ? 'inprogress' : 'notstarted',
      progress:
        steps.length === 0
          ? 0
          : Math.round((100 * activities.reduce((sum, activity) => sum + activity.progress, 0)) / steps.length) / 100,
      score:
        scores.length === 0
          ? null
          : Math.round((100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 100,
      seconds: activities.reduce((sum, activity) => sum + activity.seconds, 0),
      done,
      version_id: activities.length > 0 ? versionIdOf(tenantId, one.courseSlug) : null,
      last_activity_id: last ? activityIdOf(tenantId, one.courseSlug, last.activityKey) : null,
      assigned_at: one.assignedAt,
      started_at: one.startedAt ?? null,
      completed_at: allDone ? (one.completedAt ?? null) : null,
      // The generator's last second of a day; stored as the midnight that ends it.
      due_at: one.dueAt ? new Date(Math.ceil(one.dueAt.getTime() / 86_400_000) * 86_400_000) : null,
      due_day: one.dueAt ? one.dueAt.toISOString().slice(0, 10) : null,
      frozen_at:
        person?.awaySince && leaveStatuses.some((leave) => leave === status) ? `${person.awaySince}T00:00:00Z` : null,
      last_activity_at: one.lastActivityAt ?? null,
      // People who have left keep the record, but no longer have the course.
      keeps: status === 'active' || leaveStatuses.some((leave) => leave === status),
    },
  }
}
