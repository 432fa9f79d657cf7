import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Services } from '../../../platform/context.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { findRevokedPositions, findSeed } from '../queries/find-awards.ts'
import { didOf, issuerUrl } from '../signing/documents.ts'
import { bitOf, decoysOf, listBits, listOf } from '../signing/places.ts'
import { getSigningKey } from './keys.ts'

/** For how long a signed list may be believed. It is signed anew when half of that is over. */
const validMs = 24 * 3_600_000

/** Signed lists of this process, by what they say: signing costs more than looking whether anything changed. */
const signedLists = new LRUCache<string, { text: string; until: number }>({ max: 200 })

/** The signed list of revoked awards; null: there is no such list. */
export async function makeStatusList(services: Services, tenantId: TenantId, number: number): Promise<string | null> {
  const tenant = services.db.tenant(tenantId)
  const [seed, positions] = await tenant.read((tx) =>
    Promise.all([findSeed(tx, number), findRevokedPositions(tx, number)]),
  )
  if (seed === null) return null
  const key = await getSigningKey(services, tenantId)
  const digest = createHash('sha256').update(positions.join()).digest('base64')
  const name = `${key.id} ${number} ${seed} ${digest}`
  const now = services.clock.now()
  const known = signedLists.get(name)
  if (known && known.until - now.getTime() > validMs / 2) return known.text
  const places = { tenantId, publicUrl: services.settings.publicUrl }
  const { signStatusList } = await import('../signing/sign.ts')
  const validUntil = new Date(now.getTime() + validMs)
  const revoked = positions.map((position) => bitOf(seed, listOf(position).place))
  const list = {
    id: `${issuerUrl(places)}/status-lists/${number}`,
    did: didOf(places),
    length: listBits,
    revoked: [...revoked, ...decoysOf(seed)],
    validUntil,
  }
  const text = JSON.stringify(await signStatusList(list, key, now))
  signedLists.set(name, { text, until: validUntil.getTime() })
  return text
}
