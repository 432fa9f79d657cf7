import type { AttendanceState } from '@learnt/contract/events/attendance'
import { isDone, type ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announcedBeside } from '../../../platform/outbox.ts'
import { advanceAssignment } from '../../assignments/commands/advance-assignment.ts'
import { type Around, aroundOf, followMove, lockAround } from '../../assignments/commands/recompute-containers.ts'
import { describeStatement, type Scene, storeStatements } from '../../learning/commands/statements.ts'
import { findStanding } from '../queries/find-standing.ts'
import { recordStep } from './in-course.ts'

/** The task for many people: each in a transaction of its own. */
export async function recordAttendance(
  ctx: Ctx,
  { eventId, userIds }: { eventId: string; userIds: readonly string[] },
): Promise<void> {
  for (const userId of userIds) await ctx.write((tx) => recordAttendanceOf(ctx, tx, { eventId, userId }))
}

/**
 * What a person's attendance means for what they learn: the event itself, and the steps of their courses that it stands in.
 * It reads the state of now, so that running again changes nothing.
 */
export async function recordAttendanceOf(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userId: string },
): Promise<void> {
  const standing = await findStanding(tx, of)
  await recordEvent(ctx, tx, of)
  for (const step of standing.steps) await recordStep(ctx, tx, step, standing)
}

/**
 * What attendance means for a person's assignment: attended completes the document, with its statement, the containers
 * around it and whatever waits for it; not attended fails it; a mark that is taken back opens it again.
 */
async function recordEvent(ctx: Ctx, tx: WriteTx, of: { eventId: string; userId: string }): Promise<void> {
  const { eventId, userId } = of
  const { rows } = await sql<
    Around & {
      id: string
      title: string
      versionId: string
      state: AttendanceState
      before: ProgressState
      seconds: number
    }
  >`
      select a.id, d.title, e.version_id, r.state, a.state as before, ${aroundOf(sql`array[a.id]`)},
        coalesce((select sum(extract(epoch from s.ends_at - s.starts_at))::int from attendance_marks m join event_sessions s on s.id = m.session_id
          where m.event_id = e.id and m.user_id = r.user_id and m.mark <> 'not attended'), 0) as seconds
      from registrations r join events e on e.id = r.event_id join documents d on d.id = e.id
      join lateral (
        select a.* from assignments a where a.user_id = r.user_id and a.document_type = 'event' and a.document_id = e.id order by a.cycle desc limit 1
      ) a on true
      where r.event_id = ${eventId} and r.user_id = ${userId}`.execute(tx)
  const found = rows[0]
  if (!found) return
  const wanted = found.state === 'attended' ? 'completed' : found.state === 'not attended' ? 'failed' : null
  // Undecided, and nothing to take back.
  if (wanted === null && !isDone(found.before) && found.before !== 'failed') return
  if (wanted === found.before || (wanted === null && found.before === 'inprogress')) return
  const held = await lockAround(tx, [found.id])
  const advanced = await advanceAssignment(ctx, tx, {
    assignmentId: found.id,
    versionId: found.versionId,
    isFinished: false,
    seconds: wanted === 'completed' ? found.seconds : 0,
    timedUntil: null,
    beside: announcedBeside(ctx, { topic: 'me', userId, kind: 'progress', id: found.id }),
    // A correction takes the place of what stood. Undecided again is as not attended: it is to be attended still.
    result: { state: wanted ?? 'failed', scorePercent: null, replaces: true },
  })
  if (!advanced) return
  const { before, state, progress } = advanced
  if (before === state) return
  const scene: Scene = {
    publicUrl: ctx.services.settings.publicUrl,
    impersonatorId: ctx.actor.impersonator?.userId ?? null,
    tenantId: ctx.actor.tenantId,
    userId,
    assignmentId: found.id,
    document: {
      id: eventId,
      title: found.title,
      kind: 'events',
      type: 'http://adlnet.gov/expapi/activities/meeting',
    },
    now: ctx.now,
  }
  const statement = describeStatement(scene, {
    verb: state === 'completed' ? 'completed' : 'failed',
    step: null,
    state,
    progress,
    scorePercent: null,
    seconds: state === 'completed' ? found.seconds : 0,
  })
  await Promise.all([
    storeStatements(ctx, tx, scene, [statement]),
    followMove(ctx, tx, found, { before, after: state, held, mayGoBack: true }),
  ])
}
