import { directionOf } from '@learnt/contract/locales'
import { Document, Font, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import { createElement, type ReactElement } from 'react'
import { facesFor } from './faces.ts'
import type { Paper, PaperPart } from './paper.ts'

// A word that no line has room for is broken somewhere; all others stay whole.
const longWord = 40
Font.registerHyphenationCallback((word) => (word.length > longWord ? (word.match(/.{1,10}/gsu) ?? [word]) : [word]))

const sizes = { 1: 18, 2: 14, 3: 12 } as const
const size = 10
const muted = '#5b6472'
const ink = '#14213d'
const rule = '#c9ced6'

/** The PDF of a paper: A4 pages with their numbers, from the right in a language that is written so. */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const drawnAt = new Date(paper.drawnAt)
  const numbers = createElement(Text, {
    fixed: true,
    style: {
      position: 'absolute',
      bottom: 24,
      left: 42,
      right: 42,
      textAlign: 'center',
      fontSize: 8,
      color: muted,
      fontFamily: facesFor('0'),
    },
    render: ({ pageNumber, totalPages }) => `${pageNumber} / ${totalPages}`,
  })
  const page = createElement(
    Page,
    { size: 'A4', style: { paddingTop: 42, paddingBottom: 48, paddingHorizontal: 42, color: ink } },
    ...paper.parts.map((part) => draw(paper, part)),
    numbers,
  )
  const buffer = await renderToBuffer(
    createElement(
      Document,
      {
        title: paper.title,
        author: paper.author,
        language: paper.locale,
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

function draw(paper: Paper, part: PaperPart): ReactElement {
  switch (part.kind) {
    case 'heading':
      return createElement(
        View,
        // never the last line of a page
        { minPresenceAhead: 36, style: { marginTop: part.level === 1 ? 0 : part.level === 2 ? 14 : 9 } },
        line(paper, part.text, { fontSize: sizes[part.level], fontWeight: 700, marginBottom: 3 }),
      )
    case 'text':
      return createElement(
        View,
        { style: { marginBottom: 3 } },
        ...byDirection(part.text).map((text) =>
          line(paper, text, {
            color: part.tone === 'muted' ? muted : ink,
            fontWeight: part.tone === 'strong' ? 700 : 400,
          }),
        ),
      )
    case 'box':
      return createElement(
        View,
        { style: { backgroundColor: '#f2f4f7', padding: 6, marginTop: 3, marginBottom: 4 } },
        ...part.parts.map((one) => draw(paper, one)),
      )
    case 'facts':
      return createElement(
        View,
        { style: { marginTop: 4, marginBottom: 6 } },
        ...part.rows.map(([name, value]) =>
          row(paper, { marginBottom: 2 }, [
            [0.28, line(paper, name, { color: muted })],
            [0.72, line(paper, value, {})],
          ]),
        ),
      )
    case 'table':
      return createElement(
        View,
        { style: { marginTop: 4, marginBottom: 6 } },
        ...[part.columns.map(({ head }) => head), ...part.rows].map((cells, at) =>
          row(
            paper,
            {
              borderBottomWidth: 0.5,
              borderBottomColor: rule,
              paddingVertical: 3,
              ...(part.isFilledIn && at > 0 ? { minHeight: 30 } : {}),
            },
            part.columns.map(({ width, isNumber }, column) => [
              width,
              line(paper, cells[column] ?? '', {
                fontSize: 9,
                fontWeight: at === 0 ? 700 : 400,
                ...(isNumber ? { textAlign: endOf(paper) } : {}),
              }),
            ]),
          ),
        ),
      )
    case 'strokes':
      return strokes(paper, part.strokes)
  }
}

type Style = Record<string, string | number>

function row(paper: Paper, style: Style, cells: readonly (readonly [width: number, cell: ReactElement])[]) {
  const flexDirection = directionOf(paper.locale) === 'rtl' ? 'row-reverse' : 'row'
  return createElement(
    View,
    { style: { flexDirection, marginHorizontal: -3, ...style } },
    ...cells.map(([width, cell]) =>
      createElement(View, { style: { width: `${width * 100}%`, paddingHorizontal: 3 } }, cell),
    ),
  )
}

/** A text in the direction of its own letters, at the side where the paper's lines begin. */
function line(paper: Paper, text: string, style: Style): ReactElement {
  const shown = printable(text)
  return createElement(
    Text,
    {
      orphans: 2,
      widows: 2,
      style: {
        fontFamily: facesFor(shown),
        fontSize: size,
        lineHeight: 1.35,
        direction: directionOfText(shown) ?? directionOf(paper.locale),
        textAlign: directionOf(paper.locale) === 'rtl' ? 'right' : 'left',
        ...style,
      },
    },
    shown,
  )
}

const endOf = (paper: Paper) => (directionOf(paper.locale) === 'rtl' ? 'left' : 'right')

/** Without what has no picture: control characters, marks of a direction, halves of letters. */
function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]|\p{Cf}/gu, '')
}

/** Paragraphs that follow each other and run in the same direction, together. One without letters runs as the one before. */
function byDirection(text: string): string[] {
  const found: { direction: 'ltr' | 'rtl' | null; text: string }[] = []
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

function directionOfText(text: string): 'ltr' | 'rtl' | null {
  const first = /\p{L}/u.exec(text)?.[0]
  if (first === undefined) return null
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(first) ? 'rtl' : 'ltr'
}

/** As the page shows it: 5 wide, 2 high. */
function strokes(paper: Paper, all: readonly (readonly number[])[]): ReactElement {
  const [width, height] = [200, 80]
  const path = all
    .map((stroke) => {
      const points: string[] = []
      for (let at = 0; at + 1 < stroke.length; at += 2)
        points.push(`${((stroke[at] ?? 0) * width) / 1000} ${((stroke[at + 1] ?? 0) * height) / 1000}`)
      // a stroke of one point is a dot
      return `M${points[0] ?? '0 0'}L${(points.length > 1 ? points.slice(1) : points).join('L')}`
    })
    .join('')
  return createElement(
    View,
    {
      wrap: false,
      style: {
        alignSelf: directionOf(paper.locale) === 'rtl' ? 'flex-end' : 'flex-start',
        border: `0.5pt solid ${rule}`,
        marginVertical: 3,
      },
    },
    createElement(
      Svg,
      { viewBox: `0 0 ${width} ${height}`, style: { width, height } },
      createElement(Path, { d: path, stroke: ink, strokeWidth: 1.2, fill: 'none', strokeLinecap: 'round' }),
    ),
  )
}
