import pg from 'pg'
import { mintTenantId } from './tenant-id.ts'

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
    // Row security binds the owner too, so nothing of another tenant can be hit here.
    await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
    for (const table of await listChildrenFirst(client))
      await client.query(`delete from public.${table} where tenant_id = $1`, [tenantId])
    await client.query('delete from control.sessions where tenant_id = $1', [tenantId])
    const { rows: people } = await client.query<{ user_id: string }>(
      'delete from control.directory where tenant_id = $1 returning user_id',
      [tenantId],
    )
    const ids = people.map((row) => row.user_id)
    const gone = 'user_id = any ($1) and not exists (select from control.directory d where d.user_id = x.user_id)'
    await client.query(`delete from control.sessions x where ${gone}`, [ids])
    await client.query(`delete from control.known_devices x where ${gone}`, [ids])
    await client.query(`delete from control.credentials x where ${gone}`, [ids])
    await client.query(
      'delete from control.users u where u.id = any ($1) and not exists (select from control.directory d where d.user_id = u.id) and not exists (select from control.sessions s where s.user_id = u.id)',
      [ids],
    )
    await client.query(
      'delete from control.team_hosts where team_id in (select id from control.teams where tenant_id = $1)',
      [tenantId],
    )
    await client.query('delete from control.teams where tenant_id = $1', [tenantId])
    const { rowCount } = await client.query('delete from control.tenants where id = $1', [tenantId])
    await client.query('commit')
    return (rowCount ?? 0) > 0
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

/** Tenant tables in an order in which nothing that is deleted is still pointed at. Partitions go with their parent. */
async function listChildrenFirst(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const { rows: arrows } = await client.query<{ child: string; parent: string }>(
    `select distinct quote_ident(c.relname) as child, quote_ident(p.relname) as parent
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> p.oid`,
  )
  const order: string[] = []
  const left = new Set(tables.map((table) => table.name))
  while (left.size > 0) {
    const free = [...left].filter((name) => !arrows.some((arrow) => arrow.parent === name && left.has(arrow.child)))
    if (free.length === 0) throw new Error(`Tables point at each other: ${[...left].join(', ')}`)
    for (const name of free) {
      order.push(name)
      left.delete(name)
    }
  }
  return order
}
