import { type FileHandle, open as openFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import yauzl from 'yauzl'
import yazl from 'yazl'
import * as z from 'zod'
import { copyOut } from '../platform/db/copy.ts'
import {
  BackupRefused,
  type Catalogue,
  controlTables,
  copyOfTenant,
  passingTables,
  readCatalogue,
  readMigrationRecords,
  withOwner,
} from '../platform/db/tables.ts'
import { FileMissing, type FileStore } from '../platform/files/store.ts'
import { mintTenantId } from '../platform/tenant-id.ts'
import { productVersion } from '../platform/version.ts'
import { asRefusal, listNamedFiles, makeMonths, selectWork, workColumns } from './backup.ts'
import { KeptRows, Migrations, readJson, refuseNewerFormat } from './manifest.ts'
import { compressRows, type Sum, summing, sumOf, syncFolder } from './rows-file.ts'

export const TenantManifest = z.object({
  format: z.literal('learnt-tenant'),
  formatVersion: z.literal(1),
  product: z.string(),
  mark: z.string(),
  migrations: Migrations,
  tenant: z.object({ id: z.string(), name: z.string() }),
  /** Rows as JSON, one a line. */
  control: z.array(KeptRows.extend({ name: z.string() })),
  tables: z.array(KeptRows.extend({ name: z.string() })),
  work: KeptRows,
  files: z.array(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().nonnegative() })),
  complaints: z.array(z.string()),
})
export type TenantManifest = z.infer<typeof TenantManifest>

const manifestName = 'manifest.json'

/** How a tenant's part of each control table is found; `$1` is the tenant. */
const partOfTenant: Readonly<Record<string, string>> = {
  tenants: 'id = $1',
  teams: 'tenant_id = $1',
  team_hosts: 'team_id in (select id from control.teams where tenant_id = $1)',
  tenant_domains: 'tenant_id = $1',
  users: 'id in (select user_id from control.directory where tenant_id = $1)',
  credentials: 'user_id in (select user_id from control.directory where tenant_id = $1)',
  directory: 'tenant_id = $1',
  usernames: 'tenant_id = $1',
  account_links: 'tenant_id = $1',
  providers: 'tenant_id = $1',
  identities: 'tenant_id = $1',
}

export interface ExportOptions {
  readonly adminUrl: string
  readonly files: FileStore
  readonly tenantId: string
  /** Must not be there yet. */
  readonly file: string
  /** People set a new one where they are put back, unless they have an account there. */
  readonly withoutPasswords: boolean
  readonly say: (line: string) => void
}

/** Writes everything of one tenant into one file, as it was at one moment, while everybody works on. */
export async function exportTenant(options: ExportOptions): Promise<TenantManifest> {
  const target = resolve(options.file)
  if (await stat(target).catch(() => null)) throw new BackupRefused(`${target} is there already.`)
  const half = `${target}.unfinished-${process.pid}`
  const handle = await openHalf(half).catch((error: unknown) => {
    throw asRefusal(error, target)
  })
  try {
    const archive = new ArchiveWriter()
    const written = writeFile(handle, archive.output)
    written.catch((error: Error) => archive.fail(error))
    const manifest = await withOwner(options.adminUrl, (client) => writeTenant(client, archive, options))
    await archive.add(manifestName, oneBuffer(`${JSON.stringify(manifest, null, 1)}\n`))
    archive.end()
    await written
    await handle.sync()
    await handle.close()
    await rename(half, target)
    await syncFolder(dirname(target))
    return manifest
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(half, { force: true })
    throw asRefusal(error, target)
  }
}

async function openHalf(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return openFile(path, 'wx', 0o600)
}

async function writeTenant(client: pg.Client, archive: ArchiveWriter, options: ExportOptions): Promise<TenantManifest> {
  const { tenantId } = options
  await readMigrationRecords(client)
  const { rows: moments } = await client.query<{ mark: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as mark`,
  )
  await makeMonths(client)
  await client.query('begin isolation level repeatable read, read only')
  const { rows: tenants } = await client.query<{ id: string; name: string }>(
    'select id, name from control.tenants where id = $1',
    [tenantId],
  )
  const [tenant] = tenants
  if (!tenant)
    throw new BackupRefused(`There is no tenant ${JSON.stringify(tenantId)}. See: npm run cli -- tenant list`)
  const migrations = await readMigrationRecords(client)
  const catalogue = await readCatalogue(client)
  refuseUnknown(catalogue)

  const control: TenantManifest['control'] = []
  for (const name of Object.keys(partOfTenant)) {
    if (options.withoutPasswords && name === 'credentials') continue
    const condition = (partOfTenant[name] as string).replaceAll('$1', `'${mintTenantId(tenantId)}'`)
    const copies = [`copy (select to_jsonb(t) from control.${name} t where ${condition}) to stdout`]
    control.push({ name, ...(await addRows(client, archive, `control/${name}.json.zst`, ['row'], copies)) })
  }
  const tables: TenantManifest['tables'] = []
  for (const table of catalogue.tenant.filter((one) => !passingTables.has(one.name))) {
    const copies = [copyOfTenant(table, tenantId)]
    const file = `tables/${table.name}.copy.zst`
    tables.push({ name: table.name, ...(await addRows(client, archive, file, table.columns, copies)) })
  }
  const select = await selectWork(client, tenantId)
  const copies = select === null ? [] : [`copy (${select}) to stdout`]
  const work = await addRows(client, archive, 'work.copy.zst', workColumns, copies)
  const named = await listNamedFiles(client, [tenant])
  await client.query('commit')
  options.say(`${[...control, ...tables].reduce((sum, table) => sum + table.rows, 0)} rows`)

  const files: TenantManifest['files'] = []
  const complaints: string[] = []
  for (const { sha256 } of named) {
    try {
      const source = await options.files.open(mintTenantId(tenantId), sha256)
      const sum = await archive.add(`files/${sha256}`, source)
      if (sum.sha256 === sha256) files.push({ sha256, size: sum.bytes })
      else complaints.push(`The file ${sha256} has other bytes in the store.`)
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      complaints.push(`The file ${sha256} is not in the store.`)
    }
  }
  options.say(`${files.length} files, ${files.reduce((sum, file) => sum + file.size, 0)} bytes`)
  return {
    format: 'learnt-tenant',
    formatVersion: 1,
    product: productVersion,
    mark: moments[0]?.mark ?? '',
    migrations,
    tenant,
    control,
    tables,
    work,
    files,
    complaints,
  }
}

/** A table of the control plane of which nobody said whose its rows are would be left behind in silence. */
function refuseUnknown(catalogue: Catalogue): void {
  for (const { name } of catalogue.control) {
    const fate = controlTables[name]
    if (fate === undefined || (fate === 'tenant') !== name in partOfTenant)
      throw new BackupRefused(
        `Table control.${name} is not known to the export: platform/db/tables.ts must say what becomes of it.`,
      )
  }
}

async function addRows(
  client: pg.Client,
  archive: ArchiveWriter,
  file: string,
  columns: readonly string[],
  copies: readonly string[],
): Promise<KeptRows> {
  let rows = 0
  const out = compressRows()
  const reading = pipeline(
    Readable.from(
      (async function* () {
        for (const copy of copies) rows += yield* copyOut(client, copy)
      })(),
      { objectMode: false },
    ),
    out,
  )
  const [sum] = await Promise.all([archive.add(file, out), reading])
  return { file, columns: [...columns], rows, ...sum }
}

async function* oneBuffer(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** A ZIP archive whose entries are written one after the other, as they come. */
class ArchiveWriter {
  readonly #zip = new yazl.ZipFile()
  readonly output = this.#zip.outputStream as Readable
  #failed: Error | null = null
  #entry: Readable | null = null

  constructor() {
    // The entry that fails says so where it was added.
    this.#zip.on('error', () => {})
  }

  async add(name: string, source: AsyncIterable<Buffer>): Promise<Sum> {
    const summer = summing()
    await new Promise<void>((resolve, reject) => {
      this.#zip.addReadStreamLazy(name, { compress: false, mode: 0o100600, forceZip64Format: true }, (give) => {
        const stream = Readable.from(summer.through(source), { objectMode: false })
        this.#entry = stream
        stream.once('error', reject)
        stream.once('end', resolve)
        give(null, stream)
        if (this.#failed) stream.destroy(this.#failed)
      })
    })
    return summer.sum()
  }

  /** The reader of the output has gone: what is being added would wait for ever. */
  fail(error: Error): void {
    this.#failed = error
    this.#entry?.destroy(error)
  }

  end(): void {
    this.#zip.end()
  }
}

/** An exported tenant that is read again. Every byte was compared with the manifest before this is answered. */
export class TenantArchive {
  readonly manifest: TenantManifest
  readonly #zip: yauzl.ZipFile
  readonly #entries: ReadonlyMap<string, yauzl.Entry>

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, manifest: TenantManifest) {
    this.#zip = zip
    this.#entries = entries
    this.manifest = manifest
  }

  static async open(file: string): Promise<TenantArchive> {
    const { zip, entries } = await readEntries(file)
    try {
      const manifest = await readTenantManifest(file, zip, entries)
      const archive = new TenantArchive(zip, entries, manifest)
      await archive.#verify(file)
      return archive
    } catch (error) {
      zip.close()
      throw error
    }
  }

  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (!entry) throw new BackupRefused(`${name} is missing in the file.`)
    return readEntry(this.#zip, entry)
  }

  close(): void {
    this.#zip.close()
  }

  async #verify(file: string): Promise<void> {
    const { control, tables, work, files } = this.manifest
    const parts = [...control, ...tables, work].map(({ file: name, sha256 }) => ({ name, sha256 }))
    for (const part of [...parts, ...files.map(({ sha256 }) => ({ name: `files/${sha256}`, sha256 }))])
      if ((await sumOf(await this.read(part.name))).sha256 !== part.sha256)
        throw new BackupRefused(
          `${file} is damaged: ${part.name} has other bytes than were written. Nothing was touched.`,
        )
  }
}

async function readEntries(file: string): Promise<{ zip: yauzl.ZipFile; entries: Map<string, yauzl.Entry> }> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(notAnExport(file, error)) : resolve(opened as yauzl.ZipFile),
    )
  })
  const entries = new Map<string, yauzl.Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error) => reject(notAnExport(file, error)))
    zip.on('end', () => resolve())
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
  return { zip, entries }
}

function notAnExport(file: string, error: unknown): Error {
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  return new BackupRefused(missing ? `${file} is not there.` : `${file} is no exported tenant, or not whole.`, {
    cause: error,
  })
}

async function readTenantManifest(
  file: string,
  zip: yauzl.ZipFile,
  entries: ReadonlyMap<string, yauzl.Entry>,
): Promise<TenantManifest> {
  const entry = entries.get(manifestName)
  if (!entry) throw new BackupRefused(`${file} is no exported tenant: it has no ${manifestName}.`)
  const pieces: Buffer[] = []
  for await (const piece of await readEntry(zip, entry)) pieces.push(piece as Buffer)
  const json = readJson(Buffer.concat(pieces).toString('utf8'))
  refuseNewerFormat(json, file)
  const parsed = TenantManifest.safeParse(json)
  if (!parsed.success) throw new BackupRefused(`The manifest of ${file} is damaged, or of another version.`)
  return parsed.data
}

function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream as Readable)))
  })
}
