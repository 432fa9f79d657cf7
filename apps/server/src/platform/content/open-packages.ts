import { LRUCache } from 'lru-cache'
import type { FileStore } from '../files/store.ts'
import type { TenantId } from '../tenant-id.ts'
import { type ArchivedFile, closeFile, foldPath, openFile, type PackedFile, unpackIndex } from './archive-files.ts'

/** Finds a package's archive and the list of its files; null when there is none. Given by the feature that keeps them. */
export type PackageResolver = (
  tenantId: TenantId,
  packageId: string,
) => Promise<{ sha256: string; files: readonly PackedFile[] } | null>

/** An archive that is open for reading. Give it back with `release`. */
export interface OpenPackage {
  fd: number
  find(path: string): ArchivedFile | undefined
  release(): void
}

interface Held {
  fd: number
  files: Map<string, ArchivedFile>
  users: number
  /** No longer cached: the last reader closes it. */
  evicted: boolean
  closed: boolean
}

/** Keeps the archives that are being played open, each with its list of files. */
export class OpenPackages {
  readonly #cache: LRUCache<string, Held>
  readonly #opening = new Map<string, Promise<Held | null>>()
  readonly #resolve: PackageResolver
  readonly #store: FileStore

  constructor(of: { resolve: PackageResolver; files: FileStore; max?: number; maxBytes?: number }) {
    this.#resolve = of.resolve
    this.#store = of.files
    this.#cache = new LRUCache({
      max: of.max ?? 200,
      maxSize: of.maxBytes ?? 128 * 1024 ** 2,
      sizeCalculation: bytesOf,
      // A package that was deleted is forgotten after this.
      ttl: 10 * 60 * 1000,
      dispose: (held) => {
        held.evicted = true
        closeWhenUnused(held)
      },
    })
  }

  async use(tenantId: TenantId, packageId: string): Promise<OpenPackage | null> {
    const key = `${tenantId}/${packageId}`
    const held = this.#cache.get(key) ?? (await this.#openOnce(key, tenantId, packageId))
    if (held === null) return null
    if (held.closed) return this.use(tenantId, packageId)
    held.users++
    let released = false
    return {
      fd: held.fd,
      find: (path) => held.files.get(foldPath(path)),
      release() {
        if (released) return
        released = true
        held.users--
        closeWhenUnused(held)
      },
    }
  }

  close(): void {
    this.#cache.clear()
    // What is being opened at this moment is kept a little later.
    for (const opening of this.#opening.values())
      opening.then(
        () => this.#cache.clear(),
        () => undefined,
      )
  }

  /** Requests during the opening wait for the same. A missing or failed one is opened again next time. */
  #openOnce(key: string, tenantId: TenantId, packageId: string): Promise<Held | null> {
    let opening = this.#opening.get(key)
    if (opening === undefined) {
      opening = this.#open(tenantId, packageId)
        .then((held) => this.#keep(key, held))
        .finally(() => this.#opening.delete(key))
      this.#opening.set(key, opening)
    }
    return opening
  }

  #keep(key: string, held: Held | null): Held | null {
    if (held === null) return null
    this.#cache.set(key, held)
    // Greater than all there is room for: served, then closed.
    held.evicted = this.#cache.peek(key) !== held
    return held
  }

  async #open(tenantId: TenantId, packageId: string): Promise<Held | null> {
    const found = await this.#resolve(tenantId, packageId)
    if (found === null) return null
    const path = await this.#store.localPath(tenantId, found.sha256)
    if (path === null) return null
    const files = new Map(unpackIndex(found.files).map((file) => [foldPath(file.path), file]))
    return { fd: await openFile(path), files, users: 0, evicted: false, closed: false }
  }
}

/** About what a list takes in memory: each path twice, as it is and folded, and the rest of its file. */
function bytesOf({ files }: Held): number {
  let bytes = 300
  for (const { path } of files.values()) bytes += 2 * path.length + 300
  return bytes
}

function closeWhenUnused(held: Held): void {
  if (!held.evicted || held.users > 0 || held.closed) return
  held.closed = true
  closeFile(held.fd).catch(() => undefined)
}
