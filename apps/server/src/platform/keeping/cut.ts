import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { firstCluster, readJointName } from '../db/clusters.ts'
import { KeepingRefused, type MigrationRecord, readMigrationRecords, withOwner } from './tables.ts'

/** The owner's connection to each cluster. */
export type Owned = ReadonlyMap<string, pg.Client>

export interface OwnedCluster {
  readonly name: string
  readonly adminUrl?: string | undefined
}

/** What a cut needs besides connections. */
export interface CutOptions {
  readonly adminUrl: string
  /** Besides the first one. */
  readonly clusters?: readonly OwnedCluster[] | undefined
  /** Ends what killed processes left between two clusters, as the role that prepared it. */
  readonly settle?: (() => Promise<unknown>) | undefined
}

/** Opens a connection of the owner to each of these clusters, the first one always. */
export async function withOwners<T>(
  { adminUrl, clusters = [] }: Pick<CutOptions, 'adminUrl' | 'clusters'>,
  work: (clients: Owned) => Promise<T>,
): Promise<T> {
  const open = (left: readonly OwnedCluster[], clients: Owned): Promise<T> => {
    const [next, ...rest] = left
    if (next === undefined) return work(clients)
    if (next.adminUrl === undefined)
      throw new KeepingRefused(`The owner's address of cluster ${next.name} is not set: only the owner can do this.`)
    return withOwner(next.adminUrl, (client) => open(rest, new Map([...clients, [next.name, client]])))
  }
  return withOwner(adminUrl, async (client) => open(clusters, new Map([[firstCluster, client]])))
}

/** Held by whoever moves a tenant; a cut is not made through the middle of that. */
export const placeLock = `hashtextextended('learnt:tenant place', 0)`

/** Those of the first cluster, which all others have too. */
export async function readCommonMigrations(clients: Owned): Promise<MigrationRecord[]> {
  const migrations = await readMigrationRecords(clients.get(firstCluster) as pg.Client)
  for (const [name, client] of clients)
    if (!isDeepStrictEqual(await readMigrationRecords(client), migrations))
      throw new KeepingRefused(`Cluster ${name} has other migrations than ${firstCluster}. Start Learnt once.`)
  return migrations
}

/** What a commit over two clusters that somebody is at takes at most; what is older has lost its process. */
const [LOOKS, LOOK_MS, ROUNDS] = [100, 20, 4]

/**
 * Begins on every cluster a transaction that reads, all as of one moment: what was acknowledged before is in; a write on two
 * clusters is in on both or on neither; and what a tenant's rows name of the control plane is there.
 *
 * For that moment nobody decides a write on two clusters: its decision is a row of joint_commits, which is locked. What was
 * decided before is waited for. Tenants' clusters look first, because their rows name people and teams and not the other
 * way about: whoever writes on the one what was made on the other has waited for the making.
 */
export async function beginTogether(clients: Owned, options: CutOptions): Promise<void> {
  const [first, ...others] = [...clients].map(([, client]) => client)
  if (first === undefined) throw new Error('A cut needs the first cluster')
  if (others.length === 0) return begin(first)
  for (let round = 1; ; round++) {
    const isDone = await withOwners(options, (gates) =>
      withDecisionsHeld(gates, async () => {
        const { rows } = await (gates.get(firstCluster) as pg.Client).query<{ mine: boolean }>(
          `select pg_try_advisory_lock_shared(${placeLock}) as mine`,
        )
        if (!rows[0]?.mine) throw new KeepingRefused('A tenant is being moved at this moment. Try again after it.')
        if (!(await waitForDecided(gates))) return false
        for (const client of others) await begin(client)
        await begin(first)
        return true
      }),
    )
    if (isDone) return
    if (round === ROUNDS)
      throw new KeepingRefused(
        'Transactions over two clusters were decided and have not ended. Start Learnt once, so that it ends them; see: npm run cli -- doctor',
      )
    await options.settle?.()
  }
}

/** The snapshot is taken by the first statement, not by BEGIN. */
async function begin(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query('select 1')
}

async function withDecisionsHeld<T>(gates: Owned, work: () => Promise<T>): Promise<T> {
  const held = [...gates].filter(([name]) => name !== firstCluster).map(([, client]) => client)
  try {
    for (const client of held) {
      await client.query(`begin; set local lock_timeout = '10s'`)
      await client.query('lock table public.joint_commits in share mode')
    }
    return await work()
  } finally {
    for (const client of held) await client.query('rollback').catch(() => {})
  }
}

/** Whether all that is decided on the clusters in hand has ended on the first one, too. */
async function waitForDecided(gates: Owned): Promise<boolean> {
  const first = gates.get(firstCluster) as pg.Client
  const undecided = new Set<string>()
  for (let look = 0; look < LOOKS; look++) {
    const { rows } = await first.query<{ gid: string }>(
      `select gid from pg_prepared_xacts where database = current_database() and gid like 'learnt:%'`,
    )
    const open: string[] = []
    for (const { gid } of rows) {
      // Nobody decides it while we look.
      if (undecided.has(gid)) continue
      const of = readJointName(gid)
      const client = of === null ? undefined : gates.get(of.cluster)
      if (of !== null && client !== undefined && (await isDecided(client, of))) open.push(gid)
      else undecided.add(gid)
    }
    if (open.length === 0) return true
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return false
}

async function isDecided(client: pg.Client, of: { tenantId: string; id: string }): Promise<boolean> {
  await client.query(`select set_config('app.tenant_id', $1, true)`, [of.tenantId])
  const { rows } = await client.query<{ yes: boolean }>(
    'select not is_refused as yes from public.joint_commits where id = $1',
    [of.id],
  )
  return rows[0]?.yes ?? false
}
