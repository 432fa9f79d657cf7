import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '@tus/file-store'
import type { Server } from '@tus/server'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import type { PublicCall } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'

/** What arrived of an upload. */
export interface Upload {
  /** Where its bytes are on this machine. */
  readonly path: string
  /** As the sender called it. */
  readonly name: string
  readonly offset: number
  /** Null while the sender has not said it. */
  readonly size: number | null
}

/** Resumable uploads of one process, kept in the data folder: what has arrived is there after a restart. */
export interface Uploads {
  /** Answers one request of the tus protocol. */
  serve(call: PublicCall, owner: Actor, uploadId: string | null): Promise<void>
  /** Null when there is none, or when it is somebody else's. */
  find(owner: Actor, uploadId: string): Promise<Upload | null>
  remove(uploadId: string): Promise<void>
  /** Throws away what nobody has added to for a day. Answers how many. */
  removeAbandoned(now: number): Promise<number>
}

const abandonedAfterMs = 24 * 3_600_000
/** Left free on the disk: the database writes there too. */
const reservedBytes = 256 * 1024 * 1024

const opened = new WeakMap<Services, Uploads>()

export function uploadsOf(services: Services): Uploads {
  const found = opened.get(services)
  if (found) return found
  const uploads = openUploads(services)
  opened.set(services, uploads)
  return uploads
}

function openUploads(services: Services): Uploads {
  const { settings, secrets } = services
  const folder = join(settings.dataDir, 'uploads')
  const owners = new AsyncLocalStorage<Actor>()
  // An id carries the proof of whose it is, so that nobody else can append, ask or throw away.
  const seal = (owner: Actor, id: string) => secrets.sign('files', 'upload', owner.tenantId, owner.userId, id)
  const belongsTo = (owner: Actor, uploadId: string) =>
    /^[0-9a-f-]{36}\.[\w-]{43}$/.test(uploadId) &&
    secrets.verify(uploadId.slice(37), 'files', 'upload', owner.tenantId, owner.userId, uploadId.slice(0, 36))

  // Read with the first upload: they are a twentieth of what the server would have to read at its start.
  let opening: Promise<{ store: FileStore; server: Server }> | undefined
  const open = () => {
    opening ??= (async () => {
      const [{ FileStore }, { Server }] = await Promise.all([import('@tus/file-store'), import('@tus/server')])
      const store = new FileStore({ directory: folder })
      const server = new Server({
        path: '/api/uploads',
        datastore: store,
        maxSize: settings.uploadMaxBytes,
        relativeLocation: true,
        // Pages of other addresses have nothing to do here.
        allowedOrigins: () => false,
        namingFunction() {
          const owner = owners.getStore()
          if (!owner) throw new Error('An upload without its owner')
          const id = newId()
          return `${id}.${seal(owner, id)}`
        },
      })
      return { store, server }
    })()
    return opening
  }

  async function roomFor(bytes: number): Promise<void> {
    await mkdir(folder, { recursive: true })
    const disk = await statfs(folder)
    if (disk.bavail * disk.bsize < bytes + reservedBytes)
      throw new ProblemError('unavailable', { detail: 'files.diskFull', status: 507 })
  }

  return {
    async serve({ request, reply }, owner, uploadId) {
      if (uploadId !== null && !belongsTo(owner, uploadId)) throw notFound()
      if (request.method === 'POST') {
        const length = Number(request.headers['upload-length'] ?? 0)
        if (length > settings.uploadMaxBytes) throw new ProblemError('too-large')
        await roomFor(Number.isFinite(length) ? length : 0)
      }
      const { server } = await open()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      try {
        await owners.run(owner, () => server.handle(request.raw, reply.raw))
      } catch (error) {
        request.log.error({ err: error, requestId: request.id }, 'upload failed')
        reply.raw.destroy()
      }
    },

    async find(owner, uploadId) {
      if (!belongsTo(owner, uploadId)) return null
      const { store } = await open()
      try {
        const upload = await store.getUpload(uploadId)
        return {
          path: join(folder, uploadId),
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

    async remove(uploadId) {
      await Promise.all([
        rm(join(folder, uploadId), { force: true }),
        rm(join(folder, `${uploadId}.json`), { force: true }),
      ])
    },

    async removeAbandoned(now) {
      const names = new Set(await readdir(folder).catch(() => []))
      // The time of the bytes counts; a description without bytes has its own.
      const old = async (name: string) =>
        ((await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? now) < now - abandonedAfterMs
      let removed = 0
      for (const name of names) {
        const bytes = name.endsWith('.json') ? name.slice(0, -'.json'.length) : name
        if (name !== bytes && names.has(bytes)) continue
        if (!(await old(name))) continue
        await this.remove(bytes)
        removed++
      }
      return removed
    },
  }
}
