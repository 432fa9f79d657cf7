import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import type { FileStore } from '@tus/file-store'
import type { Server } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { type Actor, isAdmin } from '../../platform/actor.ts'
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
  /** Throws when so many bytes more do not fit on the disk beside what is promised to uploads. */
  needRoom(bytes: number): Promise<void>
  /** Throws away what nobody has added to for a day. Answers how many. */
  removeAbandoned(now: number): Promise<number>
}

const abandonedAfterMs = 24 * 3_600_000
/** Left free on the disk: the database writes there too. */
const reservedBytes = 256 * 1024 * 1024
/** Of one person in one tenant, finished ones too until they are files. A page left in the middle leaves one for a day. */
const maxUploads = 20
/** What they declare together, in uploads of the largest size: 10 GB where one has 2 GB. */
const maxLargest = 5

/** What asks the disk; tests put their own in its place. */
export const disk = {
  async freeBytes(folder: string): Promise<number> {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
}

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
  // The id that was checked, for tus, which would look for one in the address by itself.
  const ids = new AsyncLocalStorage<string>()
  // An id carries the proof of whose it is, so that nobody else can append, ask or throw away.
  const seal = (owner: Actor, id: string) => secrets.sign('files', 'upload', owner.tenantId, owner.userId, id)
  const belongsTo = (owner: Actor, uploadId: string) =>
    /^[0-9a-f-]{36}\.[\w-]{43}$/.test(uploadId) &&
    secrets.verify(uploadId.slice(37), 'files', 'upload', owner.tenantId, owner.userId, uploadId.slice(0, 36))
  const newUploadId = (owner: Actor) => {
    const id = newId()
    return `${id}.${seal(owner, id)}`
  }

  // Read with the first upload: they are a twentieth of what the server would have to read at its start.
  let opening: Promise<{ store: FileStore; server: Server }> | undefined
  const open = () => {
    opening ??= (async () => {
      const [{ FileStore }, { Server }] = await Promise.all([import('@tus/file-store'), import('@tus/server')])
      const store = new FileStore({ directory: folder })
      store.extensions = store.extensions.filter((name) => name !== 'creation-defer-length')
      const server = new Server({
        path: '/api/uploads',
        datastore: store,
        maxSize: settings.uploadMaxBytes,
        relativeLocation: true,
        // Pages of other addresses have nothing to do here.
        allowedOrigins: () => false,
        namingFunction() {
          const id = ids.getStore()
          if (!id) throw new Error('An upload without its id')
          return id
        },
        getFileIdFromRequest: () => ids.getStore(),
      })
      return { store, server }
    })()
    return opening
  }

  async function needFree(bytes: number): Promise<void> {
    await mkdir(folder, { recursive: true })
    if ((await disk.freeBytes(folder)) < bytes + reservedBytes)
      throw new ProblemError('unavailable', { detail: 'files.diskFull', status: 507 })
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

  /** All that lie here, whoever put them: other processes write into the same folder. `missing`: promised, not arrived. */
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

  /** People who only learn upload what they give as answers in forms. */
  const largestFor = (owner: Actor) =>
    isAdmin(owner) ? settings.uploadMaxBytes : Math.min(settings.uploadMaxBytes, formLimits.fileBytes)

  /** Written down before it is counted: of two that begin at once, in two processes, the later one sees the other. */
  async function promiseRoom(owner: Actor, uploadId: string, size: number): Promise<void> {
    const largest = largestFor(owner)
    if (size > largest) throw new ProblemError('too-large')
    await needFree(size)
    await writeFile(join(folder, `${uploadId}.json`), JSON.stringify({ id: uploadId, size }))
    try {
      const all = await listDeclared()
      const own = all.filter((one) => belongsTo(owner, one.uploadId))
      if (own.length > maxUploads || sum(own.map((one) => one.size)) > maxLargest * largest)
        throw new ProblemError('too-many-requests', { detail: 'files.tooManyUploads' })
      await needFree(sum(all.map((one) => one.missing)))
    } catch (error) {
      await remove(uploadId)
      throw error
    }
  }

  async function remove(uploadId: string): Promise<void> {
    await Promise.all([
      rm(join(folder, uploadId), { force: true }),
      rm(join(folder, `${uploadId}.json`), { force: true }),
    ])
  }

  return {
    async serve({ request, reply }, owner, givenId) {
      if (givenId !== null && !belongsTo(owner, givenId)) throw notFound()
      // An address is the id and nothing else.
      if (request.url.includes('?')) throw notFound()
      const uploadId = givenId ?? newUploadId(owner)
      if (request.method === 'POST') await promiseRoom(owner, uploadId, declaredLength(request.headers))
      if (request.method === 'PATCH') await needFree(bodyLength(request.headers))
      const { server } = await open()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      try {
        await ids.run(uploadId, () => server.handle(request.raw, reply.raw))
      } catch (error) {
        request.log.error({ err: error, requestId: request.id }, 'upload failed')
        reply.raw.destroy()
      }
      // The protocol had another reason to refuse it.
      if (request.method === 'POST' && reply.raw.statusCode !== 201) await remove(uploadId)
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

    remove,

    async needRoom(bytes) {
      await needFree(bytes + sum((await listDeclared()).map((one) => one.missing)))
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
        await remove(bytes)
        removed++
      }
      return removed
    },
  }
}

/** Whose length is to come later cannot be promised room. */
function declaredLength(headers: FastifyRequest['headers']): number {
  const length = String(headers['upload-length'])
  if (!/^\d+$/.test(length) || headers['upload-defer-length'] !== undefined)
    throw new ProblemError('invalid-input', { status: 400 })
  return Number(length)
}

function bodyLength(headers: FastifyRequest['headers']): number {
  if (headers['content-length'] === undefined) throw new ProblemError('invalid-input', { status: 411 })
  return Number(headers['content-length'])
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
