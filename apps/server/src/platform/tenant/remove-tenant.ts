import pg from 'pg'
import { qualified, readCatalogue } from '../db/tables.ts'
import { mintTenantId, type TenantId } from '../tenant-id.ts'

/**
 * Deletes everything of a tenant in one transaction over the owner's connection: its tables, its part of the control
 * plane, and people who then belong nowhere. Answers whether there was one. `also` runs at the end of that transaction.
 */
export async function dangerouslyRemoveTenant(
  adminUrl: string,
  id: string,
  also?: (client: pg.ClientBase) => Promise<void>,
): Promise<boolean> {
  const tenantId = mintTenantId(id)
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const people = await deleteTenantRows(client, tenantId)
    await forgetWork(client, tenantId)
    await deletePeopleWithoutTenant(client, people.users)
    // What opened it alone, of people who are elsewhere too: a tenant that takes its name later is another one.
    const { rows: bound } = await client.query<{ user_id: string }>(
      'delete from control.passkeys where set_in_tenant = $1 returning user_id',
      [tenantId],
    )
    for (const { user_id } of bound) await client.query('select control.drop_idle_codes($1)', [user_id])
    const { rows: chosen } = await client.query<{ user_id: string }>(
      'delete from control.credentials where set_in_tenant = $1 returning user_id',
      [tenantId],
    )
    await client.query(
      `update control.sessions set ended_at = now() where user_id = any ($1) and proven_by = 'password' and ended_at is null`,
      [chosen.map((row) => row.user_id)],
    )
    await also?.(client)
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
  const { tenant, control } = await readCatalogue(client)
  for (const table of tenant.toReversed())
    await client.query(`delete from ${qualified(table)} where tenant_id = $1`, [tenantId])
  // The deleting itself has said there how many people and courses are gone.
  await client.query('delete from list_count_deltas where tenant_id = $1', [tenantId])
  const { rows: people } = await client.query<{ user_id: string }>(
    'select distinct user_id from control.directory where tenant_id = $1',
    [tenantId],
  )
  // Whatever of the control plane names the tenant or one of its teams, before what it points at.
  for (const table of control.toReversed()) {
    if (table.columns.includes('tenant_id'))
      await client.query(`delete from ${qualified(table)} where tenant_id = $1`, [tenantId])
    else if (table.columns.includes('team_id'))
      await client.query(
        `delete from ${qualified(table)} where team_id in (select id from control.teams where tenant_id = $1)`,
        [tenantId],
      )
  }
  const { rowCount } = await client.query('delete from control.tenants where id = $1', [tenantId])
  return { wasThere: (rowCount ?? 0) > 0, users: people.map((row) => row.user_id) }
}

/** Deletes those of the people who belong to no tenant now, with all that the control plane knows of them. */
export async function deletePeopleWithoutTenant(client: pg.ClientBase, ids: readonly string[]): Promise<void> {
  const { control } = await readCatalogue(client)
  const gone = 'user_id = any ($1) and not exists (select from control.directory d where d.user_id = x.user_id)'
  for (const table of control.toReversed())
    if (table.name !== 'directory' && table.columns.includes('user_id'))
      await client.query(`delete from ${qualified(table)} x where ${gone}`, [ids])
  await client.query(
    'delete from control.users u where u.id = any ($1) and not exists (select from control.directory d where d.user_id = u.id) and not exists (select from control.sessions s where s.user_id = u.id)',
    [ids],
  )
}

/** What the runner has in its queue for a tenant that is destroyed. */
export async function forgetWork(client: pg.ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `do $$ begin
       if to_regclass('graphile_worker._private_jobs') is not null then
         delete from graphile_worker._private_jobs where payload->>'tenantId' = ${pg.escapeLiteral(tenantId)};
       end if;
     end $$`,
  )
}
