import { createReadStream } from 'node:fs'
import type pg from 'pg'
import { copyIn } from '../platform/db/copy.ts'
import { isFromBefore, listMigrations, type MigrationFile, migrate } from '../platform/db/migrate.ts'
import {
  BackupRefused,
  columnList,
  controlTables,
  type KeptTable,
  qualified,
  readCatalogue,
  withOwner,
} from '../platform/db/tables.ts'
import type { FileStore } from '../platform/files/store.ts'
import { mintTenantId } from '../platform/tenant-id.ts'
import { workColumns } from './backup.ts'
import { type KeptRows, keptFileName, listKeptFiles, type Manifest, readManifest, verifyBackup } from './manifest.ts'
import { readRows } from './rows-file.ts'

export interface RestoreOptions {
  readonly folder: string
  readonly adminUrl: string
  /** The application's login, made a member of learnt_app where that is missing. */
  readonly appRole: string
  readonly files: FileStore
  /** What is in the database now may be destroyed. */
  readonly replace: boolean
  readonly keepSessions: boolean
  /** Mails that wait are not sent: they may have gone out after the backup was made. */
  readonly holdMails: boolean
  readonly say: (line: string) => void
}

export interface Restored {
  readonly manifest: Manifest
  readonly rows: number
  readonly files: number
  readonly complaints: readonly string[]
}

/**
 * Puts a backup into an empty database and file store. Every byte is read and compared first. The schema is made as it
 * was, the rows come in one transaction, then newer migrations run: as if Learnt had never stopped. Whatever is killed on
 * the way leaves a database without a tenant, into which the same backup can be put again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(options.folder)
  const wrong = await verifyBackup(options.folder)
  if (wrong.length > 0)
    throw new BackupRefused(`The backup is damaged, and nothing was touched:\n${wrong.slice(0, 20).join('\n')}`)
  await checkMigrations(manifest.migrations)
  options.say(`The backup of ${manifest.mark} is whole: ${manifest.tenants.length} tenants`)

  return withOwner(options.adminUrl, async (client) => {
    // Kept to the end, so that of two restores the second one finds the first, whatever that does at the moment.
    await holdRestore(client)
    await refuseUsed(client, options.replace)
    return putBack(options, manifest)
  })
}

async function putBack(options: RestoreOptions, manifest: Manifest): Promise<Restored> {
  const { adminUrl, appRole } = options
  const { count, complaints } = await putFiles(options, manifest)
  await withOwner(adminUrl, dropSchemas)
  await migrate({ adminUrl, appRole, only: manifest.migrations.map((file) => file.name) })
  const rows = await withOwner(adminUrl, (client) => fill(client, options, manifest))
  await migrate({ adminUrl, appRole })
  // Without statistics the first requests would be planned for empty tables.
  await withOwner(adminUrl, (client) => client.query('analyze'))
  options.say(`${rows} rows, ${count} files`)
  return { manifest, rows, files: count, complaints: [...manifest.complaints, ...complaints] }
}

/** One restore at a time works on a database, of a tenant or of everything. The lock ends with the connection. */
export async function holdRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('learnt:restore', 0)) as mine`,
  )
  if (!rows[0]?.mine)
    throw new BackupRefused('Another restore is at work on this database. Nothing was touched; try again after it.')
}

/** Every migration that the backup had must be known here, word for word. */
async function checkMigrations(kept: readonly MigrationFile[]): Promise<void> {
  const migrations = await listMigrations()
  const known = new Map(migrations.map((file) => [file.name, file.checksum]))
  const unknown = kept.map((file) => file.name).filter((name) => !known.has(name))
  if (isFromBefore(unknown, migrations))
    throw new BackupRefused('The backup was made by a build from before the first release, and cannot be restored.')
  for (const { name, checksum } of kept) {
    if (!known.has(name))
      throw new BackupRefused(`The backup is of a newer version of Learnt (${name} is not part of this one).`)
    if (known.get(name) !== checksum)
      throw new BackupRefused(
        `The backup was made after another ${name} than this version has. Use the version of then.`,
      )
  }
  if (kept.length === 0) throw new BackupRefused('The backup names no migration.')
}

/** Connections besides this one. Those that were closed a moment ago are seen until their process has ended. */
async function countOthers(client: pg.Client): Promise<number> {
  for (let look = 1; ; look++) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0 || look === 20) return count
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Nobody else may be at work, and nothing may be lost that was not given up. */
async function refuseUsed(client: pg.Client, replace: boolean): Promise<void> {
  const open = await countOthers(client)
  if (open > 0)
    throw new BackupRefused(
      `${open} connections to the database are open. Stop every process of Learnt on it first. PgBouncer keeps its connections open: then run RECONNECT on its console.`,
    )
  const { rows: strangers } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_isolation') limit 1`,
  )
  if (strangers[0])
    throw new BackupRefused(
      `The database has a table ${strangers[0].name}, which is not Learnt's. Give Learnt one of its own.`,
    )
  if (replace) return
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('control.tenants') is not null and to_regclass('control.users') is not null as there`,
  )
  if (!there[0]?.there) return
  const { rows } = await client.query<{ tenants: number; users: number }>(
    'select (select count(*)::int from control.tenants) as tenants, (select count(*)::int from control.users) as users',
  )
  const { tenants = 0, users = 0 } = rows[0] ?? {}
  if (tenants + users > 0)
    throw new BackupRefused(
      `The database is not empty: ${tenants} tenants, ${users} people. With --replace they are destroyed and the backup takes their place.`,
    )
}

/** Files come first: what no row names yet is seen by nobody. Answers how many there are and what is missing. */
async function putFiles(options: RestoreOptions, manifest: Manifest): Promise<{ count: number; complaints: string[] }> {
  const complaints: string[] = []
  let count = 0
  for await (const file of listKeptFiles(options.folder, manifest)) {
    const tenantId = mintTenantId(file.tenant)
    if (manifest.files.mode === 'listed') {
      if ((await options.files.sizeOf(tenantId, file.sha256)) === null)
        complaints.push(`The file ${file.sha256} of ${file.tenant} was only listed, and is not in the store.`)
      else count++
      continue
    }
    const stored = await options.files.put(tenantId, createReadStream(keptFileName(options.folder, file)))
    if (stored.sha256 !== file.sha256) throw new BackupRefused(`The file ${file.sha256} changed while it was read.`)
    count++
  }
  return { count, complaints }
}

async function dropSchemas(client: pg.Client): Promise<void> {
  await client.query(`
    begin;
    drop schema if exists graphile_worker cascade;
    drop schema if exists control cascade;
    drop schema public cascade;
    create schema public;
    commit`)
}

/** In one transaction. */
async function fill(client: pg.Client, options: RestoreOptions, manifest: Manifest): Promise<number> {
  const catalogue = await readCatalogue(client)
  const unknown = manifest.tables.find((table) => !catalogue[partOf(table)].some((one) => one.name === table.name))
  if (unknown) throw new BackupRefused(`The backup has a table that is not known here: ${unknown.name}`)
  // Months that the old migrations did not make, so that no statement lands among those without a month.
  await client.query(`select control.make_statement_months(($1::timestamptz + interval '13 months')::date)`, [
    manifest.mark,
  ])
  await client.query('begin')
  // COPY does not go through row security. Until the commit nobody else can look.
  for (const table of catalogue.tenant)
    await client.query(`alter table ${qualified(table)} no force row level security`)
  let rows = 0
  const load = async (table: Pick<KeptTable, 'schema' | 'name'>, from: KeptRows, columns: readonly string[]) => {
    const taken = await copyIn(
      client,
      `copy ${qualified(table)} (${columnList(columns)}) from stdin`,
      readRows(`${options.folder}/${from.file}`),
    )
    if (taken !== from.rows) throw new Error(`${table.name} took ${taken} of ${from.rows} rows`)
    rows += taken
  }
  for (const table of catalogue.control.filter((one) => controlTables[one.name] !== 'passing'))
    await client.query(`delete from ${qualified(table)}`)
  for (const table of [...catalogue.control, ...catalogue.tenant]) {
    const from = manifest.tables.find((one) => one.schema === table.schema && one.name === table.name)
    if (from) await load(table, from, from.columns)
  }
  // The runner's queue is created empty; its open work goes out through the outbox, once.
  await load({ schema: 'public', name: 'outbox' }, manifest.work, workColumns)
  if (!options.keepSessions) await client.query('update control.sessions set ended_at = now() where ended_at is null')
  if (options.holdMails) await holdMails(client, null)
  // Browsers still hold cursors of after the backup: places far ahead make them ask for everything again.
  await client.query('update control.live_position set last = last + 1000000000, forgotten = last + 1000000000')
  for (const table of catalogue.tenant) await client.query(`alter table ${qualified(table)} force row level security`)
  await client.query('commit')
  return rows
}

function partOf({ schema }: Pick<KeptTable, 'schema'>): 'tenant' | 'control' {
  return schema === 'public' ? 'tenant' : 'control'
}

/**
 * Nobody knows whether mails that waited then have gone out since: they are shown as such, and not sent. `tenantId`: those of
 * one tenant alone, whatever rows the owner's role may see; null: of all.
 */
export async function holdMails(client: pg.ClientBase, tenantId: string | null): Promise<number> {
  const { rowCount } = await client.query(
    `update public.mails set state = 'failed', reason = 'unclear', sending_since = null
     where state = 'waiting' and ($1::text is null or tenant_id = $1)`,
    [tenantId],
  )
  // Nor are mails of schedules that were due by now: the other one sent them, or will. An old backup has none.
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.schedules') is not null as there`)
  if (rows[0]?.there)
    await client.query(
      `update public.schedules set next_at = public.next_run(rhythm, weekdays, month_day, day_time, zone, now())
       where is_active and next_at <= now() and ($1::text is null or tenant_id = $1)`,
      [tenantId],
    )
  return rowCount ?? 0
}
