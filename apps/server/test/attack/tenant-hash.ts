import type pg from 'pg'

/** Control tables with rows of a tenant, and how to find these. Sessions are hashed with the time of their last use. */
const controlled: Record<string, string> = {
  tenants: 'id = $1',
  teams: 'tenant_id = $1',
  team_hosts: 'team_id in (select id from control.teams where tenant_id = $1)',
  directory: 'team_id in (select id from control.teams where tenant_id = $1)',
  users:
    'id in (select user_id from control.directory d join control.teams t on t.id = d.team_id where t.tenant_id = $1)',
  credentials:
    'user_id in (select user_id from control.directory d join control.teams t on t.id = d.team_id where t.tenant_id = $1)',
  authenticators:
    'user_id in (select user_id from control.directory d join control.teams t on t.id = d.team_id where t.tenant_id = $1)',
  passkeys:
    'user_id in (select user_id from control.directory d join control.teams t on t.id = d.team_id where t.tenant_id = $1)',
  recovery_codes:
    'user_id in (select user_id from control.directory d join control.teams t on t.id = d.team_id where t.tenant_id = $1)',
}

/** One hash for each table of a tenant, over all its rows. */
export async function hashTenant(owner: pg.Client, tenantId: string): Promise<Map<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id'
       and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = 'public')
     order by 1`,
  )
  const found = new Map<string, string>()
  await owner.query('begin')
  await owner.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
  const sum = async (name: string, condition: string) => {
    const { rows } = await owner.query<{ hash: string; n: number }>(
      `select count(*)::int as n, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from ${name} t where ${condition}`,
      [tenantId],
    )
    found.set(name, `${rows[0]?.n}:${rows[0]?.hash}`)
  }
  for (const { name } of tables) await sum(name, 'tenant_id = $1')
  for (const [name, condition] of Object.entries(controlled)) await sum(`control.${name}`, condition)
  await owner.query('rollback')
  return found
}

/** Tables whose hash changed. */
export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name)
}
