import { systemClock } from './platform/clock.ts'
import type { Services } from './platform/context.ts'
import { createDatabase } from './platform/db/database.ts'
import { startEmbeddedPostgres } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { proveAppRole, proveMigrated } from './platform/db/prove.ts'
import { reachDatabase } from './platform/db/reach.ts'
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
  readonly migrated: readonly string[]
  /** `isIdle: false` leaves the connections that work holds to the end of the process. */
  stop(of?: { isIdle: boolean }): Promise<void>
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
          ...(of.meanwhile ? { meanwhile: of.meanwhile } : {}),
        })
      : null
  const databaseUrl = embedded?.appUrl ?? (settings.databaseUrl as string)
  const adminUrl = embedded?.adminUrl ?? settings.databaseAdminUrl
  try {
    // One's own command does not wait for a server that is not there.
    const patience = { seconds: of.ifRunning === 'join' ? 0 : settings.databaseWaitSeconds, say: of.say }
    if (embedded === null) {
      await reachDatabase('DATABASE_URL', databaseUrl, patience)
      if (adminUrl !== undefined) await reachDatabase('DATABASE_ADMIN_URL', adminUrl, patience)
      if (settings.databaseDirectUrl !== undefined)
        await reachDatabase('DATABASE_DIRECT_URL', settings.databaseDirectUrl, patience)
    }
    const db = createDatabase({
      url: databaseUrl,
      directUrl: settings.databaseDirectUrl,
      adminUrl,
      poolSize: settings.databasePool,
      onConnectionLost: (err) => log.warn({ err }, 'a database connection broke'),
    })
    const appRole = decodeURIComponent(new URL(databaseUrl).username)
    const migrated = adminUrl === undefined ? [] : await migrate({ adminUrl, appRole })
    if (adminUrl === undefined) await proveMigrated(db)
    await proveAppRole(db)
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
      migrated,
      async stop({ isIdle } = { isIdle: true }) {
        if (isIdle) await db.end()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
