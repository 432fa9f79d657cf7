import type { Presented } from '@learnt/contract/endpoint'
import { type AttendanceState, type SessionMark, seatStates } from '@learnt/contract/events/attendance'
import type { Attendee, EventCard, EventHead, OwnEvent, Seats, SessionView } from '@learnt/contract/events/operations'
import type { Can } from '@learnt/contract/values'
import { isAdmin } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseOrganiser } from '../documents/policy.ts'
import { type FileRow, imageUrl, presentFile } from '../files/queries.ts'
import { freeSeats, isBelowMinimum, isGone, isOwn, windowRefusal } from './policy.ts'
import { type KeptEvent, mayShowCode, type SessionRow } from './queries/find-event.ts'
import type { AttendeeRow } from './queries/list-attendees.ts'
import type { EventCardRow, OwnEventRow } from './queries/own-events.ts'

type Answer<T> = { [K in keyof T]: T[K] }

export function presentCard(ctx: Ctx, row: EventCardRow): Answer<EventCard> {
  const free = freeSeats(row)
  return {
    eventId: row.eventId,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    image: imageUrl(ctx, row.imageFileId),
    place: row.place,
    timeZone: row.timeZone,
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    firstAt: iso(row.firstAt),
    lastAt: iso(row.lastAt),
    sessionCount: row.sessionCount,
    where: row.place === 'virtual' ? '' : row.where,
    isCancelled: row.cancelledAt !== null,
    isOptional: row.isOptional,
    seats: { max: row.capacity, free: Number.isFinite(free) ? Math.max(free, 0) : null, waiting: row.waiting },
    approval: row.approval,
    hasWaitingList: row.hasList,
    opensAt: iso(row.opensAt),
    closesAt: iso(row.closesAt),
    state: row.state,
    position: row.state === 'waiting' ? row.position : null,
    offerUntil: row.state === 'pending' ? iso(row.offerUntil) : null,
    isInterested: row.isInterested,
    canJoin: row.canJoin,
    progress: row.progress,
  }
}

export function presentOwnEvent(
  ctx: Ctx,
  row: OwnEventRow,
  sessions: readonly SessionRow[],
  files: readonly FileRow[],
  isStep = false,
): Answer<OwnEvent> {
  const mayRead = row.leads || isAdmin(ctx.actor) || (row.state !== null && seatStates.includes(row.state))
  const named = new Map(files.map((file) => [file.id, file]))
  return {
    ...presentCard(ctx, row),
    assignmentId: row.assignmentId ?? row.eventId,
    sessions: sessions.map((one) => presentSession(one)),
    facilitators: row.facilitators,
    files: mayRead
      ? row.content.files.flatMap(({ fileId, title, when }) => {
          const file = named.get(fileId)
          return file && (when === 'before' || row.hasEnded) ? [{ file: presentFile(ctx, file), title, when }] : []
        })
      : [],
    reminders: row.reminders,
    cancelUntil: iso(row.cancelUntil),
    joinFrom:
      row.startsAt && row.place !== 'inPerson'
        ? new Date(row.startsAt.getTime() - row.joinMinutes * 60_000).toISOString()
        : null,
    joinCounts: row.joinCounts,
    waitsFor: row.waitsFor,
    clashes: row.clashes.map((one) => ({
      ...one,
      startsAt: new Date(one.startsAt).toISOString(),
      endsAt: new Date(one.endsAt).toISOString(),
    })),
    cancelReason: row.cancelReason,
    history: row.history.map((one) => ({ ...one, at: new Date(one.at).toISOString() })) as OwnEvent['history'],
    isFacilitator: row.leads,
    can: ownCan(ctx, row, isStep),
  }
}

/** What the person may do now; the same rules as the commands have. `isStep`: in a step of a course that is open. */
function ownCan(ctx: Ctx, row: OwnEventRow, isStep: boolean): Can {
  const { now } = ctx
  const refusal = windowRefusal(row, now)
  const free = freeSeats(row)
  const no = (reason: string) => `events.${reason}`
  const closed = refusal !== null && refusal !== 'notOpen' ? refusal : null
  const way: string | null =
    row.approval !== 'none' || refusal === 'notOpen'
      ? 'ask'
      : free > 0 && row.waiting === 0
        ? 'register'
        : row.hasList
          ? 'wait'
          : null
  const out = isGone(row.state)
  const register = (verb: string): string | null => {
    if (!row.isGiven && !isStep) return no(row.hasStep ? 'onlyInCourse' : 'notGiven')
    if (!out) return no('already')
    if (row.waitsFor && !isStep) return no('locked')
    if (closed) return no(closed)
    if (way === verb) return null
    return no(way === null ? 'noList' : verb === 'register' ? 'full' : 'wrongState')
  }
  const only = (states: readonly (string | null)[]) => (states.includes(row.state) ? null : no('wrongState'))
  const isLate = row.cancelUntil !== null && row.cancelUntil <= now
  const isOver = row.lastAt !== null && row.lastAt <= now
  const giveUp = (late: boolean) =>
    row.state !== 'attending' ? no('wrongState') : isOver ? no('over') : isLate === late ? null : no('wrongState')
  const mayJoin = row.leads || isAdmin(ctx.actor) || (row.state !== null && seatStates.includes(row.state))
  return {
    register: register('register'),
    wait: register('wait'),
    ask: register('ask'),
    takeBack: only(['registration']),
    accept: only(['pending']),
    declineOffer: only(['pending']),
    leave: only(['waiting']),
    cancel: giveUp(false),
    askToCancel: giveUp(true),
    refuseCancellation: only(['cancellation']),
    join: row.canJoin ? null : no(mayJoin ? 'tooEarlyToJoin' : 'noSeat'),
    interest: row.firstAt === null && !row.cancelledAt ? null : no('hasDate'),
  }
}

export function presentSession(row: SessionRow): Answer<SessionView> {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    room: row.roomId ? { id: row.roomId, name: row.roomName ?? '', address: row.roomAddress ?? '' } : null,
    address: row.address,
    isVirtual: row.isVirtual,
    facilitators: row.facilitators,
    mark: row.mark as SessionMark | null,
  }
}

export function presentSeats(
  event: Pick<KeptEvent, 'capacity' | 'minimum' | 'held' | 'offered' | 'reserved' | 'waiting'>,
): Seats {
  const free = freeSeats(event)
  return {
    max: event.capacity,
    min: event.minimum,
    held: event.held,
    offered: event.offered,
    reserved: event.reserved,
    free: Number.isFinite(free) ? Math.max(free, 0) : null,
    waiting: event.waiting,
  }
}

export function presentHead(
  ctx: Ctx,
  event: KeptEvent,
  of: {
    sessions: readonly SessionRow[]
    counts: { value: string; count: number; isSeen: boolean }[]
    reservations: { managerId: string; name: string; seats: number }[]
    scans: { refused: number; late: number }
  },
): Presented<typeof EventHead> {
  const admin = isAdmin(ctx.actor) ? null : 'notAllowed'
  const alive = event.cancelledAt ? 'events.cancelled' : null
  const isOver = event.lastAt !== null && event.lastAt <= ctx.now ? 'events.over' : null
  const begun = of.sessions.some((one) => one.startsAt.getTime() - 3_600_000 <= ctx.now.getTime())
  const mark = alive ?? (begun ? null : 'events.tooEarly')
  const organiser = refuseOrganiser(ctx.actor, { type: 'event', createdBy: event.createdBy })?.reason ?? null
  const inState = (state: string) => of.counts.reduce((sum, one) => sum + (one.value === state ? one.count : 0), 0)
  const lapsed = inState('pending') - event.offered
  const isHere = (one: { value: string }) => !isGone(one.value as AttendanceState)
  return {
    eventId: event.id,
    title: event.title,
    timeZone: event.timeZone,
    isCancelled: event.cancelledAt !== null,
    sessions: of.sessions.map((one) => {
      const { mark: _mark, ...session } = presentSession(one)
      return session
    }),
    seats: presentSeats({ ...event, offered: event.offered + Math.min(lapsed, 0) }),
    counts: of.counts.flatMap(({ value, count, isSeen }) =>
      isSeen ? [{ value: value as AttendanceState, count }] : [],
    ),
    others: of.counts.reduce((sum, one) => sum + (one.isSeen || !isHere(one) ? 0 : one.count), 0),
    reservations: of.reservations.map((one) => ({ ...one, until: iso(event.firstAt) })),
    belowMinimum: isBelowMinimum(event, ctx.now),
    refused: of.scans.refused,
    late: of.scans.late,
    can: {
      add: admin ?? alive ?? isOver,
      move: admin ?? alive ?? isOver,
      remove: admin ?? alive,
      promote: admin ?? alive ?? isOver,
      reorder: admin ?? alive ?? isOver,
      message: null,
      mark,
      walkIn: mark,
      code: mayShowCode(ctx.actor, event)?.reason ?? null,
      change: admin ?? organiser,
      cancelEvent: admin ?? organiser ?? alive ?? isOver,
      runAnyway: admin ?? organiser ?? (isBelowMinimum(event, ctx.now) ? null : 'events.wrongState'),
    },
  }
}

export function presentAttendee(ctx: Ctx, row: AttendeeRow): Attendee {
  const admin = isAdmin(ctx.actor) ? null : 'notAllowed'
  const only = (...states: string[]) => (states.includes(row.state) ? null : 'events.wrongState')
  return {
    registrationId: row.registrationId,
    userId: row.userId,
    name: row.name,
    email: row.email,
    position: row.position,
    state: row.state,
    number: Number(row.number),
    place: row.state === 'waiting' ? row.place : null,
    since: row.since.toISOString(),
    registeredAt: row.registeredAt.toISOString(),
    offerUntil: iso(row.offerUntil),
    note: row.note,
    isWalkIn: row.isWalkIn,
    marks: row.marks.map((mark) => ({ ...mark, at: new Date(mark.at).toISOString() })) as Attendee['marks'],
    can: {
      mark: isOwn(ctx.actor, row.userId) ? 'events.ownAttendance' : null,
      remove: admin ?? (isGone(row.state) ? 'events.notThere' : null),
      move: admin ?? only('attending', 'cancellation', 'waiting', 'pending', 'registration'),
      promote: admin ?? only('waiting', 'pending'),
      grantCancellation: isOwn(ctx.actor, row.userId) ? 'events.ownCancellation' : only('cancellation'),
      refuseCancellation: isOwn(ctx.actor, row.userId) ? 'events.ownCancellation' : only('cancellation'),
    },
  }
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
