import type { Readable } from 'node:stream'
import type { TenantId } from '../tenant-id.ts'

export interface StoredBlob {
  sha256: string
  size: number
  /** False when the same content was there already. */
  created: boolean
}

/** First and last byte, both included, as in HTTP and in `createReadStream`. */
export interface ByteRange {
  start: number
  end: number
}

export interface PutOptions {
  /** More than this is refused with `FileTooLarge`. */
  maxBytes?: number
  /** The source path is given away: it is moved where that is possible, and gone afterwards. */
  move?: boolean
}

/**
 * Bytes by their SHA-256, each tenant's apart from every other's. What is put is whole and durable when the promise
 * resolves; nothing half-written is ever visible. Who may read what is decided above: the store knows no rights.
 */
export interface FileStore {
  /** Takes a stream, or the path of a file. */
  put(tenantId: TenantId, source: Readable | string, options?: PutOptions): Promise<StoredBlob>
  /** Throws `FileMissing`. */
  open(tenantId: TenantId, sha256: string, range?: ByteRange): Promise<Readable>
  /** Bytes, or null when it is not there. */
  sizeOf(tenantId: TenantId, sha256: string): Promise<number | null>
  /**
   * A path on this machine whose bytes can be read at positions, or null when it is not there. Open it at once: a copy
   * of a remote file may be thrown away a minute later.
   */
  localPath(tenantId: TenantId, sha256: string): Promise<string | null>
  /** Everything that is stored of a tenant, in no order. */
  list(tenantId: TenantId): AsyncIterable<{ sha256: string; size: number }>
  remove(tenantId: TenantId, sha256: string): Promise<void>
  /** All files of a tenant that is deleted. */
  removeTenant(tenantId: TenantId): Promise<void>
  /** Throws the reason when nothing could be written now. */
  check(): Promise<void>
  /** Removes what an earlier, killed process left unfinished. Called at start. */
  cleanUp(): Promise<void>
  /** Null where the store is a folder: what is still arriving lies beside it. */
  readonly pieces: PieceStore | null
}

/** What is still arriving, in objects that every process sees. Which of them count, and in which order, stands elsewhere. */
export interface PieceStore {
  /** A folder of this machine for what is on its way in or out; what is left there goes at a start. */
  readonly folder: string
  put(of: PieceOwner, name: string, path: string, size: number): Promise<void>
  /** Writes these, one behind the other, to a new file of `folder`, which is the caller's to remove. Throws `FileMissing`. */
  gather(of: PieceOwner, names: readonly string[]): Promise<string>
  remove(of: PieceOwner, name: string): Promise<void>
  removeAll(of: PieceOwner): Promise<void>
  /** Every piece of every tenant; those of one upload follow each other. */
  list(): AsyncIterable<PieceOwner & { changedAt: Date }>
}

export interface PieceOwner {
  readonly tenantId: TenantId
  readonly uploadId: string
}

export class FileMissing extends Error {
  constructor(sha256: string) {
    super(`No file ${sha256}`)
    this.name = 'FileMissing'
  }
}

export class FileTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`)
    this.name = 'FileTooLarge'
    this.maxBytes = maxBytes
  }
}

/** Both become parts of paths and keys: anything else than a slug and a hash is a mistake of ours. */
export function checkNames(tenantId: TenantId, sha256?: string): void {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(tenantId)) throw new Error('Not a tenant id')
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('Not a SHA-256')
}
