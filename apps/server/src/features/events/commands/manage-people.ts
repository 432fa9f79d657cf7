import type { AuditAction } from '@learnt/contract/audit-actions'
import type { AttendanceState, AttendanceVerb } from '@learnt/contract/events/attendance'
import type { PersonOutcomes } from '@learnt/contract/events/operations'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { isGone, isOwn } from '../policy.ts'
import { countReserved } from '../queries/find-event.ts'
import { coveredBy, isOpenSeat, type LedEvent, type Reach } from '../queries/reach.ts'
import { Seats } from './change-seats.ts'
import { isPublished, lockEvent, type Scene } from './lock-event.ts'
import { askApproval, impossible, tell, wayOut, withdrawRequests } from './register.ts'

type Outcome = PersonOutcomes['rows'][number]['outcome']
/** `through`: the membership through which a new seat is given. */
type Decide = (seats: Seats, userId: string, through: string | null) => { outcome: Outcome; reason?: string }

/** Changes many people of one event under its lock; each has an outcome of its own, and the waiting list follows. */
async function changePeople(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    eventId: string
    userIds: readonly string[]
    action: AuditAction
    decide: Decide
    note?: string
    within: Reach
    with?: (scene: Scene, seats: Seats) => Promise<void>
  },
): Promise<PersonOutcomes> {
  const userIds = [...new Set(of.userIds)]
  const scene = await lockEvent(ctx, tx, of.eventId, userIds, { frees: userIds.length })
  const seats = new Seats(ctx, scene)
  await of.with?.(scene, seats)
  const before = new Map(userIds.map((userId) => [userId, seats.of(userId)]))
  const rows = userIds.map((userId) => {
    const person = seats.of(userId)
    const isKnown = person?.membershipId && (of.within === null || of.within.has(userId))
    const { outcome, reason = '' } = isKnown
      ? of.decide(seats, userId, of.within?.get(userId) ?? null)
      : { outcome: 'notFound' as const, reason: 'notThere' }
    return { userId, name: isKnown ? (person?.name ?? '') : '', outcome, reason }
  })
  seats.advance()
  const done = rows.filter((row) => row.outcome === 'done').map((row) => row.userId)
  await Promise.all([
    withdrawRequests(
      ctx,
      tx,
      done.flatMap((userId) => {
        const was = before.get(userId)
        return was && was.state === 'registration' && seats.stateOf(userId) !== 'registration' ? [was] : []
      }),
    ),
    seats.write(tx),
    done.length > 0
      ? tell(ctx, tx, of.action, seats, {
          people: done.map((userId) => ({
            userId,
            before: before.get(userId)?.state ?? null,
            after: seats.stateOf(userId),
          })),
          ...(of.note ? { note: of.note } : {}),
        })
      : null,
  ])
  return { rows: rows.map((row) => ({ ...row, state: row.outcome === 'notFound' ? null : seats.stateOf(row.userId) })) }
}

const done = { outcome: 'done' } as const
const unchanged = { outcome: 'unchanged' } as const
const refused = (reason: string) => ({ outcome: 'refused' as const, reason })

const holding: readonly (AttendanceState | null)[] = ['attending', 'cancellation', 'attended', 'not attended']

/** Gives people seats; where none is free they wait, if the caller says so. */
export function addPeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[]; otherwiseWait: boolean; within: Reach },
): Promise<PersonOutcomes> {
  return changePeople(ctx, tx, {
    ...of,
    action: 'events.addPeople',
    with: async (_scene, seats) => mustTakePlace(ctx, seats),
    decide: (seats, userId, membershipId) => {
      const state = seats.stateOf(userId)
      if (holding.includes(state)) return unchanged
      // An offer is a seat already.
      if (state === 'pending') return seats.change(userId, 'add') ? done : refused('wrongState')
      if (seats.free > 0) return seats.change(userId, 'add', { membershipId }) ? done : refused('wrongState')
      if (!of.otherwiseWait || !isGone(state)) return state === 'waiting' ? unchanged : refused('full')
      return seats.change(userId, 'wait', { membershipId }) ? done : refused('full')
    },
  })
}

export function removePeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[]; reason: string; within: Reach },
): Promise<PersonOutcomes> {
  return changePeople(ctx, tx, {
    ...of,
    action: 'events.removePeople',
    note: of.reason,
    decide: (seats, userId) => {
      if (isGone(seats.stateOf(userId))) return unchanged
      return seats.change(userId, 'remove', { note: of.reason }) ? done : refused('wrongState')
    },
  })
}

/** Seats by hand, in the order that is given, also after the list has stopped. */
export function promotePeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[]; within: Reach },
): Promise<PersonOutcomes> {
  return changePeople(ctx, tx, {
    ...of,
    action: 'events.promote',
    with: async (_scene, seats) => mustTakePlace(ctx, seats),
    decide: (seats, userId) => {
      const state = seats.stateOf(userId)
      if (state === 'pending') return seats.change(userId, 'add') ? done : refused('wrongState')
      if (state !== 'waiting') return refused('notWaiting')
      if (seats.free <= 0) return refused('full')
      return seats.change(userId, 'promote') ? done : refused('wrongState')
    },
  })
}

/** What people asked for after the cut-off. */
export function decideCancellations(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    eventId: string
    userIds: readonly string[]
    decision: 'grant' | 'refuse'
    reason: string
    within: Reach
  },
): Promise<PersonOutcomes> {
  return changePeople(ctx, tx, {
    ...of,
    action: 'events.decideCancellation',
    note: of.reason,
    decide: (seats, userId) => {
      if (seats.stateOf(userId) !== 'cancellation') return refused('notCancelling')
      if (isOwn(ctx.actor, userId)) return refused('ownCancellation')
      const verb: AttendanceVerb = of.decision === 'grant' ? 'grantCancellation' : 'refuseCancellation'
      return seats.change(userId, verb, { note: of.reason }) ? done : refused('wrongState')
    },
  })
}

/** Moves people to seats of another event: both are locked, in the order of their ids. */
export async function movePeople(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    eventId: string
    toEventId: string
    userIds: readonly string[]
    reason: string
    /** At both events. */
    within: Reach
  },
): Promise<PersonOutcomes> {
  if (of.eventId === of.toEventId) throw invalid({ 'body.toEventId': ctx.t('reason.events.sameEvent') })
  const userIds = [...new Set(of.userIds)]
  const scenes = new Map<string, Scene>()
  for (const id of [of.eventId, of.toEventId].toSorted())
    scenes.set(id, await lockEvent(ctx, tx, id, userIds, { frees: userIds.length }))
  const [from, to] = [of.eventId, of.toEventId].map((id) => new Seats(ctx, scenes.get(id) as Scene)) as [Seats, Seats]
  if (!isPublished(to.event)) throw impossible('notPublished')
  mustTakePlace(ctx, to)
  const before = new Map(userIds.map((userId) => [userId, from.of(userId)]))
  const rows = userIds.map((userId): PersonOutcomes['rows'][number] => {
    const person = from.of(userId)
    const row = (outcome: Outcome, reason = '', state = from.stateOf(userId)) => ({
      userId,
      name: person?.name ?? '',
      outcome,
      reason,
      state,
    })
    if (!person?.membershipId || (of.within !== null && !of.within.has(userId)))
      return { ...row('notFound', 'notThere', null), name: '' }
    if (isGone(person.state) || person.state === 'attended' || person.state === 'not attended')
      return row('refused', 'notThere')
    const isThere = holding.includes(to.stateOf(userId))
    // An offer of the other event is a seat there already.
    if (!isThere && to.free <= 0 && to.stateOf(userId) !== 'pending') return row('refused', 'full')
    if (!isThere) to.change(userId, 'moveIn', { note: of.reason, membershipId: of.within?.get(userId) ?? null })
    from.change(userId, 'moveOut', { note: of.reason })
    return row('done', '', to.stateOf(userId))
  })
  from.advance()
  to.advance()
  const moved = rows.filter((row) => row.outcome === 'done').map((row) => row.userId)
  await Promise.all([
    withdrawRequests(
      ctx,
      tx,
      moved.flatMap((userId) => before.get(userId) ?? []),
    ),
    from.write(tx),
    to.write(tx),
    moved.length > 0
      ? tell(ctx, tx, 'events.movePeople', from, { people: moved, to: to.event.title, toEventId: of.toEventId })
      : null,
  ])
  return { rows }
}

/**
 * Puts people of the waiting list into an order, ahead of all others who wait. A caller who looks after only some of
 * them orders these among their own places, so nobody else loses one.
 */
export async function reorderList(
  ctx: Ctx,
  tx: WriteTx,
  of: { event: LedEvent; userIds: readonly string[]; within: Reach },
): Promise<{ userId: string; place: number }[]> {
  const { event, within } = of
  const userIds = [...new Set(of.userIds)]
  if (within !== null && userIds.some((userId) => !within.has(userId))) throw notFound()
  const seats = new Seats(ctx, await lockEvent(ctx, tx, event.id, []))
  await seats.write(tx)
  const covered = coveredBy(ctx.actor, event, 'keeper')
  const { rows } = await sql<{ id: string; userId: string; number: number; isSeen: boolean }>`
    select r.id, r.user_id, r.number, ${isOpenSeat(covered)} as is_seen from registrations r where r.event_id = ${event.id} and r.state = 'waiting' order by r.number`.execute(
    tx,
  )
  const place = new Map(userIds.map((userId, at) => [userId, at]))
  const mine = (row: { userId: string }) => covered === null || place.has(row.userId)
  const inOrder = rows
    .filter(mine)
    .toSorted(
      (a, b) => (place.get(a.userId) ?? rows.length) - (place.get(b.userId) ?? rows.length) || a.number - b.number,
    )
    .values()
  const order = rows.map((row) => (mine(row) ? (inOrder.next().value ?? row) : row))
  const changed = order.flatMap((row, at) =>
    row.number === rows[at]?.number ? [] : [{ id: row.id, number: rows[at]?.number }],
  )
  if (changed.length > 0) {
    await sql`
      update registrations r set number = c.number
      from unnest(${changed.map((one) => one.id)}::uuid[], ${changed.map((one) => one.number)}::bigint[]) as c(id, number)
      where r.id = c.id`.execute(tx)
    await tell(ctx, tx, 'events.reorder', seats, { order: order.map((row) => row.userId).slice(0, 500) })
  }
  return order.flatMap((row, at) => (row.isSeen ? [{ userId: row.userId, place: at + 1 }] : []))
}

/** Seats that a manager keeps for people who are named later: not more than are free. */
export async function reserveSeats(ctx: Ctx, tx: WriteTx, eventId: string, seats: number): Promise<Seats> {
  const managerId = ctx.actor.userId
  const held = new Seats(ctx, await lockEvent(ctx, tx, eventId, [], { frees: 500 }))
  if (!isPublished(held.event)) throw notFound()
  mustTakePlace(ctx, held)
  const had = await countReserved(tx, eventId, managerId)
  const more = seats - had
  if (more > held.free) throw impossible('full')
  held.event.reserved += more
  held.advance()
  await Promise.all([
    seats === 0
      ? sql`delete from event_reservations where event_id = ${eventId} and manager_id = ${managerId}`.execute(tx)
      : sql`
          insert into event_reservations as r (event_id, manager_id, seats, made_at) values (${eventId}, ${managerId}, ${seats}, ${ctx.now})
          on conflict (tenant_id, event_id, manager_id) do update set seats = excluded.seats, made_at = excluded.made_at`.execute(
          tx,
        ),
    held.changed.length > 0
      ? held.write(tx)
      : sql`update events set reserved = ${held.event.reserved} where id = ${eventId}`.execute(tx),
    tell(ctx, tx, 'events.reserve', held, { before: had, seats }),
  ])
  return held
}

/** Gives the manager's people reserved seats, then free ones, then places in the list, without approval. */
export async function namePeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[]; within: Reach },
): Promise<PersonOutcomes> {
  let left = 0
  const asked: (() => Promise<void>)[] = []
  const result = await changePeople(ctx, tx, {
    ...of,
    action: 'events.name',
    with: async (_scene, seats) => {
      mustTakePlace(ctx, seats)
      left = await countReserved(tx, of.eventId, ctx.actor.userId)
    },
    decide: (seats, userId, membershipId) => {
      const person = seats.of(userId)
      const state = seats.stateOf(userId)
      if (holding.includes(state)) return unchanged
      if (!person || !(person.isGiven || person.hasStep)) return refused('notGiven')
      // An offer is a seat already.
      if (state === 'pending') return seats.change(userId, 'name') ? done : refused('wrongState')
      if (left > 0) {
        left -= 1
        return seats.change(userId, 'name', { reservedBy: true, membershipId }) ? done : refused('wrongState')
      }
      if (seats.event.approval === 'administrator') {
        if (!isGone(state)) return unchanged
        const requestId = newId()
        seats.change(userId, 'ask', { requestId, membershipId })
        asked.push(() => askApproval(ctx, tx, { requestId, seats, person, membershipId, note: '' }))
        return done
      }
      if (seats.free > 0 && !seats.isAwaited)
        return seats.change(userId, 'name', { membershipId }) ? done : refused('wrongState')
      if (!seats.event.hasList) return refused('noList')
      if (!isGone(state)) return unchanged
      return seats.change(userId, 'wait', { membershipId }) ? done : refused('wrongState')
    },
  })
  for (const ask of asked) await ask()
  await sql`
    with changed as (
      update event_reservations set seats = ${left} where event_id = ${of.eventId} and manager_id = ${ctx.actor.userId} and ${left} > 0
    )
    delete from event_reservations where event_id = ${of.eventId} and manager_id = ${ctx.actor.userId} and ${left} = 0`.execute(
    tx,
  )
  return result
}

/** Gives up what a manager's people have. */
export function cancelForPeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[]; reason: string; within: Reach },
): Promise<PersonOutcomes> {
  return changePeople(ctx, tx, {
    ...of,
    action: 'events.cancel',
    note: of.reason,
    decide: (seats, userId) => {
      const person = seats.of(userId)
      if (!person || isGone(person.state)) return unchanged
      const verb = wayOut(ctx, seats, person, { isOwn: false })
      if ('refusal' in verb) return refused(verb.refusal)
      return seats.change(userId, verb.way, { note: of.reason }) ? done : refused('wrongState')
    },
  })
}

/**
 * When two records become one and both have a place at an event: ends that of the record that goes, and gives it to the
 * one that stays if theirs had ended. The waiting list follows.
 */
export function mergeSeats(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; stayUserId: string; goneUserId: string; reason: string },
): Promise<PersonOutcomes> {
  let wasHeld = false
  return changePeople(ctx, tx, {
    eventId: of.eventId,
    // In this order: the seat is free when the other one takes it.
    userIds: [of.goneUserId, of.stayUserId],
    action: 'events.removePeople',
    note: of.reason,
    // A person who merges two records reaches both of them.
    within: null,
    decide: (seats, userId) => {
      const state = seats.stateOf(userId)
      if (userId === of.stayUserId)
        return wasHeld && isGone(state) && seats.free > 0 && seats.change(userId, 'add') ? done : unchanged
      if (isGone(state)) return unchanged
      wasHeld = state === 'pending' || holding.includes(state)
      return seats.change(userId, 'remove', { note: of.reason }) ? done : refused('wrongState')
    },
  })
}

/** Seats of what is still to come. */
function mustTakePlace(ctx: Ctx, seats: Seats): void {
  const { event } = seats
  if (event.cancelledAt) throw impossible('cancelled')
  if (event.lastAt === null) throw impossible('noDate')
  if (event.lastAt <= ctx.now) throw impossible('over')
}
