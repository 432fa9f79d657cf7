import { LRUCache } from 'lru-cache'
import type { ReadTx } from '../../platform/db/database.ts'
import type { TenantId } from '../../platform/tenant-id.ts'
import { findPlayablePackage, type PlayablePackage } from '../packages/queries.ts'

/** Keeps the trees of packages: a package never changes, and each commit has to know its items. */
export class PackagesInMemory {
  readonly #known: LRUCache<string, PlayablePackage>

  constructor(of: { maxBytes?: number } = {}) {
    this.#known = new LRUCache({
      max: 500,
      maxSize: of.maxBytes ?? 64 * 1024 ** 2,
      sizeCalculation: (one) => JSON.stringify(one).length,
    })
  }

  async get(tx: ReadTx, tenantId: TenantId, packageId: string): Promise<PlayablePackage | null> {
    const key = `${tenantId}/${packageId}`
    const known = this.#known.get(key)
    if (known) return known
    const found = await findPlayablePackage(tx, packageId)
    if (found) this.#known.set(key, found)
    return found
  }
}

const packages = new PackagesInMemory()

export function getPackage(tx: ReadTx, tenantId: TenantId, packageId: string): Promise<PlayablePackage | null> {
  return packages.get(tx, tenantId, packageId)
}
