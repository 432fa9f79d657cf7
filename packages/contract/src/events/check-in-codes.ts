// Without schemas: the pages of check-in load this file.

// Browsers and Node have them; this package is compiled for neither.
declare const crypto: {
  readonly subtle: {
    importKey(
      ...of: [format: 'raw', key: Uint8Array, of: object, extractable: boolean, uses: string[]]
    ): Promise<object>
    sign(algorithm: 'HMAC', key: object, data: Uint8Array): Promise<ArrayBuffer>
  }
}
declare const atob: (text: string) => string

/** How long a code of check-in stands on the facilitator's screen. */
export const codeSeconds = 30
/** A code counts while it stands, and this many codes later: people type, and clocks differ. */
export const codesKept = 4

/**
 * The code that stands on the facilitator's screen at a moment, six digits. `seed` is the secret of the session (base64),
 * which only the facilitators' devices and the server have, so that the screen changes without a network, too.
 */
export async function checkInCode(seed: string, at: Date | number): Promise<string> {
  const count = Math.floor(Number(at) / 1000 / codeSeconds)
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(seed), (one) => one.charCodeAt(0)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const counter = Uint8Array.from([0, 0, 0, 0, count >>> 24, count >>> 16, count >>> 8, count].map((one) => one & 255))
  const hash = new Uint8Array(await crypto.subtle.sign('HMAC', key, counter))
  // As one-time passwords do it (RFC 4226).
  const from = (hash[31] ?? 0) & 15
  const number = hash.slice(from, from + 4).reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte & 127 : byte), 0)
  return String(number % 1_000_000).padStart(6, '0')
}
