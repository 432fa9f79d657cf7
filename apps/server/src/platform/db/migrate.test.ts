import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../../test/db.ts'
import { listFunctions, listMigrations, migrate } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

let adminUrl: string
let folder: string
let client: pg.Client

beforeEach(async () => {
  adminUrl = (await emptyDatabase()).adminUrl
  folder = await mkdtemp(join(tmpdir(), 'learnt-migrations-'))
  for (const place of ['migrations', 'sql/functions']) await mkdir(join(folder, place), { recursive: true })
  client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await rm(folder, { recursive: true })
})

const migration = (name: string, text: string) => writeFile(join(folder, 'migrations', name), text)
const sqlFunction = (name: string, text: string) => writeFile(join(folder, 'sql/functions', name), text)
const run = () => migrate({ adminUrl, folder })
const ones = async () => (await client.query('select n from ones order by n')).rows.map((row) => row.n)
const answer = async (call: string) => (await client.query(`select ${call} as answer`)).rows[0].answer

describe('migrations', () => {
  it('run where they are new, in the order of their names, and never twice', async () => {
    await migration('20260102T0000_fill.sql', 'insert into ones values (1); insert into ones values (2);')
    await migration('20260101T0000_make.sql', 'create table ones (n int);')
    expect(await run()).toEqual(['20260101T0000_make.sql', '20260102T0000_fill.sql'])
    expect(await run()).toEqual([])
    await migration('20260103T0000_more.sql', 'insert into ones values (3)')
    expect(await run()).toEqual(['20260103T0000_more.sql'])
    expect(await ones()).toEqual([1, 2, 3])
  })

  it('undo a file that fails, and go on from it when it is corrected', async () => {
    await migration('20260101T0000_make.sql', 'create table ones (n int);')
    await migration('20260102T0000_fill.sql', 'insert into ones values (1); insert into twos values (2);')
    await expect(run()).rejects.toThrow('Migration 20260102T0000_fill.sql failed: relation "twos" does not exist')
    expect(await ones()).toEqual([])
    await migration('20260102T0000_fill.sql', 'insert into ones values (1)')
    expect(await run()).toEqual(['20260102T0000_fill.sql'])
    expect(await ones()).toEqual([1])
  })

  it('continue a file without transaction behind its last statement', async () => {
    const good = '-- no transaction\ncreate table ones (n int);\ninsert into ones values (1);\n'
    await migration('20260101T0000_steps.sql', `${good}create index concurrently ones_n on twos (n);`)
    await expect(run()).rejects.toThrow('statement 3 failed')
    await migration(
      '20260101T0000_steps.sql',
      `-- no transaction\ncreate table ones (n int);\ninsert into ones values (9);\nselect 1;`,
    )
    await expect(run()).rejects.toThrow('stopped after 2 of its statements, and one of those was changed')
    await migration('20260101T0000_steps.sql', `${good}create index concurrently ones_n on ones (n);`)
    expect(await run()).toEqual(['20260101T0000_steps.sql'])
    expect(await ones()).toEqual([1])
    expect(await run()).toEqual([])
  })

  it('refuse a changed file, a newer database and a wrong name, and say so', async () => {
    await migration('20260101T0000_make.sql', 'create table ones (n int);')
    await migration('20260102T0000_fill.sql', 'insert into ones values (1)')
    await run()
    await migration('20260101T0000_make.sql', 'create table ones (n bigint);')
    await expect(run()).rejects.toThrow('20260101T0000_make.sql was changed after it ran')
    await migration('20260101T0000_make.sql', 'create table ones (n int);')
    expect(await run()).toEqual([])
    await rm(join(folder, 'migrations/20260102T0000_fill.sql'))
    await expect(run()).rejects.toThrow('migrated by a newer version of Learnt (20260102T0000_fill.sql')
    await migration('second.sql', 'select 1')
    await expect(run()).rejects.toThrow('second.sql is not named like')
  })

  it('refuse a database of before they were merged, and say how to start afresh', async () => {
    await migration('20261121T1000_ground.sql', 'create table ones (n int);')
    await migration('20261124T1900_no_dead_ends.sql', 'insert into ones values (1)')
    await run()
    const before =
      'made by a build from before the first release, which cannot be migrated. Start afresh: stop Learnt, delete or move'
    await expect(migrate({ adminUrl })).rejects.toThrow(before)
    expect(await ones()).toEqual([1])
  })

  it('take line ends of Windows for the same file', async () => {
    await migration('20260101T0000_make.sql', 'create table ones (\n  n int\n);\n')
    await sqlFunction(
      'public.one.sql',
      'create or replace function one() returns int\nlanguage sql as $$ select 1 $$;\n',
    )
    await run()
    await migration('20260101T0000_make.sql', 'create table ones (\r\n  n int\r\n);\r\n')
    await sqlFunction(
      'public.one.sql',
      'create or replace function one() returns int\r\nlanguage sql as $$ select 1 $$;\r\n',
    )
    expect(await run()).toEqual([])
  })

  it('are done once when several start at the same time', async () => {
    await migration(
      '20260101T0000_make.sql',
      'create table ones (n int); insert into ones values (1); select pg_sleep(0.2);',
    )
    const done = await Promise.all([run(), run(), run(), run()])
    expect(done.filter((names) => names.length === 1)).toHaveLength(1)
    expect(await ones()).toEqual([1])
  })

  it('wait for nobody when nothing is to do', async () => {
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

  it('bring an empty database to the whole schema as an owner that is no superuser', async () => {
    const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
    expect(rows).toEqual([{ rolsuper: false }])
    expect((await migrate({ adminUrl })).length).toBeGreaterThan(0)
    expect(await migrate({ adminUrl })).toEqual([])
  })
})

describe('functions', () => {
  const plus = (n: number) =>
    `create or replace function plus(x int) returns int language sql as $$ select x + ${n} $$;`

  it('are applied after the migrations, in whatever order they call each other, and again when they change', async () => {
    await migration('20260101T0000_make.sql', 'create table ones (n int);')
    await sqlFunction(
      'public.early.sql',
      'create or replace function early() returns int language sql as $$ select plus(1) + (select count(*)::int from ones) $$;',
    )
    await sqlFunction('public.plus.sql', plus(1))
    expect(await run()).toEqual([
      '20260101T0000_make.sql',
      'sql/functions/public.early.sql',
      'sql/functions/public.plus.sql',
    ])
    expect(await answer('early()')).toBe(2)
    await sqlFunction('public.plus.sql', plus(10))
    expect(await run()).toEqual(['sql/functions/public.plus.sql'])
    expect(await answer('early()')).toBe(11)
    expect(await run()).toEqual([])
  })

  it('are included by a migration that needs them', async () => {
    await sqlFunction('public.plus.sql', plus(1))
    await migration(
      '20260101T0000_make.sql',
      'create table ones (n int);\n-- include sql/functions/public.plus.sql\ninsert into ones values (plus(1));',
    )
    await run()
    expect(await ones()).toEqual([2])
    // Which function it is counts when the migration runs, and not afterwards.
    await sqlFunction('public.plus.sql', plus(10))
    expect(await run()).toEqual(['sql/functions/public.plus.sql'])
  })

  it('change all or none, and the database says which it has', async () => {
    await sqlFunction('public.plus.sql', plus(1))
    await run()
    await sqlFunction('public.plus.sql', plus(10))
    await sqlFunction('public.wrong.sql', 'create or replace function wrong() returns nothing language sql as $$ $$;')
    await expect(run()).rejects.toThrow('sql/functions/public.wrong.sql: type "nothing" does not exist')
    expect(await answer('plus(1)')).toBe(2)
    await rm(join(folder, 'sql/functions/public.wrong.sql'))
    expect(await run()).toEqual(['sql/functions/public.plus.sql'])
  })

  it('are made again when a migration has dropped them and their file has come back', async () => {
    await sqlFunction('public.plus.sql', plus(1))
    await sqlFunction('public.minus.sql', plus(-1).replace('plus', 'minus'))
    await run()
    await rm(join(folder, 'sql/functions/public.plus.sql'))
    await sqlFunction('public.minus.sql', plus(-2).replace('plus', 'minus'))
    await migration('20260101T0000_drop.sql', 'drop function plus(int)')
    await run()
    await sqlFunction('public.plus.sql', plus(1))
    expect(await run()).toEqual(['sql/functions/public.plus.sql'])
  })

  it('of a newer version are left as they are, and the older one does not start', async () => {
    await sqlFunction('public.plus.sql', plus(1))
    await run()
    await client.query(`update control.functions set version = '999.0.0', checksum = 'of then'`)
    await expect(run()).rejects.toThrow('migrated by a newer version of Learnt (sql/functions/public.plus.sql')
  })

  it('can all be applied again, and change nothing by it', async () => {
    await migrate({ adminUrl })
    const all = `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text, p.proacl::text as rights,
        pg_get_userbyid(p.proowner) as owner from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'control'::regnamespace) and p.prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by 1`
    const { rows: before } = await client.query(all)
    await client.query('delete from control.functions')
    expect(await migrate({ adminUrl })).toEqual([`${listFunctions().length} functions`])
    expect((await client.query(all)).rows).toEqual(before)
    expect(before.length).toBeGreaterThanOrEqual(listFunctions().length)
  })

  it('that tables need bring with them what they call: a backup of an older version comes back before the others are there', async () => {
    const files = (await listMigrations()).map((one) => one.name)
    await cp(join(import.meta.dirname, '../../../migrations'), join(folder, 'migrations'), { recursive: true })
    await cp(join(import.meta.dirname, '../../../sql'), join(folder, 'sql'), { recursive: true })
    await migration('29990101T0000_later.sql', 'create table later (n int)')
    await migrate({ adminUrl, folder, only: files })
    const { rows } = await client.query<{ name: string; text: string }>(
      `select n.nspname || '.' || p.proname as name, p.prosrc as text from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'control') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    )
    const there = new Set(rows.map((row) => row.name))
    expect(there.size).toBeLessThan(listFunctions().length / 4)
    // What restore.ts calls while rows come back.
    for (const name of ['control.make_statement_months', 'public.next_run']) expect(there).toContain(name)
    const known = new Set(listFunctions().map((one) => one.name.replace('.sql', '')))
    const called = rows.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:control|public)\.\w+(?=\s*\()/g)].map(([one]) => one),
    )
    expect(called.filter((name) => known.has(name) && !there.has(name))).toEqual([])
    expect(called.length).toBeGreaterThan(0)
    await migrate({ adminUrl, folder })
    expect(await answer(`to_regprocedure('control.teams_exist()') is not null`)).toBe(true)
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
