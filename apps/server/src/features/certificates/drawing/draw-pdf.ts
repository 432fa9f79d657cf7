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
import { facesFor } from '../../../platform/pdf/faces.ts'
import type { Drawing } from './drawing.ts'

// Words are not broken: names are not, and nobody knows how to.
Font.registerHyphenationCallback((word) => [word])

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
