import type { EventContent } from '@learnt/contract/events/content'
import type { NoticePreview } from '@learnt/contract/events/operations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { inForce } from '../commands/apply-version.ts'
import { isOpenSeat, stateOf } from './reach.ts'

type Notices = z.infer<typeof NoticePreview>['notices']

const sampled = 5

/** Which notices an act would send to whom, by what is true now. `content`: what would be published. */
export async function previewNotices(
  ctx: Ctx,
  tx: ReadTx,
  of: { eventId: string; act: 'publish' | 'move' | 'cancel'; content: EventContent; title: string },
): Promise<Notices> {
  // Everybody is told, and counted; named are those whom the reader sees.
  const covered = reachOf(ctx.actor, 'administrator')
  const [people, sessions, events, interested] = await Promise.all([
    sql<{ state: string; count: number; people: string[] }>`
      select ${stateOf(ctx.now)} as state, count(*)::int as count, coalesce((array_agg(rtrim(m.shown_first_name || ' ' || m.last_name) order by r.number) filter (where ${isOpenSeat(covered)}))[1:${sql.lit(sampled)}], '{}') as people
      from registrations r join lateral (select m.* from memberships m where m.user_id = r.user_id and m.status = 'active' order by m.is_primary desc limit 1) m on true
      where r.event_id = ${of.eventId} group by 1`.execute(tx),
    sql<{ id: string; title: string; startsAt: Date; endsAt: Date; roomId: string | null; address: string }>`
      select id, title, starts_at, ends_at, room_id, address from event_sessions where event_id = ${of.eventId} and dropped_at is null and ends_at > ${ctx.now}`.execute(
      tx,
    ),
    sql<{
      capacity: number | null
      held: number
      offered: number
      reserved: number
      offerHours: number
      wasDated: boolean
      place: string
      timeZone: string
    }>`
      select capacity, held, offered, reserved, offer_hours, first_at is not null as was_dated, place, time_zone from events where id = ${of.eventId}`.execute(
      tx,
    ),
    sql<{ count: number; people: string[] }>`
      select count(*)::int as count, coalesce((array_agg(rtrim(m.shown_first_name || ' ' || m.last_name) order by i.at) filter (where ${isWhollyLookedAfter(covered, sql`i.user_id`)}))[1:${sql.lit(sampled)}], '{}') as people
      from event_interests i join lateral (select m.* from memberships m where m.user_id = i.user_id and m.status = 'active' order by m.is_primary desc limit 1) m on true
      where i.event_id = ${of.eventId} and i.told_at is null`.execute(tx),
  ])
  const event = events.rows[0]
  if (!event) return []
  const inState = (...states: string[]) => {
    const found = people.rows.filter((row) => states.includes(row.state))
    return {
      count: found.reduce((sum, row) => sum + row.count, 0),
      people: found.flatMap((row) => row.people).slice(0, sampled),
    }
  }
  const notices: Notices = []
  const say = (kind: string, mail: Notices[number]['mail'], to: { count: number; people: string[] }) => {
    if (to.count > 0) notices.push({ kind, mail, ...to })
  }
  const inCalendars = inState('attending', 'cancellation', 'pending', 'waiting')
  if (of.act === 'cancel') {
    say('eventCancelled', 'cancel', inCalendars)
    say('eventCancelled', 'plain', inState('registration'))
    return notices
  }
  if (of.act === 'move') {
    say('eventMoved', 'request', inCalendars)
    return notices
  }
  const draft = inForce(of.content)
  const now = new Map(sessions.rows.map((session) => [session.id, session]))
  const coming = draft.sessions.filter((session) => session.endsAt > ctx.now)
  const isOther = (session: (typeof coming)[number]) => {
    const was = now.get(session.id)
    return (
      was !== undefined &&
      (was.startsAt.getTime() !== session.startsAt.getTime() ||
        was.endsAt.getTime() !== session.endsAt.getTime() ||
        was.title !== session.title ||
        was.address !== session.address ||
        was.roomId !== session.roomId)
    )
  }
  const isRenamed =
    of.title !== of.content.title || event.place !== of.content.place || event.timeZone !== of.content.timeZone
  if (coming.some(isOther) || (isRenamed && coming.length > 0)) say('eventMoved', 'request', inCalendars)
  if (coming.some((session) => !now.has(session.id))) {
    say('eventSeat', 'request', inState('attending', 'cancellation'))
    say('eventWaiting', 'request', inState('waiting'))
  }
  if (sessions.rows.some((session) => !draft.sessions.some((one) => one.id === session.id)))
    say('eventCancelled', 'cancel', inCalendars)
  const waiting = inState('waiting')
  const taken = event.held + event.offered + event.reserved
  const free = draft.event.capacity === null ? waiting.count : Math.max(draft.event.capacity - taken, 0)
  say(draft.event.offerHours > 0 ? 'eventOffer' : 'eventSeat', 'request', {
    count: Math.min(free, waiting.count),
    people: waiting.people.slice(0, free),
  })
  if (!event.wasDated && draft.event.firstAt !== null)
    say('eventDated', 'plain', interested.rows[0] ?? { count: 0, people: [] })
  return notices
}
