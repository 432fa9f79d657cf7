import { guessEncoding } from './guess-encoding.ts'
import type { Locale } from './locales.ts'
import { type EncodingBasis, findEncoding } from './text-encodings.ts'

export interface EncodingHints {
  /** Of the tenant: what its people's computers usually write. */
  readonly language: Locale
  /** What somebody chose for an earlier file of the kind; '' for nothing. */
  readonly remembered?: string
}

export interface FoundEncoding {
  readonly encoding: string
  readonly basis: Exclude<EncodingBasis, 'chosen'>
}

/**
 * How the bytes of a text are to be read. A byte order mark, Unicode without one and plain ASCII are certain. Else what was
 * right for an earlier file counts where these bytes mean something in it, and a guess where nothing is known.
 */
export function detectEncoding(sample: Uint8Array, { language, remembered = '' }: EncodingHints): FoundEncoding {
  const sure = markOf(sample) ?? wideOf(sample) ?? (isUtf8(sample) ? 'utf-8' : null)
  if (sure !== null && !(sure === 'utf-8' && hasEscapes(sample))) return { encoding: sure, basis: 'found' }
  if (isNearlyUtf8(sample)) return { encoding: 'utf-8', basis: 'guessed' }
  const earlier = remembered === '' ? null : findEncoding(remembered)
  if (earlier !== null && !/^utf/.test(earlier) && isDecodable(sample, earlier))
    return { encoding: earlier, basis: 'remembered' }
  return { encoding: guessEncoding(sample, language), basis: 'guessed' }
}

function markOf([a, b, c]: Uint8Array): string | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null
}

/** Japanese in seven bits, which is plain ASCII to the eye of a program. */
function hasEscapes(sample: Uint8Array): boolean {
  return sample.some((byte, at) => byte === 0x1b && sample[at + 1] === 0x24)
}

const examined = 64 * 1024

/** UTF-16 without a mark: separators and ends of lines have a zero beside them. Other texts have none. */
function wideOf(sample: Uint8Array): string | null {
  const bytes = sample.subarray(0, Math.min(sample.length, examined) & ~1)
  if (!bytes.includes(0)) return null
  const isPlain = (byte: number | undefined) =>
    byte !== undefined && ((byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13)
  let [little, big] = [0, 0]
  for (let at = 0; at < bytes.length; at += 2) {
    if (bytes[at + 1] === 0 && isPlain(bytes[at])) little++
    if (bytes[at] === 0 && isPlain(bytes[at + 1])) big++
  }
  if (little === big) return null
  return little > big ? 'utf-16le' : 'utf-16be'
}

/** A few broken letters among many that no other encoding has by chance: somebody cut a text between its bytes. */
function isNearlyUtf8(sample: Uint8Array): boolean {
  const letters = new TextDecoder().decode(sample.subarray(0, examined)).match(/[\u0080-\uffff]/g) ?? []
  const broken = letters.filter((letter) => letter === '\ufffd').length
  return letters.length - broken >= 8 && broken * 10 < letters.length
}

/** Where the only letter outside ASCII is a broken one at the end, it is one of another encoding. */
function isUtf8(sample: Uint8Array): boolean {
  if (!isDecodable(sample, 'utf-8')) return false
  const end = sample.subarray(-4)
  return (
    !end.some((byte) => byte > 127) ||
    sample.subarray(0, -4).some((byte) => byte > 127) ||
    !/\ufffd/.test(new TextDecoder().decode(end))
  )
}

/** The sample may end within a letter. */
export function isDecodable(sample: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}
