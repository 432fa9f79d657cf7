import type { AuditAction } from '@learnt/contract/audit-actions'
import type { AttendanceState, AttendanceVerb } from '@learnt/contract/events/attendance'
import type { PersonOutcomes } from '@learnt/contract/events/operations'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { isGone } from '../policy.ts'
import { Seats } from './change-seats.ts'
import { isPublished, lockEvent, type Scene } from './lock-event.ts'
import { askApproval, impossible, tell, wayOut, withdrawRequests } from './register.ts'

type Outcome = PersonOutcomes['rows'][number]['outcome']
type Decide = (seats: Seats, userId: string) => { outcome: Outcome; reason?: string }

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
    /** Whom the caller may change; null: everybody. */
    within?: ReadonlySet<string> | null
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
    const isKnown = person?.membershipId && of.within?.has(userId) !== false
    const { outcome, reason = '' } = isKnown
      ? of.decide(seats, userId)
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
  of: { eventId: string; userIds: readonly string[]; otherwiseWait: boolean; within: ReadonlySet<string> | null },
): Promise<PersonOutcomes> {
  return changePeople(ctx, tx, {
    ...of,
    action: 'events.addPeople',
    with: async (_scene, seats) => mustTakePlace(ctx, seats),
    decide: (seats, userId) => {
      const state = seats.stateOf(userId)
      if (holding.includes(state)) return unchanged
      // An offer is a seat already.
      if (state === 'pending') return seats.change(userId, 'add') ? done : refused('wrongState')
      if (seats.free > 0) return seats.change(userId, 'add') ? done : refused('wrongState')
      if (!of.otherwiseWait || !isGone(state)) return state === 'waiting' ? unchanged : refused('full')
      return seats.change(userId, 'wait') ? done : refused('full')
    },
  })
}

export function removePeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[]; reason: string; within: ReadonlySet<string> | null },
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
  of: { eventId: string; userIds: readonly string[]; within: ReadonlySet<string> | null },
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
  of: { eventId: string; userIds: readonly string[]; decision: 'grant' | 'refuse'; reason: string },
): Promise<PersonOutcomes> {
  return changePeople(ctx, tx, {
    ...of,
    action: 'events.decideCancellation',
    note: of.reason,
    decide: (seats, userId) => {
      if (seats.stateOf(userId) !== 'cancellation') return refused('notCancelling')
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
    within: ReadonlySet<string> | null
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
    if (!person?.membershipId || of.within?.has(userId) === false)
      return { ...row('notFound', 'notThere', null), name: '' }
    if (isGone(person.state) || person.state === 'attended' || person.state === 'not attended')
      return row('refused', 'notThere')
    const isThere = holding.includes(to.stateOf(userId))
    // An offer of the other event is a seat there already.
    if (!isThere && to.free <= 0 && to.stateOf(userId) !== 'pending') return row('refused', 'full')
    if (!isThere) to.change(userId, 'moveIn', { note: of.reason })
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

/** Puts people of the waiting list into an order, ahead of all others who wait. The numbers that they have change hands. */
export async function reorderList(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[] },
): Promise<{ userId: string; place: number }[]> {
  const seats = new Seats(ctx, await lockEvent(ctx, tx, of.eventId, []))
  await seats.write(tx)
  const { rows } = await sql<{ id: string; userId: string; number: number }>`
    select id, user_id, number from registrations where event_id = ${of.eventId} and state = 'waiting' order by number`.execute(
    tx,
  )
  const place = new Map([...new Set(of.userIds)].map((userId, at) => [userId, at]))
  const order = rows.toSorted(
    (a, b) => (place.get(a.userId) ?? rows.length) - (place.get(b.userId) ?? rows.length) || a.number - b.number,
  )
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
  return order.map((row, at) => ({ userId: row.userId, place: at + 1 }))
}

/** Seats that a manager keeps for people who are named later: not more than are free. */
export async function reserveSeats(ctx: Ctx, tx: WriteTx, eventId: string, seats: number): Promise<Seats> {
  const managerId = ctx.actor.userId
  const held = new Seats(ctx, await lockEvent(ctx, tx, eventId, [], { frees: 500 }))
  if (!isPublished(held.event)) throw notFound()
  mustTakePlace(ctx, held)
  const had = await reservedBy(tx, eventId, managerId)
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

/** Gives the manager's people reserved seats, then free ones; then they wait. Approval is not needed from whoever gives it. */
export async function namePeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; userIds: readonly string[]; within: ReadonlySet<string> },
): Promise<PersonOutcomes> {
  let left = 0
  const asked: (() => Promise<void>)[] = []
  const result = await changePeople(ctx, tx, {
    ...of,
    action: 'events.name',
    with: async (_scene, seats) => {
      mustTakePlace(ctx, seats)
      left = await reservedBy(tx, of.eventId, ctx.actor.userId)
    },
    decide: (seats, userId) => {
      const person = seats.of(userId)
      const state = seats.stateOf(userId)
      if (holding.includes(state)) return unchanged
      if (!person || !(person.isGiven || person.hasStep)) return refused('notGiven')
      // An offer is a seat already.
      if (state === 'pending') return seats.change(userId, 'name') ? done : refused('wrongState')
      if (left > 0) {
        left -= 1
        return seats.change(userId, 'name', { reservedBy: true }) ? done : refused('wrongState')
      }
      if (seats.event.approval === 'administrator') {
        if (!isGone(state)) return unchanged
        const requestId = newId()
        seats.change(userId, 'ask', { requestId })
        asked.push(() => askApproval(ctx, tx, { requestId, seats, person, note: '' }))
        return done
      }
      if (seats.free > 0 && !seats.isAwaited) return seats.change(userId, 'name') ? done : refused('wrongState')
      if (!seats.event.hasList) return refused('noList')
      if (!isGone(state)) return unchanged
      return seats.change(userId, 'wait') ? done : refused('wrongState')
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
  of: { eventId: string; userIds: readonly string[]; reason: string; within: ReadonlySet<string> },
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
 * Of two records that become one and both stand at an event: what the one that goes holds ends, and the one that stays has
 * it where theirs had ended. The waiting list follows.
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

async function reservedBy(tx: WriteTx, eventId: string, managerId: string): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select seats from event_reservations where event_id = ${eventId} and manager_id = ${managerId}`.execute(tx)
  return rows[0]?.seats ?? 0
}
