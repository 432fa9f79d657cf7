import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type BadgeDesign, badgeSide, badgeSvg } from '@learnt/contract/badge-picture'
import type { Services } from '../../../platform/context.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { listFiles } from '../../files/queries.ts'
import { findPicture } from '../queries/find-badges.ts'

export type PictureFormat = 'svg' | 'png'

/**
 * The pictures of a version of a badge, drawn at the first request and kept. Null: there is no such version. Two first
 * requests at once get the same pictures.
 */
export async function findOrMakePicture(
  services: Services,
  tenantId: TenantId,
  versionId: string,
  format: PictureFormat,
): Promise<string | null> {
  const db = services.db.tenant(tenantId)
  const version = await db.read((tx) => findPicture(tx, versionId))
  if (!version) return null
  const kept = version[`${format}Sha256`]
  if (kept !== null) return kept
  const drawn = await drawBadge(services, tenantId, version.design, version.title)
  const [svg, png] = await Promise.all(
    [Buffer.from(drawn.svg), drawn.png].map((bytes) => services.files.put(tenantId, Readable.from([bytes]))),
  )
  return db.write(async (tx) => {
    await tx
      .updateTable('badgeVersions')
      .set({ svgSha256: svg?.sha256 ?? null, pngSha256: png?.sha256 ?? null })
      .where('id', '=', versionId)
      .where('pngSha256', 'is', null)
      .execute()
    return (await findPicture(tx, versionId))?.[`${format}Sha256`] ?? null
  })
}

/**
 * Draws a design. Nobody else's SVG is ever drawn: this one is made of checked values, its letters are paths, and an uploaded
 * picture was written anew from its pixels.
 */
async function drawBadge(
  services: Services,
  tenantId: TenantId,
  design: BadgeDesign,
  label: string,
): Promise<{ svg: string; png: Buffer }> {
  const [{ letterPaths }, { default: sharp }] = await Promise.all([
    // Loaded on first use: they bring typefaces, and a native library.
    import('../drawing/letter-paths.ts'),
    import('sharp'),
  ])
  const svg = badgeSvg(design, { label, picture: await readPicture(services, tenantId, design), letters: letterPaths })
  const png = await sharp(Buffer.from(svg)).resize(badgeSide, badgeSide).png({ compressionLevel: 9 }).toBuffer()
  return { svg, png }
}

/** The uploaded picture as a `data:` address, in the format that every program shows. */
async function readPicture(services: Services, tenantId: TenantId, { fileId }: BadgeDesign): Promise<string | null> {
  if (fileId === null) return null
  const [file] = await services.db.tenant(tenantId).read((tx) => listFiles(tx, [fileId]))
  if (file?.contentType !== 'image/webp') return null
  const { default: sharp } = await import('sharp')
  const bytes = await buffer(await services.files.open(tenantId, file.sha256))
  const png = await sharp(bytes).resize(480, 480, { fit: 'cover' }).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
