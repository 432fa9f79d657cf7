import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import type { Server } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import type { PublicCall } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import type { Shelf, Upload } from './shelf.ts'
import { createStoreShelf } from './uploads-in-store.ts'
import { createDiskShelf } from './uploads-on-disk.ts'

/** Resumable uploads: what has arrived is there after a restart, and for other processes. */
export interface Uploads {
  /** Answers one request of the tus protocol. */
  serve(call: PublicCall, owner: Actor, uploadId: string | null): Promise<void>
  /** Null when there is none, or when it is somebody else's. */
  find(owner: Actor, uploadId: string): Promise<Upload | null>
  /** Gives the bytes of a finished one as a file of this machine, which is there while `work` lasts. */
  withBytes<T>(owner: Actor, upload: Upload & { uploadId: string }, work: (path: string) => Promise<T>): Promise<T>
  remove(owner: Actor, uploadId: string): Promise<void>
  /** Throws when so many bytes more do not fit on the disk beside what is promised to uploads. */
  needRoom(bytes: number): Promise<void>
  /** Throws away what nobody has added to for a day. Answers how many. */
  removeAbandoned(): Promise<number>
}

/** Left free on the disk: the database writes there too. */
const reservedBytes = 256 * 1024 * 1024
/** For one person in one tenant, with finished uploads until they are files. An abandoned page leaves one for a day. */
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
  const { settings, secrets, files } = services
  // The id and the owner that were checked, for tus, which would look for an id in the address by itself.
  const calls = new AsyncLocalStorage<{ uploadId: string; owner: Actor }>()
  const callOf = () => {
    const call = calls.getStore()
    if (!call) throw new Error('An upload without its id')
    return call
  }
  // An id proves its owner, so that nobody else can append, ask or delete.
  const seal = (owner: Actor, id: string) => secrets.sign('files', 'upload', owner.tenantId, owner.userId, id)
  const belongsTo = (owner: Actor, uploadId: string) =>
    /^[0-9a-f-]{36}\.[\w-]{43}$/.test(uploadId) &&
    secrets.verify(uploadId.slice(37), 'files', 'upload', owner.tenantId, owner.userId, uploadId.slice(0, 36))
  const newUploadId = (owner: Actor) => {
    const id = newId()
    return `${id}.${seal(owner, id)}`
  }

  const onDisk = createDiskShelf(join(settings.dataDir, 'uploads'), belongsTo)
  const shelf: Shelf = files.pieces ? createStoreShelf(services, files.pieces) : onDisk

  // Read with the first upload: they are a twentieth of what the server would have to read at its start.
  let opening: Promise<Server> | undefined
  const open = () => {
    opening ??= (async () => {
      const [datastore, { Server }] = await Promise.all([shelf.open(() => callOf().owner), import('@tus/server')])
      return new Server({
        path: '/api/uploads',
        datastore,
        maxSize: settings.uploadMaxBytes,
        relativeLocation: true,
        // Pages of other addresses have nothing to do here.
        allowedOrigins: () => false,
        namingFunction: () => callOf().uploadId,
        getFileIdFromRequest: () => calls.getStore()?.uploadId,
      })
    })()
    return opening
  }

  async function needFree(bytes: number): Promise<void> {
    await mkdir(shelf.folder, { recursive: true })
    if ((await disk.freeBytes(shelf.folder)) < bytes + reservedBytes)
      throw new ProblemError('unavailable', { detail: 'files.diskFull', status: 507 })
  }

  /** People who only learn upload what they give as answers in forms. */
  const largestFor = (owner: Actor) =>
    isAdmin(owner) ? settings.uploadMaxBytes : Math.min(settings.uploadMaxBytes, formLimits.fileBytes)

  async function promiseRoom(owner: Actor, uploadId: string, size: number): Promise<void> {
    const largest = largestFor(owner)
    if (size > largest) throw new ProblemError('too-large')
    await needFree(size)
    try {
      const { own, missing } = await shelf.begin(owner, uploadId, size)
      if (own.length > maxUploads || sum(own) > maxLargest * largest)
        throw new ProblemError('too-many-requests', { detail: 'files.tooManyUploads' })
      await needFree(missing)
    } catch (error) {
      await shelf.remove(owner, uploadId)
      throw error
    }
  }

  return {
    async serve({ request, reply }, owner, givenId) {
      if (givenId !== null && !belongsTo(owner, givenId)) throw notFound()
      // An address is the id and nothing else.
      if (request.url.includes('?')) throw notFound()
      const uploadId = givenId ?? newUploadId(owner)
      if (request.method === 'POST') await promiseRoom(owner, uploadId, declaredLength(request.headers))
      if (request.method === 'PATCH') await needFree(shelf.roomFor(bodyLength(request.headers)))
      const server = await open()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      try {
        await calls.run({ uploadId, owner }, () => server.handle(request.raw, reply.raw))
      } catch (error) {
        request.log.error({ err: error, requestId: request.id }, 'upload failed')
        reply.raw.destroy()
      }
      // The protocol had another reason to refuse it.
      if (request.method === 'POST' && reply.raw.statusCode !== 201) await shelf.remove(owner, uploadId)
    },

    find: async (owner, uploadId) => (belongsTo(owner, uploadId) ? shelf.find(owner, uploadId) : null),

    async withBytes(owner, upload, work) {
      if (files.pieces) await needFree(upload.size ?? 0)
      return shelf.withBytes(owner, upload, work)
    },

    remove: (owner, uploadId) => shelf.remove(owner, uploadId),

    needRoom: async (bytes) => needFree(bytes + (await shelf.missing())),

    async removeAbandoned() {
      const removed = await shelf.removeAbandoned()
      // What came before there was an object store, or by an earlier version of Learnt.
      return shelf === onDisk ? removed : removed + (await onDisk.removeAbandoned())
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
