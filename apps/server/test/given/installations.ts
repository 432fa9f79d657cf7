import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { firstCluster } from '../../src/platform/db/clusters.ts'
import { type ClusterAddress, createDatabase } from '../../src/platform/db/database.ts'
import { qualified, readCatalogue } from '../../src/platform/keeping/tables.ts'
import type { TenantId } from '../../src/platform/tenant/tenant-id.ts'
import { openApp, type TestApp } from '../app.ts'
import { clustersOfRun, emptyDatabase, freshDatabase, type TestDatabase } from '../db.ts'
import { makeScratchFolder } from '../scratch.ts'

/** A database and a folder of files that no other test sees. */
export interface GivenInstallation extends TestDatabase {
  readonly app: TestApp
  readonly dataDir: string
}

export async function givenInstallation(count = clustersOfRun): Promise<GivenInstallation> {
  const database = await freshDatabase({}, count)
  const dataDir = await makeScratchFolder()
  return { ...database, dataDir, app: await openApp(database, dataDir) }
}

export interface EmptyPlace {
  readonly adminUrl: string
  readonly appUrl: string
  readonly clusters: readonly (ClusterAddress & { readonly appRole: string })[]
  readonly dataDir: string
}

/** Not migrated, and nobody is connected. */
export async function givenEmptyPlace(count = clustersOfRun): Promise<EmptyPlace> {
  const clusters = []
  for (let nth = 2; nth <= count; nth++) {
    const { adminUrl, appUrl: url } = await emptyDatabase()
    clusters.push({ name: `c${nth}`, url, adminUrl, appRole: new URL(url).username })
  }
  return { ...(await emptyDatabase()), clusters, dataDir: await makeScratchFolder() }
}

/** Learnt on what a restore filled. */
export async function openPlace(place: EmptyPlace): Promise<TestApp> {
  const { appUrl: url, adminUrl, clusters } = place
  const db = createDatabase({ url, adminUrl, clusters, poolSize: 5 })
  return openApp({ ...place, db }, place.dataDir)
}

/** The owner's address of where a tenant's rows are. */
export async function ownerOfTenant(place: TestDatabase, tenantId: TenantId): Promise<string> {
  return ownerAt(place, await place.db.clusterOf(tenantId))
}

function ownerAt({ adminUrl, clusters }: Owned, cluster: string): string {
  return clusters.find(({ name }) => name === cluster)?.adminUrl ?? adminUrl
}

type Owned = Pick<TestDatabase, 'adminUrl' | 'clusters'>

/** A hash of each table's rows in order: of one tenant, or of everything. `left` out are columns or whole tables. */
export async function hashRows(
  place: Owned,
  of: { tenantId?: string; without?: readonly string[]; renamed?: (row: string) => string } = {},
): Promise<Record<string, string>> {
  const clients = new Map<string, pg.Client>()
  const clientAt = async (cluster: string) => {
    const known = clients.get(cluster)
    if (known !== undefined) return known
    const client = new pg.Client({ connectionString: ownerAt(place, cluster) })
    await client.connect()
    clients.set(cluster, client)
    await client.query(`begin; set local timezone = 'UTC'`)
    return client
  }
  const hashes: Record<string, string> = {}
  try {
    const first = await clientAt(firstCluster)
    const catalogue = await readCatalogue(first)
    const { rows: known } = await first.query<{ id: string; cluster: string }>(
      'select id, cluster from control.tenants order by id',
    )
    const tenants = of.tenantId ? known.filter(({ id }) => id === of.tenantId) : known
    const tables = [...catalogue.tenant, ...(of.tenantId ? [] : catalogue.control)]
    for (const table of tables.filter((one) => !of.without?.includes(one.name))) {
      const all: string[] = []
      for (const { id, cluster } of table.schema === 'control' ? [{ id: '', cluster: firstCluster }] : tenants) {
        const client = await clientAt(cluster)
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
    for (const client of clients.values()) await client.end()
  }
}

/** Every stored file with its hash as it is now. */
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
