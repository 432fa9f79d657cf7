import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { splitStatements } from './split-statements.ts'

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, '../../../migrations')

export interface MigrateOptions {
  /** The owner's role. Directly to PostgreSQL, not through a pooler: the lock belongs to the connection. */
  readonly adminUrl: string
  readonly directory?: string
  /** The login of the application, made a member of learnt_app where that is missing. */
  readonly appRole?: string | undefined
  readonly onApply?: (name: string) => void
  /** No others than these: a backup is put back into the schema that it was taken from. */
  readonly only?: readonly string[]
}

/** Why the database was left as it is, in a sentence for the operator. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/**
 * Brings the database to the state that the files in `migrations/` describe, and returns the names of those it ran.
 * Each file is one transaction with its record; a file that begins with `-- no transaction` runs statement by statement
 * and continues, after a stop, behind the last statement that was recorded (so each of them must bear to run twice).
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { only } = options
  const reading = readMigrations(options.directory ?? MIGRATIONS_DIRECTORY)
  reading.catch(() => {}) // heard of below: they are read while the database lets us in
  const client = new pg.Client({ connectionString: options.adminUrl, fallback_application_name: 'learnt-migrate' })
  client.on('error', () => {}) // the query in hand fails by itself
  await client.connect()
  try {
    const all = await reading
    const files = only === undefined ? all : all.filter((file) => only.includes(file.name))
    const before = await readState(client, options.appRole)
    if (pending(files, before.records).length === 0 && before.appRoleIsMember) return []
    await client.query(`set lock_timeout = '10s'`)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await applyPending(client, files, options)
  } finally {
    await client.end()
  }
}

/** The migrations of this version, in their order. */
export async function listMigrations(directory: string = MIGRATIONS_DIRECTORY): Promise<MigrationFile[]> {
  return (await readMigrations(directory)).map(({ name, checksum }) => ({ name, checksum }))
}

/** Names of those that a database lacks; changes nothing. */
export async function findPending(adminUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl, fallback_application_name: 'learnt-migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { records } = await readState(client, undefined)
    return pending(await readMigrations(MIGRATIONS_DIRECTORY), records).map((file) => file.name)
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

interface MigrationRecord {
  readonly name: string
  readonly checksum: string
  readonly statements_done: number | null
  readonly finished: boolean
}

const LOCK = '5499132746185'
const FILE_NAME = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/

async function readMigrations(directory: string): Promise<Migration[]> {
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

async function applyPending(client: pg.Client, files: Migration[], options: MigrateOptions): Promise<string[]> {
  await client.query(`
    create schema if not exists control;
    create table if not exists control.migrations (
      name text primary key,
      checksum text not null,
      statements_done integer,
      finished boolean not null,
      applied_at timestamptz not null default now()
    )`)
  // what another migrator did while we waited for the lock
  const { records } = await readState(client, undefined)
  const todo = pending(files, records)
  for (const file of todo) {
    options.onApply?.(file.name)
    if (file.transactional) await applyWhole(client, file)
    else
      await applyStepwise(
        client,
        file,
        records.find((record) => record.name === file.name),
      )
  }
  if (options.appRole !== undefined) await joinAppRole(client, options.appRole)
  return todo.map((file) => file.name)
}

/** What is left to run. Throws when files and records contradict each other. */
function pending(files: readonly Migration[], records: readonly MigrationRecord[]): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const unknown = records.filter((record) => !byName.has(record.name)).map((record) => record.name)
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
  return files.filter((file) => !finished.has(file.name))
}

async function applyWhole(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
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
async function applyStepwise(client: pg.Client, file: Migration, record: MigrationRecord | undefined): Promise<void> {
  const statements = splitStatements(file.text)
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

async function readState(
  client: pg.Client,
  appRole: string | undefined,
): Promise<{ records: MigrationRecord[]; appRoleIsMember: boolean }> {
  try {
    const { rows } = await client.query<MigrationRecord & { app_role_is_member: boolean }>(
      `select name, checksum, statements_done, finished,
         $1::text is null or coalesce((
           select pg_has_role(app.oid, grp.oid, 'member') from pg_roles app, pg_roles grp
           where app.rolname = $1 and grp.rolname = 'learnt_app'
         ), true) as app_role_is_member
       from control.migrations order by name`,
      [appRole ?? null],
    )
    return { records: rows, appRoleIsMember: rows.every((row) => row.app_role_is_member) }
  } catch (error) {
    // no table or no schema yet: a new database
    const { code } = error as { code?: string }
    if (code === '42P01' || code === '3F000') return { records: [], appRoleIsMember: true }
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
