import { createRequire } from 'node:module'
import {
  type CertificateDesign,
  type DesignElement,
  fillFields,
  fittingSize,
  lineHeight,
  pageOfDesign,
  textIn,
} from '@learnt/contract/certificate-design'
import { directionOf } from '@learnt/contract/locales'
import { Document, Font, Image, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement, type ReactElement } from 'react'
import { encode } from 'uqr'
import type { Drawing } from './drawing.ts'

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
// Words are not broken: names are not, and nobody knows how to.
Font.registerHyphenationCallback((word) => [word])

type Face = NonNullable<NonNullable<ReturnType<typeof Font.getFont>>['data']>
const kept = new WeakSet<Face>()

/**
 * NOTE fontkit keeps each glyph with the letters of its first use. One that is met as a part of another first, as the u of
 * ü, has none: without this, in every later certificate of the thread that letter could not be copied or searched.
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

/** The PDF of a certificate. */
export async function drawPdf(drawing: Drawing): Promise<Uint8Array> {
  const { design, locale, values } = drawing
  const { width, height } = pageOfDesign(design)
  const pictures = await readPictures(drawing.pictures)
  const background = picture(pictures, design.background.fileId, { left: 0, top: 0, width, height }, 'cover')
  const page = createElement(
    Page,
    { size: [width, height], style: { backgroundColor: design.background.color } },
    ...[background, frameOf(design), ...design.elements.map((one) => draw(drawing, one, pictures))].filter(
      (one) => one !== null,
    ),
  )
  const drawnAt = new Date(drawing.drawnAt)
  const buffer = await renderToBuffer(
    createElement(
      Document,
      {
        title: values.title,
        subject: values.serial,
        author: values.issuer,
        language: locale,
        creator: 'Learnt',
        producer: 'Learnt',
        creationDate: drawnAt,
        modificationDate: drawnAt,
      },
      page,
    ),
  )
  // Into memory of its own, which can be handed to another thread.
  return new Uint8Array(buffer)
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Where an element lies: in a language that is written from the right, the page is its mirror image. */
function boxOf({ design, locale }: Drawing, { x, y, width, height }: DesignElement): Box {
  const page = pageOfDesign(design)
  return { left: directionOf(locale) === 'rtl' ? page.width - x - width : x, top: y, width, height }
}

function draw(drawing: Drawing, element: DesignElement, pictures: ReadonlyMap<string, Buffer>): ReactElement | null {
  const box = boxOf(drawing, element)
  switch (element.kind) {
    case 'text':
      return text(drawing, element, box)
    case 'picture':
      return picture(pictures, element.fileId, box, 'contain')
    case 'signature': {
      const line = element.size * lineHeight + 4
      const above = { ...box, height: Math.max(1, box.height - line) }
      const rule = createElement(View, {
        style: {
          position: 'absolute',
          left: box.left,
          top: box.top + above.height,
          width: box.width,
          height: 1,
          backgroundColor: element.color,
        },
      })
      const below = { ...box, top: box.top + above.height + 4, height: line }
      return createElement(
        View,
        { style: { position: 'absolute', left: 0, top: 0 } },
        picture(pictures, element.fileId, above, 'contain'),
        rule,
        text(drawing, element, below),
      )
    }
    case 'qr':
      return qrCode(drawing.address, box)
  }
}

function text(
  { locale, values }: Drawing,
  element: Extract<DesignElement, { kind: 'text' | 'signature' }>,
  box: Box,
): ReactElement | null {
  const filled = fillFields(textIn(element.texts, locale), values)
  if (filled === null || filled.trim() === '') return null
  const direction = directionOf(locale)
  const start = direction === 'rtl' ? 'right' : 'left'
  const end = direction === 'rtl' ? 'left' : 'right'
  return createElement(
    View,
    { style: { position: 'absolute', ...box } },
    createElement(
      Text,
      {
        style: {
          fontFamily: facesFor(filled),
          fontSize: fittingSize(filled, { ...box, size: element.size }),
          fontWeight: element.isBold ? 700 : 400,
          color: element.color,
          lineHeight,
          direction,
          width: box.width,
          textAlign: element.align === 'center' ? 'center' : element.align === 'start' ? start : end,
        },
      },
      filled,
    ),
  )
}

/** Only the typefaces that a text needs: each is a file to read and to embed. */
function facesFor(text: string): string[] {
  const found = faces.filter(({ letters }) => letters.test(text))
  return (found.length > 0 ? found : faces.slice(0, 1)).map(({ name, of }) => `${of} ${name}`)
}

function frameOf({ background, ...design }: CertificateDesign): ReactElement | null {
  if (background.frame === null) return null
  const { width, height } = pageOfDesign(design)
  return createElement(View, {
    style: {
      position: 'absolute',
      left: 20,
      top: 20,
      width: width - 40,
      height: height - 40,
      border: `3pt solid ${background.frame}`,
    },
  })
}

function picture(
  pictures: ReadonlyMap<string, Buffer>,
  fileId: string | null,
  box: Box,
  objectFit: 'cover' | 'contain',
): ReactElement | null {
  const data = fileId === null ? undefined : pictures.get(fileId)
  if (!data) return null
  return createElement(Image, { src: { data, format: 'png' }, style: { position: 'absolute', ...box, objectFit } })
}

/** Dark squares on white: readers of codes need the contrast, whatever the background is. */
function qrCode(address: string, box: Box): ReactElement {
  const { data, size } = encode(address, { border: 2, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const side = Math.min(box.width, box.height)
  return createElement(
    Svg,
    {
      viewBox: `0 0 ${size} ${size}`,
      style: { position: 'absolute', left: box.left, top: box.top, width: side, height: side },
    },
    createElement(Path, { d: `M0 0h${size}v${size}h-${size}z`, fill: '#ffffff' }),
    createElement(Path, { d: path, fill: '#000000' }),
  )
}

/** Stored pictures are WebP, which PDFs do not have. */
async function readPictures(stored: Drawing['pictures']): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  if (Object.keys(stored).length === 0) return found
  const { default: sharp } = await import('sharp')
  for (const [fileId, bytes] of Object.entries(stored)) found.set(fileId, await sharp(bytes).png().toBuffer())
  return found
}
