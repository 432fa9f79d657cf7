import { seatStates } from '@learnt/contract/events/attendance'
import { hereStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx, Services } from '../../../platform/context.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { Seats } from './change-seats.ts'
import { lockEvent } from './lock-event.ts'
import { findToldEvent, listToldSessions, mail, ring } from './tell.ts'

const atOnce = 100

/**
 * Ends offers whose time is over, admits people who waited for the window, and fills free seats. It may run late:
 * commands and pages go by the time and find the same.
 */
export async function advanceLists(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const tenantId of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, tenantId, { requestId: 'events.advance' })
    const { rows } = await ctx.read((tx) =>
      sql<{ id: string }>`
        select e.id from events e where e.cancelled_at is null and e.last_at > ${ctx.now} and (
          (e.offered > 0 and exists (select from registrations r where r.event_id = e.id and r.state = 'pending' and r.offer_until <= ${ctx.now}))
          or (e.opens_at <= ${ctx.now} and e.approval = 'none' and exists (select from registrations r where r.event_id = e.id and r.state = 'registration' and r.request_id is null))
          or (e.waiting > 0 and e.promote_until > ${ctx.now} and (e.capacity is null or e.held + e.offered + e.reserved < e.capacity)))
        order by e.id limit ${atOnce}`.execute(tx),
    )
    for (const { id } of rows) {
      if (stopping?.aborted) return
      await ctx.write(async (tx) => new Seats(ctx, await lockEvent(ctx, tx, id, [])).write(tx))
    }
    await releaseSeats(ctx, stopping)
  }
}

/** People who have left hold no seats of what is still to come. */
async function releaseSeats(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const { rows } = await ctx.read((tx) =>
    sql<{ id: string; userIds: string[] }>`
      select e.id, array_agg(r.user_id) as user_ids from events e join registrations r on r.event_id = e.id and r.state in ('registration', 'pending', 'attending', 'waiting', 'cancellation')
      where e.cancelled_at is null and e.first_at > ${ctx.now}
        and not exists (select from memberships m where m.user_id = r.user_id and m.status = any(${hereStatuses}::text[]))
      group by e.id order by e.id limit ${atOnce}`.execute(tx),
  )
  for (const { id, userIds } of rows) {
    if (stopping?.aborted) return
    await ctx.write(async (tx) => {
      const seats = new Seats(ctx, await lockEvent(ctx, tx, id, userIds, { frees: userIds.length }))
      for (const userId of userIds) seats.change(userId, 'remove', { bySystem: true })
      seats.advance()
      await seats.write(tx)
    })
  }
}

/** Reminds people of sessions, once for each number of hours; a session that was moved is reminded of again. */
export async function remind(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const tenantId of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, tenantId, { requestId: 'events.remind' })
    const { rows } = await ctx.read((tx) =>
      sql<{ id: string; eventId: string; hours: number }>`
        select s.id, s.event_id, min(h.hours)::int as hours from event_sessions s join events e on e.id = s.event_id cross join unnest(e.reminders) h(hours)
        where s.starts_at > ${ctx.now} and s.starts_at <= ${ctx.now}::timestamptz + h.hours * interval '1 hour' and s.dropped_at is null and e.cancelled_at is null
          and not exists (select from event_reminders x where x.session_id = s.id and x.hours = h.hours and x.starts_at = s.starts_at)
        group by s.id, s.event_id, s.starts_at order by s.starts_at limit ${atOnce}`.execute(tx),
    )
    for (const row of rows) {
      if (stopping?.aborted) return
      await remindOf(ctx, row)
    }
  }
}

async function remindOf(ctx: Ctx, of: { id: string; eventId: string; hours: number }): Promise<void> {
  for (;;) {
    const isDone = await ctx.write(async (tx) => {
      const event = await findToldEvent(tx, of.eventId)
      const session = (await listToldSessions(tx, of.eventId)).find((one) => one.id === of.id)
      if (!event || !session || session.isDropped) return true
      const key = `eventReminder:${of.id}:${of.hours}:${session.startsAt.toISOString()}`
      const { rows } = await sql<{
        userId: string
        firstName: string
        email: string
        teamId: string
        offerUntil: null
        note: string
      }>`
        select r.user_id, m.shown_first_name as first_name, m.email, m.team_id, null as offer_until, '' as note from registrations r join lateral (
          select m.* from memberships m where m.user_id = r.user_id and m.status = 'active' order by m.id = r.membership_id desc, m.is_primary desc limit 1
        ) m on true
        where r.event_id = ${of.eventId} and r.state = any(${seatStates}::text[])
          and not exists (select from notifications n where n.user_id = r.user_id and n.key = ${key})
        order by r.number limit ${atOnce} for update of r`.execute(tx)
      for (const person of rows)
        if (await ring(ctx, tx, event, person, 'eventReminder', key, session.startsAt))
          await mail(ctx, tx, event, person, { kind: 'eventReminder', sessions: [session], calendar: null })
      if (rows.length === atOnce) return false
      // With the longer ones that have passed as well: nobody is reminded twice of the same evening.
      await sql`
        insert into event_reminders (session_id, hours, starts_at, sent_at)
        select ${of.id}::uuid, h.hours, ${session.startsAt}::timestamptz, ${ctx.now}::timestamptz from events e cross join unnest(e.reminders) h(hours)
        where e.id = ${of.eventId} and h.hours >= ${of.hours} on conflict do nothing`.execute(tx)
      return true
    })
    if (isDone) return
  }
}
