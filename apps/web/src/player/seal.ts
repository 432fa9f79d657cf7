/**
 * HMAC-SHA-256 as hexadecimal, at once: the browser's own answers later, when the page that is being closed is gone.
 * Used to seal the local queue only (FIPS 180-4, RFC 2104).
 */
export function seal(key: string, text: string): string {
  const encoder = new TextEncoder()
  let keyBytes = encoder.encode(key)
  if (keyBytes.length > 64) keyBytes = sha256(keyBytes)
  const inner = new Uint8Array(64).fill(0x36)
  const outer = new Uint8Array(64).fill(0x5c)
  for (const [index, byte] of keyBytes.entries()) {
    inner[index] = 0x36 ^ byte
    outer[index] = 0x5c ^ byte
  }
  const digest = sha256(join(outer, sha256(join(inner, encoder.encode(text)))))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

const constants = new Uint32Array(64)
const initial = new Uint32Array(8)
// The fractions of the cube and square roots of the first primes.
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let prime = true
  for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false
  if (!prime) continue
  if (found < 8) initial[found] = (candidate ** 0.5 % 1) * 2 ** 32
  constants[found++] = (candidate ** (1 / 3) % 1) * 2 ** 32
}

function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  const state = initial.slice()
  const words = new Uint32Array(64)
  const at = (list: Uint32Array, index: number) => list[index] as number
  const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))
  for (let block = 0; block < padded.length; block += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(block + index * 4)
    for (let index = 16; index < 64; index++) {
      const early = at(words, index - 15)
      const late = at(words, index - 2)
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      words[index] = at(words, index - 16) + one + at(words, index - 7) + two
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let index = 0; index < 64; index++) {
      const first =
        (h +
          (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
          ((e & f) ^ (~e & g)) +
          at(constants, index) +
          at(words, index)) |
        0
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + value
  }
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  for (const [index, value] of state.entries()) out.setUint32(index * 4, value)
  return digest
}
