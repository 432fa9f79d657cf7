import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { BackupRefused } from '../platform/db/tables.ts'
import { linesOf, readRows, sumOf } from './rows-file.ts'

const Sum = { bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }

export const KeptRows = z.object({
  /** Relative to the backup. */
  file: z.string().regex(/^[a-z0-9_./-]+$/),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  ...Sum,
})
export type KeptRows = z.infer<typeof KeptRows>

export const Migrations = z.array(z.object({ name: z.string(), checksum: z.string() }))

export const Manifest = z.object({
  format: z.literal('learnt-backup'),
  formatVersion: z.literal(1),
  product: z.string(),
  /** By the database's clock: everything committed before it is in the backup. */
  mark: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  postgres: z.string(),
  migrations: Migrations,
  tenants: z.array(z.object({ id: z.string(), name: z.string() })),
  tables: z.array(KeptRows.extend({ schema: z.enum(['public', 'control']), name: z.string() })),
  /** Work that the job runner had taken over and not done; it goes back into the outbox. */
  work: KeptRows,
  /** Given up by the job runner after all its attempts: not kept. */
  givenUp: z.number().int().nonnegative(),
  files: z.object({
    /** `listed`: the bytes are where they were, in the object store. */
    mode: z.enum(['copied', 'listed']),
    count: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
    /** Lines of tenant, SHA-256, size. */
    list: z.object({ file: z.string(), ...Sum }),
  }),
  /** What was wrong with the source: files that rows name and the store lacks, or whose bytes are others. */
  complaints: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestName = 'manifest.json'

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new BackupRefused(`${folder} is no backup: it has no ${manifestName}.`)
    throw error
  })
  const json = readJson(text)
  refuseNewerFormat(json, `The backup ${folder}`)
  const parsed = Manifest.safeParse(json)
  if (!parsed.success) throw new BackupRefused(`${join(folder, manifestName)} is damaged, or of another version.`)
  return parsed.data
}

/** The way of writing itself is newer: nothing else in the manifest can be relied on. */
export function refuseNewerFormat(json: unknown, what: string): void {
  const version = (json as { formatVersion?: unknown } | null)?.formatVersion
  if (typeof version !== 'number' || version <= 1) return
  throw new BackupRefused(`${what} was made by a newer version of Learnt. Nothing was touched; use that version.`)
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface KeptFile {
  readonly tenant: string
  readonly sha256: string
  readonly size: number
}

export function keptFileName(folder: string, file: Pick<KeptFile, 'tenant' | 'sha256'>): string {
  return join(folder, 'files', file.tenant, file.sha256.slice(0, 2), file.sha256)
}

export async function* listKeptFiles(folder: string, manifest: Manifest): AsyncGenerator<KeptFile> {
  const lines = createInterface({
    input: createReadStream(join(folder, manifest.files.list.file)),
    crlfDelay: Infinity,
  })
  for await (const line of lines) {
    const [tenant = '', sha256 = '', size = ''] = line.split('\t')
    if (!/^[a-z0-9-]+$/.test(tenant) || !/^[0-9a-f]{64}$/.test(sha256))
      throw new BackupRefused(`The list of files in ${folder} is damaged.`)
    yield { tenant, sha256, size: Number(size) }
  }
}

/** Reads every byte of a backup again; answers what is wrong with it, one sentence each. */
export async function verifyBackup(folder: string): Promise<string[]> {
  const manifest = await readManifest(folder)
  const wrong: string[] = []
  const expected = new Set([manifestName])
  const check = async (file: string, sum: { bytes: number; sha256: string }) => {
    expected.add(file)
    const path = join(folder, file)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return void wrong.push(`${file} is missing.`)
    if (found.size !== sum.bytes) return void wrong.push(`${file} has ${found.size} bytes instead of ${sum.bytes}.`)
    if ((await sumOf(createReadStream(path))).sha256 !== sum.sha256)
      wrong.push(`${file} has other bytes than were written.`)
  }
  for (const table of [...manifest.tables, manifest.work]) {
    const before = wrong.length
    await check(table.file, table)
    if (wrong.length > before) continue
    let rows = 0
    for await (const _ of linesOf(readRows(join(folder, table.file)))) rows++
    if (rows !== table.rows) wrong.push(`${table.file} holds ${rows} rows instead of ${table.rows}.`)
  }
  await check(manifest.files.list.file, manifest.files.list)
  if (wrong.some((line) => line.startsWith(manifest.files.list.file))) return wrong
  let count = 0
  for await (const file of listKeptFiles(folder, manifest)) {
    count++
    if (manifest.files.mode === 'copied')
      await check(relative(folder, keptFileName(folder, file)), { bytes: file.size, sha256: file.sha256 })
  }
  if (count !== manifest.files.count) wrong.push(`The list names ${count} files instead of ${manifest.files.count}.`)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = relative(folder, join(entry.parentPath, entry.name))
    if (entry.isFile() && !expected.has(name)) wrong.push(`${name} is not part of the backup.`)
  }
  return wrong
}
