import type { AuditAction } from '@learnt/contract/audit-actions'
import type { AttendanceVerb } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { insertRequest } from '../../requests/commands/make-request.ts'
import { closeOpen } from '../../requests/commands/withdraw.ts'
import { isGone, windowRefusal } from '../policy.ts'
import { Seats } from './change-seats.ts'
import { isPublished, lockEvent, type Standing } from './lock-event.ts'
import { writeInLine } from './write-in-line.ts'

export function impossible(reason: string): ProblemError {
  return new ProblemError('wrong-state', { detail: `reason.events.${reason}` })
}

/** Takes a seat, waits for one or asks for one, whichever the event allows. Whoever has registered stays as they are. */
export function register(ctx: Ctx, eventId: string, { note }: { note: string }): Promise<void> {
  return writeInLine(ctx, eventId, (tx) => registerIn(ctx, tx, eventId, { note, isStep: false }))
}

/** `isStep`: by a step of a course that is open, for which nobody needs to have the event. */
export async function registerIn(
  ctx: Ctx,
  tx: WriteTx,
  eventId: string,
  { note, isStep }: { note: string; isStep: boolean },
): Promise<void> {
  const { userId } = ctx.actor
  const seats = new Seats(ctx, await lockEvent(ctx, tx, eventId, [userId]))
  const me = seats.of(userId)
  if (!me || !(me.isGiven || (isStep && me.hasStep)) || !isPublished(seats.event)) throw notFound()
  if (!isGone(me.state)) return seats.write(tx)
  if (me.waitsFor && !isStep) throw impossible('locked')
  const verb = wayIn(ctx, seats)
  if ('refusal' in verb) throw impossible(verb.refusal)
  const requestId = verb.way === 'ask' && seats.event.approval !== 'none' ? newId() : null
  seats.change(userId, verb.way, { note, requestId })
  await Promise.all([
    requestId ? askApproval(ctx, tx, { requestId, seats, person: me, note }) : null,
    seats.write(tx),
    tell(ctx, tx, 'events.register', seats, { state: seats.stateOf(userId) }),
  ])
}

/** By which verb somebody registers now. */
function wayIn(ctx: Pick<Ctx, 'now'>, seats: Seats): { way: 'register' | 'wait' | 'ask' } | { refusal: string } {
  const refusal = windowRefusal(seats.event, ctx.now)
  if (refusal !== null && refusal !== 'notOpen') return { refusal }
  if (seats.event.approval !== 'none' || refusal === 'notOpen') return { way: 'ask' }
  if (seats.free > 0 && !seats.isAwaited) return { way: 'register' }
  return seats.event.hasList ? { way: 'wait' } : { refusal: 'noList' }
}

/** Gives up whatever the person has. A seat that comes free goes on in the same transaction. */
export function cancelOwn(ctx: Ctx, eventId: string, { reason }: { reason: string }): Promise<void> {
  return writeInLine(ctx, eventId, async (tx) => {
    const { userId } = ctx.actor
    const seats = new Seats(ctx, await lockEvent(ctx, tx, eventId, [userId], { frees: 1 }))
    const before = seats.of(userId)
    mustKnow(before)
    const verb = wayOut(ctx, seats, before, { isOwn: true })
    if ('refusal' in verb) throw impossible(verb.refusal)
    seats.change(userId, verb.way, { note: reason })
    seats.advance()
    await Promise.all([
      withdrawRequests(ctx, tx, [before]),
      seats.write(tx),
      tell(ctx, tx, 'events.cancel', seats, { before: before.state, state: seats.stateOf(userId), reason }),
    ])
  })
}

/** Whoever has nothing to do with the event does not hear that it exists. */
function mustKnow(person: Standing | undefined): asserts person is Standing {
  if (!person || (person.state === null && !person.isGiven && !person.hasStep)) throw notFound()
  if (person.state === null) throw impossible('notThere')
}

/** By which verb somebody gives up what they have. Others do it for them after the cut-off, too. */
export function wayOut(
  ctx: Pick<Ctx, 'now'>,
  seats: Seats,
  person: Standing,
  { isOwn }: { isOwn: boolean },
): { way: AttendanceVerb } | { refusal: string } {
  const { event } = seats
  if (person.state === 'registration') return { way: 'takeBack' }
  if (person.state === 'pending') return { way: 'declineOffer' }
  if (person.state === 'waiting') return { way: 'leave' }
  if (person.state !== 'attending') return { refusal: 'wrongState' }
  if (event.lastAt !== null && event.lastAt <= ctx.now) return { refusal: 'over' }
  const isLate = event.cancelUntil !== null && event.cancelUntil <= ctx.now
  return { way: isLate && isOwn ? 'askToCancel' : 'cancel' }
}

/** Takes the wish to give up a seat back. */
export function keepSeat(ctx: Ctx, eventId: string): Promise<void> {
  return changeOwn(ctx, eventId, { verb: 'refuseCancellation', action: 'events.keep', otherwise: 'wrongState' })
}

/** Takes an offered seat, while the offer stands. */
export function acceptOffer(ctx: Ctx, eventId: string): Promise<void> {
  return changeOwn(ctx, eventId, { verb: 'accept', action: 'events.accept', otherwise: 'offerEnded' })
}

function changeOwn(
  ctx: Ctx,
  eventId: string,
  of: { verb: AttendanceVerb; action: AuditAction; otherwise: string },
): Promise<void> {
  return writeInLine(ctx, eventId, async (tx) => {
    const { userId } = ctx.actor
    const seats = new Seats(ctx, await lockEvent(ctx, tx, eventId, [userId]))
    mustKnow(seats.of(userId))
    if (!seats.change(userId, of.verb)) throw impossible(of.otherwise)
    await Promise.all([seats.write(tx), tell(ctx, tx, of.action, seats, { state: seats.stateOf(userId) })])
  })
}

/** Would come to an event that has no date yet. */
export function changeInterest(ctx: Ctx, eventId: string, isInterested: boolean): Promise<void> {
  return ctx.write(async (tx) => {
    const { userId } = ctx.actor
    const { event, people } = await lockEvent(ctx, tx, eventId, [userId])
    const me = people.get(userId)
    if (!(me?.isGiven || me?.hasStep) || !isPublished(event)) throw notFound()
    if (event.cancelledAt) throw impossible('cancelled')
    if (isInterested && event.firstAt !== null) throw impossible('hasDate')
    if (isInterested)
      await sql`
        insert into event_interests (event_id, user_id, at) values (${eventId}, ${userId}, ${ctx.now})
        on conflict do nothing`.execute(tx)
    else await sql`delete from event_interests where event_id = ${eventId} and user_id = ${userId}`.execute(tx)
  })
}

/** A seat that somebody has to approve is a request like any other. */
export async function askApproval(
  ctx: Ctx,
  tx: WriteTx,
  of: { requestId: string; seats: Seats; person: Standing; membershipId?: string | null; note: string },
): Promise<void> {
  const { event } = of.seats
  const { person } = of
  const sentTo = event.approval === 'manager' && person.managers.length > 0 ? 'managers' : 'administrators'
  const isMade = await insertRequest(ctx, tx, {
    id: of.requestId,
    kind: 'seat',
    documentType: 'event',
    documentId: event.id,
    userId: person.userId,
    membershipId: of.membershipId ?? person.membershipId ?? ctx.actor.membershipId,
    note: of.note,
    sentTo,
  })
  if (!isMade) throw new ProblemError('conflict')
}

/** Closes the requests of people who do not want the seat any more. */
export async function withdrawRequests(ctx: Ctx, tx: WriteTx, people: readonly Standing[]): Promise<void> {
  await closeOpen(
    ctx,
    tx,
    people.flatMap((one) => one.requestId ?? []),
  )
}

export function tell(ctx: Ctx, tx: WriteTx, action: AuditAction, seats: Seats, after: unknown): Promise<void> {
  return audit(ctx, tx, {
    action,
    subjectType: 'event',
    subjectId: seats.event.id,
    subjectTitle: seats.event.title,
    after,
  })
}
