import { z } from 'zod'

const part = z.number().min(0).max(1)

/**
 * A square of a picture: its left and upper edge and its side, as parts of the picture's width, height and shorter side.
 * What reaches beyond the picture is moved into it.
 */
export const PictureCrop = z.strictObject({ left: part, top: part, side: z.number().min(0.05).max(1) })
export type PictureCrop = z.infer<typeof PictureCrop>

/** Of pictures of people: what may be uploaded, and the sides in pixels that are kept. */
export const avatarLimits = {
  megabytes: 10,
  megapixels: 50,
  /** Shown without `?w`, where people stand in lists. */
  small: 128,
  large: 512,
} as const
