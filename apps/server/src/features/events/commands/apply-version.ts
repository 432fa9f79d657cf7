import { randomBytes } from 'node:crypto'
import { type EventContent, offlineMinutes, warnDays } from '@learnt/contract/events/content'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { refuse } from '../../documents/commands/change-document.ts'
import type { ContentProblem } from '../../documents/kind.ts'
import { momentOf } from '../times.ts'
import { Seats } from './change-seats.ts'
import { keepSearchText } from './keep-places.ts'
import { lockEvent } from './lock-event.ts'

const hour = 3_600_000

/** Content as it is in force: moments instead of the times of a clock. */
export function inForce(content: EventContent) {
  const zone = content.timeZone
  const at = (text: string | null) => (text === null ? null : momentOf(text, zone))
  const sessions = content.sessions
    .map((session) => ({
      id: session.id,
      title: session.title,
      startsAt: momentOf(session.start, zone),
      endsAt: momentOf(session.end, zone),
      roomId: session.roomId ?? (session.address === '' ? content.roomId : null),
      address: session.address || content.address,
      joinUrl: content.place === 'inPerson' ? '' : session.joinUrl || content.joinUrl,
      facilitators: [...new Set(session.facilitators.length > 0 ? session.facilitators : content.facilitators)],
    }))
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const firstAt = sessions[0]?.startsAt ?? null
  const lastAt = sessions.reduce<Date | null>((last, one) => (last && last > one.endsAt ? last : one.endsAt), null)
  const before = (hours: number) => (firstAt === null ? null : new Date(firstAt.getTime() - hours * hour))
  return {
    sessions,
    event: {
      place: content.place,
      timeZone: zone,
      capacity: content.capacity.max,
      minimum: content.capacity.min,
      warnDays: content.capacity.warnDays ?? warnDays,
      approval: content.registration.approval,
      hasList: content.waiting.hasList,
      offerHours: content.waiting.offerHours,
      opensAt: at(content.registration.opens),
      closesAt: at(content.registration.closes),
      cancelUntil: before(content.cancelHours),
      promoteUntil: before(content.waiting.cutOffHours),
      joinMinutes: content.join.minutes,
      joinCounts: content.join.counts,
      checkInMinutes: content.checkIn?.offlineMinutes ?? offlineMinutes,
      attendance: json(content.attendance),
      reminders: content.reminders,
      firstAt,
      lastAt,
    },
  }
}

/**
 * Puts a version into force in the transaction that publishes it: dates, seats and rules. Refuses, at its field, what
 * would take seats or attendance from people. Moves waiting people up to new seats; a task tells everybody what has
 * changed for them.
 */
export async function applyVersion(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; versionId: string; content: EventContent },
): Promise<void> {
  const { eventId, versionId } = of
  const { event, sessions } = inForce(of.content)
  const { rows } = await sql<{
    isCancelled: boolean
    taken: number
    wasDated: boolean
    firstAt: Date | null
    timeZone: string
    title: string | null
    marked: string[]
  }>`
    select e.cancelled_at is not null as is_cancelled, e.first_at is not null as was_dated, e.first_at, e.time_zone,
      (select v.content->>'title' from document_versions v where v.id = e.version_id) as title,
      e.held + e.reserved + e.offered - (select count(*)::int from registrations r where r.event_id = e.id and r.state = 'pending' and r.offer_until <= ${ctx.now}) as taken,
      array(select distinct m.session_id from attendance_marks m where m.event_id = e.id and m.session_id <> all(${sessions.map((one) => one.id)}::uuid[])) as marked
    from events e where e.id = ${eventId} for no key update`.execute(tx)
  const before = rows[0]
  const { title } = of.content
  const problems: ContentProblem[] = []
  if (before?.isCancelled) problems.push({ path: 'sessions', code: 'cancelled', title })
  if (before && event.capacity !== null && event.capacity < before.taken)
    problems.push({ path: 'capacity.max', code: 'capacityBelowSeats', title })
  // A date that was moved ahead while its window stays shut would leave nobody a way in.
  const isMoved = before?.firstAt?.getTime() !== event.firstAt?.getTime()
  if (before?.firstAt && event.firstAt && isMoved && event.firstAt > ctx.now)
    if (event.closesAt !== null && event.closesAt <= ctx.now)
      problems.push({ path: 'registration.closes', code: 'closedWindow', title })
  if (before && before.marked.length > 0) problems.push({ path: 'sessions', code: 'dateHasMarks', title })
  if (before && (await hasForeignSessions(tx, eventId, sessions)))
    problems.push({ path: 'sessions', code: 'idTwice', title })
  refuse(ctx, 'content', 'events.problem', problems)

  // A lower capacity is checked by the table: what has ended lapses first.
  if (before) {
    const seats = new Seats(ctx, await lockEvent(ctx, tx, eventId, []))
    await seats.write(tx)
    await tx
      .updateTable('events')
      .set({ ...event, versionId })
      .where('id', '=', eventId)
      .execute()
  } else
    await tx
      .insertInto('events')
      .values({ ...event, id: eventId, versionId, seed: randomBytes(20).toString('base64') })
      .execute()
  // What every date says in a calendar besides its own.
  const isOther = before !== undefined && (before.timeZone !== event.timeZone || before.title !== title)
  await storeSessions(ctx, tx, { eventId, sessions, isOther })
  await keepSearchText(tx, [eventId])
  if (before) {
    const seats = new Seats(ctx, await lockEvent(ctx, tx, eventId, []))
    await seats.write(tx)
    await enqueue(ctx, tx, 'events.tell', { eventId, registrationIds: null })
    if (!before.wasDated && event.firstAt !== null) await enqueue(ctx, tx, 'events.tellInterested', { eventId })
  }
}

async function hasForeignSessions(tx: WriteTx, eventId: string, sessions: readonly { id: string }[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from event_sessions s where s.id = any(${sessions.map((one) => one.id)}::uuid[]) and s.event_id <> ${eventId}) as found`.execute(
    tx,
  )
  return rows[0]?.found ?? false
}

async function storeSessions(
  ctx: Ctx,
  tx: WriteTx,
  {
    eventId,
    sessions,
    isOther,
  }: { eventId: string; sessions: ReturnType<typeof inForce>['sessions']; isOther: boolean },
): Promise<void> {
  const isChanged = sql`(${isOther}::boolean or (s.title, s.starts_at, s.ends_at, s.room_id, s.address) is distinct from (excluded.title, excluded.starts_at, excluded.ends_at, excluded.room_id, excluded.address))`
  const ids = sessions.map((one) => one.id)
  const rows = sessions.map((one, at) => ({
    id: one.id,
    number: at + 1,
    title: one.title,
    starts_at: one.startsAt,
    ends_at: one.endsAt,
    room_id: one.roomId,
    address: one.address,
    join_url: one.joinUrl,
  }))
  await Promise.all([
    sql`delete from session_facilitators where event_id = ${eventId}`.execute(tx),
    sql`
      update event_sessions set dropped_at = ${ctx.now} where event_id = ${eventId} and id <> all(${ids}::uuid[]) and dropped_at is null`.execute(
      tx,
    ),
    sql`
      insert into event_sessions as s (id, event_id, number, title, starts_at, ends_at, room_id, address, join_url)
      select id, ${eventId}::uuid, number, title, starts_at, ends_at, room_id, address, join_url
      from jsonb_to_recordset(${json(rows)}::jsonb) as c(id uuid, number int, title text, starts_at timestamptz, ends_at timestamptz, room_id uuid, address text, join_url text)
      on conflict (tenant_id, id) do update set number = excluded.number, title = excluded.title, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, room_id = excluded.room_id, address = excluded.address, join_url = excluded.join_url, dropped_at = null,
        revision = s.revision + ${isChanged}::int, changed_at = case when ${isChanged} then ${ctx.now}::timestamptz else s.changed_at end`.execute(
      tx,
    ),
    sql`
      insert into session_facilitators (session_id, user_id, event_id)
      select session_id, user_id, ${eventId}::uuid from jsonb_to_recordset(${json(
        sessions.flatMap((one) => one.facilitators.map((userId) => ({ session_id: one.id, user_id: userId }))),
      )}::jsonb) as c(session_id uuid, user_id uuid)`.execute(tx),
  ])
}
