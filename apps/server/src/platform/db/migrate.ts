import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { productVersion } from '../version.ts'
import {
  applyFunctions,
  changedFunctions,
  type FunctionFile,
  type FunctionRecord,
  isLater,
  namesOf,
  readFunctions,
  withIncluded,
} from './apply-functions.ts'
import { proveOwner } from './prove-owner.ts'
import { splitStatements } from './split-statements.ts'

const schemaFolder = join(import.meta.dirname, '../../..')

export interface MigrateOptions {
  /** The owner's role. Directly to PostgreSQL, not through a pooler: the lock belongs to the connection. */
  readonly adminUrl: string
  /** With `migrations/` and `sql/functions/`. */
  readonly folder?: string
  /** The login of the application, made a member of learnt_app where that is missing. */
  readonly appRole?: string | undefined
  readonly onApply?: (name: string) => void
  /**
   * No other migrations than these: a backup is put back into the schema that it was taken from. Functions are of the
   * whole schema: where a migration is left out, there are only those that the others include.
   */
  readonly only?: readonly string[]
}

/** Why the database was left as it is, in a sentence for the operator. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/**
 * Brings the database to the state that the files in `migrations/` and `sql/functions/` describe, and returns what it did.
 *
 * Each migration is one transaction with its record; one that begins with `-- no transaction` runs statement by statement
 * and continues, after a stop, behind the last statement that was recorded (so each of them must bear to run twice).
 *
 * Functions come after the migrations: those whose file has changed since it was applied. A file may run on any database,
 * so it creates or replaces; what it lets nobody call any more it revokes. A function whose parameters or result change
 * is dropped by a migration first, as is one that goes. What a migration itself needs (in a policy, a default, a trigger,
 * or to move rows) it includes, with all that this calls.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { folder = schemaFolder, only } = options
  const functions = readFunctions(folder)
  const reading = readMigrations(folder)
  reading.catch(() => {}) // heard of below: they are read while the database lets us in
  const client = new pg.Client({ connectionString: options.adminUrl, fallback_application_name: 'learnt-migrate' })
  client.on('error', () => {}) // the query in hand fails by itself
  await client.connect()
  try {
    const all = await reading
    const migrations = only === undefined ? all : all.filter((file) => only.includes(file.name))
    const files: Files = { migrations, functions, isWhole: migrations.length === all.length }
    await proveOwner(client, 'bound')
    const before = await readState(client, options.appRole)
    const todo = pending(files, before)
    if (todo.migrations.length === 0 && todo.functions.length === 0 && before.appRoleIsMember) {
      await proveOwner(client)
      return []
    }
    // Functions that a migration includes may name what comes later in it.
    await client.query(`set lock_timeout = '10s'; set check_function_bodies = off`)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const applied = await applyPending(client, files, options)
    if (files.isWhole) await proveOwner(client)
    return applied
  } finally {
    await client.end()
  }
}

/** The migrations of this version, in their order. */
export async function listMigrations(): Promise<MigrationFile[]> {
  return (await readMigrations(schemaFolder)).map(({ name, checksum }) => ({ name, checksum }))
}

/** The functions of this version. */
export function listFunctions(): FunctionFile[] {
  return readFunctions(schemaFolder)
}

/** Names of the migrations and functions that a database lacks; changes nothing. */
export async function findPending(adminUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl, fallback_application_name: 'learnt-migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    const migrations = await readMigrations(schemaFolder)
    const state = await readState(client, undefined)
    const todo = pending({ migrations, functions: listFunctions(), isWhole: true }, state)
    return [...todo.migrations.map((file) => file.name), ...namesOf(todo.functions)]
  } finally {
    await client.end()
  }
}

export type MigrationFile = Pick<Migration, 'name' | 'checksum'>

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
  readonly transactional: boolean
}

interface Files {
  readonly migrations: readonly Migration[]
  readonly functions: readonly FunctionFile[]
  /** No migration is left out. */
  readonly isWhole: boolean
}

interface State {
  readonly records: readonly MigrationRecord[]
  readonly functions: readonly FunctionRecord[]
  readonly appRoleIsMember: boolean
}

interface MigrationRecord {
  readonly name: string
  readonly checksum: string
  readonly statements_done: number | null
  readonly finished: boolean
}

const LOCK = '5499132746185'
const FILE_NAME = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/

async function readMigrations(folder: string): Promise<Migration[]> {
  const directory = join(folder, 'migrations')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      if (!FILE_NAME.test(name)) throw new MigrationRefused(`${name} is not named like 20261121T1200_courses.sql`)
      // a checkout with Windows line ends is the same migration
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: checksumOf(text), transactional: !/^-- no transaction\b/.test(text) }
    }),
  )
}

async function applyPending(client: pg.Client, files: Files, options: MigrateOptions): Promise<string[]> {
  await client.query(`
    create schema if not exists control;
    create table if not exists control.migrations (
      name text primary key,
      checksum text not null,
      statements_done integer,
      finished boolean not null,
      applied_at timestamptz not null default now()
    );
    create table if not exists control.functions (
      name text primary key,
      checksum text not null,
      version text not null,
      applied_at timestamptz not null default now()
    )`)
  // what another migrator did while we waited for the lock
  const state = await readState(client, options.appRole)
  const todo = pending(files, state)
  for (const file of todo.migrations) {
    options.onApply?.(file.name)
    const text = withIncluded(file.text, files.functions)
    if (file.transactional) await applyWhole(client, file, text)
    else
      await applyStepwise(
        client,
        file,
        text,
        state.records.find((record) => record.name === file.name),
      )
  }
  if (todo.functions.length > 0) {
    await applyFunctions(client, todo.functions, { all: files.functions, version: productVersion }).catch((error) => {
      throw failed('of the functions', error)
    })
  }
  if (options.appRole !== undefined) await joinAppRole(client, options.appRole)
  return [...todo.migrations.map((file) => file.name), ...namesOf(todo.functions)]
}

/** What is left to run. Throws when files and records contradict each other. */
function pending(files: Files, state: State): Pick<Files, 'migrations' | 'functions'> {
  const { migrations } = files
  const { records } = state
  const byName = new Map(migrations.map((file) => [file.name, file]))
  const unknown = records.filter((record) => !byName.has(record.name)).map((record) => record.name)
  if (isFromBefore(unknown, migrations)) throw new MigrationRefused(madeBefore)
  const functions = files.isWhole ? changedFunctions(files.functions, state.functions) : []
  for (const { name } of functions)
    if (state.functions.some((record) => record.name === name && isLater(record.version, productVersion)))
      unknown.push(`sql/functions/${name}`)
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `This database was migrated by a newer version of Learnt (${unknown.join(', ')} is not part of this one). ` +
        'Start that version, or restore a backup made before it.',
    )
  }
  for (const record of records) {
    if (record.finished && record.checksum !== byName.get(record.name)?.checksum) {
      throw new MigrationRefused(
        `Migration ${record.name} was changed after it ran on this database. Restore the file, and put the change ` +
          'into a migration of its own.',
      )
    }
  }
  const finished = new Set(records.filter((record) => record.finished).map((record) => record.name))
  return { migrations: migrations.filter((file) => !finished.has(file.name)), functions }
}

/** Whether one of these unknown migrations is older than the first known one: of a build from before the first release. */
export function isFromBefore(unknown: readonly string[], known: readonly Pick<MigrationFile, 'name'>[]): boolean {
  const first = known[0]?.name
  return first !== undefined && unknown.some((name) => name < first)
}

const madeBefore =
  'This database was made by a build from before the first release, which cannot be migrated. Start afresh: stop Learnt, ' +
  'delete or move the data folder (DATA_DIR, ./data where it is not set) or empty the database of DATABASE_URL, and start again.'

async function applyWhole(client: pg.Client, { name, checksum }: Migration, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into control.migrations (name, checksum, finished) values ($1, $2, true)', [
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw failed(name, error)
  }
}

// The checksum of an unfinished record covers the statements already done, so that the rest of a file that turned out
// wrong can be corrected, and what has run cannot.
async function applyStepwise(
  client: pg.Client,
  file: Migration,
  text: string,
  record: MigrationRecord | undefined,
): Promise<void> {
  const statements = splitStatements(text)
  const done = record?.statements_done ?? 0
  if (record !== undefined && record.checksum !== checksumOf(statements.slice(0, done).join('\n'))) {
    throw new MigrationRefused(
      `Migration ${file.name} stopped after ${done} of its statements, and one of those was changed since. ` +
        'Restore them; what follows them may be corrected.',
    )
  }
  for (let i = done; i < statements.length; i++) {
    try {
      await client.query(statements[i] as string)
    } catch (error) {
      throw failed(`${file.name}, statement ${i + 1}`, error)
    }
    await writeRecord(client, file.name, checksumOf(statements.slice(0, i + 1).join('\n')), i + 1, false)
  }
  await writeRecord(client, file.name, file.checksum, statements.length, true)
}

async function writeRecord(
  client: pg.Client,
  name: string,
  checksum: string,
  done: number,
  finished: boolean,
): Promise<void> {
  await client.query(
    `insert into control.migrations (name, checksum, statements_done, finished) values ($1, $2, $3, $4)
     on conflict (name) do update set checksum = excluded.checksum, statements_done = excluded.statements_done,
       finished = excluded.finished, applied_at = now()`,
    [name, checksum, done, finished],
  )
}

async function readState(client: pg.Client, appRole: string | undefined): Promise<State> {
  const rows = await unlessMissing(
    client.query<MigrationRecord & { app_role_is_member: boolean }>(
      `select name, checksum, statements_done, finished,
         $1::text is null or coalesce((
           select pg_has_role(app.oid, grp.oid, 'member') from pg_roles app, pg_roles grp
           where app.rolname = $1 and grp.rolname = 'learnt_app'
         ), true) as app_role_is_member
       from control.migrations order by name`,
      [appRole ?? null],
    ),
  )
  const functions = await unlessMissing(
    client.query<FunctionRecord>('select name, checksum, version from control.functions'),
  )
  return { records: rows, functions, appRoleIsMember: rows.every((row) => row.app_role_is_member) }
}

/** Nothing where there is no such table or schema yet: a new database. */
async function unlessMissing<Row extends pg.QueryResultRow>(asked: Promise<pg.QueryResult<Row>>): Promise<Row[]> {
  try {
    return (await asked).rows
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '42P01' || code === '3F000') return []
    throw error
  }
}

async function joinAppRole(client: pg.Client, appRole: string): Promise<void> {
  const { rows } = await client.query<{ member: boolean }>(
    `select pg_has_role(rolname, 'learnt_app', 'member') as member from pg_roles where rolname = $1`,
    [appRole],
  )
  if (rows[0]?.member !== false) return // a missing login shows itself when it connects
  const name = client.escapeIdentifier(appRole)
  try {
    await client.query(`grant learnt_app to ${name}`)
  } catch (error) {
    throw new MigrationRefused(
      `The application's role ${appRole} is not a member of learnt_app. As a superuser run: grant learnt_app to ${name}`,
      { cause: error },
    )
  }
}

function failed(where: string, error: unknown): Error {
  const { message, hint } = error as { message: string; hint?: string }
  return new MigrationRefused(`Migration ${where} failed: ${message}.${hint ? ` ${hint}` : ''}`, { cause: error })
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
