import pg from 'pg'
import { qualified, readCatalogue } from '../keeping/tables.ts'
import { mintTenantId, type TenantId } from './tenant-id.ts'

/**
 * Deletes everything that belongs to a tenant from the database, in one transaction over the owner's connection: the
 * tenant's tables, then its part of the control plane, and people who then belong nowhere. Answers whether there was one.
 */
export async function dangerouslyRemoveTenant(adminUrl: string, id: string): Promise<boolean> {
  const tenantId = mintTenantId(id)
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const people = await deleteTenantRows(client, tenantId)
    await deletePeopleWithoutTenant(client, people.users)
    await client.query('commit')
    return people.wasThere
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

/** Inside the caller's transaction; binds the tenant for the rest of it. Answers whose memberships went with it. */
export async function deleteTenantRows(
  client: pg.ClientBase,
  tenantId: TenantId,
): Promise<{ wasThere: boolean; users: string[] }> {
  // Row security binds the owner too, so nothing of another tenant can be hit here.
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
  const { tenant: tables } = await readCatalogue(client)
  for (const table of tables.toReversed())
    await client.query(`delete from ${qualified(table)} where tenant_id = $1`, [tenantId])
  for (const table of ['sessions', 'usernames', 'account_links'])
    await client.query(`delete from control.${table} where tenant_id = $1`, [tenantId])
  const { rows: people } = await client.query<{ user_id: string }>(
    'delete from control.directory where tenant_id = $1 returning user_id',
    [tenantId],
  )
  await client.query(
    'delete from control.team_hosts where team_id in (select id from control.teams where tenant_id = $1)',
    [tenantId],
  )
  await client.query('delete from control.teams where tenant_id = $1', [tenantId])
  const { rowCount } = await client.query('delete from control.tenants where id = $1', [tenantId])
  return { wasThere: (rowCount ?? 0) > 0, users: people.map((row) => row.user_id) }
}

/** Of these people those who belong nowhere any more. */
export async function deletePeopleWithoutTenant(client: pg.ClientBase, ids: readonly string[]): Promise<void> {
  const gone = 'user_id = any ($1) and not exists (select from control.directory d where d.user_id = x.user_id)'
  for (const table of ['sessions', 'known_devices', 'credentials', 'account_links', 'usernames'])
    await client.query(`delete from control.${table} x where ${gone}`, [ids])
  await client.query(
    'delete from control.users u where u.id = any ($1) and not exists (select from control.directory d where d.user_id = u.id) and not exists (select from control.sessions s where s.user_id = u.id)',
    [ids],
  )
}
