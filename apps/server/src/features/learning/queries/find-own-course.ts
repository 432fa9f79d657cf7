import type { Activity } from '@learnt/contract/courses'
import type { DueExtension } from '@learnt/contract/extensions'
import type { LearnerCourse } from '@learnt/contract/learning'
import { visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dayInZone, extensionOf, missingPrerequisite, prerequisitesOf } from '../../assignments/queries.ts'
import { averageOf } from '../../ratings/queries/find-rating.ts'
import { locksOf, type OwnCourse, type StepLock } from '../policy.ts'
import { findOutline, findSeenStep, type Outline, type OutlineStep } from './find-outline.ts'
import { type CardRow, cardColumns } from './list-cards.ts'
import { listStepStates, type StepState, stateIn } from './list-step-states.ts'

export interface OwnCourseRow extends CardRow, OwnCourse {
  /** Under way on, else the published one. */
  readonly versionId: string | null
  readonly lastActivityId: string | null
  readonly today: string
  /** Its author lets people start over, and nothing has to be finished first. */
  readonly mayStartOver: boolean
  readonly extension: DueExtension | null
}

/**
 * The caller's assignment by its own id, or by its course's; an earlier cycle's id leads to the current one. `mayBeEarlier`:
 * what was begun in an earlier cycle is that one's, for what is saved late. Whether it opens is the policy's word. One
 * statement.
 */
export async function findOwnCourse(
  ctx: Ctx,
  tx: ReadTx,
  id: string,
  { mayBeEarlier = false }: { mayBeEarlier?: boolean } = {},
): Promise<OwnCourseRow | null> {
  const isMeant = mayBeEarlier ? sql`(a.ended_at is null or a.started_at is not null)` : sql`a.ended_at is null`
  const { rows } = await sql<OwnCourseRow>`
    select ${cardColumns(ctx.now)}, a.user_id, (a.is_active or a.ended_at is not null) and not a.needs_request as is_active, c.status as course_status, coalesce(a.version_id, c.published_version_id) as version_id, a.last_activity_id, a.ended_at is not null as is_ended, ${extensionOf} as extension,
      ${dayInZone(ctx.now)} as today, c.may_start_over and ${missingPrerequisite(sql`a.user_id`, sql`c.prerequisites`)} is null as may_start_over
    from assignments a join documents c on c.id = a.document_id
    where a.user_id = ${ctx.actor.userId} and a.document_type = 'course' and ${isMeant} and (a.id = ${id} or a.document_id = ${id} or a.document_id = (
      select earlier.document_id from assignments earlier where earlier.id = ${id} and earlier.user_id = ${ctx.actor.userId} and earlier.ended_at is not null))
    order by a.id = ${id} desc, a.is_active desc, a.cycle desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export interface OwnOutline {
  readonly outline: Outline
  readonly states: readonly StepState[]
  readonly locks: ReadonlyMap<string, StepLock>
}

/** The steps of one's course with how they stand; null while the course has no version. */
export async function findOwnOutline(
  ctx: Ctx,
  tx: ReadTx,
  course: Pick<OwnCourseRow, 'id' | 'versionId'>,
): Promise<OwnOutline | null> {
  if (course.versionId === null) return null
  const [outline, states] = await Promise.all([
    findOutline(tx, ctx.actor.tenantId, course.versionId),
    listStepStates(tx, course.id),
  ])
  return outline ? { outline, states, locks: locksOf(outline.sequential, outline.activities, stateIn(states)) } : null
}

export interface OwnStep extends OwnCourse {
  readonly course: OwnCourseRow
  readonly step: OutlineStep
  readonly standing: StepState | null
  readonly lock: StepLock | null
}

/** One step of one's course, for mayOpenStep(); null when the course's version does not have it. At most three statements. */
export async function findOwnStep(
  ctx: Ctx,
  tx: ReadTx,
  of: { userCourseId: string; activityId: string },
  which: { mayBeEarlier?: boolean } = {},
): Promise<OwnStep | null> {
  const course = await findOwnCourse(ctx, tx, of.userCourseId, which)
  const own = course ? await findOwnOutline(ctx, tx, course) : null
  return course && own && stepOf(course, own, of.activityId)
}

/**
 * A step of one's course that is no part of it any more: somebody who was carried over reports what they did in it before.
 * It does not open.
 */
export async function findOwnSeenStep(
  ctx: Ctx,
  tx: ReadTx,
  of: { userCourseId: string; activityId: string },
): Promise<OwnStep | null> {
  const course = await findOwnCourse(ctx, tx, of.userCourseId, { mayBeEarlier: true })
  if (!course) return null
  const [step, states] = await Promise.all([
    findSeenStep(tx, ctx.actor.tenantId, { assignmentId: course.id, activityId: of.activityId }),
    listStepStates(tx, course.id),
  ])
  if (!step) return null
  const { userId, isActive, isEnded, courseStatus, waitsFor } = course
  const standing = states.find((one) => one.activityId === step.id) ?? null
  return { userId, isActive, isEnded, courseStatus, waitsFor, course, step, standing, lock: null }
}

/** A step of one's course as read already; null when its version does not have it. */
export function stepOf(course: OwnCourseRow, own: OwnOutline, activityId: string): OwnStep | null {
  const step = own.outline.activities.find((one) => one.id === activityId)
  if (!step) return null
  const { userId, isActive, isEnded, courseStatus, waitsFor } = course
  const standing = own.states.find((one) => one.activityId === step.id) ?? null
  return {
    userId,
    isActive,
    isEnded,
    courseStatus,
    waitsFor,
    course,
    step,
    standing,
    lock: own.locks.get(step.id) ?? null,
  }
}

type BeforeStart = Pick<LearnerCourse, 'prerequisites' | 'rating'> & {
  readonly firstName: string
  readonly lastName: string
}

/** What the page of a course says before it is begun: what has to be finished first, what others found, who made it. */
export async function findBeforeStart(tx: ReadTx, of: { userId: string; courseId: string }): Promise<BeforeStart> {
  const { rows } = await sql<BeforeStart>`
    select ${prerequisitesOf(sql`${of.userId}::uuid`)} as prerequisites, ${averageOf} as rating,
      coalesce(m.first_name, '') as first_name, coalesce(m.last_name, '') as last_name
    from documents d left join memberships m on m.user_id = d.created_by and m.is_primary where d.id = ${of.courseId}`.execute(
    tx,
  )
  return rows[0] ?? { prerequisites: [], rating: null, firstName: '', lastName: '' }
}

/** The author's text for the page before the first start. */
export async function findLandingText(tx: ReadTx, versionId: string): Promise<string> {
  const { rows } = await sql<{ html: string }>`
    select coalesce(content->'landing'->>'html', '') as html from document_versions where id = ${versionId}`.execute(tx)
  return rows[0]?.html ?? ''
}

/** A step's whole content in a version. */
export async function findStepContent(tx: ReadTx, versionId: string, activityId: string): Promise<Activity | null> {
  const { rows } = await sql<{ step: Activity }>`
    select a.step from document_versions v, jsonb_array_elements(v.content->'sections') s(section), jsonb_array_elements(s.section->'activities') a(step)
    where v.id = ${versionId} and a.step->>'id' = ${activityId}`.execute(tx)
  return rows[0]?.step ?? null
}

/** A step of what the editor works on: the draft, else what is published. */
export async function findWorkingStep(tx: ReadTx, courseId: string, activityId: string): Promise<Activity | null> {
  const course = await tx
    .selectFrom('documents')
    .select(['draftVersionId', 'publishedVersionId'])
    .where('id', '=', courseId)
    .executeTakeFirst()
  const versionId = course?.draftVersionId ?? course?.publishedVersionId
  return versionId ? findStepContent(tx, versionId, activityId) : null
}

/** What the page of a package shows before it is opened. */
export async function findPackageCard(
  tx: ReadTx,
  of: { packageId: string; assignmentId: string; activityId: string },
): Promise<{ kind: 'scorm12' | 'scorm2004'; scoCount: number; attemptNumber: number; hasAttempt: boolean } | null> {
  const { rows } = await sql<{
    kind: 'scorm12' | 'scorm2004'
    scoCount: number
    attemptNumber: number
    hasAttempt: boolean
  }>`
    select p.kind, p.sco_count, coalesce(t.number, 1) as attempt_number, t.number is not null as has_attempt
    from packages p
    left join lateral (
      select number from attempts where assignment_id = ${of.assignmentId} and activity_id = ${of.activityId} and package_id = p.id order by number desc limit 1
    ) t on true
    where p.id = ${of.packageId}`.execute(tx)
  return rows[0] ?? null
}

/** A bundle's courses as the caller has them, in the bundle's order. */
export async function listChildren(ctx: Ctx, tx: ReadTx, outline: Outline): Promise<CardRow[]> {
  if (outline.courseIds.length === 0) return []
  const { rows } = await sql<CardRow>`
    select ${cardColumns(ctx.now)} from assignments a join documents c on c.id = a.document_id
    where a.user_id = ${ctx.actor.userId} and a.document_type = 'course' and a.is_active and not a.needs_request and c.status = any(${visibleToLearners}::text[])
      and a.document_id = any(${outline.courseIds}::uuid[])
      -- Of a course that is done again, the last time.
      and not exists (select from assignments later where later.user_id = a.user_id and later.document_type = 'course'
        and later.document_id = a.document_id and later.cycle > a.cycle and later.is_active)
    order by array_position(${outline.courseIds}::uuid[], a.document_id)`.execute(tx)
  return rows
}

/** The form or event of a step while learners may see it. */
export async function findDocumentOfStep(
  tx: ReadTx,
  type: 'form' | 'event',
  documentId: string,
): Promise<{ id: string; title: string } | null> {
  const found = await tx
    .selectFrom('documents')
    .select(['id', 'title'])
    .where('id', '=', documentId)
    .where('type', '=', type)
    .where('status', 'in', [...visibleToLearners])
    .executeTakeFirst()
  return found ?? null
}
