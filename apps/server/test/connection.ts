import pg from 'pg'

/**
 * A connection to `url` of its own while `work` lasts, past the pools and the routing of the server. When somebody ends it,
 * what it asks fails; with nothing to fail, pg would end the whole run of tests by an event that nobody hears.
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

/** What the database at `url` itself answers to one text, bound to a tenant where one is named. */
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
