import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type Glyph } from 'fontkit'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)

interface Family {
  /** Of the package `@fontsource/…`. */
  readonly of: string
  readonly scripts: readonly string[]
}

/**
 * Typefaces in the order in which they are tried. All of them are OFL. NOTE: IBM Plex Sans Arabic, not Noto Sans Arabic: that
 * draws dots apart from their letters, and people who copy the text of the PDF get other words (docs/decisions/0069).
 */
const families: readonly Family[] = [
  { of: 'roboto', scripts: ['Latin', 'Cyrillic', 'Greek'] },
  { of: 'andika', scripts: ['Latin', 'Cyrillic'] },
  { of: 'ibm-plex-sans-arabic', scripts: ['Arabic'] },
  { of: 'noto-sans-hebrew', scripts: ['Hebrew'] },
  { of: 'noto-sans-armenian', scripts: ['Armenian'] },
  { of: 'noto-sans-georgian', scripts: ['Georgian'] },
  { of: 'noto-sans-devanagari', scripts: ['Devanagari'] },
  { of: 'hind-siliguri', scripts: ['Bengali'] },
  { of: 'tiro-gurmukhi', scripts: ['Gurmukhi'] },
  { of: 'hind-vadodara', scripts: ['Gujarati'] },
  { of: 'noto-sans-oriya', scripts: ['Oriya'] },
  { of: 'catamaran', scripts: ['Tamil'] },
  { of: 'mandali', scripts: ['Telugu'] },
  { of: 'noto-sans-kannada', scripts: ['Kannada'] },
  { of: 'manjari', scripts: ['Malayalam'] },
  { of: 'abhaya-libre', scripts: ['Sinhala'] },
  { of: 'noto-sans-thai', scripts: ['Thai'] },
  { of: 'padauk', scripts: ['Myanmar'] },
  { of: 'battambang', scripts: ['Khmer'] },
  { of: 'abyssinica-sil', scripts: ['Ethiopic'] },
  // Those below come with no installation: they are large, or few people need them. docs/operating.md says how to add one.
  { of: 'noto-sans-jp', scripts: ['Hiragana', 'Katakana', 'Han'] },
  { of: 'noto-sans-kr', scripts: ['Hangul', 'Han'] },
  { of: 'noto-sans-sc', scripts: ['Han', 'Bopomofo'] },
  { of: 'noto-sans-tc', scripts: ['Han', 'Bopomofo'] },
  { of: 'noto-sans-hk', scripts: ['Han'] },
  { of: 'noto-sans-lao', scripts: ['Lao'] },
  { of: 'noto-serif-tibetan', scripts: ['Tibetan'] },
  { of: 'noto-sans-thaana', scripts: ['Thaana'] },
  { of: 'noto-sans-mongolian', scripts: ['Mongolian'] },
  { of: 'noto-sans-cherokee', scripts: ['Cherokee'] },
  { of: 'noto-sans-tifinagh', scripts: ['Tifinagh'] },
  { of: 'noto-sans-javanese', scripts: ['Javanese'] },
  { of: 'noto-sans-symbols', scripts: [] },
  { of: 'noto-sans-symbols-2', scripts: [] },
  { of: 'noto-sans-math', scripts: [] },
]

/** One file of a family, which has some of its letters in one weight. */
export interface Face {
  readonly name: string
  readonly font: Font
}

/** The files of a family that is installed, with the letters that each is said to have. */
interface Installed extends Family {
  readonly parts: readonly { readonly name: string; readonly says: readonly (readonly [from: number, to: number])[] }[]
  readonly isOfScript: RegExp | null
}

let installed: readonly Installed[] | null = null
const opened = new Map<string, Face | null>()
const found = new Map<string, Face | null>()
/** Clusters are few in a language; ideographs are many. */
const mostFound = 20_000

/**
 * The face that has every letter of a cluster: a base letter with its marks is never drawn out of two files. `before`: the
 * face of what stands before it, which signs keep. Null: no installed typeface has them.
 */
export function faceOf(cluster: string, isBold: boolean, before: Face | null = null): Face | null {
  if (before && isNeutral.test(cluster) && hasAll(before, cluster)) return before
  const key = `${isBold ? 700 : 400}${cluster}`
  const known = found.get(key)
  if (known !== undefined) return known
  const face = findFace(cluster, isBold)
  if (found.size >= mostFound) found.clear()
  found.set(key, face)
  return face
}

/**
 * The face of each cluster of a word. One family draws the whole word where one has all of its letters, so that a word
 * does not change its looks in the middle.
 */
export function facesOf(clusters: readonly string[], isBold: boolean): (Face | null)[] {
  const faces: (Face | null)[] = []
  for (const cluster of clusters) faces.push(faceOf(cluster, isBold, faces.at(-1)))
  const used = new Set(faces.map((face) => face && familyOf(face)))
  if (used.size < 2) return faces
  for (const family of listInstalled().filter(({ of }) => used.has(of))) {
    const all = clusters.map((cluster) => faceOfFamily(family, cluster, isBold))
    if (all.every((face) => face !== null)) return all
  }
  return faces
}

const familyOf = ({ name }: Face) => name.slice(0, name.indexOf('/'))
const isNeutral = /^[^\p{L}\p{M}\p{N}]+$|^\p{Nd}$/u
/** Joiners and selectors change how letters are drawn and have no picture of their own. */
const withoutPicture = /[\p{Cf}\p{Variation_Selector}]/gu

function findFace(cluster: string, isBold: boolean): Face | null {
  const all = listInstalled()
  const ofScript = all.filter(({ isOfScript }) => isOfScript?.test(cluster))
  for (const family of ofScript) {
    const face = faceOfFamily(family, cluster, isBold)
    if (face) return face
  }
  // What belongs to no script, as arrows: in whatever family says that it has it.
  const [base = 0] = [...cluster].map((letter) => letter.codePointAt(0) ?? 0)
  for (const family of all)
    for (const part of family.parts)
      if (part.says.some(([from, to]) => from <= base && base <= to)) {
        const face = open(family, part.name, isBold)
        if (face && hasAll(face, cluster)) return face
      }
  return null
}

function faceOfFamily(family: Installed, cluster: string, isBold: boolean): Face | null {
  const base = cluster.codePointAt(0) ?? 0
  // Fonts that say they have the base come first: in a typeface of a hundred files only these are opened.
  const isSaid = ({ says }: Installed['parts'][number]) => says.some(([from, to]) => from <= base && base <= to)
  const said = family.parts.filter(isSaid)
  const others = family.parts.length > 20 ? [] : family.parts.filter((part) => !isSaid(part))
  for (const part of [...said, ...others]) {
    const face = open(family, part.name, isBold)
    if (face && hasAll(face, cluster)) return face
  }
  return null
}

function hasAll({ font }: Face, cluster: string): boolean {
  for (const letter of cluster.replace(withoutPicture, ''))
    if (!font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return false
  return true
}

function listInstalled(): readonly Installed[] {
  installed ??= families.flatMap((family): Installed[] => {
    let ranges: Record<string, string>
    try {
      ranges = JSON.parse(readFileSync(resolve(`@fontsource/${family.of}/unicode.json`), 'utf8')) as typeof ranges
    } catch {
      return []
    }
    const parts = Object.entries(ranges).map(([name, text]) => ({
      name: name.replace(/[[\]]/g, ''),
      says: readRanges(text),
    }))
    const scripts = family.scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')
    return [{ ...family, parts, isOfScript: scripts === '' ? null : new RegExp(`[${scripts}]`, 'u') }]
  })
  return installed
}

function readRanges(text: string): (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    // `U+4??` stands for U+400 to U+4FF.
    return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'f'), 16)] as const
  })
}

/** Opened at the first letter that needs it: a file is read, and its tables are unpacked. */
function open({ of }: Family, part: string, isBold: boolean): Face | null {
  const name = `${of}/${part}/${isBold ? 700 : 400}`
  const known = opened.get(name)
  if (known !== undefined) return known
  const paths = (isBold ? [700, 400] : [400]).map((weight) => fileOf(of, part, weight))
  const path = paths.find((one) => one !== null)
  const font = path ? create(unpackWoff(readFileSync(path))) : null
  const face = font && 'layout' in font ? { name, font: withOwnLetters(font) } : null
  opened.set(name, face)
  return face
}

function fileOf(of: string, part: string, weight: number): string | null {
  try {
    const path = resolve(`@fontsource/${of}/files/${of}-${part}-${weight}-normal.woff`)
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/**
 * NOTE fontkit keeps each glyph with the letters of its first use. The glyph of another letter that looks the same, or one
 * that is met as a part of another first, would be copied and searched as something else. So each use is an object of its own.
 */
function withOwnLetters(font: Font): Font {
  const find = font.getGlyph.bind(font)
  font.getGlyph = (id: number, letters: readonly number[] = []) => {
    const glyph = find(id)
    if (letters.length === 0) return glyph
    const isMark = letters.every((one) => /^\p{M}$/u.test(String.fromCodePoint(one)))
    // Asked once, so that every use has it.
    void glyph.advanceWidth
    const own = { codePoints: [...letters], isMark, isLigature: letters.length > 1 }
    return Object.create(glyph, Object.getOwnPropertyDescriptors(own)) as Glyph
  }
  return font
}
