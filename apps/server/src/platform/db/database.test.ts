import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase, statementsOf, type TestDatabase, untilAsleep } from '../../../test/db.ts'
import { mintTenantId } from '../tenant-id.ts'
import { createDatabase, json, type ReadTx, type TenantDb, type WriteTx } from './database.ts'
import {
  CommitOutcomeUnknown,
  isCheckViolation,
  isDatabaseUnavailable,
  isNoTenantBound,
  isUniqueViolation,
} from './errors.ts'
import { savepoint } from './transaction.ts'

// A table of the test's own, so that these tests do not move with the product's.
interface Notes {
  probeNotes: {
    tenantId: string
    id: number
    text: string
    writtenAt: Date
    meta: unknown
    tags: string[]
    bigCount: number
    price: number
    bytes: Buffer | null
    day: string | null
  }
}
type NotesTx = import('kysely').Kysely<Notes>
const of = (tx: ReadTx | WriteTx) => tx as unknown as NotesTx

let database: TestDatabase
let one: TenantDb
let two: TenantDb
let admin: pg.Pool
let killer: pg.Pool // a role may end its own connections

beforeAll(async () => {
  database = await freshDatabase()
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 })
  killer = new pg.Pool({ connectionString: database.appUrl, max: 1 })
  await admin.query(`
    create table probe_notes (
      tenant_id text not null,
      id bigint not null,
      text text not null constraint probe_notes_text_is_said check (text <> ''),
      written_at timestamptz not null default now(),
      meta jsonb not null default '{}',
      tags text[] not null default '{}',
      big_count bigint not null default 0,
      price numeric not null default 0,
      bytes bytea,
      day date,
      constraint probe_notes_pkey primary key (tenant_id, id)
    );
    select make_tenant_table('probe_notes', relay => true);
    create function probe_slow_commit() returns trigger language plpgsql as $$
    begin perform pg_sleep(20); return null; end $$;
    create constraint trigger probe_slow_commit after insert on probe_notes deferrable initially deferred
      for each row when (new.text = 'slow commit') execute function probe_slow_commit();
    create table probe_plain (tenant_id text not null, id bigint not null, primary key (tenant_id, id));
    select make_tenant_table('probe_plain');
    alter table probe_plain no force row level security;
    insert into probe_plain values ('one', 1);
    alter table probe_plain force row level security;
    create function control.probe_ping() returns text language sql security definer set search_path = '' begin atomic select 'pong'; end;
    grant execute on function control.probe_ping() to learnt_app;
    create table control.probe_hidden (id int primary key);
  `)
  one = database.db.tenant(mintTenantId('one'))
  two = database.db.tenant(mintTenantId('two'))
  return () => Promise.all([admin.end(), killer.end()])
})

let next = 0
const newNote = (text = 'hello') => ({ id: ++next, text })
const insert = (tenant: TenantDb, note: { id: number; text: string }) =>
  tenant.write((tx) =>
    of(tx)
      .insertInto('probeNotes')
      .values(note as never)
      .execute(),
  )

describe('what a tenant sees', () => {
  it('sees its own rows and nothing of the neighbour, whatever the connection did before', async () => {
    const note = newNote()
    await insert(one, note)
    const seen = await one.read((tx) =>
      of(tx).selectFrom('probeNotes').select(['tenantId', 'text']).where('id', '=', note.id).execute(),
    )
    expect(seen).toEqual([{ tenantId: 'one', text: 'hello' }])
    const foreign = await two.read((tx) =>
      of(tx).selectFrom('probeNotes').selectAll().where('id', '=', note.id).execute(),
    )
    expect(foreign).toEqual([])
    const touched = await two.write((tx) =>
      of(tx).updateTable('probeNotes').set({ text: 'mine' }).where('id', '=', note.id).executeTakeFirst(),
    )
    expect(touched.numUpdatedRows).toBe(0n)
  })

  it('cannot be left to another tenant by writing its id', async () => {
    const stolen = one.write((tx) =>
      of(tx)
        .insertInto('probeNotes')
        .values({ ...newNote(), tenantId: 'two' } as never)
        .execute(),
    )
    await expect(stolen).rejects.toThrow('row-level security')
  })

  it('is an error without a tenant, on a new connection and on a reused one', async () => {
    await insert(one, newNote())
    const app = new pg.Client({ connectionString: database.appUrl })
    await app.connect()
    try {
      await expect(app.query('select * from probe_notes')).rejects.toSatisfy(isNoTenantBound)
      await app.query('begin')
      await app.query(`select set_config('app.tenant_id', 'one', true)`)
      expect((await app.query('select * from probe_notes')).rowCount).toBeGreaterThan(0)
      await app.query('commit')
      await expect(app.query('select * from probe_notes')).rejects.toSatisfy(isNoTenantBound)
      await expect(app.query(`insert into probe_notes (id, text) values (1, 'x')`)).rejects.toSatisfy(isNoTenantBound)
    } finally {
      await app.end()
    }
    const loose = database.db.control((tx) => of(tx).selectFrom('probeNotes').selectAll().execute())
    await expect(loose).rejects.toSatisfy(isNoTenantBound)
    // the owner is bound too
    await expect(admin.query('select * from probe_plain')).rejects.toSatisfy(isNoTenantBound)
  })
})

describe('read', () => {
  it('puts what is issued together into one flush, and what a later tick issues into another', async () => {
    const ids = [newNote('a'), newNote('b')]
    for (const note of ids) await insert(one, note)
    const byId = (tx: ReadTx, id: number) =>
      of(tx).selectFrom('probeNotes').select('text').where('id', '=', id).executeTakeFirstOrThrow()
    const events = await statementsOf(database.db, async () => {
      const texts = await one.read(async (tx) => {
        const both = await Promise.all(ids.map((note) => byId(tx, note.id)))
        return [...both, await byId(tx, ids[0]?.id ?? 0)]
      })
      expect(texts.map((row) => row.text)).toEqual(['a', 'b', 'a'])
    })
    expect(events).toHaveLength(3)
    expect(events[0]?.flush).toBe(events[1]?.flush)
    expect(events[2]?.flush).not.toBe(events[0]?.flush)
    expect(events.map((event) => event.rows)).toEqual([1, 1, 1])
  })

  it('lets a neighbour in the flush fail alone', async () => {
    const note = newNote()
    await insert(one, note)
    const good = (tx: ReadTx) => of(tx).selectFrom('probeNotes').select('id').where('id', '=', note.id).execute()
    const outcome = await one.read((tx) =>
      Promise.allSettled([
        good(tx),
        sql`select 1/0`.execute(tx),
        good(tx),
        sql`select ${new Date(Number.NaN)}`.execute(tx),
        good(tx),
      ]),
    )
    expect(outcome.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(outcome[4]).toMatchObject({ value: [{ id: note.id }] })
  })

  it('refuses to write', async () => {
    await expect(
      one.read((tx) =>
        of(tx)
          .insertInto('probeNotes')
          .values(newNote() as never)
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '25006' })
  })

  it('refuses a query after its end, transactions by hand and streams', async () => {
    const escaped = await one.read(async (tx) => tx)
    await expect(sql`select 1`.execute(escaped)).rejects.toThrow('after its read() had ended')
    await expect(one.read((tx) => sql`begin`.execute(tx))).rejects.toThrow('Not by hand')
    await expect(one.read((tx) => tx.transaction().execute(async () => {}))).rejects.toThrow('write()')
    await expect(
      one.read(async (tx) => {
        for await (const row of of(tx).selectFrom('probeNotes').selectAll().stream()) return row
      }),
    ).rejects.toThrow('page through')
  })

  it('survives its connection being killed', async () => {
    await one.read((tx) => sql`select 1`.execute(tx))
    await killer.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
    const { rows } = await one.read((tx) => sql<{ n: number }>`select 1 as n`.execute(tx))
    expect(rows).toEqual([{ n: 1 }])
  })

  it('takes a limit for slow statements', async () => {
    await expect(one.read((tx) => sql`select pg_sleep(5)`.execute(tx), { statementTimeout: 50 })).rejects.toMatchObject(
      { code: '57014' },
    )
    const { rows } = await one.read((tx) =>
      sql<{ limit: string }>`select current_setting('statement_timeout') as "limit"`.execute(tx),
    )
    expect(rows[0]?.limit).toBe('30s')
  })
})

describe('values', () => {
  it('come back as what they were', async () => {
    const row = {
      id: ++next,
      text: `it's "quoted" \\ and {braced}, Ünïcode ☃ and عربي`,
      writtenAt: new Date('2026-02-03T04:05:06.789Z'),
      meta: json([{ deepKey: { snake_key: 1 } }, null, 'x']),
      tags: ['plain', 'with "quote"', 'back\\slash', '', 'NULL', 'a,b', '{}'],
      bigCount: 9_007_199_254_740_991,
      price: 12.5,
      bytes: Buffer.from([0, 1, 255]),
      day: '2024-02-29',
    }
    await one.write((tx) =>
      of(tx)
        .insertInto('probeNotes')
        .values(row as never)
        .execute(),
    )
    const read = await one.read((tx) =>
      of(tx).selectFrom('probeNotes').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow(),
    )
    expect(read).toEqual({ ...row, tenantId: 'one', meta: [{ deepKey: { snake_key: 1 } }, null, 'x'] })
    const { rows } = await one.read((tx) =>
      sql<{ big: bigint; none: null; manyBig: number[]; days: string[] }>`
      select 9007199254740993::int8 as big, null::text as none, '{1,2}'::int8[] as many_big, '{2026-01-01}'::date[] as days`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ big: 9007199254740993n, none: null, manyBig: [1, 2], days: ['2026-01-01'] }])
  })

  it('that have no faithful form are refused before anything is sent', async () => {
    for (const value of [new Date(Number.NaN), [new Date(Number.NaN)], { big: 1n }, Symbol('s')]) {
      await expect(one.read((tx) => sql`select ${value}`.execute(tx))).rejects.toThrow()
    }
  })
})

describe('write', () => {
  it('is one transaction: all or nothing, with BEGIN and the binding in the first flush', async () => {
    const [kept, lost] = [newNote(), newNote()]
    const events = await statementsOf(database.db, () => insert(one, kept))
    expect(events.map((event) => event.sql.split(' ')[0])).toEqual(['insert', 'commit'])
    await expect(
      one.write(async (tx) => {
        await of(tx)
          .insertInto('probeNotes')
          .values(lost as never)
          .execute()
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    const left = await one.read((tx) =>
      of(tx).selectFrom('probeNotes').select('id').where('id', 'in', [kept.id, lost.id]).execute(),
    )
    expect(left).toEqual([{ id: kept.id }])
  })

  it('sends nothing at all when nothing was asked', async () => {
    expect(await statementsOf(database.db, () => one.write(async () => 'nothing'))).toEqual([])
  })

  it('tells of a failed statement that the function swallowed', async () => {
    const note = newNote()
    const swallowed = one.write(async (tx) => {
      await of(tx)
        .insertInto('probeNotes')
        .values(note as never)
        .execute()
      await sql`select 1/0`.execute(tx).catch(() => {})
      return 'all is well'
    })
    await expect(swallowed).rejects.toThrow('Nothing was written')
    await expect(
      one.read((tx) => of(tx).selectFrom('probeNotes').selectAll().where('id', '=', note.id).execute()),
    ).resolves.toEqual([])
  })

  it('waits for statements that nobody awaited', async () => {
    const note = newNote()
    await one.write(async (tx) => {
      void of(tx)
        .insertInto('probeNotes')
        .values(note as never)
        .execute()
    })
    await expect(
      one.read((tx) => of(tx).selectFrom('probeNotes').selectAll().where('id', '=', note.id).execute()),
    ).resolves.toHaveLength(1)
  })

  it('names the constraint that refused', async () => {
    const note = newNote()
    await insert(one, note)
    await expect(insert(one, note)).rejects.toSatisfy(
      (error) => isUniqueViolation(error, 'probe_notes_pkey') && !isUniqueViolation(error, 'other'),
    )
    await expect(insert(one, newNote(''))).rejects.toSatisfy((error) =>
      isCheckViolation(error, 'probe_notes_text_is_said'),
    )
    await expect(insert(one, note)).rejects.toMatchObject({
      code: '23505',
      query: expect.stringContaining('insert into "probe_notes"'),
    })
    await insert(two, note) // another tenant may use the same id
  })

  it('goes on after a savepoint that failed', async () => {
    const [first, second, third] = [newNote(), newNote(), newNote()]
    await insert(one, first)
    await one.write(async (tx) => {
      await of(tx)
        .insertInto('probeNotes')
        .values(second as never)
        .execute()
      await expect(
        savepoint(tx, () =>
          of(tx)
            .insertInto('probeNotes')
            .values(first as never)
            .execute(),
        ),
      ).rejects.toSatisfy((error) => isUniqueViolation(error))
      await savepoint(tx, () =>
        savepoint(tx, () =>
          of(tx)
            .insertInto('probeNotes')
            .values(third as never)
            .execute(),
        ),
      )
    })
    const left = await one.read((tx) =>
      of(tx).selectFrom('probeNotes').select('id').where('id', 'in', [second.id, third.id]).execute(),
    )
    expect(left).toHaveLength(2)
  })

  it("runs again when two transactions were in each other's way", async () => {
    const [a, b] = [newNote('0'), newNote('0')]
    await insert(one, a)
    await insert(one, b)
    let [runs, held] = [0, 0]
    const eachHoldsOne = Promise.withResolvers<void>()
    const add = (first: number, second: number) =>
      one.write(async (tx) => {
        runs++
        await of(tx).updateTable('probeNotes').set({ text: sql`text || '1'` }).where('id', '=', first).execute()
        if (++held === 2) eachHoldsOne.resolve()
        await eachHoldsOne.promise
        await of(tx).updateTable('probeNotes').set({ text: sql`text || '1'` }).where('id', '=', second).execute()
      })
    await Promise.all([add(a.id, b.id), add(b.id, a.id)])
    expect(runs).toBeGreaterThan(2)
    const rows = await one.read((tx) =>
      of(tx).selectFrom('probeNotes').select('text').where('id', 'in', [a.id, b.id]).execute(),
    )
    expect(rows).toEqual([{ text: '011' }, { text: '011' }])
  })

  it('runs again when a table changed under a prepared statement', async () => {
    const own = createDatabase({ url: database.appUrl, poolSize: 1 })
    const tenant = own.tenant(mintTenantId('one'))
    const all = (tx: ReadTx) => of(tx).selectFrom('probeNotes').selectAll().limit(1).execute()
    await tenant.read(all)
    await tenant.write(all)
    await admin.query('alter table probe_notes add column extra_column text')
    expect((await tenant.write(all))[0]).toHaveProperty('extraColumn', null)
    await admin.query('alter table probe_notes drop column extra_column')
    expect((await tenant.read(all))[0]).not.toHaveProperty('extraColumn')
    await own.end()
  })

  it('leaves nothing behind when its connection is killed half-way, and says when a COMMIT got no answer', async () => {
    const note = newNote()
    const cut = one.write(async (tx) => {
      await of(tx)
        .insertInto('probeNotes')
        .values(note as never)
        .execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toSatisfy(isDatabaseUnavailable)
    const slowCommit = { id: newNote().id, text: 'slow commit' }
    const unknown = one.write(async (tx) => {
      await of(tx)
        .insertInto('probeNotes')
        .values([note, slowCommit] as never)
        .execute()
      void untilAsleep(database.appUrl).then(([pid]) => killer.query('select pg_terminate_backend($1)', [pid]))
    })
    await expect(unknown).rejects.toBeInstanceOf(CommitOutcomeUnknown)
    await expect(
      one.read((tx) => of(tx).selectFrom('probeNotes').selectAll().where('id', '=', note.id).execute()),
    ).resolves.toEqual([])
  })

  it('says for sure that nothing happened where the connection was lost before a COMMIT could leave', async () => {
    const note = newNote()
    const put = (tx: WriteTx) =>
      of(tx)
        .insertInto('probeNotes')
        .values(note as never)
        .execute()
    const lose = async (tx: WriteTx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const refused = async (write: Promise<unknown>) => {
      const error = await write.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).not.toBeInstanceOf(CommitOutcomeUnknown)
      expect(isDatabaseUnavailable(error)).toBe(true)
    }
    await refused(
      one.write(async (tx) => {
        await put(tx)
        await lose(tx)
      }),
    )
    // Code that swallows the error still learns of it at COMMIT.
    await refused(
      one.write(async (tx) => {
        await put(tx)
        await lose(tx)
        await sql`select 1`.execute(tx).catch(() => {})
      }),
    )
    await expect(
      one.read((tx) => of(tx).selectFrom('probeNotes').selectAll().where('id', '=', note.id).execute()),
    ).resolves.toEqual([])
  })

  it('reports what only the commit finds wrong', async () => {
    await admin.query(`
      create or replace function probe_too_late() returns trigger language plpgsql as $$ begin raise exception 'too late'; end $$;
      create constraint trigger probe_late after insert on probe_notes deferrable initially deferred
        for each row when (new.text = 'late') execute function probe_too_late()`)
    try {
      const note = newNote('late')
      await expect(insert(one, note)).rejects.toThrow('too late')
      await expect(
        one.read((tx) => of(tx).selectFrom('probeNotes').selectAll().where('id', '=', note.id).execute()),
      ).resolves.toEqual([])
    } finally {
      await admin.query('drop trigger probe_late on probe_notes; drop function probe_too_late()')
    }
  })

  it('gives its connections back, whatever happened', async () => {
    await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        one.write(async (tx) => {
          await sql`select ${i}::int / ${i % 3}::int`.execute(tx)
          if (i % 5 === 0) throw new Error('no')
        }),
      ),
    )
    expect(database.db.pool.waiting).toBe(0)
    expect(database.db.pool.idle).toBe(database.db.pool.total)
  })
})

describe('batch', () => {
  it('is one round trip and one transaction', async () => {
    const [a, b] = [newNote(), newNote()]
    const events = await statementsOf(database.db, async () => {
      const [, rows] = await one.batch((tx) => [
        of(tx)
          .insertInto('probeNotes')
          .values(a as never),
        of(tx)
          .insertInto('probeNotes')
          .values(b as never)
          .returning('id'),
      ])
      expect(rows).toEqual([{ id: b.id }])
    })
    expect(new Set(events.map((event) => event.flush)).size).toBe(1)
    const c = newNote()
    const failing = one.batch((tx) => [
      of(tx)
        .insertInto('probeNotes')
        .values(c as never),
      of(tx)
        .insertInto('probeNotes')
        .values(a as never),
    ])
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error))
    await expect(
      one.read((tx) => of(tx).selectFrom('probeNotes').selectAll().where('id', '=', c.id).execute()),
    ).resolves.toEqual([])
  })
})

describe('control and system', () => {
  it('control reaches functions of control and no table', async () => {
    const { rows } = await database.db.control((tx) => sql`select control.probe_ping() as answer`.execute(tx))
    expect(rows).toEqual([{ answer: 'pong' }])
    await expect(
      database.db.control((tx) => sql`select * from control.probe_hidden`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('the relay sees every tenant in the tables made for it, and no other', async () => {
    const note = newNote()
    await insert(one, note)
    await insert(two, note)
    const rows = await database.db.dangerouslyAsSystem((tx) =>
      of(tx).selectFrom('probeNotes').select('tenantId').where('id', '=', note.id).orderBy('tenantId').execute(),
    )
    expect(rows).toEqual([{ tenantId: 'one' }, { tenantId: 'two' }])
    await expect(
      database.db.dangerouslyAsSystem((tx) =>
        sql`insert into probe_notes (tenant_id, id, text) values ('one', -1, 'x')`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      database.db.dangerouslyAsSystem((tx) => sql`select * from control.probe_hidden`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
    const without = createDatabase({ url: database.appUrl, poolSize: 1 })
    expect(() => without.dangerouslyAsSystem(async () => {})).toThrow('DATABASE_ADMIN_URL')
    expect(() => without.dangerouslyLookAsSystem(async () => {})).toThrow('DATABASE_ADMIN_URL')
    await without.end()
  })

  it('a look sees what the relay sees, in one round trip that leaves nothing open behind it', async () => {
    const note = newNote()
    await insert(one, note)
    await insert(two, note)
    const events = await statementsOf(database.db, async () => {
      const [rows] = await database.db.dangerouslyLookAsSystem((tx) =>
        Promise.all([
          of(tx).selectFrom('probeNotes').select('tenantId').where('id', '=', note.id).orderBy('tenantId').execute(),
          sql`select 1`.execute(tx),
        ]),
      )
      expect(rows).toEqual([{ tenantId: 'one' }, { tenantId: 'two' }])
    })
    expect(events).toHaveLength(2)
    expect(new Set(events.map((event) => event.flush)).size).toBe(1)
    await expect(
      database.db.dangerouslyLookAsSystem((tx) => sql`select * from control.probe_hidden`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
    // The role ended with the look: what the same connection does next is the next one's to say.
    const { rows } = await database.db.dangerouslyAsSystem((tx) =>
      sql<{ role: string }>`select current_user::text as role`.execute(tx),
    )
    expect(rows).toEqual([{ role: 'learnt_relay' }])
  })
})

describe('behind a pooler', () => {
  it('works without a named statement, with the same limits', async () => {
    const own = createDatabase({ url: database.appUrl, directUrl: database.appUrl, poolSize: 1 })
    const tenant = own.tenant(mintTenantId('one'))
    const note = newNote()
    await insert(tenant, note)
    const rows = await tenant.read((tx) =>
      Promise.all([
        of(tx).selectFrom('probeNotes').select(['id', 'writtenAt']).where('id', '=', note.id).execute(),
        sql`select current_setting('statement_timeout') as limit, (select count(*) from pg_prepared_statements) as prepared`.execute(
          tx,
        ),
      ]),
    )
    expect(rows[0]).toEqual([{ id: note.id, writtenAt: expect.any(Date) }])
    expect(rows[1].rows).toEqual([{ limit: '30s', prepared: 0 }])
    expect((await own.control((tx) => sql`select control.probe_ping() as answer`.execute(tx))).rows).toEqual([
      { answer: 'pong' },
    ])
    await own.end()
  })
})

describe('an unreachable database', () => {
  it('is told apart from a wrong query', async () => {
    const gone = createDatabase({ url: database.appUrl.replace(/:\d+\//, ':1/'), poolSize: 1 })
    await expect(gone.tenant(mintTenantId('one')).read((tx) => sql`select 1`.execute(tx))).rejects.toSatisfy(
      isDatabaseUnavailable,
    )
    await expect(gone.tenant(mintTenantId('one')).write((tx) => sql`select 1`.execute(tx))).rejects.toSatisfy(
      isDatabaseUnavailable,
    )
    await gone.end()
    await expect(one.read((tx) => sql`select nonsense`.execute(tx))).rejects.not.toSatisfy(isDatabaseUnavailable)
    const empty = await emptyDatabase()
    expect(empty.adminUrl).not.toBe(database.adminUrl)
  })
})
