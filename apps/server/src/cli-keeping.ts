import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CliTerminal, isArgumentError, terminal, UsageError } from './cli-terminal.ts'
import { compareRollups } from './features/assignments/commands/recount-rollups.ts'
import { firstCluster } from './platform/db/clusters.ts'
import { createDatabase, type Database } from './platform/db/database.ts'
import { startEmbeddedPostgres } from './platform/db/embedded.ts'
import { DEAD_AFTER_MS } from './platform/db/settle.ts'
import { readSettings, type Settings, SettingsError } from './platform/env.ts'
import { openFileStore } from './platform/files/open-store.ts'
import type { FileStore } from './platform/files/store.ts'
import { makeBackup } from './platform/keeping/backup.ts'
import { examine, type Finding } from './platform/keeping/doctor.ts'
import { readManifest, verifyBackup } from './platform/keeping/manifest.ts'
import { checkWay, PlacedAlready, placeTenant, planMove } from './platform/keeping/place-tenant.ts'
import { restoreBackup } from './platform/keeping/restore.ts'
import { restoreTenant } from './platform/keeping/restore-tenant.ts'
import { KeepingRefused } from './platform/keeping/tables.ts'
import { exportTenant } from './platform/keeping/tenant-archive.ts'
import { mintTenantId } from './platform/tenant/tenant-id.ts'

export const keepingHelp = `  backup DIR      Write everything into a new folder, while Learnt works.
      --files copy|list      copy the files too (default for a disk), or only list them (default for S3)
  backup verify DIR          Read every byte of a backup and compare.

  restore DIR     Put a backup into an empty database and file store; Learnt must not run on them.
      --replace              destroy what is there now
      --keep-sessions        whoever was signed in stays so
      --hold-mails           mails that waited are not sent
      --all-on-main          tenants of further clusters are put on the first one

  tenant export ID FILE      Write one tenant into one file, while Learnt works.
      --without-passwords    people set new ones where it is put back
  tenant restore FILE        Put it into this installation, beside the others, while Learnt works.
      --as NEWID             under another id, as a copy: its mails that wait are not sent
      --replace ID           destroy the tenant of this id first
      --cluster NAME         move it there as soon as it is back, as tenant place does
      --hold-mails           mails that waited are not sent
      --keep-superadmins     the file is your own: they stay such, and what it says is proved; otherwise nothing is

  tenant place ID CLUSTER    Say what moving its rows to another PostgreSQL cluster would take.
      --yes                  do it, while Learnt works; it cannot be written meanwhile

  doctor          Look at everything an operator answers for; exit code 1 when something is wrong.
      --json                 one object for programs
`

/** What these commands work on; none of them migrates anything but a restore. */
export interface KeepingGround {
  readonly settings: Settings
  readonly databaseUrl: string
  readonly adminUrl: string | undefined
  readonly db: Database
  readonly files: FileStore
  /** Learnt runs on the embedded database at this moment. */
  readonly isRunning: boolean
  stop(): Promise<void>
}

type OpenGround = (of: { mayCreate: boolean }) => Promise<KeepingGround>

/**
 * Runs a command of backups, exports and health, and answers the exit code as runCli does; null when it is none of them.
 * They have a ground of their own, because looking at what is there must not migrate it.
 */
export async function runKeeping(
  args: readonly string[],
  io: CliTerminal = terminal,
  open: OpenGround = openGround,
): Promise<number | null> {
  const command = commandOf(args)
  if (command === null || args.includes('--help') || args.includes('-h')) return null
  try {
    return await command(io, open)
  } catch (error) {
    if (error instanceof UsageError || isArgumentError(error)) {
      io.error(error.message)
      return 2
    }
    if (!(error instanceof KeepingRefused)) throw error
    io.error(error.message)
    return 1
  }
}

function commandOf(args: readonly string[]): ((io: CliTerminal, open: OpenGround) => Promise<number>) | null {
  const [noun, verb] = args
  if (noun === 'doctor') return (io, open) => doctor(args.slice(1), io, open)
  if (noun === 'backup' && verb === 'verify') return (io) => backupVerify(args.slice(2), io)
  if (noun === 'backup') return (io, open) => backup(args.slice(1), io, open)
  if (noun === 'restore') return (io, open) => restore(args.slice(1), io, open)
  if (noun === 'tenant' && verb === 'export') return (io, open) => tenantExport(args.slice(2), io, open)
  if (noun === 'tenant' && verb === 'restore') return (io, open) => tenantRestore(args.slice(2), io, open)
  if (noun === 'tenant' && verb === 'place') return (io, open) => tenantPlace(args.slice(2), io, open)
  return null
}

async function backup(args: string[], io: CliTerminal, open: OpenGround): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { files: { type: 'string' } } })
  const [folder] = words(positionals, ['the folder to write'])
  if (values.files !== undefined && values.files !== 'copy' && values.files !== 'list')
    throw new UsageError('--files is copy or list')
  return withGround(open, async (ground) => {
    const started = performance.now()
    const copyFiles = values.files === undefined ? ground.settings.s3 === undefined : values.files === 'copy'
    const manifest = await makeBackup({
      adminUrl: ownerOf(ground),
      clusters: ground.settings.clusters,
      settle: () => ground.db.settleJointCommits(DEAD_AFTER_MS),
      files: ground.files,
      folder,
      copyFiles,
      say: (line) => io.out(line),
    })
    for (const complaint of manifest.complaints) io.error(`Not well: ${complaint}`)
    io.out(`Everything until ${manifest.mark} is in ${folder}, after ${seconds(started)}.`)
    io.out('It holds hashes of passwords and the keys of this installation: keep it as you keep those.')
    return manifest.complaints.length > 0 ? 1 : 0
  })
}

async function backupVerify(args: string[], io: CliTerminal): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const [folder] = words(positionals, ['the folder of the backup'])
  const wrong = await verifyBackup(folder)
  for (const line of wrong) io.error(line)
  if (wrong.length > 0) return 1
  const { mark, tenants, tables, files, complaints } = await readManifest(folder)
  for (const complaint of complaints) io.error(`Not well when it was made: ${complaint}`)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  io.out(
    `The backup of ${mark} is whole: ${tenants.length} tenants, ${rows} rows, ${files.count} files${files.mode === 'listed' ? ' (listed, not copied)' : ''}.`,
  )
  return 0
}

async function restore(args: string[], io: CliTerminal, open: OpenGround): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      replace: { type: 'boolean' },
      'keep-sessions': { type: 'boolean' },
      'hold-mails': { type: 'boolean' },
      'all-on-main': { type: 'boolean' },
    },
  })
  const [folder] = words(positionals, ['the folder of the backup'])
  await readManifest(folder)
  return withGround(
    open,
    async (ground) => {
      if (ground.isRunning)
        throw new KeepingRefused(
          `Learnt runs on ${ground.settings.dataDir}. Stop it first, or set DATA_DIR to an empty folder.`,
        )
      const started = performance.now()
      const restored = await restoreBackup({
        folder,
        adminUrl: ownerOf(ground),
        appRole: userOf(ground.databaseUrl),
        clusters: ground.settings.clusters.map((one) => ({ ...one, appRole: userOf(one.url) })),
        allOnFirst: values['all-on-main'] ?? false,
        files: ground.files,
        replace: values.replace ?? false,
        keepSessions: values['keep-sessions'] ?? false,
        holdMails: values['hold-mails'] ?? false,
        say: (line) => io.out(line),
      })
      let isWell = restored.complaints.length === 0
      for (const complaint of restored.complaints) io.error(`Not well: ${complaint}`)
      for (const { id } of restored.manifest.tenants) isWell = (await checkRollups(ground, id, io)) && isWell
      io.out(`The state of ${restored.manifest.mark} is back after ${seconds(started)}. Start Learnt with: npm start`)
      return isWell ? 0 : 1
    },
    { mayCreate: true },
  )
}

async function tenantExport(args: string[], io: CliTerminal, open: OpenGround): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'without-passwords': { type: 'boolean' } },
  })
  const [tenantId, file] = words(positionals, ["the tenant's id", 'the file to write'])
  return withGround(open, async (ground) => {
    const started = performance.now()
    const manifest = await exportTenant({
      adminUrl: ownerOf(ground),
      clusters: ground.settings.clusters,
      settle: () => ground.db.settleJointCommits(DEAD_AFTER_MS),
      files: ground.files,
      tenantId,
      file,
      withoutPasswords: values['without-passwords'] ?? false,
      say: (line) => io.out(line),
    })
    for (const complaint of manifest.complaints) io.error(`Not well: ${complaint}`)
    io.out(`${tenantId} as of ${manifest.mark} is in ${file}, after ${seconds(started)}.`)
    return manifest.complaints.length > 0 ? 1 : 0
  })
}

async function tenantRestore(args: string[], io: CliTerminal, open: OpenGround): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      as: { type: 'string' },
      replace: { type: 'string' },
      cluster: { type: 'string' },
      'hold-mails': { type: 'boolean' },
      'keep-superadmins': { type: 'boolean' },
    },
  })
  const [file] = words(positionals, ['the file of the tenant'])
  return withGround(open, async (ground) => {
    await refuseAway(ground, values.replace)
    const to = values.cluster ?? firstCluster
    const owners = { adminUrl: ownerOf(ground), clusters: ground.settings.clusters }
    await checkWay({ owners, to })
    const started = performance.now()
    const restored = await restoreTenant({
      adminUrl: ownerOf(ground),
      files: ground.files,
      file,
      as: values.as,
      replace: values.replace ?? null,
      keepSuperadmins: values['keep-superadmins'] ?? false,
      settings: ground.settings,
      holdMails: values['hold-mails'] ?? values.as !== undefined,
      say: (line) => io.out(line),
    })
    for (const note of restored.notes) io.error(note)
    const { tenantId, rows, files, newPeople, knownPeople } = restored
    if (to !== firstCluster)
      await move({ owners, db: ground.db, tenantId, to, say: (line) => io.out(line) }).catch((error: unknown) => {
        if (!(error instanceof KeepingRefused) || error instanceof PlacedAlready) throw error
        throw new KeepingRefused(
          `${tenantId} is back, on ${firstCluster}. ${error.message} Then: npm run cli -- tenant place ${tenantId} ${to} --yes`,
          { cause: error },
        )
      })
    const isWell = await checkRollups(ground, tenantId, io)
    io.out(
      `${tenantId} is there after ${seconds(started)}: ${rows} rows, ${files} files, ${newPeople} new people, ${knownPeople} who had an account and keep it.`,
    )
    return isWell ? 0 : 1
  })
}

async function tenantPlace(args: string[], io: CliTerminal, open: OpenGround): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { yes: { type: 'boolean' } } })
  const [tenantId, to] = words(positionals, ["the tenant's id", 'the cluster to which it goes'])
  return withGround(open, async (ground) => {
    const { db, settings } = ground
    const owners = { adminUrl: ownerOf(ground), clusters: settings.clusters }
    const say = (line: string) => io.out(line)
    if (!values.yes) {
      const { from, rows, running } = await planMove({ owners, tenantId, to })
      io.out(
        `${tenantId} lies on ${from} with ${rows} rows${running > 0 ? `; ${running} pieces of work are running` : ''}.`,
      )
      io.out(
        `With --yes they go to ${to}. The tenant can be read meanwhile, and not written; a move that is killed is taken back.`,
      )
      return 0
    }
    const started = performance.now()
    const { rows, closedMs } = await move({ owners, db, tenantId, to, say })
    io.out(
      `${tenantId} lies on ${to} after ${seconds(started)}: ${rows} rows; nobody could write for ${(closedMs / 1000).toFixed(1)} s.`,
    )
    return (await checkRollups(ground, tenantId, io)) ? 0 : 1
  })
}

/** What nobody foresaw comes in words too: whoever reads them wants to know where the tenant is, not where the code was. */
async function move(of: Parameters<typeof placeTenant>[0]): ReturnType<typeof placeTenant> {
  try {
    return await placeTenant(of)
  } catch (error) {
    if (error instanceof KeepingRefused) throw error
    const { tenantId, to } = of
    throw new KeepingRefused(
      `The move of ${tenantId} to ${to} failed: ${error instanceof Error ? error.message : String(error)}. What was begun is taken back, or brought to its end, by a process with WORKER=on or by the next move. Where it lies says: npm run cli -- tenant place ${tenantId} ${to}`,
      { cause: error },
    )
  }
}

async function checkRollups(ground: KeepingGround, tenantId: string, io: CliTerminal): Promise<boolean> {
  const differences = await ground.db.tenant(mintTenantId(tenantId)).read(compareRollups, { statementTimeout: 600_000 })
  if (Object.values(differences).every((count) => count === 0)) return true
  io.error(`Reports of ${tenantId} differ from a count of its assignments; the daily recount mends them.`)
  return false
}

async function doctor(args: string[], io: CliTerminal, open: OpenGround): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
  const findings: Finding[] = []
  const note = (finding: Finding) => {
    findings.push(finding)
    if (!values.json) io.out(`${finding.level.padEnd(4)}  ${finding.check}: ${finding.words}`)
  }
  try {
    const { listKnownAccounts } = await import('../demo/known-passwords.ts')
    await withGround(open, async (ground) => {
      for await (const finding of examine({ ...ground, compareRollups, listKnownAccounts })) note(finding)
    })
  } catch (error) {
    if (error instanceof SettingsError)
      for (const mistake of error.mistakes) note({ check: 'settings', level: 'fail', words: mistake })
    else note({ check: 'start', level: 'fail', words: error instanceof Error ? error.message : String(error) })
  }
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const summary = { ok: count('ok'), warn: count('warn'), fail: count('fail') }
  io.out(
    values.json
      ? JSON.stringify({ ...summary, findings }, null, 2)
      : `${summary.ok} ok, ${summary.warn} to look at, ${summary.fail} wrong`,
  )
  return summary.fail > 0 ? 1 : 0
}

function words<const Names extends readonly string[]>(
  given: readonly string[],
  names: Names,
): { [K in keyof Names]: string } {
  if (given.length !== names.length || given.includes(''))
    throw new UsageError(`Give ${names.join(' and ')}, and nothing else. See: npm run cli -- --help`)
  return given as unknown as { [K in keyof Names]: string }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** A tenant is put back on the first cluster: what is destroyed for it has to lie there as well. */
async function refuseAway({ db }: KeepingGround, tenantId: string | undefined): Promise<void> {
  if (db.clusters.length === 1 || !tenantId) return
  const cluster = await db.clusterOf(mintTenantId(tenantId))
  if (cluster !== firstCluster)
    throw new KeepingRefused(
      `${tenantId} lies on cluster ${cluster}, and tenants are put back on ${firstCluster}. Move it there first: npm run cli -- tenant place ${tenantId} ${firstCluster}`,
    )
}

function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username)
}

function ownerOf(ground: KeepingGround): string {
  if (ground.adminUrl === undefined)
    throw new KeepingRefused('DATABASE_ADMIN_URL is not set: only the owner of the database can do this.')
  return ground.adminUrl
}

async function withGround<T>(
  open: OpenGround,
  work: (ground: KeepingGround) => Promise<T>,
  of: { mayCreate: boolean } = { mayCreate: false },
): Promise<T> {
  const ground = await open(of)
  try {
    return await work(ground)
  } finally {
    await ground.stop()
  }
}

async function openGround({ mayCreate }: { mayCreate: boolean }): Promise<KeepingGround> {
  const settings = readSettings(process.env)
  const { dataDir } = settings
  if (settings.databaseUrl === undefined && !mayCreate && !hasDatabase(dataDir))
    throw new KeepingRefused(
      `There is no database in ${dataDir} yet. Set DATA_DIR or DATABASE_URL, or start Learnt once.`,
    )
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir, log: () => {}, ifRunning: 'join' })
      : null
  const databaseUrl = embedded?.appUrl ?? (settings.databaseUrl as string)
  const adminUrl = embedded?.adminUrl ?? settings.databaseAdminUrl
  const db = createDatabase({
    url: databaseUrl,
    adminUrl,
    clusters: settings.clusters,
    poolSize: settings.databasePool,
  })
  try {
    return {
      settings,
      databaseUrl,
      adminUrl,
      db,
      files: await openFileStore(settings),
      isRunning: embedded?.joined ?? false,
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

function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'data')) || existsSync(join(dataDir, 'postgres-is-elsewhere.txt'))
}
