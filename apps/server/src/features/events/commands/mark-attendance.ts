import type { MarkSource, SessionMark } from '@learnt/contract/events/attendance'
import type { AttendanceRule } from '@learnt/contract/events/content'
import type { PersonOutcomes } from '@learnt/contract/events/operations'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { notFound } from '../../../platform/problem.ts'
import { attendanceOf, isGone, isOwn } from '../policy.ts'
import type { Reach } from '../queries/reach.ts'
import { Seats } from './change-seats.ts'
import { lockEvent } from './lock-event.ts'
import { recordAttendanceOf } from './record-attendance.ts'
import { impossible, tell, withdrawRequests } from './register.ts'

/** From when on a session may be marked: people come early. */
const earlyMs = 60 * 60_000
/** People whose completion is recorded with their marks; of more a task does it, so that the event is not held for long. */
const completedAtOnce = 25

interface Marked {
  readonly eventId: string
  readonly sessionId: string
  readonly userIds: readonly string[]
  /** Null takes the mark back. */
  readonly mark: SessionMark | null
  readonly source: MarkSource
  readonly reason?: string
  /** The time on the device of the person who marked, if it was kept offline. */
  readonly at?: Date
  /** A mark that is there stays: the person joined, or was scanned, again. */
  readonly keeps?: boolean
  readonly within: Reach
}

/**
 * Marks people at one session under the event's lock. What their marks come to by the event's rule becomes their state, and
 * completes the document and the steps of courses for them, or takes that back. A mark over another one is a correction, audited with both.
 */
export async function markPeople(ctx: Ctx, tx: WriteTx, of: Marked): Promise<PersonOutcomes> {
  const userIds = [...new Set(of.userIds)]
  const seats = new Seats(ctx, await lockEvent(ctx, tx, of.eventId, userIds))
  const { sessions, marks } = await readMarks(tx, of.eventId, userIds)
  const session = sessions.find((one) => one.id === of.sessionId)
  if (!session) throw notFound()
  if (seats.event.cancelledAt) throw impossible('cancelled')
  // A person may join and be present long before the session begins.
  const isEarly = session.startsAt.getTime() - earlyMs > (of.at ?? ctx.now).getTime()
  if (isEarly && of.source !== 'join') throw impossible('tooEarly')
  const isWalkIn = of.source === 'walkIn'
  const isByHand = isWalkIn || of.source === 'hand'
  const requests = userIds.flatMap((userId) => seats.of(userId) ?? [])
  const changes: { userId: string; before: SessionMark | null; after: SessionMark | null }[] = []
  const rows = userIds.map((userId): PersonOutcomes['rows'][number] => {
    const person = seats.of(userId)
    const own = marks.get(userId) ?? new Map<string, SessionMark>()
    const row = (outcome: 'done' | 'unchanged' | 'refused' | 'notFound', reason = '') => ({
      userId,
      name: person?.name ?? '',
      outcome,
      reason,
      state: seats.stateOf(userId),
    })
    if (!person?.membershipId || (of.within !== null && !of.within.has(userId)))
      return { ...row('notFound', 'notThere'), name: '', state: null }
    if (isByHand && isOwn(ctx.actor, userId)) return row('refused', 'ownAttendance')
    const holds = ['attending', 'cancellation', 'attended', 'not attended'].includes(person.state ?? '')
    if (isWalkIn && !holds) {
      if (seats.free <= 0 && person.state !== 'pending') return row('refused', 'full')
      seats.change(userId, 'walkIn', { membershipId: of.within?.get(userId) ?? null })
    } else if (!holds) return row('refused', isGone(person.state) ? 'notThere' : 'noSeat')
    const before = own.get(of.sessionId) ?? null
    if (before === of.mark || (of.keeps && before !== null && before !== 'not attended')) return row('unchanged')
    if (of.mark === null) own.delete(of.sessionId)
    else own.set(of.sessionId, of.mark)
    changes.push({ userId, before, after: of.mark })
    const to = attendanceOf(
      seats.event.attendance as unknown as AttendanceRule,
      sessions.map((one) => one.id),
      own,
    )
    if (to !== seats.stateOf(userId))
      seats.change(userId, to === 'attended' ? 'attend' : to === 'not attended' ? 'miss' : 'unmark', {
        ...(of.reason ? { note: of.reason } : {}),
      })
    return row('done')
  })
  if (changes.length === 0) {
    await seats.write(tx)
    return { rows }
  }
  const changed = changes.map((one) => one.userId)
  await Promise.all([
    of.mark === null
      ? sql`delete from attendance_marks where session_id = ${of.sessionId} and user_id = any(${changed}::uuid[])`.execute(
          tx,
        )
      : sql`
          insert into attendance_marks as m (session_id, user_id, event_id, mark, source, at, by_user)
          select ${of.sessionId}::uuid, u.id, ${of.eventId}::uuid, ${of.mark}, ${of.source}, ${of.at ?? ctx.now}::timestamptz, ${ctx.actor.userId}::uuid from unnest(${changed}::uuid[]) u(id)
          on conflict (tenant_id, session_id, user_id) do update set mark = excluded.mark, source = excluded.source, at = excluded.at, by_user = excluded.by_user`.execute(
          tx,
        ),
    isWalkIn ? withdrawRequests(ctx, tx, requests) : null,
    seats.write(tx),
    changed.length > completedAtOnce
      ? enqueue(ctx, tx, 'events.attended', { eventId: of.eventId, userIds: changed })
      : null,
    tell(ctx, tx, isWalkIn ? 'events.walkIn' : 'events.mark', seats, {
      sessionId: of.sessionId,
      source: of.source,
      marks: changes,
      ...(of.reason ? { reason: of.reason } : {}),
    }),
  ])
  if (changed.length <= completedAtOnce)
    for (const userId of changed.toSorted()) await recordAttendanceOf(ctx, tx, { eventId: of.eventId, userId })
  return { rows }
}

interface MarkedSession {
  readonly id: string
  readonly startsAt: Date
  readonly endsAt: Date
}

/** Sessions of an event in order, and the marks of these people by session. */
async function readMarks(
  tx: WriteTx,
  eventId: string,
  userIds: readonly string[],
): Promise<{ sessions: MarkedSession[]; marks: Map<string, Map<string, SessionMark>> }> {
  const [sessions, found] = await Promise.all([
    sql<MarkedSession>`
      select id, starts_at, ends_at from event_sessions where event_id = ${eventId} and dropped_at is null order by starts_at, id`.execute(
      tx,
    ),
    sql<{ userId: string; sessionId: string; mark: SessionMark }>`
      select user_id, session_id, mark from attendance_marks where event_id = ${eventId} and user_id = any(${userIds}::uuid[])`.execute(
      tx,
    ),
  ])
  const marks = new Map<string, Map<string, SessionMark>>()
  for (const { userId, sessionId, mark } of found.rows)
    marks.set(userId, (marks.get(userId) ?? new Map()).set(sessionId, mark))
  return { sessions: sessions.rows, marks }
}

/** Notes a scan under its own number; false: it was there before. */
export async function keepScan(
  ctx: Ctx,
  tx: WriteTx,
  scan: {
    id: string
    eventId: string
    sessionId: string | null
    userId: string | null
    result: string
    scannedAt: Date
    /** Which of the codes on the screen. A person uses each once. */
    codeStep?: number | null
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into event_scans (id, event_id, session_id, user_id, result, scanned_at, code_step, received_at, by_user)
    select id, event_id, session_id, user_id, result, scanned_at, code_step, ${ctx.now}::timestamptz, ${ctx.actor.userId}::uuid
    from jsonb_to_record(${json({
      id: scan.id,
      event_id: scan.eventId,
      session_id: scan.sessionId,
      user_id: scan.userId,
      result: scan.result,
      scanned_at: scan.scannedAt,
      code_step: scan.codeStep ?? null,
    })}::jsonb) as c(id uuid, event_id uuid, session_id uuid, user_id uuid, result text, scanned_at timestamptz, code_step bigint)
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}
