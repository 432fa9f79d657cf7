import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { TenantId } from '../tenant-id.ts'
import {
  type ByteRange,
  checkNames,
  FileMissing,
  type FileStore,
  FileTooLarge,
  type PutOptions,
  type StoredBlob,
} from './store.ts'

/** Keeps files under `folder/<tenant>/<first two digits>/<hash>`, and unfinished ones under `folder/.unfinished`. */
export function createDiskStore(folder: string): FileStore {
  const unfinished = join(folder, '.unfinished')
  const pathOf = (tenantId: TenantId, sha256: string) => {
    checkNames(tenantId, sha256)
    return join(folder, tenantId, sha256.slice(0, 2), sha256)
  }

  return {
    pieces: null,

    async put(tenantId, source, options = {}) {
      checkNames(tenantId)
      await mkdir(unfinished, { recursive: true })
      const written = await receive(unfinished, source, options)
      try {
        return await settle(written, pathOf(tenantId, written.sha256))
      } catch (error) {
        await rm(written.path, { force: true })
        throw error
      }
    },

    async open(tenantId, sha256, range) {
      const path = pathOf(tenantId, sha256)
      // Opened before the stream is given away, so that a missing file is an error here and not in the middle of a reply.
      const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(sha256) : error
      })
      return handle.createReadStream({ ...rangeOf(range), highWaterMark: 256 * 1024 })
    },

    async sizeOf(tenantId, sha256) {
      return sizeOfPath(pathOf(tenantId, sha256))
    },

    async localPath(tenantId, sha256) {
      const path = pathOf(tenantId, sha256)
      return (await sizeOfPath(path)) === null ? null : path
    },

    async *list(tenantId) {
      checkNames(tenantId)
      const own = join(folder, tenantId)
      for (const shelf of await namesIn(own)) {
        for (const sha256 of await namesIn(join(own, shelf))) {
          const size = await sizeOfPath(join(own, shelf, sha256))
          if (size !== null && /^[0-9a-f]{64}$/.test(sha256)) yield { sha256, size }
        }
      }
    },

    async remove(tenantId, sha256) {
      await rm(pathOf(tenantId, sha256), { force: true })
    },

    async removeTenant(tenantId) {
      checkNames(tenantId)
      await rm(join(folder, tenantId), { recursive: true, force: true })
    },

    async check() {
      await mkdir(unfinished, { recursive: true })
      const probe = join(unfinished, `check-${randomUUID()}`)
      const handle = await open(probe, 'wx')
      try {
        await handle.writeFile('ok')
        await handle.sync()
      } finally {
        await handle.close()
        await unlink(probe)
      }
    },

    async cleanUp() {
      await mkdir(unfinished, { recursive: true })
      await removeOlder(unfinished, abandonedAfter)
    },
  }
}

/** A file that another process is still writing was changed moments ago. */
const abandonedAfter = 60 * 60 * 1000

/** Removes the files of a folder that nobody has written to for so many milliseconds. */
export async function removeOlder(folder: string, milliseconds: number): Promise<void> {
  const before = Date.now() - milliseconds
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && found.mtimeMs < before) await rm(path, { force: true })
  }
}

export interface Received {
  path: string
  sha256: string
  size: number
}

/** Writes a source to a file of its own in `folder`, durable and hashed. Leaves nothing behind when it throws. */
export async function receive(folder: string, source: Readable | string, options: PutOptions = {}): Promise<Received> {
  if (typeof source === 'string' && options.move) {
    const moved = await receiveByMove(folder, source, options)
    if (moved !== null) return moved
  }
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx')
  try {
    const summed = await copyInto(handle, typeof source === 'string' ? createReadStream(source) : source, options)
    await handle.sync()
    await handle.close()
    if (typeof source === 'string' && options.move) await rm(source, { force: true })
    return { path, ...summed }
  } catch (error) {
    if (source instanceof Readable) source.destroy()
    await handle.close().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}

async function copyInto(
  handle: FileHandle,
  source: Readable,
  options: PutOptions,
): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  const maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY
  let size = 0
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    if (size + bytes.length > maxBytes) throw new FileTooLarge(maxBytes)
    hash.update(bytes)
    let written = 0
    while (written < bytes.length)
      written += (await handle.write(bytes, written, bytes.length - written, size + written)).bytesWritten
    size += bytes.length
  }
  return { sha256: hash.digest('hex'), size }
}

/** Null when the source lies on another disk. */
async function receiveByMove(folder: string, source: string, options: PutOptions): Promise<Received | null> {
  const maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY
  if ((await stat(source)).size > maxBytes) throw new FileTooLarge(maxBytes)
  const path = join(folder, randomUUID())
  try {
    await rename(source, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return null
    throw error
  }
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
      hash.update(chunk as Buffer)
      size += (chunk as Buffer).length
    }
    await syncPath(path)
    return { path, sha256: hash.digest('hex'), size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function settle(written: Received, target: string): Promise<StoredBlob> {
  const { sha256, size } = written
  if ((await sizeOfPath(target)) === size) {
    await rm(written.path, { force: true })
    return { sha256, size, created: false }
  }
  const first = await mkdir(dirname(target), { recursive: true })
  await rename(written.path, target)
  // The name is durable once its folder is, and a new folder once the folders above it are.
  await syncPath(dirname(target))
  if (first !== undefined) {
    await syncPath(dirname(dirname(target)))
    await syncPath(dirname(dirname(dirname(target))))
  }
  return { sha256, size, created: true }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

async function sizeOfPath(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function syncPath(path: string): Promise<void> {
  await access(path)
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some file systems cannot sync a folder; they offer nothing better.
    if (!['EINVAL', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}

function rangeOf(range: ByteRange | undefined): { start?: number; end?: number } {
  return range === undefined ? {} : { start: range.start, end: range.end }
}
