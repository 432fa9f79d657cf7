import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, Services } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { isBelowMinimum } from '../policy.ts'
import { lockEvent } from './lock-event.ts'
import { impossible } from './register.ts'
import { findToldEvent } from './tell.ts'

const atOnce = 100
/** Administrators of a large tenant; the others see it in the list. */
const toldAtMost = 200

/** Warns administrators and facilitators of events that soon take place with too few people; once for each first date. */
export async function warnOfFew(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const tenantId of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, tenantId, { requestId: 'events.warn' })
    const { rows } = await ctx.read((tx) =>
      sql<{ id: string }>`
        select e.id from events e join documents d on d.id = e.id and d.status in ('published', 'publishedwithdraft')
        where e.minimum > e.held and e.cancelled_at is null and e.first_at > ${ctx.now} and e.first_at <= ${ctx.now}::timestamptz + e.warn_days * interval '1 day'
          and e.warned_for is distinct from e.first_at and e.runs_for is distinct from e.first_at
        order by e.first_at limit ${atOnce}`.execute(tx),
    )
    for (const { id } of rows) {
      if (stopping?.aborted) return
      await warnOf(ctx, id)
    }
  }
}

function warnOf(ctx: Ctx, eventId: string): Promise<void> {
  return ctx.write(async (tx) => {
    const { event } = await lockEvent(ctx, tx, eventId, [])
    const { firstAt } = event
    if (firstAt === null || !isBelowMinimum(event, ctx.now) || event.warnedFor?.getTime() === firstAt.getTime()) return
    const told = await findToldEvent(tx, eventId)
    const { rows } = await sql<{ userId: string; firstName: string; email: string; teamId: string; isAdmin: boolean }>`
      select distinct on (m.user_id) m.user_id, m.shown_first_name as first_name, m.email, m.team_id, 'admin' = any (m.roles) as is_admin
      from memberships m where m.status = 'active' and ('admin' = any (m.roles) or m.user_id in (
        select f.user_id from session_facilitators f where f.event_id = ${eventId}))
      order by m.user_id, 'admin' = any (m.roles) desc, m.is_primary desc limit ${toldAtMost}`.execute(tx)
    for (const person of rows) {
      const link = person.isAdmin
        ? `/apps/admin/event-attendee-list/${eventId}`
        : `/apps/myevent/${eventId}?tab=attendance`
      await notify(ctx, tx, {
        kind: 'eventBelowMinimum',
        userId: person.userId,
        key: `eventBelowMinimum:${eventId}:${firstAt.toISOString()}`,
        params: {
          eventId,
          title: event.title,
          startsAt: firstAt.toISOString(),
          timeZone: event.timeZone,
          held: event.held,
          minimum: event.minimum,
        },
        link,
      })
      await queueMail(ctx, tx, {
        kind: 'eventBelowMinimum',
        to: person.email,
        userId: person.userId,
        teamId: person.teamId,
        values: { name: person.firstName, title: event.title, held: event.held, minimum: event.minimum },
        times: { when: { from: firstAt, to: null, zone: event.timeZone, ownZone: told?.ownZone ?? 'UTC' } },
        path: link,
      })
    }
    await sql`update events set warned_for = ${firstAt} where id = ${eventId}`.execute(tx)
  })
}

/** The event takes place although it has too few people. */
export function runAnyway(ctx: Ctx, eventId: string): Promise<void> {
  return ctx.write(async (tx) => {
    const { event } = await lockEvent(ctx, tx, eventId, [])
    if (!isBelowMinimum(event, ctx.now)) throw impossible('wrongState')
    await Promise.all([
      sql`update events set runs_for = first_at where id = ${eventId}`.execute(tx),
      audit(ctx, tx, {
        action: 'events.runAnyway',
        subjectType: 'event',
        subjectId: eventId,
        subjectTitle: event.title,
        after: { held: event.held, minimum: event.minimum },
      }),
    ])
  })
}
