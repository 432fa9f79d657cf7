import {
  type DesignElement,
  fillFields,
  fitLines,
  lineHeight,
  pageOfDesign,
  textIn,
} from '@learnt/contract/certificate-design'
import { directionOf } from '@learnt/contract/locales'
import { encode } from 'uqr'
import type { Drawn } from '../../../platform/pdf/drawing-thread.ts'
import { baselineOf, openPdf, type Part, type PdfFile } from '../../../platform/pdf/pdf-file.ts'
import { actualOf, shapeLine, widthOf } from '../../../platform/pdf/shape.ts'
import type { Drawing } from './drawing.ts'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A part of the text, and where it begins on the page: it is read from the top, whichever was painted first. */
interface Read {
  readonly part: Part
  readonly top: number
  readonly fromStart: number
}

/** The PDF of a certificate. */
export async function drawPdf(drawing: Drawing): Promise<Drawn> {
  const { design, locale, values } = drawing
  const { width, height } = pageOfDesign(design)
  const pictures = await readPictures(drawing.pictures)
  const pdf = openPdf({
    title: values.title,
    subject: values.serial,
    author: values.issuer,
    locale,
    drawnAt: new Date(drawing.drawnAt),
  })
  const { doc } = pdf
  doc.addPage({ size: [width, height], margin: 0 })
  pdf.artifact(() => {
    doc.rect(0, 0, width, height).fill(design.background.color)
    paintPicture(pdf, pictures, design.background.fileId, { left: 0, top: 0, width, height }, 'cover')
    const { frame } = design.background
    if (frame !== null)
      doc
        .lineWidth(3)
        .rect(21.5, 21.5, width - 43, height - 43)
        .stroke(frame)
  })
  // What stands highest is the heading.
  const texts = design.elements.filter(({ kind }) => kind === 'text')
  const heading = texts.reduce<DesignElement | null>((top, one) => (top && top.y <= one.y ? top : one), null)
  const read = design.elements.flatMap((element) =>
    draw(pdf, drawing, element, pictures, element === heading ? 'H1' : 'P'),
  )
  for (const { part } of read.sort((a, b) => a.top - b.top || a.fromStart - b.fromStart)) pdf.root.add(part)
  return { bytes: await pdf.end(), missing: [...pdf.missing] }
}

/** Where an element lies: in a language that is written from the right, the page is its mirror image. */
function boxOf({ design, locale }: Drawing, { x, y, width, height }: DesignElement): Box {
  const page = pageOfDesign(design)
  return { left: directionOf(locale) === 'rtl' ? page.width - x - width : x, top: y, width, height }
}

function draw(
  pdf: PdfFile,
  drawing: Drawing,
  element: DesignElement,
  pictures: ReadonlyMap<string, Buffer>,
  tag: 'H1' | 'P',
): Read[] {
  const box = boxOf(drawing, element)
  const at = (part: Part | null): Read[] => (part ? [{ part, top: box.top, fromStart: element.x }] : [])
  switch (element.kind) {
    case 'text':
      return at(paintText(pdf, drawing, element, box, tag))
    case 'picture':
      return at(paintFigure(pdf, pictures, element.fileId, box, drawing.words.picture))
    case 'signature': {
      const line = element.size * lineHeight + 4
      const above = { ...box, height: Math.max(1, box.height - line) }
      const below = { ...box, top: box.top + above.height + 4, height: line }
      const figure = paintFigure(pdf, pictures, element.fileId, above, drawing.words.signature)
      pdf.artifact(() => pdf.doc.rect(box.left, box.top + above.height, box.width, 1).fill(element.color))
      return [...at(figure), ...at(paintText(pdf, drawing, element, below, 'P'))]
    }
    case 'qr':
      return at(paintCode(pdf, drawing, box))
  }
}

function paintText(
  pdf: PdfFile,
  { locale, values }: Drawing,
  element: Extract<DesignElement, { kind: 'text' | 'signature' }>,
  box: Box,
  tag: 'H1' | 'P',
): Part | null {
  const text = fillFields(textIn(element.texts, locale), values)
  if (text === null) return null
  const { isBold, color, align } = element
  const shown = withoutUnknownSigns(text, isBold)
  if (shown.trim() === '') return null
  const { size, lines } = fitLines(shown, { ...box, size: element.size }, (one) => widthOf(one, isBold))
  const direction = directionOf(locale)
  const part = pdf.part(tag, actualOf(lines.join(' ')))
  pdf.tagged(part, () => {
    for (const [nth, line] of lines.entries()) {
      const room = box.width - shapeLine(line, { isBold, direction }).width * size
      const isLeft = (align === 'start') === (direction === 'ltr')
      const x = box.left + (align === 'center' ? room / 2 : isLeft ? 0 : room)
      const baseline = box.top + nth * size * lineHeight + baselineOf(size, lineHeight)
      pdf.write(line, { x, baseline, size, isBold, color, direction })
    }
  })
  return part
}

/** A certificate is not refused because of a little picture in a title that no typeface has; a letter is no sign. */
function withoutUnknownSigns(text: string, isBold: boolean): string {
  const { missing } = shapeLine(text, { isBold, direction: 'ltr' })
  const signs = missing.filter((cluster) => !/[\p{L}\p{M}\p{Nl}\p{No}]/u.test(cluster))
  if (signs.length === 0) return text
  return signs.reduce((left, sign) => left.replaceAll(sign, ''), text.normalize('NFC')).replace(/ {2,}/g, ' ')
}

function paintFigure(
  pdf: PdfFile,
  pictures: ReadonlyMap<string, Buffer>,
  fileId: string | null,
  box: Box,
  alt: string,
): Part | null {
  if (fileId === null || !pictures.has(fileId)) return null
  const part = pdf.part('Figure', { alt })
  pdf.tagged(part, () => paintPicture(pdf, pictures, fileId, box, 'contain'))
  return part
}

function paintPicture(
  { doc }: PdfFile,
  pictures: ReadonlyMap<string, Buffer>,
  fileId: string | null,
  { left, top, width, height }: Box,
  how: 'cover' | 'contain',
): void {
  const data = fileId === null ? undefined : pictures.get(fileId)
  if (!data) return
  const room: [number, number] = [width, height]
  if (how === 'contain') doc.image(data, left, top, { fit: room, align: 'center', valign: 'center' })
  else doc.image(data, left, top, { cover: room, align: 'center', valign: 'center' })
}

/** Dark squares on white: readers of codes need the contrast, whatever the background is. */
function paintCode(pdf: PdfFile, { address, words }: Drawing, box: Box): Part {
  const { data, size } = encode(address, { border: 2, ecc: 'M' })
  const side = Math.min(box.width, box.height)
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const part = pdf.part('Figure', { alt: `${words.code} ${address}` })
  pdf.tagged(part, () => {
    pdf.doc
      .save()
      .translate(box.left, box.top)
      .scale(side / size)
    pdf.doc.rect(0, 0, size, size).fill('#ffffff')
    pdf.doc.path(path).fill('#000000')
    pdf.doc.restore()
  })
  return part
}

/** Stored pictures are WebP, which PDFs do not have. */
async function readPictures(stored: Drawing['pictures']): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  if (Object.keys(stored).length === 0) return found
  const { default: sharp } = await import('sharp')
  for (const [fileId, bytes] of Object.entries(stored)) found.set(fileId, await sharp(bytes).png().toBuffer())
  return found
}
