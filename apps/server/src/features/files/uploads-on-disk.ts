import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '@tus/file-store'
import type { Actor } from '../../platform/actor.ts'
import { abandonedAfterMs, type Shelf } from './shelf.ts'

/** Uploads in the data folder: what has arrived is there after a restart. Processes of one machine share it. */
export function createDiskShelf(folder: string, belongsTo: (owner: Actor, uploadId: string) => boolean): Shelf {
  let opening: Promise<FileStore> | undefined
  const open = () => {
    opening ??= import('@tus/file-store').then(({ FileStore }) => {
      const store = new FileStore({ directory: folder })
      store.extensions = store.extensions.filter((name) => name !== 'creation-defer-length')
      return store
    })
    return opening
  }

  const sizes = new Map<string, number>()
  /** What an upload was begun with; it never changes. */
  async function declaredBytes(uploadId: string): Promise<number> {
    const known = sizes.get(uploadId)
    if (known !== undefined) return known
    try {
      const { size = 0 } = JSON.parse(await readFile(join(folder, `${uploadId}.json`), 'utf8')) as { size?: number }
      sizes.set(uploadId, size)
      return size
    } catch {
      // Gone, or another process is writing it at this moment.
      return 0
    }
  }

  /** All uploads in the folder, also those of other processes. `missing`: bytes promised but not arrived. */
  async function listDeclared(): Promise<{ uploadId: string; size: number; missing: number }[]> {
    const uploadIds = (await readdir(folder).catch(() => [])).flatMap((name) =>
      name.endsWith('.json') ? name.slice(0, -5) : [],
    )
    const all = []
    for (const uploadId of uploadIds) {
      const size = await declaredBytes(uploadId)
      const arrived = (await stat(join(folder, uploadId)).catch(() => null))?.size ?? 0
      all.push({ uploadId, size, missing: Math.max(0, size - arrived) })
    }
    const there = new Set(uploadIds)
    for (const uploadId of sizes.keys()) if (!there.has(uploadId)) sizes.delete(uploadId)
    return all
  }

  async function removeBytes(uploadId: string): Promise<void> {
    await Promise.all([
      rm(join(folder, uploadId), { force: true }),
      rm(join(folder, `${uploadId}.json`), { force: true }),
    ])
  }

  return {
    folder,
    open,

    async begin(owner, uploadId, size) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${uploadId}.json`), JSON.stringify({ id: uploadId, size }))
      const all = await listDeclared()
      return {
        own: all.filter((one) => belongsTo(owner, one.uploadId)).map((one) => one.size),
        missing: missingOf(all),
      }
    },

    roomFor: (bytes) => bytes,

    async find(_owner, uploadId) {
      const store = await open()
      try {
        const upload = await store.getUpload(uploadId)
        return {
          name: upload.metadata?.filename ?? upload.metadata?.name ?? '',
          offset: upload.offset,
          size: upload.size ?? null,
        }
      } catch (error) {
        // The store throws plain objects with a status.
        if (typeof error === 'object' && error !== null && 'status_code' in error) return null
        throw error
      }
    },

    withBytes: (_owner, { uploadId }, work) => work(join(folder, uploadId)),

    remove: (_owner, uploadId) => removeBytes(uploadId),

    missing: async () => missingOf(await listDeclared()),

    async removeAbandoned() {
      // The machine's own time: it is what the files on its disk are stamped with.
      const before = Date.now() - abandonedAfterMs
      const names = new Set(await readdir(folder).catch(() => []))
      let removed = 0
      for (const name of names) {
        // The time of the bytes counts; a description without bytes has its own.
        const bytes = name.endsWith('.json') ? name.slice(0, -'.json'.length) : name
        if (name !== bytes && names.has(bytes)) continue
        const changedAt = (await stat(join(folder, name)).catch(() => null))?.mtimeMs
        if (changedAt === undefined || changedAt >= before) continue
        await removeBytes(bytes)
        removed++
      }
      return removed
    },
  }
}

function missingOf(all: readonly { missing: number }[]): number {
  return all.reduce((total, one) => total + one.missing, 0)
}
