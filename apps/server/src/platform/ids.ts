import { createHash, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** UUIDv7: sorts by the time it was made, also within one millisecond of one process. */
export function newId(): string {
  return v7()
}

/**
 * The id of a person. It hides when it was made: an administrator who adds an address gets the id, and must not read
 * from it whether another tenant has known the person for long.
 */
export function newPersonId(): string {
  return randomUUID()
}

/**
 * The same parts always give the same id, whichever process asks (RFC 9562 version 8 over SHA-256).
 * Parts are length-prefixed, so that ('a', 'bc') and ('ab', 'c') differ.
 */
export function deterministicId(...parts: [string, ...string[]]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  const bytes = hash.digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
