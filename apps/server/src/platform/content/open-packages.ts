import { LRUCache } from 'lru-cache'
import type { FileStore } from '../files/store.ts'
import type { TenantId } from '../tenant/tenant-id.ts'
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
  evicted: boolean
}

/** Keeps the archives that are being played open, each with its list of files. */
export class OpenPackages {
  readonly #cache: LRUCache<string, Promise<Held | null>>
  readonly #resolve: PackageResolver
  readonly #store: FileStore

  constructor(of: { resolve: PackageResolver; files: FileStore; max?: number }) {
    this.#resolve = of.resolve
    this.#store = of.files
    this.#cache = new LRUCache({
      max: of.max ?? 200,
      // A package that was deleted is forgotten after this.
      ttl: 10 * 60 * 1000,
      dispose: (held) => {
        held.then(
          (one) => {
            if (one === null) return
            one.evicted = true
            closeWhenUnused(one)
          },
          () => undefined,
        )
      },
    })
  }

  async use(tenantId: TenantId, packageId: string): Promise<OpenPackage | null> {
    const key = `${tenantId}/${packageId}`
    let opening = this.#cache.get(key)
    if (opening === undefined) {
      opening = this.#open(tenantId, packageId)
      this.#cache.set(key, opening)
      // What is missing or failed is asked for again: it may be there a moment later.
      const forget = () => {
        if (this.#cache.peek(key) === opening) this.#cache.delete(key)
      }
      opening.then((held) => {
        if (held === null) forget()
      }, forget)
    }
    const held = await opening
    if (held === null) return null
    if (held.evicted && held.users === 0) return this.use(tenantId, packageId)
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
  }

  async #open(tenantId: TenantId, packageId: string): Promise<Held | null> {
    const found = await this.#resolve(tenantId, packageId)
    if (found === null) return null
    const path = await this.#store.localPath(tenantId, found.sha256)
    if (path === null) return null
    const files = new Map(unpackIndex(found.files).map((file) => [foldPath(file.path), file]))
    return { fd: await openFile(path), files, users: 0, evicted: false }
  }
}

function closeWhenUnused(held: Held): void {
  if (held.evicted && held.users === 0) closeFile(held.fd).catch(() => undefined)
}
