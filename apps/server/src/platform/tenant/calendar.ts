import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { WriteTx } from '../db/database.ts'
import { listOpenTenantRows } from './open-tenants.ts'
import { readTenantConfig } from './settings.ts'

/**
 * Keeps beside the tenant's rows what they need to know of the tenant: their statements ask nothing of the control plane.
 * In the transaction that makes the tenant, and in each that changes its zone.
 */
export async function putCalendar(tx: WriteTx, of: { settings: unknown; createdAt: Date }): Promise<void> {
  const { timeZone } = readTenantConfig(of.settings)
  await sql`
    insert into tenant_calendars (time_zone, created_at) values (${timeZone}, ${of.createdAt})
    on conflict (tenant_id) do update set time_zone = excluded.time_zone, created_at = excluded.created_at
    where (tenant_calendars.time_zone, tenant_calendars.created_at) is distinct from (excluded.time_zone, excluded.created_at)`.execute(
    tx,
  )
}

/** Mends what a process of an older version, which knows nothing of calendars, has left as it was. */
export async function mendCalendars(services: Services): Promise<void> {
  const { db } = services
  const [tenants, calendars] = await Promise.all([
    listOpenTenantRows(db),
    db.dangerouslyAsSystem((tx) => tx.selectFrom('tenantCalendars').selectAll().execute()),
  ])
  const known = new Map(calendars.map((calendar) => [calendar.tenantId, calendar]))
  for (const { id, settings, createdAt } of tenants) {
    const calendar = known.get(id)
    const isRight =
      calendar?.timeZone === readTenantConfig(settings).timeZone && calendar.createdAt.getTime() === createdAt.getTime()
    if (!isRight) await db.tenant(id).write((tx) => putCalendar(tx, { settings, createdAt }))
  }
}
