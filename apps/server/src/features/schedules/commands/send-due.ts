import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { findWhoSeesReports } from '../queries.ts'

/** After a longer standstill the next one is waited for: a report of yesterday morning surprises. */
const latestMs = 12 * 3_600_000

interface Due {
  id: string
  ownerId: string
  teamId: string
  viewName: string
  list: string
  shows: string
  dueAt: Date
  nextAt: Date
  /** The day before it was due, where the tenant is. */
  dayBefore: string
  mayOwn: boolean
  ownerName: string
}

interface Receiver {
  userId: string
  name: string
  email: string
  teamId: string
}

/** Sends what is due, each occurrence once: one process takes it and queues its mails in one transaction. */
export async function sendDueSchedules(services: Services, stopping?: AbortSignal): Promise<number> {
  const now = services.clock.now()
  const waiting = await services.db.dangerouslyAsSystem((tx) =>
    tx
      .selectFrom('schedules')
      .select('tenantId')
      .distinct()
      .where('isActive', '=', true)
      .where('nextAt', '<=', now)
      .execute(),
  )
  if (waiting.length === 0) return 0
  let sent = 0
  let failed: { readonly err: unknown } | null = null
  // A suspended tenant sends nothing.
  for (const tenantId of await listOpenTenants(services.db)) {
    if (stopping?.aborted) break
    if (!waiting.some((row) => row.tenantId === tenantId)) continue
    try {
      for (let more = true; more && !stopping?.aborted; ) {
        const mails = await sendOne(services, tenantId, now)
        more = mails !== null
        sent += mails ?? 0
      }
    } catch (err) {
      // One tenant's keeps no other's back.
      failed = { err }
    }
  }
  if (failed !== null) throw failed.err
  return sent
}

/** A tenant that moved to another time zone is followed: the time of day stays. */
export async function followZones(services: Services, stopping?: AbortSignal): Promise<void> {
  const now = services.clock.now()
  const having = await services.db.dangerouslyAsSystem((tx) =>
    tx.selectFrom('schedules').select('tenantId').distinct().where('isActive', '=', true).execute(),
  )
  if (having.length === 0) return
  for (const tenantId of await listOpenTenants(services.db)) {
    if (stopping?.aborted) break
    if (!having.some((row) => row.tenantId === tenantId)) continue
    await services.db.tenant(tenantId).write((tx) =>
      sql`
        update schedules set zone = tenant.zone, next_at = next_run(rhythm, weekdays, month_day, day_time, tenant.zone, ${now})
        from (select control.zone_of_tenant() as zone) tenant where schedules.zone <> tenant.zone and next_at > ${now}`.execute(
        tx,
      ),
    )
  }
}

/** Null when nothing is due; else how many mails were left for the worker. */
async function sendOne(services: Services, tenantId: TenantId, now: Date): Promise<number | null> {
  const ctx = systemContext(services, tenantId, { requestId: 'schedules.send' })
  return ctx.write(async (tx) => {
    const sees = await findWhoSeesReports(tx)
    const { rows } = await sql<Due>`
      select s.id, s.owner_id, s.team_id, v.name as view_name, v.list, s.shows, s.next_at as due_at,
        next_run(s.rhythm, s.weekdays, s.month_day, s.day_time, control.zone_of_tenant(), ${now}) as next_at,
        to_char((s.next_at at time zone control.zone_of_tenant())::date - 1, 'YYYY-MM-DD') as day_before,
        coalesce(${sees(sql`v.list`)}, false) as may_own, coalesce(rtrim(m.shown_first_name || ' ' || m.last_name), '') as owner_name
      from schedules s join saved_views v on v.id = s.view_id
      left join memberships m on m.user_id = s.owner_id and m.team_id = s.team_id
      where s.is_active and s.next_at <= ${now} order by s.next_at limit 1 for update of s skip locked`.execute(tx)
    const due = rows[0]
    if (!due) return null
    if (!due.mayOwn) {
      await sql`update schedules set is_active = false, stopped_reason = 'owner' where id = ${due.id}`.execute(tx)
      await audit(ctx, tx, {
        action: 'schedules.stop',
        subjectType: 'schedule',
        subjectId: due.id,
        subjectTitle: due.viewName,
      })
      return 0
    }
    const isLate = now.getTime() - due.dueAt.getTime() > latestMs
    const receivers = isLate ? [] : await listReceivers(tx, due, sees(sql`${due.list}::text`))
    const { rows: mine } = await sql`
      insert into schedule_runs (schedule_id, due_at, sent_at, mails) values (${due.id}, ${due.dueAt}, ${now}, ${receivers.length})
      on conflict do nothing returning 1`.execute(tx)
    await sql`
      update schedules set next_at = ${due.nextAt}, zone = control.zone_of_tenant() ${receivers.length > 0 ? sql`, last_at = ${now}` : sql``}
      where id = ${due.id}`.execute(tx)
    // Its occurrence is in the books, so its mails went out: a clock that went back brings none again.
    if (mine.length === 0) return 0
    for (const receiver of receivers)
      await queueMail({ services, now }, tx, {
        kind: 'schedule',
        to: receiver.email,
        userId: receiver.userId,
        teamId: receiver.teamId,
        values: { name: receiver.name, view: due.viewName, owner: due.ownerName },
        // Names the schedule and nothing that it shows.
        path: `/apps/report-mails/${due.id}${due.shows === 'dayBefore' ? `?day=${due.dayBefore}` : ''}`,
      })
    return receivers.length
  })
}

/** Receivers who see the report now and want the mail, with a team that shows it to them: the schedule's own first. */
async function listReceivers(tx: WriteTx, due: Due, seesReports: RawBuilder<boolean>): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select distinct on (m.user_id) m.user_id, m.shown_first_name as name, m.email, m.team_id
    from schedule_receivers r join memberships m on m.user_id = r.user_id
    where r.schedule_id = ${due.id} and r.stopped_at is null and ${seesReports}
    order by m.user_id, (m.team_id = ${due.teamId}) desc, m.is_primary desc, m.id`.execute(tx)
  return rows
}
