import { undoDays } from '@learnt/contract/tenants'
import pg from 'pg'
import { systemUserId } from '../actor.ts'
import { endHeads } from '../audit-heads.ts'
import type { Services } from '../context.ts'
import { deterministicId } from '../ids.ts'
import { mintTenantId } from '../tenant-id.ts'
import { dangerouslyRemoveTenant } from './remove-tenant.ts'

interface Doomed {
  id: string
  name: string
  deleted_at: Date
  deleted_in: string | null
}

/**
 * Removes deleted tenants whose time to restore is over: it closes that way first, then removes the files, then all
 * rows together with the entry in the log of the deleting superadministrator. If killed, the next run goes on.
 */
export async function removeDeletedTenants(
  services: Pick<Services, 'files' | 'clock' | 'log' | 'settings' | 'secrets'>,
  adminUrl: string,
): Promise<string[]> {
  const { files, clock, log } = services
  const now = clock.now()
  const doomed = await doom(adminUrl, now)
  for (const tenant of doomed) {
    await files.removeTenant(mintTenantId(tenant.id))
    await dangerouslyRemoveTenant(adminUrl, tenant.id, async (client) => {
      await record(client, tenant, now)
      await endHeads(services, tenant.id, now)
    })
    log.info({ tenant: tenant.id }, 'a deleted tenant is removed')
  }
  return doomed.map(({ id }) => id)
}

async function doom(adminUrl: string, now: Date): Promise<Doomed[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `update control.tenants set status = 'removing'
       where status = 'deleted' and deleted_at <= $1::timestamptz - make_interval(days => $2)`,
      [now, undoDays],
    )
    const { rows } = await client.query<Doomed>(
      `select id, name, deleted_at, deleted_in from control.tenants where status = 'removing' order by id`,
    )
    return rows
  } finally {
    await client.end()
  }
}

/** In the log of the tenant from which it was deleted, if that is still there. */
async function record(client: pg.ClientBase, tenant: Doomed, now: Date): Promise<void> {
  const { deleted_in: trail } = tenant
  if (trail === null || trail === tenant.id) return
  const { rowCount } = await client.query('select 1 from control.tenants where id = $1', [trail])
  if (rowCount === 0) return
  const id = deterministicId('erased', tenant.id, tenant.deleted_at.toISOString())
  await client.query(`select set_config('app.tenant_id', $1, true)`, [mintTenantId(trail)])
  await client.query(
    `insert into audit_entries (tenant_id, id, at, actor_id, actor_name, action, subject_type, subject_id, subject_title, request_id, address)
     values ($1, $2, $3, $4, '', 'tenants.erase', 'tenant', $5, $6, 'tenants.removeDeleted', '')`,
    [trail, id, now, systemUserId, tenant.id, tenant.name],
  )
  await client.query('insert into audit_pending (tenant_id, at, entry_id) values ($1, $2, $3)', [trail, now, id])
  await client.query('insert into audit_payloads (tenant_id, entry_id, before, after) values ($1, $2, $3, null)', [
    trail,
    id,
    JSON.stringify({ deletedAt: tenant.deleted_at.toISOString() }),
  ])
}
