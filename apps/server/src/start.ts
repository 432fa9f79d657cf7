import { systemClock } from './platform/clock.ts'
import type { Services } from './platform/context.ts'
import { firstCluster } from './platform/db/clusters.ts'
import { type ClusterAddress, createDatabase } from './platform/db/database.ts'
import { startEmbeddedPostgres } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { proveAppRole, proveMigrated } from './platform/db/prove.ts'
import { proveClusters } from './platform/db/prove-clusters.ts'
import { readSettings, type Settings } from './platform/env.ts'
import { openFileStore } from './platform/files/open-store.ts'
import { createLog } from './platform/log.ts'
import { loadSecrets } from './platform/secrets.ts'

export type Say = (line: string) => void

/** A process with everything that commands and the server need, but nothing listening yet. */
export interface Ground {
  readonly services: Services
  readonly databaseUrl: string
  /** Absent where only an application's role was given. */
  readonly adminUrl: string | undefined
  /** Besides the first one, whose addresses stand above. */
  readonly clusters: readonly ClusterAddress[]
  readonly migrated: readonly string[]
  stop(): Promise<void>
}

/**
 * Settings, database, migrations, secrets, file store. `ifRunning: 'join'` lets the command line work beside a server;
 * `meanwhile` is done while the embedded database starts.
 */
export async function prepareGround(of: {
  say: Say
  ifRunning?: 'refuse' | 'join'
  meanwhile?: () => Promise<unknown>
  settings?: Settings
}): Promise<Ground> {
  const settings = of.settings ?? readSettings(process.env)
  for (const warning of settings.warnings) of.say(`Note: ${warning}`)
  const log = createLog(settings)
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataDir: settings.dataDir,
          log: of.say,
          ifRunning: of.ifRunning ?? 'refuse',
          preparedTransactions: settings.clusters.length > 0,
          ...(of.meanwhile ? { meanwhile: of.meanwhile } : {}),
        })
      : null
  const databaseUrl = embedded?.appUrl ?? (settings.databaseUrl as string)
  const adminUrl = embedded?.adminUrl ?? settings.databaseAdminUrl
  try {
    const db = createDatabase({
      url: databaseUrl,
      adminUrl,
      poolSize: settings.databasePool,
      clusters: settings.clusters,
      onConnectionLost: (err) => log.warn({ err }, 'a database connection broke'),
    })
    // What a killed process left half-way holds locks that a migration would wait for in vain.
    if (adminUrl !== undefined && settings.clusters.length > 0)
      await db.settleJointCommits(0).catch((err: unknown) => log.warn({ err }, 'transactions over two clusters'))
    const migrated: string[] = []
    const all = [{ name: firstCluster, url: databaseUrl, adminUrl }, ...settings.clusters]
    for (const { name, url, adminUrl } of all) {
      if (adminUrl === undefined) continue
      const done = await migrate({ adminUrl, appRole: decodeURIComponent(new URL(url).username) })
      migrated.push(...(name === firstCluster ? done : done.map((one) => `${one} on ${name}`)))
    }
    for (const { name, adminUrl } of all) {
      if (adminUrl === undefined) await proveMigrated(db.at(name))
      await proveAppRole(db.at(name))
    }
    await proveClusters(db, settings.databasePool)
    const services: Services = {
      settings,
      db,
      clock: systemClock,
      files: await openFileStore(settings),
      secrets: await loadSecrets(db, settings.secretKey),
      log,
    }
    return {
      services,
      databaseUrl,
      adminUrl,
      clusters: settings.clusters,
      migrated,
      async stop() {
        await db.end()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
