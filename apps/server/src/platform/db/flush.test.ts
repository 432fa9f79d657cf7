import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/db.ts'
import { isProof } from '../../../test/proof.ts'
import { mintTenantId } from '../tenant-id.ts'
import { createDatabase } from './database.ts'
import { isDatabaseUnavailable, isNoTenantBound } from './errors.ts'
import { Flush, type FlushOptions, isStaleStatement, type Statement } from './flush.ts'

const TENANTS = 50
const ROWS_EACH = 20
const REQUESTS = isProof ? 100_000 : 4000

let database: TestDatabase
let admin: pg.Client
const open: pg.Client[] = []

beforeAll(async () => {
  database = await freshDatabase()
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  await admin.query(`
    create table probe_rows (
      tenant_id text not null,
      id integer not null,
      owner text not null,
      changes integer not null default 0,
      primary key (tenant_id, id)
    );
    insert into probe_rows (tenant_id, id, owner)
      select 't' || t, i, 't' || t from generate_series(1, ${TENANTS}) t, generate_series(1, ${ROWS_EACH}) i;
    select make_tenant_table('probe_rows');
    create table probe_switch (tenant_id text not null, id integer not null, value integer, primary key (tenant_id, id));
    select make_tenant_table('probe_switch');
    analyze probe_rows;
  `)
  return () => admin.end()
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end()))
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.appUrl })
  client.on('error', () => {})
  await client.connect()
  open.push(client)
  return client
}

const bind = (tenant: string): Statement => ({ text: `select set_config('app.tenant_id',$1,true)`, values: [tenant] })
const all: Statement = { text: 'select * from probe_rows order by id' }

function send(client: pg.Client, statements: Statement[], options: FlushOptions = {}) {
  const flush = new Flush(statements, options)
  client.query(flush)
  return flush.done
}

describe('a flush', () => {
  it('answers each statement, with names in camelCase', async () => {
    const client = await connect()
    const [rows, update, nothing, empty] = await send(
      client,
      [
        { text: 'select tenant_id, id, null::text as not_there from probe_rows where id = $1', values: [7] },
        { text: 'update probe_rows set changes = changes where id <= $1', values: [3] },
        { text: 'select id from probe_rows where false' },
        { text: '' },
      ],
      { before: [bind('t1')] },
    )
    expect(rows?.rows).toEqual([{ tenantId: 't1', id: 7, notThere: null }])
    expect(update).toMatchObject({ command: 'UPDATE', rowCount: 3, rows: [] })
    expect(nothing).toMatchObject({ command: 'SELECT', rowCount: 0, rows: [] })
    expect(empty).toMatchObject({ command: null, rowCount: null })
  })

  it('is one transaction, undone whole by the first error, which says where it was', async () => {
    const client = await connect()
    const flush = new Flush(
      [
        { text: 'update probe_rows set changes = 1000 where id = 1' },
        { text: 'select 1 / $1::int', values: [0] },
        { text: 'select id from probe_rows' },
      ],
      { before: [bind('t2')] },
    )
    client.query(flush)
    await expect(flush.done).rejects.toMatchObject({ code: '22012' })
    expect(flush.position).toBe(1)
    const [rows] = await send(client, [{ text: 'select changes from probe_rows where id = 1' }], {
      before: [bind('t2')],
    })
    expect(rows?.rows).toEqual([{ changes: 0 }])
  })

  it('errors without a tenant on a connection that was bound before', async () => {
    const client = await connect()
    await expect(send(client, [all])).rejects.toSatisfy(isNoTenantBound)
    const [rows] = await send(client, [all], { before: [bind('t3')] })
    expect(rows?.rows).toHaveLength(ROWS_EACH)
    await expect(send(client, [all])).rejects.toSatisfy(isNoTenantBound)
  })

  it('sends nothing when a value cannot be serialised', async () => {
    const client = await connect()
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    for (const value of [cycle, { big: 1n }, new Date(Number.NaN), Symbol('s'), { toJSON: () => undefined }]) {
      const flush = new Flush(
        [{ text: 'update probe_rows set changes = 77' }, { text: 'select $1::text', values: [value] }],
        { before: [bind('t4')] },
      )
      client.query(flush)
      await expect(flush.done).rejects.toThrow()
      expect(flush).toMatchObject({ sent: false, position: 1 })
    }
    await expect(send(client, [{ text: 'select 1', values: Array(70_000).fill(1) }])).rejects.toThrow('parameters')
    const [rows] = await send(client, [{ text: 'select sum(changes) as changes from probe_rows' }], {
      before: [bind('t4')],
    })
    expect(rows?.rows).toEqual([{ changes: 0 }])
  })

  it('fails alone on COPY, and leaves the connection usable', async () => {
    const client = await connect()
    await expect(
      send(client, [{ text: 'copy probe_rows (id) from stdin' }], { before: [bind('t1')] }),
    ).rejects.toThrow()
    await expect(send(client, [{ text: 'copy (select 1) to stdout' }])).resolves.toBeDefined()
    await expect(send(client, [{ text: 'select 1 as one' }])).resolves.toMatchObject([{ rows: [{ one: 1 }] }])
  })
})

describe('prepared statements', () => {
  const prepared = async (client: pg.Client) =>
    (await client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
      (row) => row.statement,
    )

  it('are parsed once per connection', async () => {
    const client = await connect()
    for (let i = 0; i < 3; i++) await send(client, [all], { before: [bind('t5')] })
    const { rows } = await client.query(
      'select (generic_plans + custom_plans)::int as runs from pg_prepared_statements where statement = $1',
      [all.text],
    )
    expect(rows).toEqual([{ runs: 3 }])
  })

  it('stay within bounds however many texts come', async () => {
    const client = await connect()
    for (let i = 0; i < 1000; i += 10) {
      await send(client, [all, ...Array.from({ length: 10 }, (_, k) => ({ text: `select ${i + k} as n` }))], {
        before: [bind('t6')],
      })
    }
    const texts = await prepared(client)
    expect(texts.length).toBeLessThanOrEqual(400)
    expect(texts).toContain(all.text) // used all the time, so never the oldest
  })

  it('that failed do not pile up', async () => {
    const client = await connect()
    for (let i = 0; i < 50; i++) {
      await expect(send(client, [{ text: `select ${i} as fine` }, { text: `select nonsense_${i}` }])).rejects.toThrow()
    }
    await send(client, [{ text: 'select 1' }])
    expect((await prepared(client)).filter((text) => text.includes('fine'))).toEqual([])
  })

  it('are forgotten when the server has lost them or the table has changed, and work again', async () => {
    const client = await connect()
    const read = () => send(client, [{ text: 'select * from probe_switch' }], { before: [bind('t1')] })
    await send(client, [{ text: 'insert into probe_switch (id, value) values (1, 1)' }], { before: [bind('t1')] })
    await read()
    await client.query('deallocate all')
    await expect(read()).rejects.toSatisfy(isStaleStatement)
    await expect(read()).resolves.toMatchObject([{ rows: [{ value: 1 }] }])

    await admin.query('alter table probe_switch alter column value type text')
    await expect(read()).rejects.toSatisfy(isStaleStatement)
    await expect(read()).resolves.toMatchObject([{ rows: [{ value: '1' }] }])
    // the plan cache's complaint is not the only 0A000
    const forGood = send(client, [{ text: 'select distinct id from probe_switch for update' }], {
      before: [bind('t1')],
    })
    await expect(forGood).rejects.toSatisfy(
      (error) => (error as { code: string }).code === '0A000' && !isStaleStatement(error),
    )
  })

  it('are not used behind a pooler', async () => {
    const client = await connect()
    const [first, second] = await send(client, [all, { text: 'select $1::int as n', values: [4] }], {
      before: [bind('t7')],
      unnamed: true,
    })
    expect(first?.rows).toHaveLength(ROWS_EACH)
    expect(second?.rows).toEqual([{ n: 4 }])
    expect(await prepared(client)).toEqual([])
  })
})

describe(`${REQUESTS} requests of ${TENANTS} tenants over 10 connections`, () => {
  it('never see a foreign row, among errors, timeouts and killed connections', { timeout: 120_000 }, async () => {
    const db = createDatabase({ url: database.appUrl, poolSize: 10 })
    const killer = await connect()
    const random = seeded(20261120)
    const seen = {
      requests: 0,
      rows: 0,
      foreign: 0,
      errors: 0,
      timeouts: 0,
      broken: 0,
      withoutTenant: 0,
      written: 0,
      undone: 0,
      kills: 0,
    }
    const unexpected: unknown[] = []
    const changes = new Map<string, number>()
    let uncertain = 0

    async function request(): Promise<void> {
      const tenant = `t${1 + Math.floor(random() * TENANTS)}`
      const mine = db.tenant(mintTenantId(tenant))
      const id = 1 + Math.floor(random() * ROWS_EACH)
      const what = random()
      const check = (rows: { tenantId?: string; owner: string }[]) => {
        seen.rows += rows.length
        for (const row of rows) if (row.owner !== tenant || (row.tenantId ?? tenant) !== tenant) seen.foreign++
      }
      const one = (tx: Parameters<Parameters<typeof mine.read>[0]>[0]) =>
        sql<{ tenantId: string; owner: string }>`select tenant_id, owner from probe_rows where id = ${id}`.execute(tx)
      try {
        if (what < 0.75) check((await mine.read(one)).rows)
        else if (what < 0.84) {
          const both = await mine.read((tx) =>
            Promise.all([one(tx), sql<{ owner: string }>`select owner from probe_rows`.execute(tx)]),
          )
          for (const { rows } of both) check(rows)
        } else if (what < 0.89) {
          await mine.read((tx) =>
            Promise.all([one(tx).then(({ rows }) => check(rows)), sql`select 1 / ${0}::int`.execute(tx)]),
          )
        } else if (what < 0.895) {
          await mine.read(
            (tx) => Promise.all([one(tx).then(({ rows }) => check(rows)), sql`select pg_sleep(1)`.execute(tx)]),
            { statementTimeout: 3 },
          )
        } else if (what < 0.92) {
          await db.control((tx) => sql`select * from probe_rows`.execute(tx))
          seen.foreign++
        } else if (what < 0.95) {
          await mine.write(async (tx) => {
            check((await one(tx)).rows)
            const { rows } = await sql<{
              owner: string
            }>`update probe_rows set changes = changes + 1 where id = ${id} returning owner`.execute(tx)
            check(rows)
            if (what > 0.94) throw new Undo()
          })
          changes.set(tenant, (changes.get(tenant) ?? 0) + 1)
          seen.written++
        } else {
          const change = sql`update probe_rows set changes = changes + 1 where id = ${id}`
          await mine.batch(() => (what > 0.98 ? [change, sql`select 1 / ${0}::int`] : [change]))
          changes.set(tenant, (changes.get(tenant) ?? 0) + 1)
          seen.written++
        }
      } catch (error) {
        const { code } = error as { code?: string }
        if (error instanceof Undo) seen.undone++
        else if (code === '22012') seen.errors++
        else if (code === '57014') seen.timeouts++
        else if (isNoTenantBound(error)) seen.withoutTenant++
        else if (isDatabaseUnavailable(error)) {
          seen.broken++
          if (what >= 0.92) uncertain++
        } else unexpected.push(error)
      }
    }

    const kill = () =>
      killer
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
           order by random() limit 1`,
        )
        .then(
          () => seen.kills++,
          () => {},
        )
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        while (seen.requests < REQUESTS) {
          // By requests and not by the clock: a slow machine would be killed faster than it connects.
          if (++seen.requests % 400 === 0) void kill()
          await request()
        }
      }),
    )
    await db.end()

    expect(unexpected).toEqual([])
    expect(seen.foreign).toBe(0)
    // and it did see rows, errors, timeouts and kills
    expect(seen.requests).toBeGreaterThanOrEqual(REQUESTS)
    expect(seen.rows).toBeGreaterThan(REQUESTS * 0.8)
    expect(seen.errors).toBeGreaterThan(REQUESTS / 100)
    expect(seen.timeouts).toBeGreaterThan(REQUESTS / 1000)
    expect(seen.withoutTenant).toBeGreaterThan(REQUESTS / 100)
    expect(seen.undone).toBeGreaterThan(REQUESTS / 1000)
    expect(seen.kills).toBeGreaterThan(REQUESTS / 2000)

    // what was acknowledged is there, what was undone is not
    await admin.query('alter table probe_rows no force row level security')
    const { rows } = await admin.query<{ tenant_id: string; changes: number }>(
      'select tenant_id, sum(changes)::int as changes from probe_rows group by 1',
    )
    let surplus = 0
    for (const row of rows) {
      const acknowledged = changes.get(row.tenant_id) ?? 0
      expect(row.changes).toBeGreaterThanOrEqual(acknowledged)
      surplus += row.changes - acknowledged
    }
    expect(surplus).toBeLessThanOrEqual(uncertain)
    console.info(`requests: ${JSON.stringify(seen)}`)
  })
})

class Undo extends Error {}

/** The same numbers every time (mulberry32). */
function seeded(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
