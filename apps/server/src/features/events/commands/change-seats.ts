import {
  type AttendanceState,
  type AttendanceVerb,
  attendanceAfter,
  goneStates,
  seatStates,
} from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { deterministicId, newId } from '../../../platform/ids.ts'
import { advances, freeSeats, offerEnd, windowRefusal } from '../policy.ts'
import type { LockedEvent, Scene, Standing } from './lock-event.ts'

interface Change {
  readonly person: Standing
  readonly verb: AttendanceVerb
  readonly state: AttendanceState
  readonly number: number
  readonly offerUntil: Date | null
  readonly note: string
  readonly requestId: string | null
  readonly membershipId: string | null
  readonly stepId: string
  /** Null: the server itself. */
  readonly byUser: string | null
}

/**
 * The seats of one event while it is locked. Checks each change by the table of transitions and counts it at once; one
 * statement writes them all, also the people who move along.
 */
export class Seats {
  readonly event: LockedEvent
  readonly #ctx: Ctx
  readonly #states = new Map<string, Standing>()
  readonly #changes: Change[] = []
  readonly #waiters: Standing[]

  constructor(ctx: Ctx, scene: Scene) {
    this.#ctx = ctx
    this.event = { ...scene.event }
    for (const one of [...scene.people.values(), ...scene.ended, ...scene.admitted, ...scene.waiters])
      this.#states.set(one.userId, one)
    this.#waiters = [...scene.waiters]
    for (const one of scene.ended) this.change(one.userId, 'lapse', { bySystem: true })
    this.#admit(scene.admitted)
    this.advance()
  }

  get changed(): readonly Change[] {
    return this.#changes
  }

  of(userId: string): Standing | undefined {
    return this.#states.get(userId)
  }

  stateOf(userId: string): AttendanceState | null {
    return this.#states.get(userId)?.state ?? null
  }

  get free(): number {
    return freeSeats(this.event)
  }

  /** Somebody who could have the next free seat waits for it. */
  get isAwaited(): boolean {
    return this.#waiters.some((one) => this.stateOf(one.userId) === 'waiting')
  }

  /** Makes a transition; false: the table has none from where the person is. */
  change(
    userId: string,
    verb: AttendanceVerb,
    of: {
      note?: string
      requestId?: string | null
      bySystem?: boolean
      reservedBy?: boolean
      /** Through which a new seat is given; left out: the one through which they have the event. */
      membershipId?: string | null
    } = {},
  ): boolean {
    const person = this.#states.get(userId)
    const to = person ? attendanceAfter(person.state, verb) : null
    if (!person || to === null) return false
    const before = person.state
    const event = this.event
    const isNew = before === null || goneStates.includes(before)
    const number = isNew || person.number === null ? Number(event.lastNumber) + 1 : person.number
    if (isNew) event.lastNumber = number
    this.#count(before, -1)
    this.#count(to, 1)
    if (of.reservedBy) event.reserved -= 1
    const offerUntil = to === 'pending' ? offerEnd(event, this.#ctx.now) : null
    const requestId = to === 'registration' ? (of.requestId ?? null) : null
    this.#changes.push({
      person,
      verb,
      state: to,
      number,
      offerUntil,
      note: of.note ?? '',
      requestId,
      membershipId: of.membershipId ?? person.membershipId,
      stepId: newId(),
      byUser: of.bySystem ? null : this.#ctx.actor.userId,
    })
    this.#states.set(userId, { ...person, state: to, number, offerUntil, requestId })
    return true
  }

  /** Registrations that waited for the window, now that it has opened. */
  #admit(admitted: readonly Standing[]): void {
    if (windowRefusal(this.event, this.#ctx.now) !== null) return
    for (const { userId } of admitted) {
      const verb = this.free > 0 && !this.isAwaited ? 'approve' : this.event.hasList ? 'approveToWait' : 'decline'
      this.change(userId, verb, { bySystem: true })
      const person = this.#states.get(userId)
      if (verb === 'approveToWait' && person) this.#waiters.push(person)
    }
  }

  /** Gives or offers seats that are free to those who wait, in order, until the list stops. */
  advance(): void {
    const { event } = this
    if (!advances(event, this.#ctx.now)) return
    for (const { userId } of this.#waiters.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))) {
      if (this.free <= 0) return
      if (this.stateOf(userId) === 'waiting')
        this.change(userId, event.offerHours > 0 ? 'offer' : 'promote', { bySystem: true })
    }
  }

  /** Writes what was changed, with the history, the counts and the word to the worker, in one statement. */
  async write(tx: WriteTx): Promise<void> {
    if (this.#changes.length === 0) return
    const { event } = this
    const ctx = this.#ctx
    const rows = this.#changes.map((one) => ({
      id: registrationId(ctx, event.id, one.person.userId),
      user_id: one.person.userId,
      membership_id: one.membershipId ?? `${one.person.userId}:${ctx.actor.teamId}`,
      state: one.state,
      number: one.number,
      offer_until: one.offerUntil,
      note: one.note,
      request_id: one.requestId,
      is_walk_in: one.verb === 'walkIn',
      step_id: one.stepId,
      verb: one.verb,
      by_user: one.byUser,
    }))
    const registrations = [...new Set(rows.map((row) => row.id))]
    // Each waits until its own person has read it; if more, the topic of events tells them.
    await sql`
      with change as materialized (
        select row_number() over () as place, c.* from jsonb_to_recordset(${json(rows)}::jsonb) as c(id uuid, user_id uuid, membership_id text, state text, number bigint,
          offer_until timestamptz, note text, request_id uuid, is_walk_in boolean, step_id uuid, verb text, by_user uuid)
      ),
      last as (select distinct on (id) * from change order by id, place desc),
      put as (
        insert into registrations as r (id, event_id, user_id, membership_id, state, number, since, registered_at, offer_until, note, request_id, is_walk_in)
        select id, ${event.id}::uuid, user_id, membership_id, state, number, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, offer_until, note, request_id, is_walk_in from last order by id
        on conflict (tenant_id, id) do update set state = excluded.state, since = excluded.since, offer_until = excluded.offer_until,
          request_id = excluded.request_id, number = excluded.number,
          -- A seat stays with the membership through which it was given: that one opens it to others.
          membership_id = case when r.number = excluded.number then r.membership_id else excluded.membership_id end, is_walk_in = r.is_walk_in or excluded.is_walk_in,
          registered_at = case when r.number = excluded.number then r.registered_at else excluded.registered_at end,
          note = case when excluded.note = '' and r.number = excluded.number then r.note else excluded.note end
      ),
      steps as (
        insert into registration_steps (id, registration_id, verb, state, at, by_user, note)
        select step_id, id, verb, state, ${ctx.now}::timestamptz, by_user, note from change
      ),
      announced as (
        insert into live_events (id, topic, user_id, kind, subject_id, at)
        select step_id, 'me', user_id, 'event', ${event.id}::text, ${ctx.now}::timestamptz from change
      ),
      told as (
        insert into outbox (id, task, payload, run_at, created_at)
        values (${newId()}, 'events.tell', ${json({ eventId: event.id, registrationIds: registrations })}, ${ctx.now}, ${ctx.now})
      )
      update events set last_number = ${event.lastNumber}, held = ${event.held}, offered = ${event.offered}, waiting = ${event.waiting}, reserved = ${event.reserved}
      where id = ${event.id}`.execute(tx)
  }

  #count(state: AttendanceState | null, by: 1 | -1): void {
    if (state === null) return
    if (seatStates.includes(state)) this.event.held += by
    else if (state === 'pending') this.event.offered += by
    else if (state === 'waiting') this.event.waiting += by
  }
}

/** One for each person and event, however often they come and go. */
export function registrationId(ctx: Pick<Ctx, 'actor'>, eventId: string, userId: string): string {
  return deterministicId('registration', ctx.actor.tenantId, eventId, userId)
}
