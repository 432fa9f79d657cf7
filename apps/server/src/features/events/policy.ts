import type { CompletionRule } from '@learnt/contract/courses'
import { type AttendanceState, goneStates, type SessionMark } from '@learnt/contract/events/attendance'
import type { AttendanceRule } from '@learnt/contract/events/content'
import type { Actor } from '../../platform/actor.ts'

/** Times of an event that decide what is possible. */
interface EventTimes {
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  readonly cancelUntil: Date | null
  readonly promoteUntil: Date | null
  readonly cancelledAt: Date | null
}

interface EventSeats {
  readonly capacity: number | null
  readonly held: number
  readonly offered: number
  readonly reserved: number
  readonly waiting: number
}

/** Seats that nobody holds, was offered or has reserved; as many as come where there is no limit. */
export function freeSeats(event: EventSeats): number {
  return event.capacity === null
    ? Number.POSITIVE_INFINITY
    : event.capacity - event.held - event.offered - event.reserved
}

/** Why nobody may register just now; null: the window is open. `notOpen` may be asked for ahead. */
export function windowRefusal(
  event: EventTimes,
  now: Date,
): 'cancelled' | 'noDate' | 'over' | 'closed' | 'notOpen' | null {
  if (event.cancelledAt) return 'cancelled'
  if (event.firstAt === null || event.lastAt === null) return 'noDate'
  if (event.lastAt <= now) return 'over'
  if ((event.closesAt ?? event.firstAt) <= now) return 'closed'
  return event.opensAt !== null && event.opensAt > now ? 'notOpen' : null
}

/** Whether the waiting list advances by itself. */
export function advances(event: EventTimes, now: Date): boolean {
  return event.cancelledAt === null && event.promoteUntil !== null && now < event.promoteUntil
}

/** When an offer that is made now ends: never after the list has stopped. */
export function offerEnd(event: EventTimes & { readonly offerHours: number }, now: Date): Date {
  const end = new Date(now.getTime() + event.offerHours * 3_600_000)
  return event.promoteUntil !== null && event.promoteUntil < end ? event.promoteUntil : end
}

/** A state at a moment: an offer that has ended counts for nothing, even if no run has noticed it. */
export function stateNow(
  of: { readonly state: AttendanceState; readonly offerUntil: Date | null },
  now: Date,
): AttendanceState {
  return of.state === 'pending' && of.offerUntil !== null && of.offerUntil <= now ? 'waiting-cancelled' : of.state
}

/** Whether it is the person who acts, or an administrator who acts as somebody else: nobody marks their own attendance. */
export function isOwn(actor: Actor, userId: string): boolean {
  return actor.userId === userId || actor.impersonator?.userId === userId
}

export function isGone(state: AttendanceState | null): boolean {
  return state === null || goneStates.includes(state)
}

/** What the marks of a person come to by the event's rule; `attending` while it is undecided. */
export function attendanceOf(
  rule: AttendanceRule,
  sessions: readonly string[],
  marks: ReadonlyMap<string, SessionMark>,
): 'attended' | 'not attended' | 'attending' {
  const asked = rule.rule === 'these' ? sessions.filter((id) => rule.sessionIds.includes(id)) : sessions
  const needed = rule.rule === 'some' ? Math.min(rule.count, asked.length) : asked.length
  const was = asked.filter((id) => marks.has(id) && marks.get(id) !== 'not attended').length
  const missed = asked.filter((id) => marks.get(id) === 'not attended').length
  if (asked.length > 0 && was >= needed) return 'attended'
  return asked.length - missed < needed ? 'not attended' : 'attending'
}

/** What a person's attendance makes of a step of a course by its rule; under way while it is undecided. */
export function judgeAttendance(
  rule: CompletionRule,
  of: { readonly state: AttendanceState | null; readonly sessions: number; readonly marks: readonly SessionMark[] },
): 'completed' | 'failed' | 'inprogress' {
  if (rule.rule === 'attendedOne') {
    if (of.marks.some((mark) => mark !== 'not attended')) return 'completed'
    return of.sessions > 0 && of.marks.length >= of.sessions ? 'failed' : 'inprogress'
  }
  return of.state === 'attended' ? 'completed' : of.state === 'not attended' ? 'failed' : 'inprogress'
}

/** Whether an event soon has too few people, and nobody has decided that it takes place anyway. */
export function isBelowMinimum(
  event: {
    readonly minimum: number
    readonly held: number
    readonly warnDays: number
    readonly firstAt: Date | null
    readonly runsFor: Date | null
    readonly cancelledAt: Date | null
  },
  now: Date,
): boolean {
  const { firstAt, runsFor } = event
  if (firstAt === null || firstAt <= now || event.cancelledAt !== null || event.held >= event.minimum) return false
  return firstAt.getTime() - event.warnDays * 86_400_000 <= now.getTime() && runsFor?.getTime() !== firstAt.getTime()
}
