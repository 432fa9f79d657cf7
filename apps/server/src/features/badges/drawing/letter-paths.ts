import { directionOfText, shapeLine } from '../../../platform/pdf/shape.ts'

/** Within every shape of a badge. */
const room = 352

/**
 * A line of text as the path of an SVG, about the middle x, on the baseline y: so that the picture needs no typeface
 * wherever it is shown. One that is too wide is drawn smaller. Saving a badge refuses letters that no typeface has.
 */
export function letterPaths(line: string, of: { x: number; y: number; size: number }): string {
  const { runs, width } = shapeLine(line, { isBold: true, direction: directionOfText(line) ?? 'ltr' })
  const size = Math.min(of.size, room / Math.max(width, 1))
  let x = of.x - (width * size) / 2
  const parts: string[] = []
  for (const { face, glyphs } of runs) {
    const scale = size / face.font.unitsPerEm
    for (const glyph of glyphs) {
      const path = face.font
        .getGlyph(glyph.id)
        .path.scale(scale, -scale)
        .translate(x + glyph.x * size, of.y - glyph.y * size)
        .toSVG()
      if (path !== '') parts.push(path)
      x += glyph.advance * size
    }
  }
  return parts.join('')
}

export function missingLetters(text: string): readonly string[] {
  return shapeLine(text, { isBold: true, direction: 'ltr' }).missing
}
