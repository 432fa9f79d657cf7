import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const { resolve } = createRequire(import.meta.url)

/** Typefaces by the letters that they have. */
const faces = [
  { name: 'latin', of: 'roboto', letters: /[\u0020-\u00ff\u2010-\u2027\u20ac\u2122]/u },
  { name: 'latin-ext', of: 'roboto', letters: /[\u0100-\u024f\u1e00-\u1eff]/u },
  { name: 'cyrillic', of: 'roboto', letters: /[\u0400-\u04ff]/u },
  { name: 'greek', of: 'roboto', letters: /[\u0370-\u03ff]/u },
  { name: 'arabic', of: 'tajawal', letters: /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/u },
] as const
type Face = (typeof faces)[number]

const opened = new Map<Face, Font>()

/**
 * A line of text as the path of an SVG, about the middle x, on the baseline y: so that the picture needs no typeface
 * wherever it is shown. A letter that no typeface has is left out.
 */
export function letterPaths(line: string, of: { x: number; y: number; size: number }): string {
  const runs = runsOf(line).map(({ face, text }) => {
    const font = open(face)
    const laid = font.layout(text)
    return { font, laid, width: (laid.advanceWidth / font.unitsPerEm) * of.size }
  })
  let x = of.x - runs.reduce((sum, run) => sum + run.width, 0) / 2
  const parts: string[] = []
  // Lines of Arabic read from the right, and so do the runs of one.
  const isRightToLeft = /^[^\p{L}]*[\u0590-\u08ff]/u.test(line)
  for (const { font, laid } of isRightToLeft ? runs.toReversed() : runs) {
    const scale = of.size / font.unitsPerEm
    for (const [i, glyph] of laid.glyphs.entries()) {
      const place = laid.positions[i]
      if (!place) continue
      const path = glyph.path
        .scale(scale, -scale)
        .translate(x + place.xOffset * scale, of.y - place.yOffset * scale)
        .toSVG()
      if (path !== '') parts.push(path)
      x += place.xAdvance * scale
    }
  }
  return parts.join('')
}

/** Pieces of a line that one typeface has the letters of. */
function runsOf(line: string): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = []
  for (const letter of line) {
    const last = runs.at(-1)
    // Spaces and signs stay with the letters before them.
    const face = last?.face.letters.test(letter) ? last.face : faces.find((one) => one.letters.test(letter))
    if (last && (letter === ' ' || last.face === face)) last.text += letter
    else if (face) runs.push({ face, text: letter })
  }
  return runs
}

function open(face: Face): Font {
  const known = opened.get(face)
  if (known) return known
  const font = create(readFileSync(resolve(`@fontsource/${face.of}/files/${face.of}-${face.name}-700-normal.woff`)))
  if (!('layout' in font)) throw new Error('This is a collection of typefaces')
  opened.set(face, font)
  return font
}
