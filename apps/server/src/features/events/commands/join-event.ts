import { seatStates } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import { isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'
import { markPeople } from './mark-attendance.ts'
import { impossible } from './register.ts'

/**
 * Where /join leads now: only for holders of a seat and leaders, from the set minutes before a session until its end.
 * Where the event says so, it counts as attendance of the holder of a seat.
 */
export async function joinEvent(
  ctx: Ctx,
  tx: WriteTx,
  eventId: string,
): Promise<{ url: string; sessionId: string; counted: boolean }> {
  const { userId } = ctx.actor
  const { rows } = await sql<{
    joinCounts: boolean
    holds: boolean
    leads: boolean
    isGiven: boolean
    isCancelled: boolean
    isOver: boolean
    sessionId: string | null
    url: string | null
    isMarked: boolean
  }>`
    select e.join_counts, e.cancelled_at is not null as is_cancelled, coalesce(e.last_at <= ${ctx.now}, false) as is_over,
      exists (select from registrations r where r.event_id = e.id and r.user_id = ${userId} and r.state = any(${seatStates}::text[])) as holds,
      exists (select from session_facilitators f where f.event_id = e.id and f.user_id = ${userId}) as leads,
      exists (select from assignments a where a.document_type = 'event' and a.document_id = e.id and a.user_id = ${userId} and a.is_active)
        or exists (select from registrations r where r.event_id = e.id and r.user_id = ${userId}) as is_given,
      s.id as session_id, s.join_url as url,
      exists (select from attendance_marks m where m.session_id = s.id and m.user_id = ${userId}) as is_marked
    from events e left join lateral (
      select s.* from event_sessions s where s.event_id = e.id and s.dropped_at is null
        and s.starts_at - e.join_minutes * interval '1 minute' <= ${ctx.now} and s.ends_at > ${ctx.now}
      order by s.join_url = '', s.starts_at limit 1
    ) s on true
    where e.id = ${eventId}`.execute(tx)
  const found = rows[0]
  const mayLead = found?.leads || isAdmin(ctx.actor)
  if (!found || !(found.holds || mayLead || found.isGiven)) throw notFound()
  if (!found.holds && !mayLead) throw impossible('noSeat')
  if (found.isCancelled) throw impossible('cancelled')
  if (found.sessionId === null) throw impossible(found.isOver ? 'over' : 'tooEarlyToJoin')
  if (!found.url) throw impossible('noAddress')
  const counts = found.joinCounts && found.holds && !found.isMarked
  if (counts)
    await markPeople(ctx, tx, {
      eventId,
      sessionId: found.sessionId,
      userIds: [userId],
      mark: 'attended',
      source: 'join',
      keeps: true,
      within: null,
    })
  return { url: found.url, sessionId: found.sessionId, counted: counts }
}
