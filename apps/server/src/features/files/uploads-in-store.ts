import { mkdir, open as openFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import type { Row } from '../../platform/db/database.ts'
import type { PieceOwner, PieceStore } from '../../platform/files/store.ts'
import {
  appendPiece,
  deleteUntouched,
  deleteUpload,
  findUpload,
  insertUpload,
  listKnownUploads,
  listUntouched,
  listUploadSizes,
  nameUpload,
  type OwnUpload,
} from '../../platform/files/upload-rows.ts'
import { newId } from '../../platform/ids.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { abandonedAfterMs, type Shelf } from './shelf.ts'

/** What a longer portion is cut into: so much lies on the disk of this machine at once, and is sent again when a try fails. */
const pieceBytes = 32 * 1024 ** 2
/** Senders cut 2 GB into 64. More pieces than this come from somebody who sends byte by byte. */
const maxPieces = 5000

/**
 * Uploads as pieces in the object store, with what counts of them in the database, so that each request may go to another
 * machine. A piece has a name of its own and counts once the row names it: of two senders at once only one appends.
 */
export function createStoreShelf(services: Services, pieces: PieceStore): Shelf {
  const { db, clock } = services

  const find = (owner: Actor, uploadId: string) =>
    db.tenant(owner.tenantId).read((tx) => findUpload(tx, ownOf(owner, uploadId)))

  /** The row first: it never names a piece that is gone. What a killed process leaves has no row and goes within a day. */
  async function remove(owner: Actor, uploadId: string): Promise<boolean> {
    const gone = await db.tenant(owner.tenantId).write((tx) => deleteUpload(tx, ownOf(owner, uploadId)))
    if (gone) await pieces.removeAll(placeOf(owner, uploadId))
    return gone
  }

  /** Answers where the upload ends then; null: another sender was quicker, or there are too many pieces. */
  async function append(owner: Actor, uploadId: string, offset: number, cut: CutPiece): Promise<number | null> {
    const place = placeOf(owner, uploadId)
    const name = newId()
    await pieces.put(place, name, cut.path, cut.size)
    const piece = { offset, size: cut.size, name, now: clock.now(), maxPieces }
    const end = await db.tenant(owner.tenantId).write((tx) => appendPiece(tx, ownOf(owner, uploadId), piece))
    if (end === null) await pieces.remove(place, name)
    return end
  }

  const begun = (owner: Actor, uploadId: string, name: string) =>
    db.tenant(owner.tenantId).write((tx) => nameUpload(tx, ownOf(owner, uploadId), name))

  /** Objects that no row names: of killed processes, and of restored tenants and databases. */
  async function removeOrphans(): Promise<number> {
    const newest = new Map<string, PieceOwner & { changedAt: Date }>()
    for await (const piece of pieces.list()) {
      const key = `${piece.tenantId}/${piece.uploadId}`
      const known = newest.get(key)
      if (!known || known.changedAt < piece.changedAt) newest.set(key, piece)
    }
    // The store's own time: it is what its objects are stamped with.
    const old = [...newest.values()].filter((one) => one.changedAt.getTime() < Date.now() - abandonedAfterMs)
    if (old.length === 0) return 0
    const keys = await db.dangerouslyLookAsSystem((tx) =>
      listKnownUploads(
        tx,
        old.map((one) => one.uploadId),
      ),
    )
    const orphans = old.filter((one) => !keys.has(`${one.tenantId}/${one.uploadId}`))
    for (const one of orphans) await pieces.removeAll(one)
    return orphans.length
  }

  return {
    folder: pieces.folder,

    open: (owner) => openProtocol({ pieces, owner, find, remove, append, begun }),

    async begin(owner, uploadId, size) {
      const tenant = db.tenant(owner.tenantId)
      await tenant.write((tx) => insertUpload(tx, { ...ownOf(owner, uploadId), size, now: clock.now() }))
      const own = await tenant.read((tx) => listUploadSizes(tx, owner.userId))
      // Only where it becomes a file all of it needs room, and nobody knows yet where that will be.
      return { own, missing: size }
    },

    roomFor: (bytes) => Math.min(bytes, pieceBytes),

    async find(owner, uploadId) {
      const row = await find(owner, uploadId)
      return row ? { name: row.name, offset: row.arrived, size: row.size } : null
    },

    async withBytes(owner, { uploadId }, work) {
      const row = await find(owner, uploadId)
      const path = await pieces.gather(placeOf(owner, uploadId), row?.pieces ?? [])
      try {
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },

    async remove(owner, uploadId) {
      await remove(owner, uploadId)
    },

    missing: async () => 0,

    async removeAbandoned() {
      const before = new Date(clock.now().getTime() - abandonedAfterMs)
      let removed = 0
      for (const { tenantId: tenant, id } of await db.dangerouslyLookAsSystem((tx) => listUntouched(tx, before))) {
        const tenantId = mintTenantId(tenant)
        const gone = await db.tenant(tenantId).write((tx) => deleteUntouched(tx, id, before))
        if (!gone) continue
        await pieces.removeAll({ tenantId, uploadId: id })
        removed++
      }
      return removed + (await removeOrphans())
    },
  }
}

/** The part of an upload's id that is no proof. */
function idOf(uploadId: string): string {
  return uploadId.slice(0, 36)
}

function ownOf({ userId }: Actor, uploadId: string): OwnUpload {
  return { id: idOf(uploadId), userId }
}

function placeOf({ tenantId }: Actor, uploadId: string): PieceOwner {
  return { tenantId, uploadId: idOf(uploadId) }
}

/** The protocol's side of it. */
async function openProtocol(of: {
  pieces: PieceStore
  owner: () => Actor
  find(owner: Actor, uploadId: string): Promise<Row<'uploads'> | undefined>
  remove(owner: Actor, uploadId: string): Promise<boolean>
  append(owner: Actor, uploadId: string, offset: number, piece: CutPiece): Promise<number | null>
  begun(owner: Actor, uploadId: string, name: string): Promise<void>
}): Promise<DataStore> {
  const { DataStore, ERRORS, Upload } = await import('@tus/server')
  class PieceDataStore extends DataStore {
    override extensions = ['creation', 'creation-with-upload', 'termination']

    override async create(upload: InstanceType<typeof Upload>) {
      const { filename, name } = upload.metadata ?? {}
      // PostgreSQL's text has no NUL.
      await of.begun(of.owner(), upload.id, (filename ?? name ?? '').replaceAll('\0', ''))
      return upload
    }

    override async getUpload(id: string) {
      const row = await of.find(of.owner(), id)
      if (!row) throw ERRORS.FILE_NOT_FOUND
      return new Upload({ id, size: row.size, offset: row.arrived, metadata: { filename: row.name } })
    }

    override async write(stream: Readable, id: string, offset: number) {
      let end = offset
      for await (const piece of cut(stream, of.pieces.folder)) {
        const next = await of.append(of.owner(), id, end, piece)
        if (next === null) throw ERRORS.INVALID_OFFSET
        end = next
      }
      return end
    }

    override async remove(id: string) {
      if (!(await of.remove(of.owner(), id))) throw ERRORS.FILE_NOT_FOUND
    }
  }
  return new PieceDataStore()
}

interface CutPiece {
  readonly path: string
  readonly size: number
}

/** Writes what arrives to files of at most a piece's length; the next one is written over it. */
async function* cut(stream: Readable, folder: string): AsyncGenerator<CutPiece> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, newId())
  const handle = await openFile(path, 'wx')
  try {
    let size = 0
    for await (const chunk of stream) {
      for (let left = chunk as Buffer; left.length > 0; ) {
        const { bytesWritten } = await handle.write(left.subarray(0, pieceBytes - size), 0, null, size)
        left = left.subarray(bytesWritten)
        size += bytesWritten
        if (size < pieceBytes) continue
        yield { path, size }
        await handle.truncate()
        size = 0
      }
    }
    if (size > 0) yield { path, size }
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}
