import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../../test/db.ts'
import { migrate } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

let adminUrl: string
let directory: string
let client: pg.Client

beforeEach(async () => {
  adminUrl = (await emptyDatabase()).adminUrl
  directory = await mkdtemp(join(tmpdir(), 'learnt-migrations-'))
  client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await rm(directory, { recursive: true })
})

const file = (name: string, text: string) => writeFile(join(directory, name), text)
const run = () => migrate({ adminUrl, directory })
const ones = async () => (await client.query('select n from ones order by n')).rows.map((row) => row.n)

describe('migrate', () => {
  it('runs what is new, in the order of the names, and nothing twice', async () => {
    await file('20260102T0000_fill.sql', 'insert into ones values (1); insert into ones values (2);')
    await file('20260101T0000_make.sql', 'create table ones (n int);')
    expect(await run()).toEqual(['20260101T0000_make.sql', '20260102T0000_fill.sql'])
    expect(await run()).toEqual([])
    await file('20260103T0000_more.sql', 'insert into ones values (3)')
    expect(await run()).toEqual(['20260103T0000_more.sql'])
    expect(await ones()).toEqual([1, 2, 3])
  })

  it('undoes a file that fails, and goes on from it when it is corrected', async () => {
    await file('20260101T0000_make.sql', 'create table ones (n int);')
    await file('20260102T0000_fill.sql', 'insert into ones values (1); insert into twos values (2);')
    await expect(run()).rejects.toThrow('Migration 20260102T0000_fill.sql failed: relation "twos" does not exist')
    expect(await ones()).toEqual([])
    await file('20260102T0000_fill.sql', 'insert into ones values (1)')
    expect(await run()).toEqual(['20260102T0000_fill.sql'])
    expect(await ones()).toEqual([1])
  })

  it('continues a file without transaction behind its last statement', async () => {
    const good = '-- no transaction\ncreate table ones (n int);\ninsert into ones values (1);\n'
    await file('20260101T0000_steps.sql', `${good}create index concurrently ones_n on twos (n);`)
    await expect(run()).rejects.toThrow('statement 3 failed')
    await file(
      '20260101T0000_steps.sql',
      `-- no transaction\ncreate table ones (n int);\ninsert into ones values (9);\nselect 1;`,
    )
    await expect(run()).rejects.toThrow('stopped after 2 of its statements, and one of those was changed')
    await file('20260101T0000_steps.sql', `${good}create index concurrently ones_n on ones (n);`)
    expect(await run()).toEqual(['20260101T0000_steps.sql'])
    expect(await ones()).toEqual([1])
    expect(await run()).toEqual([])
  })

  it('refuses a changed file, a newer database and a wrong name, and says so', async () => {
    await file('20260101T0000_make.sql', 'create table ones (n int);')
    await run()
    await file('20260101T0000_make.sql', 'create table ones (n int);\r\n'.replace('\r\n', ''))
    expect(await run()).toEqual([])
    await file('20260101T0000_make.sql', 'create table ones (n bigint);')
    await expect(run()).rejects.toThrow('20260101T0000_make.sql was changed after it ran')
    await rm(join(directory, '20260101T0000_make.sql'))
    await expect(run()).rejects.toThrow('migrated by a newer version of Learnt (20260101T0000_make.sql')
    await file('second.sql', 'select 1')
    await expect(run()).rejects.toThrow('second.sql is not named like')
  })

  it('takes line ends of Windows for the same file', async () => {
    await file('20260101T0000_make.sql', 'create table ones (\n  n int\n);\n')
    await run()
    await file('20260101T0000_make.sql', 'create table ones (\r\n  n int\r\n);\r\n')
    expect(await run()).toEqual([])
  })

  it('is done once when several start at the same time', async () => {
    await file(
      '20260101T0000_make.sql',
      'create table ones (n int); insert into ones values (1); select pg_sleep(0.2);',
    )
    const done = await Promise.all([run(), run(), run(), run()])
    expect(done.filter((names) => names.length === 1)).toHaveLength(1)
    expect(await ones()).toEqual([1])
  })

  it('asks one question when nothing is to do', async () => {
    const migrated = await freshDatabase()
    const owner = new pg.Client({ connectionString: migrated.adminUrl })
    await owner.connect()
    const count = async () =>
      (
        await owner.query(
          `select count(*)::int as locks from pg_locks
           where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows[0].locks
    expect(await migrate({ adminUrl: migrated.adminUrl, appRole: new URL(migrated.appUrl).username })).toEqual([])
    expect(await count()).toBe(0)
    await owner.end()
  })

  it('brings an empty database to the whole schema as an owner that is no superuser', async () => {
    const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
    expect(rows).toEqual([{ rolsuper: false }])
    expect((await migrate({ adminUrl })).length).toBeGreaterThan(0)
    expect(await migrate({ adminUrl })).toEqual([])
  })
})

describe('splitStatements', () => {
  it('ends a statement only where SQL does', () => {
    expect(
      splitStatements(`
        -- a comment; with a semicolon
        select ';' as "semi;colon", E'it\\'s; one', 'it''s; two';
        /* outer; /* inner; */ still; */
        create function f() returns int language plpgsql as $body$ begin perform 1; return 2; end $body$;
        do $$ begin null; end $$;;
        select $1; -- the last`),
    ).toEqual([
      `-- a comment; with a semicolon\n        select ';' as "semi;colon", E'it\\'s; one', 'it''s; two'`,
      '/* outer; /* inner; */ still; */\n        create function f() returns int language plpgsql as $body$ begin perform 1; return 2; end $body$',
      'do $$ begin null; end $$',
      'select $1',
    ])
    expect(splitStatements('-- nothing\n/* at all */')).toEqual([])
    expect(() => splitStatements('select $$ open')).toThrow('not closed')
  })
})
