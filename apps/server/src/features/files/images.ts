import { imageWidths } from '@learnt/contract/files'
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
