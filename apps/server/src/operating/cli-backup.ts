import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareRollups } from '../features/assignments/commands/recount-rollups.ts'
import { noteRestored } from '../features/audit/commands/note-restored.ts'
import { eraseAgain } from '../features/erasures/commands/erasure-list.ts'
import type { HeadKeeper } from '../platform/audit-heads.ts'
import { createDatabase, type Database } from '../platform/db/database.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded.ts'
import { BackupRefused, withOwner } from '../platform/db/tables.ts'
import { readSettings, type Settings, SettingsError } from '../platform/env.ts'
import { openFileStore } from '../platform/files/open-store.ts'
import type { FileStore } from '../platform/files/store.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { mintTenantId } from '../platform/tenant-id.ts'
import { makeBackup } from './backup.ts'
import { examine, type Finding } from './doctor.ts'
import { readManifest, verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { restoreTenant } from './restore-tenant.ts'
import { exportTenant } from './tenant-archive.ts'
import { type CliTerminal, isArgumentError, terminal, UsageError } from './terminal.ts'

export const backupHelp = `  backup DIR      Write everything into a new folder, while Learnt works.
      --files copy|list      copy the files too (default for a disk), or only list them (default for S3)
  backup verify DIR          Read every byte of a backup and compare.

  restore DIR     Put a backup into an empty database and file store; Learnt must not run on them.
      --replace              destroy what is there now
      --keep-sessions        users stay signed in
      --hold-mails           mails that waited are not sent

  tenant export ID FILE      Write one tenant into one file, while Learnt works.
      --without-passwords    people set new ones where it is put back
  tenant restore FILE        Put it into this installation, beside the others, while Learnt works.
      --as NEWID             under another id, as a copy: its mails that wait are not sent
      --replace ID           destroy the tenant of this id first
      --hold-mails           mails that waited are not sent
      --keep-superadmins     the file is your own: they stay such, and what it says is proved; otherwise nothing is

  audit restored  Say that the database was put back by other means than "restore", so that the end of the audit log, which
                  came later, does not seem to be cut off. The log keeps that this was said.

  doctor          Look at everything an operator answers for; exit code 1 when something is wrong.
      --json                 one object for programs
`

/** What these commands work on; none of them migrates anything but a restore. */
export interface BackupGround {
  readonly settings: Settings
  readonly databaseUrl: string
  readonly adminUrl: string | undefined
  readonly db: Database
  readonly files: FileStore
  /** Learnt runs on the embedded database at this moment. */
  readonly isRunning: boolean
  stop(): Promise<void>
}

type OpenGround = (of: { mayCreate: boolean }) => Promise<BackupGround>

/**
 * Runs a command of backups, exports and health, and answers the exit code as runCli does; null for other commands.
 * They do not use the usual start, because that would migrate what they look at.
 */
export async function runBackupCommand(
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
    const words = error instanceof BackupRefused ? error.message : fullDisk(error)
    if (words === null) throw error
    io.error(words)
    return 1
  }
}

/** Of the file store, or of PostgreSQL. A restore of everything is done again; one of a tenant leaves nothing behind. */
function fullDisk(error: unknown): string | null {
  const { code, message } = error as { code?: unknown; message?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of the file store is full (${message}). Make room, and do it again.`
  if (code === '53100') return `The disk of the database is full (${message}). Make room, and do it again.`
  return null
}

function commandOf(args: readonly string[]): ((io: CliTerminal, open: OpenGround) => Promise<number>) | null {
  const [noun, verb] = args
  if (noun === 'doctor') return (io, open) => doctor(args.slice(1), io, open)
  if (noun === 'backup' && verb === 'verify') return (io) => backupVerify(args.slice(2), io)
  if (noun === 'backup') return (io, open) => backup(args.slice(1), io, open)
  if (noun === 'restore') return (io, open) => restore(args.slice(1), io, open)
  if (noun === 'audit' && verb === 'restored') return (io, open) => auditRestored(args.slice(2), io, open)
  if (noun === 'tenant' && verb === 'export') return (io, open) => tenantExport(args.slice(2), io, open)
  if (noun === 'tenant' && verb === 'restore') return (io, open) => tenantRestore(args.slice(2), io, open)
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
    },
  })
  const [folder] = words(positionals, ['the folder of the backup'])
  await readManifest(folder)
  return withGround(
    open,
    async (ground) => {
      if (ground.isRunning)
        throw new BackupRefused(
          `Learnt runs on ${ground.settings.dataDir}. Stop it first, or set DATA_DIR to an empty folder.`,
        )
      const started = performance.now()
      const restored = await restoreBackup({
        folder,
        adminUrl: ownerOf(ground),
        appRole: userOf(ground.databaseUrl),
        files: ground.files,
        replace: values.replace ?? false,
        keepSessions: values['keep-sessions'] ?? false,
        holdMails: values['hold-mails'] ?? false,
        say: (line) => io.out(line),
      })
      let isWell = restored.complaints.length === 0
      for (const complaint of restored.complaints) io.error(`Not well: ${complaint}`)
      await noteRestored(await keeperOf(ground), ownerOf(ground), {
        tenantIds: restored.manifest.tenants.map(({ id }) => id),
        mark: restored.manifest.mark,
        now: new Date(),
      })
      const again = await eraseAgain(ground.settings, ownerOf(ground))
      if (again > 0)
        io.out(`${again} people in this backup were erased after it was made: Learnt erases them again when it starts.`)
      for (const { id } of restored.manifest.tenants) isWell = (await checkRollups(ground, id, io)) && isWell
      io.out(`The state of ${restored.manifest.mark} is back after ${seconds(started)}. Start Learnt again.`)
      return isWell ? 0 : 1
    },
    { mayCreate: true },
  )
}

async function auditRestored(args: string[], io: CliTerminal, open: OpenGround): Promise<number> {
  parseArgs({ args, options: {} })
  return withGround(open, async (ground) => {
    const { rows } = await withOwner(ownerOf(ground), (client) =>
      client.query<{ id: string }>('select id from control.tenants order by id'),
    )
    const tenantIds = rows.map(({ id }) => id)
    await noteRestored(await keeperOf(ground), ownerOf(ground), { tenantIds, mark: null, now: new Date() })
    io.out(`Noted for ${tenantIds.length} tenants: their audit logs go on from where the database has them.`)
    return 0
  })
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
      'hold-mails': { type: 'boolean' },
      'keep-superadmins': { type: 'boolean' },
    },
  })
  const [file] = words(positionals, ['the file of the tenant'])
  return withGround(open, async (ground) => {
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
    await noteRestored(await keeperOf(ground), ownerOf(ground), {
      tenantIds: [restored.tenantId],
      mark: restored.mark,
      now: new Date(),
    })
    for (const note of restored.notes) io.error(note)
    const { tenantId, rows, files, newPeople, knownPeople } = restored
    const isWell = await checkRollups(ground, tenantId, io)
    io.out(
      `${tenantId} is there after ${seconds(started)}: ${rows} rows, ${files} files, ${newPeople} new people, ${knownPeople} who had an account and keep it.`,
    )
    return isWell ? 0 : 1
  })
}

async function checkRollups(ground: BackupGround, tenantId: string, io: CliTerminal): Promise<boolean> {
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
    const { listKnownAccounts } = await import('../../demo/known-passwords.ts')
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

function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username)
}

/** Where the heads of the audit chains are, and what they are signed with. */
async function keeperOf({ db, settings }: BackupGround): Promise<HeadKeeper> {
  return { settings, secrets: await loadSecrets(db, settings.secretKey) }
}

function ownerOf(ground: BackupGround): string {
  if (ground.adminUrl === undefined)
    throw new BackupRefused('DATABASE_ADMIN_URL is not set: only the owner of the database can do this.')
  return ground.adminUrl
}

async function withGround<T>(
  open: OpenGround,
  work: (ground: BackupGround) => Promise<T>,
  of: { mayCreate: boolean } = { mayCreate: false },
): Promise<T> {
  const ground = await open(of)
  try {
    return await work(ground)
  } finally {
    await ground.stop()
  }
}

async function openGround({ mayCreate }: { mayCreate: boolean }): Promise<BackupGround> {
  const settings = readSettings(process.env)
  const { dataDir } = settings
  if (settings.databaseUrl === undefined && !mayCreate && !hasDatabase(dataDir))
    throw new BackupRefused(
      `There is no database in ${dataDir} yet. Set DATA_DIR or DATABASE_URL, or start Learnt once.`,
    )
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir, log: () => {}, ifRunning: 'join' })
      : null
  const databaseUrl = embedded?.appUrl ?? (settings.databaseUrl as string)
  const adminUrl = embedded?.adminUrl ?? settings.databaseAdminUrl
  const directUrl = settings.databaseDirectUrl
  const db = createDatabase({ url: databaseUrl, directUrl, adminUrl, poolSize: settings.databasePool })
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
