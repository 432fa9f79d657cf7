import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { publicIdOf } from '../../badges/policy.ts'
import { findIssuer, findLocaleOf } from '../../certificates/queries/find-certificates.ts'
import { inLocale } from '../policy.ts'
import { type AwardRow, findSeed, findStatedAddress } from '../queries/find-awards.ts'
import { badgeCredential, didOf, issuerUrl } from '../signing/documents.ts'
import { bitOf, listOf } from '../signing/places.ts'
import { getSigningKey } from './keys.ts'

/**
 * The signed credential of an award, made at the first request and kept. Two first requests at once get the same one.
 * Null: the award was revoked before the first request, and nothing revoked is signed.
 */
export async function makeCredential(services: Services, tenantId: TenantId, award: AwardRow): Promise<string | null> {
  if (award.credential !== null) return award.credential
  if (award.revokedAt !== null) return null
  const tenant = services.db.tenant(tenantId)
  const { number, place } = listOf(award.statusPosition)
  const [key, seed, [issuer, locale, email]] = await Promise.all([
    getSigningKey(services, tenantId),
    getSeed(services, tenantId, number),
    tenant.read((tx) =>
      Promise.all([findIssuer(tx, tenantId), findLocaleOf(tx, award.userId), findStatedAddress(tx, award.userId)]),
    ),
  ])
  const { publicUrl } = services.settings
  const places = { tenantId, publicUrl }
  const credential = badgeCredential(
    {
      ...award,
      address: email === null ? null : { email, salt: randomBytes(16).toString('hex') },
      description: inLocale(award.description, locale),
      criteria: inLocale(award.criteria, locale),
    },
    {
      id: `${publicUrl}/verify/${publicIdOf(tenantId, award.id)}`,
      issuer: { did: didOf(places), name: issuer, url: publicUrl },
      achievementId: `${issuerUrl(places)}/achievements/${award.versionId}`,
      pictureUrl: pictureUrl(places, award.versionId),
      status: { listUrl: `${issuerUrl(places)}/status-lists/${number}`, position: bitOf(seed, place) },
    },
  )
  const { signCredential } = await import('../signing/sign.ts')
  const signed = JSON.stringify(await signCredential(credential, key, services.clock.now()))
  return tenant.write(async (tx) => {
    await tx
      .updateTable('badgeAwards')
      .set({ credential: signed, signedAt: services.clock.now() })
      .where('id', '=', award.id)
      .where('credential', 'is', null)
      .execute()
    const kept = await tx.selectFrom('badgeAwards').select('credential').where('id', '=', award.id).executeTakeFirst()
    return kept?.credential ?? signed
  })
}

/** What shuffles the places of a list; drawn when the list is first needed. */
export async function getSeed(services: Services, tenantId: TenantId, number: number): Promise<string> {
  const tenant = services.db.tenant(tenantId)
  const known = await tenant.read((tx) => findSeed(tx, number))
  if (known) return known
  const seed = randomBytes(32).toString('base64')
  return tenant.write(async (tx) => {
    await sql`
      insert into status_lists (number, seed, created_at) values (${number}, ${seed}, ${services.clock.now()})
      on conflict (tenant_id, number) do nothing`.execute(tx)
    return (await findSeed(tx, number)) ?? seed
  })
}

/** The public picture of a version of a badge. */
export function pictureUrl(of: { tenantId: string; publicUrl: string }, versionId: string): string {
  return `${of.publicUrl}/api/badge-pictures/${publicIdOf(of.tenantId, versionId)}/badge.png`
}
