import { sql } from 'kysely'
import { clusterSetting, firstCluster } from './clusters.ts'
import type { Database } from './database.ts'

/** Why Learnt does not start on these clusters, in a sentence for the operator. */
class ClustersRefused extends Error {
  override readonly name = 'ClustersRefused'
}

/**
 * Proves at start that every tenant can be found, that each address leads to the cluster that it says, and that the first
 * one can hold what is committed on two. `poolSize`: connections of this process, each of which may hold one of those.
 */
export async function proveClusters(db: Database, poolSize: number): Promise<void> {
  const { rows } = await db.control((tx) => sql<{ name: string }>`select control.clusters_in_use() as name`.execute(tx))
  const missing = rows.map(({ name }) => name).filter((name) => !db.clusters.includes(name))
  if (missing.length > 0)
    throw new ClustersRefused(
      `Tenants lie on ${missing.join(', ')}, and nothing says where that is. Set ${missing.map(clusterSetting).join(', ')}.`,
    )
  if (db.clusters.length === 1) return
  for (const name of db.clusters) {
    const { rows: claimed } = await db
      .at(name)
      .here((tx) => sql<{ name: string }>`select control.claim_cluster(${name}) as name`.execute(tx))
    const found = claimed[0]?.name
    if (found === name) continue
    throw new ClustersRefused(
      `${name === firstCluster ? 'DATABASE_URL' : clusterSetting(name)} leads to cluster ${found}. Each cluster needs a database of its own, and keeps its name.`,
    )
  }
  const { rows: settings } = await db.control((tx) =>
    sql<{ most: number }>`select current_setting('max_prepared_transactions')::int as most`.execute(tx),
  )
  const most = settings[0]?.most ?? 0
  if (most < poolSize)
    throw new ClustersRefused(
      `max_prepared_transactions is ${most} on the PostgreSQL of DATABASE_URL; with more than one cluster it has to be at least ${poolSize} for each process of Learnt (DATABASE_POOL). Set it there and restart that PostgreSQL.`,
    )
}
