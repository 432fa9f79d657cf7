// Where in a status list the place of an award is. Places are handed out in order, with the award; the list shows them shuffled.

import { createCipheriv } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Bits of a list: the least that the standard allows, so that each award hides among many. */
export const listBits = 131_072
/** Places that awards take; the others are decoys, set or not. */
const listPlaces = 122_880

/** 32 random bytes, in base64. */
export type Seed = string

export function listOf(statusPosition: number): { number: number; place: number } {
  return { number: Math.floor(statusPosition / listPlaces), place: statusPosition % listPlaces }
}

/** The status positions of a list: from the first up to the one before `end`. */
export function positionsOf(number: number): { first: number; end: number } {
  return { first: number * listPlaces, end: (number + 1) * listPlaces }
}

/** The bit of a place. */
export function bitOf(seed: Seed, place: number): number {
  const bit = shuffled(seed)[place]
  if (bit === undefined) throw new RangeError(`A list has no place ${place}`)
  return bit
}

/** Bits that are set without an award: between 512 and 4607, so that nobody can tell the number of revoked awards. */
export function decoysOf(seed: Seed): Uint32Array {
  const count = 512 + (Buffer.from(seed, 'base64').readUInt16BE(0) % 4096)
  return shuffled(seed).subarray(listPlaces, listPlaces + count)
}

const orders = new LRUCache<Seed, Uint32Array>({ max: 4 })

/** All bits in an order that only the seed knows: Fisher and Yates, with AES in counter mode for the dice. */
function shuffled(seed: Seed): Uint32Array {
  const known = orders.get(seed)
  if (known) return known
  const bits = Uint32Array.from({ length: listBits }, (_, bit) => bit)
  const cipher = createCipheriv('aes-256-ctr', Buffer.from(seed, 'base64'), Buffer.alloc(16))
  const dice = cipher.update(Buffer.alloc(listBits * 4))
  for (let last = listBits - 1; last > 0; last--) {
    const other = dice.readUInt32BE(last * 4) % (last + 1)
    const bit = bits[last] as number
    bits[last] = bits[other] as number
    bits[other] = bit
  }
  orders.set(seed, bits)
  return bits
}
