import { createRequire } from 'node:module'
import { Font } from '@react-pdf/renderer'

const { resolve } = createRequire(import.meta.url)

/**
 * Typefaces by the letters that they have. NOTE: not Noto Sans Arabic: it draws dots apart from their letters, and whoever
 * copies or searches the text of the PDF gets other words.
 */
const faces = [
  { name: 'latin', of: 'roboto', letters: /[\u0020-\u00ff\u2010-\u2027\u20ac\u2122]/u },
  { name: 'latin-ext', of: 'roboto', letters: /[\u0100-\u024f\u1e00-\u1eff]/u },
  { name: 'cyrillic', of: 'roboto', letters: /[\u0400-\u04ff]/u },
  { name: 'greek', of: 'roboto', letters: /[\u0370-\u03ff]/u },
  { name: 'arabic', of: 'tajawal', letters: /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/u },
] as const

for (const { name, of } of faces)
  Font.register({
    family: `${of} ${name}`,
    fonts: [400, 700].map((fontWeight) => ({
      src: resolve(`@fontsource/${of}/files/${of}-${name}-${fontWeight}-normal.woff`),
      fontWeight,
    })),
  })

const loadFace = Font.load.bind(Font)
Font.load = async (wanted) => {
  await loadFace(wanted)
  keepLetters(Font.getFont(wanted)?.data ?? null)
}

type Face = NonNullable<NonNullable<ReturnType<typeof Font.getFont>>['data']>
const kept = new WeakSet<Face>()

/**
 * NOTE fontkit keeps each glyph with the letters of its first use. One that is met as a part of another first, as the u of
 * ü, has none: without this, in every later PDF of the thread that letter could not be copied or searched.
 */
function keepLetters(face: Face | null): void {
  if (face === null || kept.has(face) || !('getGlyph' in face)) return
  kept.add(face)
  const find = face.getGlyph.bind(face)
  face.getGlyph = (id: number, letters: number[] = []) => {
    const glyph = find(id, letters)
    if (letters.length === 0 || glyph.codePoints.length > 0) return glyph
    const isMark = /^\p{M}+$/u.test(String.fromCodePoint(...letters))
    return Object.assign(glyph, { codePoints: letters, isMark, isLigature: letters.length > 1 })
  }
}

/** Only the typefaces that a text needs: each is a file to read and to embed. */
export function facesFor(text: string): string[] {
  const found = faces.filter(({ letters }) => letters.test(text))
  return (found.length > 0 ? found : faces.slice(0, 1)).map(({ name, of }) => `${of} ${name}`)
}
