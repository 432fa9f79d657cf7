import bidiFactory from 'bidi-js'
import { type Face, facesOf } from './faces.ts'

export type Direction = 'ltr' | 'rtl'

/** A glyph where it is painted, in shares of the size of the type. */
export interface Placed {
  readonly id: number
  /** The letters that people get who copy it, in the order in which they are seen from the left. */
  readonly says: string
  readonly advance: number
  /** How wide the typeface says that it is: what the advance is more or less is kerning. */
  readonly width: number
  readonly x: number
  readonly y: number
}

/** Letters in one face and one direction. */
export interface Run {
  readonly face: Face
  readonly glyphs: readonly Placed[]
  readonly width: number
  /** The text as it was written, where marks stand off their letters, or a glyph stands for no letter of its own. */
  readonly actual: string | null
}

export interface Line {
  /** From the left to the right, as they are seen. */
  readonly runs: readonly Run[]
  readonly width: number
  /** Letters that no installed typeface has; a sign stands in their place. */
  readonly missing: readonly string[]
}

/** Stands where no typeface has the letter. */
const unknown = '\ufffd'
// NOTE: its types say that the function is below `default`, where Node's modules do not have it.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const mayRunLeft = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const kept = new Map<string, Line>()
/** Words of a paper come again and again, for measuring and for painting. */
const mostKept = 5000

/** Sets one line: the face of each cluster, the order in which it is seen, and the glyphs with their places. */
export function shapeLine(text: string, of: { isBold: boolean; direction: Direction }): Line {
  const key = `${of.isBold ? 'b' : 'n'}${of.direction}${text}`
  const known = kept.get(key)
  if (known) return known
  const line = shape(printable(text), of)
  if (kept.size >= mostKept) kept.clear()
  if (text.length < 200) kept.set(key, line)
  return line
}

/** In shares of the size of the type. */
export function widthOf(text: string, isBold: boolean): number {
  return shapeLine(text, { isBold, direction: 'ltr' }).width
}

/** The direction of the first letter. Null: the text has none. */
export function directionOfText(text: string): Direction | null {
  const first = /\p{L}/u.exec(text)?.[0]
  if (first === undefined) return null
  return mayRunLeft.test(first) ? 'rtl' : 'ltr'
}

/**
 * The text as it was written, for a part whose letters run from the right: they are in the file as they are seen, from the
 * left.
 */
export function actualOf(text: string): { actual?: string } {
  return mayRunLeft.test(text) ? { actual: text } : {}
}

/** Without what has no picture: control characters and halves of letters. Letters and their marks are composed. */
function printable(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
      .replace(/\p{Cc}/gu, '')
      .normalize('NFC')
      // A small Turkish İ: the dot is there.
      .replace(/([ij])\u0307/gu, '$1')
  )
}

interface Piece {
  text: string
  readonly face: Face
  readonly level: number
  /** A mark that is set above or below the letter before it, which has another face. */
  readonly over?: { readonly mark: string; readonly base: string; readonly baseFace: Face }
}

function shape(text: string, { isBold, direction }: { isBold: boolean; direction: Direction }): Line {
  const missing = new Set<string>()
  const pieces: Piece[] = []
  const levels = direction === 'rtl' || mayRunLeft.test(text) ? bidi.getEmbeddingLevels(text, direction).levels : null
  let at = 0
  for (const word of text.split(/(?<= )(?=[^ ])/u)) {
    const parts = [...clusters.segment(word)].map(({ segment }) => segment)
    const shown = parts.map(withoutMarksOfDirection)
    const faces = facesOf(shown, isBold)
    for (const [i, part] of parts.entries()) {
      const level = levels?.[at] ?? 0
      at += part.length
      let cluster = shown[i] ?? ''
      if (cluster === '') continue
      let face = faces[i] ?? null
      if (!face) {
        // Some typefaces have a letter and its mark, and not both in one.
        const parted = cluster.normalize('NFD')
        face = facesOf([parted], isBold)[0] ?? null
        if (face) cluster = parted
        else {
          const set = level % 2 === 0 ? setTogether(parted, isBold, level) : null
          if (set) {
            pieces.push(...set)
            continue
          }
          missing.add(cluster)
          cluster = unknown
          face = facesOf([unknown], isBold)[0] ?? null
          if (!face) throw new Error('The typefaces are not installed')
        }
      }
      if (level % 2 === 1) cluster = bidi.getMirroredCharacter(cluster) ?? cluster
      const last = pieces.at(-1)
      if (last?.face === face && last.level === level && !last.over) last.text += cluster
      else pieces.push({ text: cluster, face, level })
    }
  }
  const runs = inVisualOrder(pieces).map(shapePiece)
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), missing: [...missing] }
}

/** Marks that letters of few languages have, as signs of their own, which typefaces have. */
const signOf: Readonly<Record<string, string>> = {
  '\u0300': '\u0060',
  '\u0301': '\u00b4',
  '\u0302': '\u02c6',
  '\u0303': '\u02dc',
  '\u0304': '\u00af',
  '\u0306': '\u02d8',
  '\u0307': '\u02d9',
  '\u0308': '\u00a8',
  '\u030a': '\u02da',
  '\u030b': '\u02dd',
  '\u030c': '\u02c7',
  '\u0327': '\u00b8',
  '\u0328': '\u02db',
}

/** A letter and one mark that no file has together: the mark is set by the outlines of both. */
function setTogether(parted: string, isBold: boolean, level: number): Piece[] | null {
  const [mark = ''] = [...parted].slice(-1)
  const sign = signOf[mark]
  const base = parted.slice(0, -mark.length).normalize('NFC')
  if (sign === undefined || base === '') return null
  const [baseFace, markFace] = [facesOf([base], isBold)[0], facesOf([sign], isBold)[0]]
  if (!baseFace || !markFace) return null
  return [
    { text: base, face: baseFace, level },
    { text: sign, face: markFace, level, over: { mark, base, baseFace } },
  ]
}

/** Between a letter and the mark above it. */
const gap = 0.06

function shapeMark({ text, face }: Piece, { mark, base, baseFace }: NonNullable<Piece['over']>): Run {
  const [of, on] = [face.font, baseFace.font]
  const glyph = of.glyphForCodePoint(text.codePointAt(0) ?? 0)
  const laid = on.layout(base)
  const [edge, own] = [laid.bbox, glyph.bbox]
  const middle = (edge.minX + edge.maxX) / 2 / on.unitsPerEm - laid.advanceWidth / on.unitsPerEm
  const x = middle - (own.minX + own.maxX) / 2 / of.unitsPerEm
  const isBelow = mark === '\u0327' || mark === '\u0328'
  const y = isBelow ? 0 : Math.max(0, edge.maxY / on.unitsPerEm + gap - own.minY / of.unitsPerEm)
  const placed = { id: glyph.id, says: mark, advance: 0, width: glyph.advanceWidth / of.unitsPerEm, x, y }
  return { face, glyphs: [placed], width: 0, actual: null }
}

/** The joiners of Persian and of Indian languages stay: they say how letters are drawn. */
function withoutMarksOfDirection(text: string): string {
  return /\p{Cf}/u.test(text) ? text.replace(/(?![\u200c\u200d])\p{Cf}/gu, '') : text
}

/** Rule L2 of Unicode's bidirectional algorithm: from the highest level down, what is at least as high is turned round. */
function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level >= 1; level--)
    for (let start = 0; start < order.length; start++) {
      let end = start
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++
      if (end === start) continue
      order.splice(start, end - start, ...order.slice(start, end).reverse())
      start = end
    }
  return order
}

/** NOTE: readers take a wider gap within a word for a space. Some Arabic letters are kerned that far apart. */
const widestKerning = 0.095

function shapePiece(piece: Piece): Run {
  if (piece.over) return shapeMark(piece, piece.over)
  const { text, face, level } = piece
  const { font } = face
  const isLeftwards = level % 2 === 1
  const laid = font.layout(text, undefined, scriptOf(text), undefined, isLeftwards ? 'rtl' : 'ltr')
  const em = font.unitsPerEm
  const all = laid.glyphs.map((glyph, i) => {
    const place = laid.positions[i]
    return {
      glyph,
      advance: (place?.xAdvance ?? 0) / em,
      x: (place?.xOffset ?? 0) / em,
      y: (place?.yOffset ?? 0) / em,
    }
  })
  // In the order in which they are written.
  if (isLeftwards) all.reverse()
  const said = lettersOf(
    all.map(({ glyph }) => glyph.codePoints),
    text,
  )
  const glyphs: Placed[] = []
  const space = font.glyphForCodePoint(0x20).id
  for (const [i, { glyph, advance, x, y }] of all.entries()) {
    const says = said[i] ?? ''
    const last = glyphs.at(-1)
    // A joiner has no picture: it is copied with the letter before it.
    if (advance === 0 && glyph.id === space && last) {
      glyphs[glyphs.length - 1] = { ...last, says: last.says + says }
      continue
    }
    const width = glyph.advanceWidth / em
    const over = width > 0 && says.trim() !== '' ? Math.max(0, advance - width - widestKerning) : 0
    glyphs.push({ id: glyph.id, says, advance: advance - over, width, x: x > 0 ? Math.max(0, x - over) : x, y })
  }
  const actual = glyphs.some(({ says, x, y }) => says === '' || x !== 0 || y !== 0) ? text : null
  if (!isLeftwards) return { face, glyphs, width: widthOfAll(glyphs), actual }
  // Readers turn what stands for a text from the right round once more: there is nothing that would be read as written.
  // NOTE: readers turn the letters of a line round one by one, those of a ligature too.
  const seen = glyphs.reverse().map((one) => ({ ...one, says: [...one.says].reverse().join('') }))
  return { face, glyphs: seen, width: widthOfAll(seen), actual: null }
}

/** NOTE: fontkit does not reorder Burmese; by the rules for the older name of the script the typeface does it itself. */
const scriptOf = (text: string) => (/\p{Script=Myanmar}/u.test(text) ? 'mymr' : undefined)

const widthOfAll = (glyphs: readonly Placed[]) => glyphs.reduce((sum, { advance }) => sum + advance, 0)

/**
 * Which letters each glyph stands for, so that the text that is copied is the text that was written, also where a script
 * puts a vowel before the letters that it follows, or draws one letter as two glyphs.
 */
function lettersOf(glyphs: readonly (readonly number[])[], text: string): string[] {
  const own = glyphs.map((points) => String.fromCodePoint(...points))
  if (own.join('') === text) return own
  // Word by word, so that what is counted differently in one does not shift the next.
  const words = text.split(/(?<= )|(?= )/u)
  const sets: number[] = []
  let set = -1
  let wasSpace: boolean | null = null
  for (const one of own) {
    const isSpace = one === ' '
    if (isSpace || wasSpace !== false) set++
    wasSpace = isSpace
    sets.push(set)
  }
  const said = Array.from(own, () => '')
  const isSame = set + 1 === words.length
  const groups = isSame ? words : [text]
  for (const [nth, word] of groups.entries()) {
    const places = own.flatMap((_, i) => (isSame && sets[i] !== nth ? [] : [i]))
    share(word, places, glyphs, said)
  }
  return said
}

/** Clusters take glyphs until these have as many letters; within a cluster each glyph gets one letter, the last one the rest. */
function share(word: string, places: readonly number[], glyphs: readonly (readonly number[])[], said: string[]): void {
  const parts = [...clusters.segment(word)].map(({ segment }) => [...segment])
  let place = 0
  for (let i = 0; i < parts.length; i++) {
    let letters = parts[i] ?? []
    const first = place
    let counted = 0
    while (place < places.length && counted < letters.length) counted += glyphs[places[place++] ?? -1]?.length ?? 0
    while (counted > letters.length && i + 1 < parts.length) letters = [...letters, ...(parts[++i] ?? [])]
    // What is left over belongs to the last cluster.
    if (i === parts.length - 1) place = places.length
    const taken = places.slice(first, place)
    for (const [nth, at] of taken.entries())
      said[at] = nth === taken.length - 1 ? letters.slice(nth).join('') : (letters[nth] ?? '')
  }
}
