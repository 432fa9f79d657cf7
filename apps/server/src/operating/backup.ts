import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { copyOut } from '../platform/db/copy.ts'
import {
  BackupRefused,
  columnList,
  controlTables,
  copyOfTenant,
  type KeptTable,
  passingTables,
  qualified,
  readCatalogue,
  readMigrationRecords,
  withOwner,
} from '../platform/db/tables.ts'
import { FileMissing, type FileStore } from '../platform/files/store.ts'
import { queues } from '../platform/jobs/job.ts'
import { mintTenantId } from '../platform/tenant-id.ts'
import { productVersion } from '../platform/version.ts'
import { type KeptFile, type KeptRows, keptFileName, type Manifest, manifestName } from './manifest.ts'
import { syncFolder, writeRows, writeSummed } from './rows-file.ts'

export interface BackupOptions {
  readonly adminUrl: string
  readonly files: FileStore
  /** Must not be there yet, or be empty. */
  readonly folder: string
  readonly copyFiles: boolean
  readonly say: (line: string) => void
}

/**
 * Writes everything that Learnt keeps into a folder, while it works. The rows are of one moment, the mark, taken after
 * the bulk of the files is copied; the files are all that those rows name. Only a whole backup gets the folder's name.
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const folder = resolve(options.folder)
  await refuseUsed(folder)
  const half = `${folder}.unfinished-${process.pid}-${randomBytes(3).toString('hex')}`
  try {
    await mkdir(dirname(folder), { recursive: true })
    await removeLeftovers(folder)
    await mkdir(half, { mode: 0o700 })
    const manifest = await withOwner(options.adminUrl, (client) => writeBackup(client, half, options))
    await refuseUsed(folder)
    await rename(half, folder)
    await syncFolder(dirname(folder))
    return manifest
  } catch (error) {
    await rm(half, { recursive: true, force: true }).catch(() => {})
    throw asRefusal(error, folder)
  }
}

/** Where a disk is the reason, in words; the error itself else. */
export function asRefusal(error: unknown, path: string): unknown {
  const words: Record<string, string> = {
    ENOSPC: `The disk that holds ${path} is full`,
    EDQUOT: `The quota for ${path} is used up`,
    EROFS: `${path} lies on a read-only disk`,
    EACCES: `${path} cannot be written by this user`,
    EPERM: `${path} cannot be written by this user`,
    ENOTDIR: `${path} does not lie in a folder`,
    ENOENT: `The folder of ${path} is not there`,
  }
  const { code = '', path: at = path } = error as NodeJS.ErrnoException
  // A file of the store that cannot be read is another matter.
  const found = at.startsWith(path) || path.startsWith(at) ? words[code] : undefined
  return found ? new BackupRefused(`${found}. What was written was removed again.`, { cause: error }) : error
}

/** No table is made while rows are read: that would wait for us, and everybody who writes statements for it. */
export async function makeMonths(client: pg.Client): Promise<void> {
  await client.query(`select control.make_statement_months((now() + interval '13 months')::date)`)
}

async function writeBackup(client: pg.Client, folder: string, options: BackupOptions): Promise<Manifest> {
  const startedAt = new Date().toISOString()
  await readMigrationRecords(client)
  const kept = new KeptFiles(folder, options)
  // Most files are copied before the mark, so that the mark is late; what came meanwhile is copied after it.
  const { rows: early } = await client.query<{ id: string }>('select id from control.tenants order by id')
  for (const { id } of early) await kept.takeAll(id)
  await makeMonths(client)

  // Asked before the snapshot is taken, so that it promises nothing that is not there.
  const { rows: moments } = await client.query<{ mark: string; postgres: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as mark, version() as postgres`,
  )
  const { mark, postgres } = moments[0] as { mark: string; postgres: string }
  await client.query('begin isolation level repeatable read, read only')
  const migrations = await readMigrationRecords(client)
  const { rows: tenants } = await client.query<{ id: string; name: string }>(
    'select id, name from control.tenants order by id',
  )
  const catalogue = await readCatalogue(client)
  const tables: Manifest['tables'] = []
  for (const schema of ['public', 'control']) await mkdir(join(folder, schema), { mode: 0o700 })
  for (const table of catalogue.control.filter((one) => controlTables[one.name] !== 'passing'))
    tables.push(await writeTable(client, folder, table, [copyOfAll(table)]))
  for (const table of catalogue.tenant.filter((one) => !passingTables.has(one.name))) {
    const copies = tenants.map(({ id }) => copyOfTenant(table, id))
    tables.push(await writeTable(client, folder, table, copies))
  }
  const { work, givenUp } = await writeWork(client, folder)
  const named = await listNamedFiles(client, tenants)
  await client.query('commit')
  const rowCount = tables.reduce((sum, table) => sum + table.rows, 0)
  options.say(`${rowCount} rows of ${tables.length} tables, ${tenants.length} tenants`)

  for (const { id } of tenants) await kept.takeAll(id)
  for (const file of named) await kept.take(file)
  const files = await kept.finish()
  options.say(`${files.count} files, ${files.bytes} bytes${options.copyFiles ? '' : ' (listed, not copied)'}`)

  const manifest: Manifest = {
    format: 'learnt-backup',
    formatVersion: 1,
    product: productVersion,
    mark,
    startedAt,
    finishedAt: new Date().toISOString(),
    postgres: postgres.split(' ').slice(0, 2).join(' '),
    migrations,
    tenants,
    tables,
    work,
    givenUp,
    files,
    complaints: kept.complaints,
  }
  await writeSummed(join(folder, manifestName), Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]))
  await syncFolder(folder)
  return manifest
}

function copyOfAll(table: KeptTable): string {
  return `copy (select ${columnList(table.columns)} from ${qualified(table)}) to stdout`
}

async function writeTable(
  client: pg.Client,
  folder: string,
  { schema, name, columns }: KeptTable,
  copies: readonly string[],
): Promise<Manifest['tables'][number]> {
  return { schema, name, ...(await writeCopies(client, folder, `${schema}/${name}.copy.zst`, columns, copies)) }
}

async function writeCopies(
  client: pg.Client,
  folder: string,
  file: string,
  columns: readonly string[],
  copies: readonly string[],
): Promise<KeptRows> {
  let rows = 0
  const sum = await writeRows(
    join(folder, file),
    (async function* () {
      for (const copy of copies) rows += yield* copyOut(client, copy)
    })(),
  )
  return { file, columns: [...columns], rows, ...sum }
}

export const workColumns = ['tenant_id', 'id', 'task', 'payload', 'run_at', 'created_at'] as const

/** What the runner has taken over and not done, in the shape of the outbox: it goes back there. */
export async function selectWork(client: pg.ClientBase, tenantId?: string): Promise<string | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as there`,
  )
  if (!rows[0]?.there) return null
  return `
    select j.payload->>'tenantId' as tenant_id,
      case when right(j.key, 36) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(j.key, 36)::uuid
        else gen_random_uuid() end as id,
      j.payload->>'task' as task, j.payload->'payload' as payload, j.run_at, j.created_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('${Object.values(queues).join("','")}') and j.attempts < j.max_attempts
    ${tenantId === undefined ? '' : `and j.payload->>'tenantId' = '${mintTenantId(tenantId)}'`}`
}

async function writeWork(client: pg.Client, folder: string): Promise<{ work: KeptRows; givenUp: number }> {
  const select = await selectWork(client)
  const work = await writeCopies(
    client,
    folder,
    'work.copy.zst',
    workColumns,
    select === null ? [] : [`copy (${select}) to stdout`],
  )
  if (select === null) return { work, givenUp: 0 }
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker._private_jobs where attempts >= max_attempts',
  )
  return { work, givenUp: rows[0]?.count ?? 0 }
}

/** Contents that the rows name; a file of the store that none names is kept as well, but is not missed. */
export async function listNamedFiles(client: pg.Client, tenants: readonly { id: string }[]): Promise<KeptFile[]> {
  const named: KeptFile[] = []
  for (const { id } of tenants) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
    const { rows } = await client.query<{ sha256: string; size: string }>(
      `select sha256, max(size) as size from (
         select sha256, size from files
         union all select v.value->>'sha256', (v.value->>'size')::bigint from files, jsonb_each(variants) v
         union all select sha256, size from packages
         union all select m, -1 from packages, unnest(media) m
         union all select sha256, size from data_exports where state = 'ready'
       ) named group by 1`,
    )
    for (const row of rows) named.push({ tenant: id, sha256: row.sha256, size: Number(row.size) })
  }
  return named
}

/** The files of a backup: each content once, its bytes compared with its name as they pass. */
class KeptFiles {
  readonly complaints: string[] = []
  readonly #folder: string
  readonly #options: BackupOptions
  readonly #known = new Map<string, number>()
  readonly #bad = new Set<string>()

  constructor(folder: string, options: BackupOptions) {
    this.#folder = folder
    this.#options = options
  }

  async takeAll(tenant: string): Promise<void> {
    for await (const { sha256, size } of this.#options.files.list(mintTenantId(tenant)))
      await this.take({ tenant, sha256, size }, false)
  }

  async take({ tenant, sha256, size }: KeptFile, isNeeded = true): Promise<void> {
    const key = `${tenant}\t${sha256}`
    if (this.#known.has(key) || this.#bad.has(key)) return
    if (!this.#options.copyFiles) {
      const found = isNeeded ? await this.#options.files.sizeOf(mintTenantId(tenant), sha256) : size
      if (found === null) this.#complain(key, `The file ${sha256} of ${tenant} is not in the store.`)
      else this.#known.set(key, found)
      return
    }
    const target = keptFileName(this.#folder, { tenant, sha256 })
    try {
      const source = await this.#options.files.open(mintTenantId(tenant), sha256)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const sum = await writeSummed(target, source)
      if (sum.sha256 === sha256) return void this.#known.set(key, sum.bytes)
      await rm(target)
      this.#complain(key, `The file ${sha256} of ${tenant} has other bytes in the store.`)
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      // Listed a moment ago and removed since: nobody misses it unless a row names it.
      if (isNeeded) this.#complain(key, `The file ${sha256} of ${tenant} is not in the store.`)
    }
  }

  async finish(): Promise<Manifest['files']> {
    const list = [...this.#known].map(([key, size]) => `${key}\t${size}\n`).sort()
    const name = 'files.tsv'
    const sum = await writeSummed(join(this.#folder, name), Readable.from(list.map((line) => Buffer.from(line))))
    return {
      mode: this.#options.copyFiles ? 'copied' : 'listed',
      count: list.length,
      bytes: [...this.#known.values()].reduce((all, size) => all + size, 0),
      list: { file: name, ...sum },
    }
  }

  #complain(key: string, words: string): void {
    this.#bad.add(key)
    this.complaints.push(words)
  }
}

async function refuseUsed(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (found === null) return
  if (!found.isDirectory() || (await readdir(folder)).length > 0)
    throw new BackupRefused(`${folder} is there already. Give the backup a name of its own.`)
}

/** What killed backups of the same name left; one that is still at work on this machine is left alone. */
async function removeLeftovers(folder: string): Promise<void> {
  const start = `${basename(folder)}.unfinished-`
  for (const name of await readdir(dirname(folder))) {
    const pid = name.startsWith(start) ? /^(\d+)-[0-9a-f]{6}$/.exec(name.slice(start.length))?.[1] : undefined
    if (pid === undefined || isAlive(Number(pid))) continue
    await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  if (existsSync('/proc/self')) return existsSync(`/proc/${pid}`)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
