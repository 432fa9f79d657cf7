import type { AttendanceState } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { stateOf } from './list-attendees.ts'

/** The manager's own people who may take part in the event, or do. */
export async function listManagedPeople(
  ctx: Ctx,
  tx: ReadTx,
  eventId: string,
): Promise<{ userId: string; name: string; email: string; state: AttendanceState | null }[]> {
  const { rows } = await sql<{ userId: string; name: string; email: string; state: AttendanceState | null }>`
    select m.user_id, rtrim(m.first_name || ' ' || m.last_name) as name, m.email, case when r.id is not null then ${stateOf(ctx.now)} end as state
    from (select distinct x.user_id from manager_relations x where x.manager_id = ${ctx.actor.userId}) x
    join lateral (select m.* from memberships m where m.user_id = x.user_id and m.status = 'active' order by m.is_primary desc limit 1) m on true
    left join registrations r on r.event_id = ${eventId} and r.user_id = x.user_id
    where r.id is not null or exists (
      select from assignments a where a.user_id = x.user_id and a.document_type = 'event' and a.document_id = ${eventId} and a.is_active and not a.needs_request)
      or exists (select from event_steps_of(${eventId}, x.user_id))
    order by m.sort_name, m.user_id limit 500`.execute(tx)
  return rows
}
