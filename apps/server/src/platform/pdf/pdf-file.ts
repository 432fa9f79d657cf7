import type { Locale } from '@learnt/contract/locales'
import PDFDocument from 'pdfkit'
import type { Face } from './faces.ts'
import { type Direction, type Run, shapeLine } from './shape.ts'

/** What we use of pdfkit beyond its documentation: a glyph is painted where it belongs, and says which letters it stands for. */
interface Embedded {
  readonly id: string
  readonly subset: { readonly glyphs: number[] }
  readonly widths: number[]
  readonly unicode: number[][]
  ref(): unknown
}
interface Inside {
  readonly _font: Embedded
  readonly page: { readonly fonts: Record<string, unknown> }
}

export type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD' | 'Sect' | 'Div'
export type Part = ReturnType<PDFKit.PDFDocument['struct']>

/** A PDF that is being drawn. Places are in points from the upper left corner. */
export interface PdfFile {
  readonly doc: PDFKit.PDFDocument
  /** Of the whole text, in the order in which it is read. */
  readonly root: Part
  /** Letters that no installed typeface has. */
  readonly missing: Set<string>
  /** Paints a line, as a part of the text. `x`: of its left end. */
  write(text: string, of: TextStyle & { x: number; baseline: number }): void
  /** Paints what is read as a part of the text: once or, over two pages, several times. */
  tagged(part: Part, paint: () => void): void
  /** Paints what says nothing: grounds, lines, numbers of pages. */
  artifact(paint: () => void): void
  /** `alt` is read in place of a picture, `actual` in place of letters. */
  part(tag: Tag, of?: { alt?: string; actual?: string; scope?: 'Column' }): Part
  /** In memory of its own, which can be handed to another thread. */
  end(): Promise<Uint8Array<ArrayBuffer>>
}

export interface TextStyle {
  readonly size: number
  readonly isBold: boolean
  readonly color: string
  readonly direction: Direction
}

/**
 * A tagged PDF/A-3: with its language, its title, its reading order and all of its typefaces. The same drawing always gives
 * the same bytes.
 */
export function openPdf(of: {
  readonly title: string
  readonly subject?: string
  readonly author: string
  readonly locale: Locale
  readonly drawnAt: Date
}): PdfFile {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    displayTitle: true,
    lang: of.locale,
    // No standard typeface: a PDF/A brings its own.
    font: null as unknown as string,
    info: {
      Title: of.title,
      ...(of.subject ? { Subject: of.subject } : {}),
      Author: of.author,
      Creator: 'Learnt',
      Producer: 'Learnt',
      CreationDate: of.drawnAt,
      ModDate: of.drawnAt,
    },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const inside = doc as unknown as Inside
  const root = doc.struct('Document')
  doc.addStructure(root)
  const missing = new Set<string>()
  const faces = new Map<Face, { embedded: Embedded; codes: Map<string, string> }>()

  function embed(face: Face) {
    const known = faces.get(face)
    if (known) return known
    doc.font(face.font as unknown as string, face.name)
    const one = { embedded: inside._font, codes: new Map<string, string>() }
    faces.set(face, one)
    return one
  }

  /** NOTE: a glyph that stands for different letters in two places is in the file twice, each time with its own letters. */
  function codeOf({ embedded, codes }: ReturnType<typeof embed>, glyph: Run['glyphs'][number]): string {
    const key = `${glyph.id} ${glyph.says}`
    const known = codes.get(key)
    if (known !== undefined) return known
    const nth = embedded.subset.glyphs.push(glyph.id) - 1
    embedded.widths[nth] = glyph.width * 1000
    // A second glyph of a letter says nothing that is seen.
    embedded.unicode[nth] = [...(glyph.says || '\u200b')].map((letter) => letter.codePointAt(0) ?? 0)
    const code = nth.toString(16).padStart(4, '0')
    codes.set(key, code)
    return code
  }

  function paintRun(run: Run, x: number, baseline: number, size: number): void {
    const face = embed(run.face)
    inside.page.fonts[face.embedded.id] ??= face.embedded.ref()
    // Text stands upright in a page whose places are counted from above. NOTE: a mark is moved by kerning and rise, not to a
    // place of its own: readers would take it for a line of its own.
    const commands = [`/${face.embedded.id} ${number(size)} Tf`, `1 0 0 -1 ${number(x)} ${number(baseline)} Tm`]
    let shown = ''
    let rise = 0
    const kern = (by: number) => {
      const thousandths = Math.round(by * 1000)
      if (thousandths !== 0) shown += ` ${-thousandths} `
    }
    for (const glyph of run.glyphs) {
      if (glyph.y !== rise) {
        if (shown !== '') commands.push(`[${shown}] TJ`)
        commands.push(`${number(glyph.y * size)} Ts`)
        shown = ''
        rise = glyph.y
      }
      kern(glyph.x)
      shown += `<${codeOf(face, glyph)}>`
      kern(glyph.advance - glyph.width - glyph.x)
    }
    commands.push(`[${shown}] TJ`)
    if (rise !== 0) commands.push('0 Ts')
    if (run.actual !== null) doc.markContent('Span', { actual: run.actual })
    doc.addContent(`BT\n${commands.join('\n').replaceAll('><', '')}\nET`)
    if (run.actual !== null) doc.endMarkedContent()
  }

  return {
    doc,
    root,
    missing,
    write(text, { x, baseline, size, color, ...how }) {
      const line = shapeLine(text, how)
      for (const letter of line.missing) missing.add(letter)
      doc.fillColor(color)
      let left = x
      for (const run of line.runs) {
        paintRun(run, left, baseline, size)
        left += run.width * size
      }
    },
    tagged(part, paint) {
      const { data } = (part as unknown as { dictionary: { data: { S: string } } }).dictionary
      part.add(doc.markStructureContent(data.S))
      paint()
      doc.endMarkedContent()
    },
    artifact(paint) {
      doc.markContent('Artifact', { type: 'Layout' })
      paint()
      doc.endMarkedContent()
    },
    part: (tag, options = {}) => doc.struct(tag, options as PDFKit.Mixins.StructureElementOptions),
    async end() {
      root.end()
      doc.end()
      await ended
      const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
      let at = 0
      for (const chunk of chunks) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      return bytes
    },
  }
}

const number = (value: number) => String(Math.round(value * 1000) / 1000)

/**
 * Where the letters of a line stand below its upper edge: as a page places those of Roboto, whose ascent and descent these are.
 */
export function baselineOf(size: number, lineHeight: number): number {
  const [ascent, descent] = [0.928, 0.244]
  return size * ((lineHeight - ascent - descent) / 2 + ascent)
}
