import { commonLetters, letterPairs } from './letter-pairs.ts'
import type { Locale } from './locales.ts'

type Alphabet = keyof typeof letterPairs
type Letters = keyof typeof commonLetters

interface Candidate {
  readonly encoding: string
  readonly of: Alphabet | Letters
  /** Added to the plausibility of its letters: how much rarer it is than others of its letters. */
  readonly handicap: number
}

const candidate = (of: Candidate['of'], ...encodings: readonly string[]): Candidate[] =>
  encodings.map((encoding, at) => ({ encoding, of, handicap: at === 0 ? 0 : -0.5 - at * 0.3 }))

/** What programs write that do not write Unicode; the usual one of a region first. */
const candidates: readonly Candidate[] = [
  ...candidate('western', 'windows-1252', 'macintosh'),
  ...candidate('central', 'windows-1250', 'iso-8859-2'),
  ...candidate('cyrillic', 'windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'),
  ...candidate('greek', 'windows-1253', 'iso-8859-7'),
  ...candidate('turkish', 'windows-1254'),
  ...candidate('hebrew', 'windows-1255'),
  ...candidate('arabic', 'windows-1256', 'iso-8859-6'),
  ...candidate('baltic', 'windows-1257'),
  ...candidate('vietnamese', 'windows-1258'),
  ...candidate('thai', 'windows-874'),
  ...candidate('japanese', 'shift_jis', 'euc-jp'),
  ...candidate('simplified', 'gb18030'),
  ...candidate('traditional', 'big5'),
  ...candidate('korean', 'euc-kr'),
]

/** What computers of people who speak a language usually write. */
const usual: Readonly<Record<Locale, string>> = { en: 'windows-1252', de: 'windows-1252', ar: 'windows-1256' }

/** What the tenant's language adds, and the most common of all where nothing else tells. */
const ofLanguage = 1.5
const mostCommon = 0.5

/** Bytes of lines with letters outside ASCII that are judged. */
const judgedBytes = 8000

/**
 * How the bytes of a text that is not Unicode are to be read: what is usual for the language, if its letters follow each other
 * as they do in words; else what fits them best. Ten letters mostly suffice; nobody can be sure.
 */
export function guessEncoding(sample: Uint8Array, language: Locale): string {
  // Seven bits, which switch alphabets by escape sequences.
  if (sample.some((byte, at) => byte === 0x1b && sample[at + 1] === 0x24)) return 'iso-2022-jp'
  const lines = linesToJudge(sample)
  let best = { encoding: usual[language], score: Number.NEGATIVE_INFINITY }
  for (const { encoding, of, handicap } of candidates) {
    const text = decodeStrictly(lines, encoding)
    if (text === null) continue
    const liking = (encoding === usual[language] ? ofLanguage : 0) + (encoding === 'windows-1252' ? mostCommon : 0)
    const score = plausibility(text, of) + handicap + liking
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}

/** Lines with letters outside ASCII, joined. No encoding here has a line feed within a letter. */
function linesToJudge(sample: Uint8Array): Uint8Array {
  const found = new Uint8Array(judgedBytes)
  let length = 0
  for (let from = 0; from < sample.length && length < judgedBytes; ) {
    const end = sample.indexOf(10, from)
    const line = sample.subarray(from, end === -1 ? sample.length : end + 1)
    from += line.length
    if (!line.some((byte) => byte > 127)) continue
    const kept = line.subarray(0, judgedBytes - length)
    found.set(kept, length)
    length += kept.length
  }
  return found.subarray(0, length)
}

/** Null where there are bytes that mean nothing in it. The end may be within a letter. */
function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true }).normalize('NFC')
  } catch {
    return null
  }
}

const pairs = new Map<Alphabet, ReadonlySet<string>>()
const letters = new Map<Letters, ReadonlySet<string>>()

function pairsOf(of: Alphabet): ReadonlySet<string> {
  const made = pairs.get(of) ?? new Set(letterPairs[of].match(/../gsu))
  pairs.set(of, made)
  return made
}

function lettersOf(of: Letters): ReadonlySet<string> {
  const made = letters.get(of) ?? new Set(commonLetters[of])
  letters.set(of, made)
  return made
}

/** Between about -6 and 1.5: how the letters outside ASCII stand beside each other, on average. */
function plausibility(text: string, of: Candidate['of']): number {
  const judge = of in commonLetters ? judgeSign(of as Letters) : judgeLetter(of as Alphabet)
  const signs = Array.from(text)
  let sum = 0
  for (const [at, sign] of signs.entries()) {
    if (sign < '\u0080') continue
    sum += judge(sign, signs[at - 1] ?? ' ', signs[at + 1] ?? ' ', signs[at - 2] ?? ' ')
  }
  return sum
}

type Judge = (sign: string, before: string, after: string, twoBefore: string) => number

const isLetter = (sign: string) => /[\p{L}\p{M}]/u.test(sign)
const isSmall = (sign: string) => /\p{Ll}/u.test(sign)
const isCapital = (sign: string) => /\p{Lu}/u.test(sign)
const isNoCharacter = (sign: string) => /[\p{Cc}\p{Cn}\p{Co}\ufffd]/u.test(sign)
const punctuation = /[‘’‚“”„‹›«»–—…·•€£§°№®™¿¡ªº\u00a0\u200b-\u200f،؛؟]/u

function judgeLetter(of: Alphabet): Judge {
  const known = pairsOf(of)
  const isLatin = ['western', 'central', 'turkish', 'baltic', 'vietnamese'].includes(of)
  const small = (sign: string) => (isLetter(sign) ? (Array.from(sign.toLowerCase())[0] ?? sign) : ' ')
  return (sign, before, after, twoBefore) => {
    if (isNoCharacter(sign)) return -6
    if (!isLetter(sign)) {
      if (!punctuation.test(sign)) return isLetter(before) || isLetter(after) ? -3 : -1.5
      return sign !== '’' && sign !== '·' && isLetter(before) && isLetter(after) ? -3 : -0.3
    }
    const own = small(sign)
    let score = (known.has(small(before) + own) ? 0.6 : -0.7) + (known.has(own + small(after)) ? 0.6 : -0.7)
    // Capitals begin words, or make up whole ones.
    if (isCapital(sign) && isSmall(before)) score -= 2
    if (isSmall(sign) && isCapital(before) && isCapital(twoBefore)) score -= 1
    if (!isLatin && (/[a-z]/i.test(before) || /[a-z]/i.test(after))) score -= 2
    if (isLatin !== /\p{Script=Latin}|\p{M}/u.test(sign)) score -= 2
    return score
  }
}

function judgeSign(of: Letters): Judge {
  const common = lettersOf(of)
  return (sign, before, after) => {
    if (isNoCharacter(sign)) return -6
    const isBesideLatin = /[a-z]/i.test(before) || /[a-z]/i.test(after) ? -1.5 : 0
    if (common.has(sign)) return 1.9 + isBesideLatin
    if (/[\u3041-\u30ff]/.test(sign)) return (of === 'japanese' ? 1.9 : -1) + isBesideLatin
    if (/[\uff61-\uff9f]/.test(sign)) return -0.4 + isBesideLatin
    if (/[\u3000-\u3017\uff01-\uff5e・]/.test(sign)) return 0.2
    if (/\p{Script=Han}/u.test(sign)) return (of === 'korean' ? -1 : -0.4) + isBesideLatin
    if (/\p{Script=Hangul}/u.test(sign)) return (of === 'korean' ? -0.1 : -1) + isBesideLatin
    return punctuation.test(sign) ? -0.5 : -2
  }
}
