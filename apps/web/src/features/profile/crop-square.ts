import type { PictureCrop } from '@learnt/contract/picture-crop'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The middle of a picture, as large as it goes. */
export function wholeSquare(of: Size): PictureCrop {
  return placed(of, { left: 0, top: 0, side: 1 }, 0.5, 0.5)
}

/** How far the square can go, as parts of width and height. */
export function roomOf({ width, height }: Size, side: number): { x: number; y: number } {
  const short = Math.min(width, height) * side
  return { x: 1 - short / width, y: 1 - short / height }
}

/** The same square elsewhere: 0 is left and top, 1 is right and bottom. */
export function placed(of: Size, crop: PictureCrop, x: number, y: number): PictureCrop {
  const room = roomOf(of, crop.side)
  const within = (part: number) => Math.min(1, Math.max(0, part))
  return { ...crop, left: room.x * within(x), top: room.y * within(y) }
}

/** Where it is, in the same measure; in the middle of where it cannot go. */
export function placeOf(of: Size, { left, top, side }: PictureCrop): { x: number; y: number } {
  const room = roomOf(of, side)
  return { x: room.x > 0 ? left / room.x : 0.5, y: room.y > 0 ? top / room.y : 0.5 }
}

/** A smaller or larger square around the same middle. */
export function zoomed(of: Size, crop: PictureCrop, side: number): PictureCrop {
  const short = Math.min(of.width, of.height)
  const grown = (short * (crop.side - side)) / 2
  const room = roomOf(of, side)
  const within = (part: number, most: number) => Math.min(most, Math.max(0, part))
  return {
    side,
    left: within(crop.left + grown / of.width, room.x),
    top: within(crop.top + grown / of.height, room.y),
  }
}
