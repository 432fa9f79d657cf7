import Fastify from 'fastify'
import pg from 'pg'

/**
 * The same work by hand, with no product around it: a bare route that looks the session up and runs one prepared
 * statement with the tenant in its WHERE, over the owner's connection.
 */
export async function startFloor(
  adminUrl: string,
  statements: Record<string, { text: string; values: (query: Record<string, string>) => unknown[] }>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 10 })
  const app = Fastify()
  for (const [name, statement] of Object.entries(statements)) {
    app.get(`/${name}`, async (request) => {
      const query = request.query as Record<string, string>
      await pool.query({
        name: 'session',
        text: 'select id from control.sessions where token_hash = $1',
        values: [Buffer.alloc(32)],
      })
      // Row security binds the owner too: one transaction-local setting and the statement.
      const client = await pool.connect()
      try {
        await client.query(`begin; set local app.tenant_id = 'learnt'`)
        const { rows } = await client.query({ name, text: statement.text, values: statement.values(query) })
        await client.query('commit')
        return rows
      } finally {
        client.release()
      }
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await app.close()
      await pool.end()
    },
  }
}
