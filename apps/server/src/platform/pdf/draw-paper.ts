import { directionOf } from '@learnt/contract/locales'
import { linesOf } from '@learnt/contract/text-lines'
import type { Drawn } from './drawing-thread.ts'
import type { Paper, PaperPart } from './paper.ts'
import { baselineOf, openPdf, type Part, type PdfFile, type Tag } from './pdf-file.ts'
import { actualOf, type Direction, directionOfText, shapeLine, widthOf } from './shape.ts'

const sizes = { 1: 18, 2: 14, 3: 12 } as const
const size = 10
const lineHeight = 1.35
const muted = '#5b6472'
const ink = '#14213d'
const rule = '#c9ced6'
const ground = '#f2f4f7'
/** A4 in points, with the room that its margins leave. */
const page = { width: 595, height: 842, left: 42, right: 553, top: 42, bottom: 794 } as const

interface Style {
  readonly size: number
  readonly isBold: boolean
  readonly color: string
  readonly align: 'start' | 'end'
}
const plain: Style = { size, isBold: false, color: ink, align: 'start' }

/** Where the next line goes, and within what. */
interface Flow {
  readonly pdf: PdfFile
  readonly paper: Paper
  readonly rtl: boolean
  y: number
  /** Room that a box takes at both sides; null: what is drawn stands in no box. */
  inset: number | null
  /** Painted again at the top of a new page: the heads of a table. */
  heads: (() => void) | null
}

/** The PDF of a paper: A4 pages with their numbers, from the right in a language that is written so. */
export async function drawPaper(paper: Paper): Promise<Drawn> {
  const pdf = openPdf({
    title: paper.title,
    author: paper.author,
    locale: paper.locale,
    drawnAt: new Date(paper.drawnAt),
  })
  const rtl = directionOf(paper.locale) === 'rtl'
  const flow: Flow = { pdf, paper, rtl, y: page.top, inset: null, heads: null }
  pdf.doc.addPage({ size: [page.width, page.height], margin: 0 })
  for (const part of paper.parts) draw(flow, part, pdf.root)
  const missing = [...pdf.missing]
  if (missing.length > 0 && paper.missing)
    draw(
      flow,
      { kind: 'text', tone: 'strong', text: paper.missing.replace('{letters}', nameLetters(missing)) },
      pdf.root,
    )
  const { count } = pdf.doc.bufferedPageRange()
  for (let nth = 0; nth < count; nth++) {
    pdf.doc.switchToPage(nth)
    const text = `${nth + 1} / ${count}`
    const x = (page.width - widthOf(text, false) * 8) / 2
    pdf.artifact(() =>
      pdf.write(text, { x, baseline: page.height - 26, size: 8, isBold: false, color: muted, direction: 'ltr' }),
    )
  }
  return { bytes: await pdf.end(), missing }
}

/** By their numbers in Unicode: what has no picture cannot be shown. */
function nameLetters(letters: readonly string[]): string {
  const points = new Set(letters.flatMap((cluster) => [...cluster]))
  const named = [...points]
    .slice(0, 20)
    .map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
  return named.join(', ') + (points.size > named.length ? ', …' : '')
}

function draw(flow: Flow, part: PaperPart, into: Part): void {
  switch (part.kind) {
    case 'heading': {
      if (flow.y > page.top) flow.y += part.level === 1 ? 0 : part.level === 2 ? 14 : 9
      const style = { ...plain, size: sizes[part.level], isBold: true }
      const lines = breakText(part.text, roomOf(flow), style)
      // never the last line of a page
      need(flow, lines.length * style.size * lineHeight + 36)
      column(flow, lines, style, tagged(flow, into, `H${part.level}`, actualOf(part.text)))
      flow.y += 3
      return
    }
    case 'text': {
      const style = { ...plain, color: part.tone === 'muted' ? muted : ink, isBold: part.tone === 'strong' }
      for (const text of byDirection(part.text)) {
        const lines = breakText(text, roomOf(flow), style)
        // not one line alone at the end of a page
        need(flow, Math.min(2, lines.length) * style.size * lineHeight)
        column(
          flow,
          lines,
          style,
          tagged(flow, into, 'P', actualOf(text)),
          directionOfText(text) ?? directionOf(flow.paper.locale),
        )
      }
      space(flow, 3)
      return
    }
    case 'box': {
      const within = tagged(flow, into, 'Div')
      need(flow, 2 * size * lineHeight)
      flow.y += 3
      flow.inset = 6
      space(flow, 6)
      for (const one of part.parts) draw(flow, one, within)
      space(flow, 6)
      flow.inset = null
      flow.y += 4
      return
    }
    case 'facts': {
      space(flow, 4)
      const table = tagged(flow, into, 'Table')
      for (const [name, value] of part.rows)
        row(flow, tagged(flow, table, 'TR'), [
          { width: 0.28, text: name, style: { ...plain, color: muted }, tag: 'TH' },
          { width: 0.72, text: value, style: plain, tag: 'TD' },
        ])
      space(flow, 6)
      return
    }
    case 'table':
      drawTable(flow, part, into)
      return
    case 'strokes':
      drawStrokes(flow, part, into)
  }
}

function drawTable(flow: Flow, part: Extract<PaperPart, { kind: 'table' }>, into: Part): void {
  const table = tagged(flow, into, 'Table')
  const cellsOf = (texts: readonly string[], isHead: boolean): Cell[] =>
    part.columns.map(({ width, isNumber }, nth) => ({
      width,
      text: texts[nth] ?? '',
      style: { ...plain, size: 9, isBold: isHead, align: isNumber ? 'end' : 'start' },
      tag: isHead ? 'TH' : 'TD',
    }))
  const heads = part.columns.map(({ head }) => head)
  space(flow, 4)
  const lined = { isLined: true, least: 0 }
  row(flow, tagged(flow, table, 'TR'), cellsOf(heads, true), lined)
  flow.heads = () => row(flow, null, cellsOf(heads, true), lined)
  for (const texts of part.rows)
    row(flow, tagged(flow, table, 'TR'), cellsOf(texts, false), { isLined: true, least: part.isFilledIn ? 30 : 0 })
  flow.heads = null
  space(flow, 6)
}

interface Cell {
  readonly width: number
  readonly text: string
  readonly style: Style
  readonly tag: 'TH' | 'TD'
}

/** Cells beside each other. A row that fits on a page stays whole. `into` is null for what was read before. */
function row(
  flow: Flow,
  into: Part | null,
  cells: readonly Cell[],
  { isLined, least } = { isLined: false, least: 0 },
): void {
  const room = roomOf(flow)
  // Cells stand out a little, so that their texts begin where all others do.
  const [left, width] = [room.left - 3, room.width + 6]
  let before = 0
  const placed = cells.map((cell) => {
    const share = cell.width * width
    const start = flow.rtl ? left + width - before - share : left + before
    before += share
    const place = { left: start + 3, width: share - 6 }
    return { ...cell, place, lines: breakText(cell.text, place, cell.style) }
  })
  const above = isLined ? 3 : 0
  const step = Math.max(...cells.map(({ style }) => style.size * lineHeight))
  const count = Math.max(1, ...placed.map(({ lines }) => lines.length))
  const height = Math.max(count * step + above + (isLined ? 3 : 2), least)
  need(flow, height > (page.bottom - page.top) / 2 ? step + above : height)
  space(flow, above)
  const parts = placed.map(({ tag, text }) =>
    into
      ? tagged(flow, into, tag, { ...actualOf(text), ...(tag === 'TH' && isLined ? { scope: 'Column' } : {}) })
      : null,
  )
  let drawn = above
  for (let nth = 0; nth < count; nth++) {
    need(flow, step)
    grounds(flow, step)
    for (const [i, { lines, style, place, text }] of placed.entries()) {
      const line = lines[nth]
      if (line === undefined || line === '') continue
      paintLine(flow, line, place, style, parts[i] ?? null, directionOfText(text) ?? directionOf(flow.paper.locale))
    }
    flow.y += step
    drawn += step
  }
  space(flow, Math.max(0, height - drawn))
  if (isLined) flow.pdf.artifact(() => flow.pdf.doc.rect(left, flow.y - 0.5, width, 0.5).fill(rule))
}

/** Lines below each other, over as many pages as they need. */
function column(
  flow: Flow,
  lines: readonly string[],
  style: Style,
  part: Part,
  direction: Direction = directionOfText(lines.join(' ')) ?? directionOf(flow.paper.locale),
): void {
  const step = style.size * lineHeight
  for (const line of lines) {
    need(flow, step)
    grounds(flow, step)
    if (line !== '') paintLine(flow, line, roomOf(flow), style, part, direction)
    flow.y += step
  }
}

/** A text in the direction of its own letters, at the side where the paper's lines begin. */
function paintLine(
  { pdf, y, rtl }: Flow,
  text: string,
  place: { left: number; width: number },
  { size: points, isBold, color, align }: Style,
  part: Part | null,
  direction: Direction,
): void {
  const room = place.width - shapeLine(text, { isBold, direction }).width * points
  const x = place.left + ((align === 'start') === rtl ? room : 0)
  const baseline = y + baselineOf(points, lineHeight)
  const paint = () => pdf.write(text, { x, baseline, size: points, isBold, color, direction })
  if (part) pdf.tagged(part, paint)
  else pdf.artifact(paint)
}

/** Long words are broken where the line ends; all others stay whole. */
function breakText(text: string, { width }: { width: number }, style: Style): string[] {
  const measure = (one: string) => widthOf(one, style.isBold)
  return linesOf(text, width / style.size, measure, { breaksWords: true }) ?? []
}

function roomOf({ inset }: Flow): { left: number; width: number } {
  const by = inset ?? 0
  return { left: page.left + by, width: page.right - page.left - 2 * by }
}

function tagged({ pdf }: Flow, into: Part, tag: Tag, of: { actual?: string; scope?: 'Column' } = {}): Part {
  const part = pdf.part(tag, of)
  into.add(part)
  return part
}

/** Begins a page where so much does not fit on this one. */
function need(flow: Flow, height: number): void {
  if (flow.y + height <= page.bottom || flow.y === page.top) return
  flow.pdf.doc.addPage({ size: [page.width, page.height], margin: 0 })
  flow.y = page.top
  const { heads } = flow
  flow.heads = null
  heads?.()
  flow.heads = heads
}

/** Empty room, in a box on its ground. */
function space(flow: Flow, height: number): void {
  if (height === 0) return
  grounds(flow, height)
  flow.y += height
}

/** The light ground of a box, below what comes next. A little more, so that no seam is seen. */
function grounds(flow: Flow, height: number): void {
  if (flow.inset === null) return
  const { doc } = flow.pdf
  flow.pdf.artifact(() => doc.rect(page.left, flow.y - 0.2, page.right - page.left, height + 0.4).fill(ground))
}

/** Paragraphs that follow each other and run in the same direction, together. One without letters runs as the one before. */
function byDirection(text: string): string[] {
  const found: { direction: Direction | null; text: string }[] = []
  for (const paragraph of text.split(/\r\n?|\n/)) {
    const last = found.at(-1)
    const direction = directionOfText(paragraph) ?? last?.direction ?? null
    if (last && (last.direction === null || last.direction === direction)) {
      last.text += `\n${paragraph}`
      last.direction = direction
    } else found.push({ direction, text: paragraph })
  }
  return found.map((one) => one.text)
}

/** As the page shows it: 5 wide, 2 high. */
function drawStrokes(flow: Flow, { strokes, alt }: Extract<PaperPart, { kind: 'strokes' }>, into: Part): void {
  const [width, height] = [200, 80]
  need(flow, height + 6)
  space(flow, 3)
  // With its lower edge.
  grounds(flow, height + 1)
  const { left, width: room } = roomOf(flow)
  const x = flow.rtl ? left + room - width : left
  const { doc } = flow.pdf
  const part = flow.pdf.part('Figure', { alt })
  into.add(part)
  flow.pdf.tagged(part, () => {
    doc.lineWidth(0.5).rect(x, flow.y, width, height).stroke(rule)
    doc.lineWidth(1.2).lineCap('round').strokeColor(ink)
    for (const stroke of strokes) {
      const points: (readonly [number, number])[] = []
      for (let at = 0; at + 1 < stroke.length; at += 2)
        points.push([x + ((stroke[at] ?? 0) * width) / 1000, flow.y + ((stroke[at + 1] ?? 0) * height) / 1000])
      const [first, ...others] = points
      if (!first) continue
      doc.moveTo(...first)
      // a stroke of one point is a dot
      for (const point of others.length > 0 ? others : [first]) doc.lineTo(...point)
      doc.stroke()
    }
  })
  flow.y += height + 1
  space(flow, 3)
}
