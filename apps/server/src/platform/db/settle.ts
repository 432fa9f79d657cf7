import { sql } from 'kysely'
import type { Logger } from 'pino'
import { firstCluster, readJointName } from './clusters.ts'
import type { Database } from './database.ts'

/** A commit over two clusters takes milliseconds; what is older is nobody's any more, as far as anybody can see. */
export const DEAD_AFTER_MS = 4000

/** Longer than it takes to settle what a killed process left. */
const [LOOKS, LOOK_MS] = [150, 100]

/** Ends what killed processes left between the first cluster and this one, and forgets what was decided long ago. */
export async function settleJointCommits(db: Database, log: Logger): Promise<void> {
  if (db.cluster === firstCluster) return
  try {
    const settled = await db.settleJointCommits(DEAD_AFTER_MS)
    if (settled.committed + settled.refused > 0) log.warn(settled, 'transactions over two clusters were left half-way')
  } finally {
    const kept = (await listJointCommits(db)).flatMap(({ name }) => readJointName(name)?.id ?? [])
    await db
      .dangerouslyAsSystem((tx) =>
        sql`delete from joint_commits where at < now() - interval '1 day' and id <> all (${kept}::uuid[])`.execute(tx),
      )
      .catch((err: unknown) => log.warn({ err, cluster: db.cluster }, 'old decisions were not forgotten'))
  }
}

/**
 * Returns when whatever was half-way for the tenant is over on both clusters. What lies on its own cluster, the work that a
 * transaction leaves there too, is seen before the control plane's half: a task would find neither tenant nor link.
 */
export async function waitForJointCommits(db: Database, tenantId: string): Promise<void> {
  const prefix = `learnt:${db.cluster}:${tenantId}:`
  // Only those of now: a tenant in which people are made all the time is not waited for.
  const halfWay = async () =>
    (await listJointCommits(db)).map(({ name }) => name).filter((name) => name.startsWith(prefix))
  let waiting = await halfWay()
  for (let look = 0; look < LOOKS; look++) {
    if (waiting.length === 0) return
    const now = new Set(await halfWay())
    waiting = waiting.filter((name) => now.has(name))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error(`A transaction of tenant ${tenantId} over two clusters has not ended`)
}

/** Halves on the first cluster that wait for their end, whoever prepared them. */
export async function listJointCommits(db: Database): Promise<{ name: string; seconds: number; isOurs: boolean }[]> {
  const { rows } = await db.control((tx) =>
    sql<{ name: string; seconds: number; isOurs: boolean }>`
      select gid as name, extract(epoch from clock_timestamp() - prepared)::int as seconds, owner = current_user as is_ours
      from pg_prepared_xacts where database = current_database() and gid like 'learnt:%' order by prepared`.execute(tx),
  )
  return rows
}
