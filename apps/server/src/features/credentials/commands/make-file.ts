import { buffer } from 'node:stream/consumers'
import type { Services } from '../../../platform/context.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { findOrMakePicture } from '../../badges/commands/make-pictures.ts'
import type { AwardRow } from '../queries/find-awards.ts'
import { bakePng, bakeSvg } from '../signing/bake.ts'
import { makeCredential } from './make-credential.ts'

/**
 * The file of an award: its signed credential, by itself or inside the picture that the badge had then. Both are kept, so
 * every request gets the same bytes. Null: there is no credential, or no picture.
 */
export async function makeFile(
  services: Services,
  tenantId: TenantId,
  award: AwardRow,
  format: 'json' | 'png' | 'svg',
): Promise<Buffer | null> {
  const signed = await makeCredential(services, tenantId, award)
  if (signed === null || format === 'json') return signed === null ? null : Buffer.from(signed)
  const sha256 = await findOrMakePicture(services, tenantId, award.versionId, format)
  if (sha256 === null) return null
  const picture = await buffer(await services.files.open(tenantId, sha256))
  return format === 'png' ? bakePng(picture, signed) : Buffer.from(bakeSvg(picture.toString('utf8'), signed))
}
