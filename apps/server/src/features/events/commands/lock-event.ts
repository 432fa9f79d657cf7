import type { AttendanceState } from '@learnt/contract/events/attendance'
import { hereStatuses, visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Row, WriteTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'

/** What stands between a person and the event, while the event is locked. */
export interface Standing {
  readonly userId: string
  readonly membershipId: string | null
  readonly name: string
  readonly registrationId: string | null
  readonly state: AttendanceState | null
  readonly number: number | null
  readonly offerUntil: Date | null
  readonly requestId: string | null
  /** Something gives them the event. */
  readonly assignmentId: string | null
  readonly isGiven: boolean
  /** Nothing gives it to them, and it is a step of a course of theirs. */
  readonly hasStep: boolean
  readonly waitsFor: string | null
  readonly managers: readonly string[]
}

export interface LockedEvent extends Row<'events'> {
  title: string
  documentStatus: string
}

export interface Scene {
  readonly event: LockedEvent
  readonly people: Map<string, Standing>
  /** Offers that have ended, requests whose window has opened, and who waits, each in order and as many as may matter. */
  readonly ended: readonly Standing[]
  readonly admitted: readonly Standing[]
  readonly waiters: readonly Standing[]
}

const gives = sql`coalesce(a.is_active and not a.needs_request, false)`
const isHere = sql`coalesce(m.status = any(${hereStatuses}::text[]), false)`

/** Columns of a Standing of the registration `r` of a person `u`, as JSON. */
const standing = (userId: RawBuilder<unknown>) => sql`
  jsonb_build_object('userId', ${userId}, 'membershipId', m.id, 'name', rtrim(m.first_name || ' ' || m.last_name), 'registrationId', r.id,
    'state', r.state, 'number', r.number, 'offerUntil', r.offer_until, 'requestId', r.request_id, 'assignmentId', a.id,
    'isGiven', ${gives} and ${isHere}, 'hasStep', case when ${gives} then false else ${isHere} and exists (select from event_steps_of(e.id, ${userId})) end,
    'waitsFor', a.waits_for, 'managers', coalesce(to_jsonb(m.all_managers), '[]'))`

const around = (userId: RawBuilder<unknown>) => sql`
  left join lateral (
    select m.* from memberships m where m.user_id = ${userId} order by m.status = 'active' desc, m.id = r.membership_id desc, m.is_primary desc limit 1
  ) m on true
  left join lateral (
    select a.* from assignments a where a.user_id = ${userId} and a.document_type = 'event' and a.document_id = e.id order by a.cycle desc limit 1
  ) a on true`

/**
 * Locks an event and reads, in the same round trip and behind the lock, what changing its seats has to know: these people,
 * and whoever may move because of offers that have ended, windows that have opened, and seats that are free.
 */
export async function lockEvent(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  eventId: string,
  userIds: readonly string[],
  { frees = 0 }: { frees?: number } = {},
): Promise<Scene> {
  const { now } = ctx
  // Without an array the plan is the same for everybody, and is made once.
  const [only, another] = [...new Set(userIds)]
  const asked =
    only !== undefined && another === undefined
      ? sql`(select ${only}::uuid as id) u`
      : sql`unnest(${[...new Set(userIds)]}::uuid[]) u(id)`
  const ofState = (condition: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`
    coalesce((select jsonb_agg(s.standing order by s.number) from (
      select r.number, ${standing(sql`r.user_id`)} as standing from registrations r ${around(sql`r.user_id`)}
      where r.event_id = e.id and ${condition} order by r.number limit ${limit}) s), '[]')`
  const [, { rows }] = await Promise.all([
    sql`select from events where id = ${eventId} for no key update`.execute(tx),
    // A statement of its own: it sees what the one that held the lock before has done.
    sql<LockedEvent & Record<'people' | 'ended' | 'admitted' | 'waiters', Standing[]>>`
      select e.*, d.title, d.status as document_status,
        coalesce((select jsonb_agg(${standing(sql`u.id`)}) from ${asked}
          left join registrations r on r.event_id = e.id and r.user_id = u.id ${around(sql`u.id`)}), '[]') as people,
        case when e.offered = 0 then '[]' else ${ofState(sql`r.state = 'pending' and r.offer_until <= ${now}`, sql`1000`)} end as ended,
        case when e.approval <> 'none' or e.opens_at is null or e.opens_at > ${now} then '[]' else ${ofState(sql`r.state = 'registration' and r.request_id is null`, sql`1000`)} end as admitted,
        case when e.waiting = 0 or e.held + e.reserved >= e.capacity + ${frees} then '[]' else ${ofState(
          sql`r.state = 'waiting' and ${isHere} and case when ${gives} then true else exists (select from event_steps_of(e.id, r.user_id)) end`,
          sql`case when e.capacity is null then 1000 else e.capacity + ${frees} - e.held - e.reserved end`,
        )} end as waiters
      from events e join documents d on d.id = e.id where e.id = ${eventId}`.execute(tx),
  ])
  const row = rows[0]
  if (!row) throw notFound()
  const { people, ended, admitted, waiters, ...event } = row
  const read = (list: Standing[]) =>
    list.map((one) => ({ ...one, offerUntil: one.offerUntil === null ? null : new Date(one.offerUntil) }))
  return {
    event,
    people: new Map(read(people).map((one) => [one.userId, one])),
    ended: read(ended),
    admitted: read(admitted),
    waiters: read(waiters),
  }
}

export function isPublished(event: LockedEvent): boolean {
  return visibleToLearners.some((state) => state === event.documentStatus)
}
