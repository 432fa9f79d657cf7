import pg from 'pg'

/** What a cluster itself says, bound to a tenant, past the routing of the server. `select` answers one number. */
export async function countRows(url: string, tenantId: string, select: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
    const { rows } = await client.query<{ count: string }>(`select (${select}) as count`)
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}
