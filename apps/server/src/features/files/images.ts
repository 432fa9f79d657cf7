import { imageWidths } from '@learnt/contract/files'
import { avatarLimits, type PictureCrop } from '@learnt/contract/picture-crop'
import { ContentRefused } from './refused.ts'

export interface WrittenImage {
  readonly width: number
  readonly bytes: Buffer
}

export interface WrittenPicture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

const pictureTypes = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
])

/** A photograph of 100 million pixels; all frames of a moving picture together. */
const MAX_PIXELS = 100_000_000

/**
 * An image as WebP in the widths of the contract, widest first, none wider than the picture is. Written anew from its
 * pixels: places, names of cameras and whatever else was hidden in the file are gone. Moving pictures keep moving.
 */
export async function writeImages(path: string): Promise<WrittenImage[]> {
  // Loaded on first use: it brings its own native library.
  const { default: sharp } = await import('sharp')
  const options = { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' } as const
  try {
    const { width, height, pageHeight = height, orientation = 1 } = await sharp(path, options).metadata()
    // Cameras write sideways pictures and say so.
    const shown = orientation >= 5 ? pageHeight : width
    const widths = imageWidths.filter(
      (one, i) => one < shown || imageWidths.slice(0, i).every((narrower) => narrower < shown),
    )
    const written: WrittenImage[] = []
    for (const one of widths.toReversed()) {
      const bytes = await sharp(path, options)
        .autoOrient()
        .resize({ width: one, withoutEnlargement: true })
        .webp({ quality: 84, effort: 4, smartSubsample: true })
        .toBuffer()
      written.push({ width: one, bytes })
    }
    return written
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw new ContentRefused(/pixel limit|too large/i.test(message) ? 'imageTooManyPixels' : 'broken')
  }
}

const leastAvatarSide = 32

/**
 * A square of a picture as WebP, large and small, written anew from its pixels. Its pixels are counted before any of them
 * is unpacked.
 */
export async function writeAvatar(path: string, crop: PictureCrop | null): Promise<WrittenImage[]> {
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: avatarLimits.megapixels * 1_000_000, failOn: 'error' } as const
  try {
    const { width, height, orientation = 1 } = await sharp(path, options).metadata()
    const shown = orientation >= 5 ? { width: height, height: width } : { width, height }
    const short = Math.min(shown.width, shown.height)
    if (short < leastAvatarSide) throw new ContentRefused('avatarTooSmall', { pixels: leastAvatarSide })
    const side = crop ? Math.max(1, Math.round(short * crop.side)) : short
    const within = (from: number, whole: number) => Math.min(Math.max(0, Math.round(from * whole)), whole - side)
    const square = {
      left: crop ? within(crop.left, shown.width) : Math.floor((shown.width - side) / 2),
      top: crop ? within(crop.top, shown.height) : Math.floor((shown.height - side) / 2),
      width: side,
      height: side,
    }
    const { large, small } = avatarLimits
    // Turned upright first, in a pipeline of its own: else it is cut before.
    const upright = await sharp(path, options)
      .autoOrient()
      .extract(square)
      .toColorspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer()
    const written: WrittenImage[] = []
    for (const one of [large, small]) {
      const bytes = await sharp(upright)
        .resize(one, one)
        .webp({ quality: 84, effort: 4, smartSubsample: true })
        .toBuffer()
      written.push({ width: one, bytes })
    }
    return written
  } catch (error) {
    if (error instanceof ContentRefused) throw error
    const message = error instanceof Error ? error.message : ''
    if (/pixel limit|too large/i.test(message))
      throw new ContentRefused('avatarTooManyPixels', { megapixels: avatarLimits.megapixels })
    throw new ContentRefused('broken')
  }
}

/** A picture of a document as WebP; null for what no browser shows, such as drawings of Windows. */
export async function writePicture(bytes: Uint8Array): Promise<WrittenPicture | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!found || !pictureTypes.has(found.mime)) return null
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: imageWidths.at(-1) as number, withoutEnlargement: true })
      .webp({ quality: 84, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}
