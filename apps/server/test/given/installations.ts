import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase } from '../../src/platform/db/database.ts'
import { qualified, readCatalogue } from '../../src/platform/db/tables.ts'
import { openApp, type TestApp } from '../app.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../db.ts'
import { makeScratchFolder } from '../scratch.ts'

/** A database and a file folder for one test. */
export interface GivenInstallation extends TestDatabase {
  readonly app: TestApp
  readonly dataDir: string
}

export async function givenInstallation(): Promise<GivenInstallation> {
  const database = await freshDatabase()
  const dataDir = await makeScratchFolder()
  return { ...database, dataDir, app: await openApp(database, dataDir) }
}

export interface EmptyPlace {
  readonly adminUrl: string
  readonly appUrl: string
  readonly dataDir: string
}

/** Not migrated, without connections. */
export async function givenEmptyPlace(): Promise<EmptyPlace> {
  return { ...(await emptyDatabase()), dataDir: await makeScratchFolder() }
}

/** Learnt on a restored database. */
export async function openPlace(place: EmptyPlace): Promise<TestApp> {
  const { appUrl: url, adminUrl } = place
  const db = createDatabase({ url, adminUrl, poolSize: 5 })
  return openApp({ ...place, db }, place.dataDir)
}

/** A hash of each table's rows in order, for one tenant or everything. `without` names columns or whole tables. */
export async function hashRows(
  { adminUrl }: { readonly adminUrl: string },
  of: { tenantId?: string; without?: readonly string[]; renamed?: (row: string) => string } = {},
): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const hashes: Record<string, string> = {}
  try {
    await client.query(`begin; set local timezone = 'UTC'`)
    const catalogue = await readCatalogue(client)
    const { rows: known } = await client.query<{ id: string }>('select id from control.tenants order by id')
    const tenants = of.tenantId ? known.filter(({ id }) => id === of.tenantId) : known
    const tables = [...catalogue.tenant, ...(of.tenantId ? [] : catalogue.control)]
    for (const table of tables.filter((one) => !of.without?.includes(one.name))) {
      const all: string[] = []
      for (const { id } of table.schema === 'control' ? [{ id: '' }] : tenants) {
        await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
        const { rows } = await client.query<{ row: string }>(
          `select to_jsonb(t)::text as row from ${qualified(table)} t`,
        )
        all.push(...rows.map(({ row }) => of.renamed?.(row) ?? row))
      }
      hashes[table.name] = `${all.length} ${createHash('sha256').update(all.sort().join('\n')).digest('hex')}`
    }
    return hashes
  } finally {
    await client.end()
  }
}

/** Every stored file with the hash of its present bytes. */
export async function hashFiles(dataDir: string, tenantId = ''): Promise<Record<string, string>> {
  const folder = join(dataDir, 'files', tenantId)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [
        file.slice(folder.length),
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ]),
    ),
  )
}
