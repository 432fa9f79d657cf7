import { LRUCache } from 'lru-cache'
import type { ReadTx } from '../../platform/db/database.ts'
import type { TenantId } from '../../platform/tenant/tenant-id.ts'
import { findPlayablePackage, type PlayablePackage } from '../packages/queries.ts'

/** A package never changes, and each commit has to know its items. */
const known = new LRUCache<string, PlayablePackage>({ max: 500 })

export async function getPackage(tx: ReadTx, tenantId: TenantId, packageId: string): Promise<PlayablePackage | null> {
  const key = `${tenantId}/${packageId}`
  const found = known.get(key) ?? (await findPlayablePackage(tx, packageId))
  if (found) known.set(key, found)
  return found
}
