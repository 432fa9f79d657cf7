import pg from 'pg'

/**
 * A connection to `url` that exists while `work` runs, outside the server's pools and routing. When somebody ends it,
 * its pending query fails. Without a pending query, pg emits an error event that would end the whole test run, so this
 * handles it.
 */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs one statement directly in the database at `url`, bound to a tenant if one is named. */
export function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
  tenantId = '',
): Promise<Row[]> {
  return connected(url, async (client) => {
    if (tenantId !== '') await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    return (await client.query<Row>(text, [...values])).rows
  })
}
