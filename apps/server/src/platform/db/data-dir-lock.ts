import { randomBytes } from 'node:crypto'
import { linkSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface LockHolder {
  pid: number
  /** ISO time at which the holder took the lock. */
  since: string
}

export interface DataDirLock {
  release(): Promise<void>
}

const lockName = 'learnt.lock'

/**
 * One process at a time on a folder. The lock is a listening Unix socket in it: it dies with its process, and works
 * across containers that share the folder, unlike process ids. Answers who holds it if it is taken.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock | LockHolder> {
  // Socket paths end at about 100 characters, folder names do not: bind by way of a short link.
  const short = mkdtempSync(join(tmpdir(), 'learnt-'))
  const folder = join(short, 'd')
  symlinkSync(dataDir, folder)
  try {
    clearLeftovers(dataDir)
    const ownName = `${lockName}.${process.pid}-${randomBytes(4).toString('hex')}`
    const self: LockHolder = { pid: process.pid, since: new Date().toISOString() }
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(JSON.stringify(self))
    })
    await listen(server, join(folder, ownName))
    server.unref()
    for (let attempt = 0; attempt < 20; attempt++) {
      try {
        linkSync(join(dataDir, ownName), join(dataDir, lockName))
        unlinkSync(join(dataDir, ownName))
        return { release: () => release(server, dataDir) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = await askHolder(join(folder, lockName))
      if (holder) {
        await close(server)
        rmSync(join(dataDir, ownName), { force: true })
        return holder
      }
      await takeAway(dataDir, folder)
    }
    await close(server)
    throw new Error(`the lock ${join(dataDir, lockName)} could not be taken`)
  } finally {
    rmSync(short, { recursive: true, force: true })
  }
}

export function isLockHolder(outcome: DataDirLock | LockHolder): outcome is LockHolder {
  return 'pid' in outcome
}

/** Removes a dead lock. Another starter may have replaced it since it was tried: then put the live one back. */
async function takeAway(dataDir: string, folder: string): Promise<void> {
  const aside = `${lockName}.old-${randomBytes(4).toString('hex')}`
  try {
    renameSync(join(dataDir, lockName), join(dataDir, aside))
  } catch {
    return
  }
  if (await askHolder(join(folder, aside))) {
    try {
      linkSync(join(dataDir, aside), join(dataDir, lockName))
    } catch {}
  }
  rmSync(join(dataDir, aside), { force: true })
}

/** Undefined when nobody listens, or when the listener died while we asked. */
function askHolder(path: string): Promise<LockHolder | undefined> {
  return new Promise((done) => {
    let text = ''
    const socket = connect(path)
    socket.setEncoding('utf8')
    // A holder that is busy or stopped still holds.
    socket.setTimeout(2000, () => {
      done({ pid: 0, since: '' })
      socket.destroy()
    })
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => done(text === '' ? undefined : (JSON.parse(text) as LockHolder)))
  })
}

function clearLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^learnt\.lock\.(\d+)-[0-9a-f]{8}$/.exec(name)?.[1])
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) rmSync(join(dataDir, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(path, () => {
      server.removeListener('error', fail)
      done()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()))
}

async function release(server: Server, dataDir: string): Promise<void> {
  if (!server.listening) return
  rmSync(join(dataDir, lockName), { force: true })
  await close(server)
}
