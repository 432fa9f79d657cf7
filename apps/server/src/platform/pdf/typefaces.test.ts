import { describe, expect, it } from 'vitest'
import { linesOfPdf } from '../../../test/pdf-lines.ts'
import { drawPaper } from './draw-paper.ts'
import { faceOf } from './faces.ts'
import { languages } from './languages.table.ts'
import type { Paper } from './paper.ts'
import { shapeLine, widthOf } from './shape.ts'

const paper = (parts: Paper['parts'], more: Partial<Paper> = {}): Paper => ({
  locale: 'en',
  title: 'Names',
  author: 'Learnt',
  drawnAt: '2026-11-28T00:00:00Z',
  parts,
  missing: 'No typeface: {letters}',
  ...more,
})

/**
 * NOTE: pdf.js takes a glyph that is a letter with its mark for a mark alone, and sees a gap behind it; other readers do not.
 * So what is compared is what the letters are, and that words are apart where the script has no such glyphs.
 */
const hasJoinedGlyphs =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}]/u
const compared = (text: string) => (hasJoinedGlyphs.test(text) ? text.normalize('NFC').replaceAll(' ', '') : text)

describe('the installed typefaces', () => {
  it('have every letter of names in the largest languages, in both weights', () => {
    const lacking = languages.flatMap(([language, letters, name]) => {
      // What a capital has in two letters is no letter of a name.
      const capitals = letters.split(' ').map((one) => one.toUpperCase().normalize('NFC'))
      const text = [letters, ...capitals.filter((one) => [...one].length === 1), name].join(' ')
      const missing = [false, true].flatMap((isBold) => shapeLine(text, { isBold, direction: 'ltr' }).missing)
      return missing.length > 0 ? [`${language}: ${[...new Set(missing)].join(' ')}`] : []
    })
    expect(lacking).toEqual([])
    expect(languages.length).toBeGreaterThan(60)
  })

  it('draw a letter and its marks out of one file, and a word in one typeface', () => {
    const facesIn = (text: string) =>
      shapeLine(text, { isBold: false, direction: 'ltr' }).runs.map(({ face }) => face.name)
    expect(faceOf('ọ́', false)?.name).toBe('roboto/vietnamese/400')
    expect(facesIn('Maria')).toEqual(['roboto/latin/400'])
    // Roboto has no ṣ: the whole word is drawn in the typeface that has it.
    expect(new Set(facesIn('Ṣade').map((name) => name.split('/')[0]))).toEqual(new Set(['andika']))
  })

  it('set a mark that no file has with its letter by the outlines of both', () => {
    const line = shapeLine('ɔ̂', { isBold: false, direction: 'ltr' })
    expect(line.missing).toEqual([])
    const [base, mark] = line.runs.flatMap(({ glyphs }) => glyphs)
    expect([base?.says, mark?.says]).toEqual(['ɔ', '\u0302'])
    expect(line.width).toBe(base?.advance)
    expect(mark?.x).toBeLessThan(0)
    // A mark that is no sign of its own is not made up.
    expect(shapeLine('ɔ\u0361', { isBold: false, direction: 'ltr' }).missing).toEqual(['ɔ\u0361'])
  })

  it('place marks: a raised mark stands above its letter', () => {
    const [run] = shapeLine('m̀', { isBold: false, direction: 'ltr' }).runs
    expect(run?.glyphs.map(({ says }) => says)).toEqual(['m', '\u0300'])
    expect(run?.glyphs[1]?.advance).toBe(0)
    expect(run?.glyphs[1]?.x).toBeLessThan(0)
  })
})

it('sets names of every language so that the text that is copied is the text that was written', async () => {
  const names = languages.map(([, , name]) => name)
  const { bytes, missing } = await drawPaper(paper(names.map((text) => ({ kind: 'text', tone: 'plain', text }))))
  expect(missing).toEqual([])
  const lines = (await linesOfPdf(bytes)).flat().map(compared)
  expect(names.map(compared).filter((name) => !lines.includes(name))).toEqual([])
})

it('keeps numbers, signs and Latin words of a line from the right in their order', async () => {
  const text = 'القاعة (12)، الساعة 10:30 – Maria Müller'
  const { bytes } = await drawPaper(paper([{ kind: 'text', tone: 'plain', text }], { locale: 'ar' }))
  const [line = ''] = (await linesOfPdf(bytes))[0] ?? []
  for (const word of ['القاعة', 'الساعة', '10:30', 'Maria Müller', '12']) expect(line).toContain(word)
  // Seen from the left, the last word comes first, and brackets are turned round.
  const { runs } = shapeLine('(א) 12', { isBold: false, direction: 'rtl' })
  expect(runs.flatMap(({ glyphs }) => glyphs.map(({ says }) => says)).join('')).toBe('12 (א)')
})

it('says which letters no typeface has, in the paper and to the caller', async () => {
  const parts = [{ kind: 'text', tone: 'plain', text: 'Tibetan: \u0f56\u0f7c\u0f51' }] as const
  const { bytes, missing } = await drawPaper(paper(parts))
  expect(missing.join('')).toBe('\u0f56\u0f7c\u0f51')
  expect((await linesOfPdf(bytes))[0]).toContain('No typeface: U+0F56, U+0F7C, U+0F51')
  const control = await drawPaper(paper([{ kind: 'text', tone: 'plain', text: 'Latin: bod' }]))
  expect(control.missing).toEqual([])
  expect((await linesOfPdf(control.bytes)).flat().join()).not.toContain('No typeface')
})

it('sets tables, boxes and long texts over pages: nothing is lost, and a table repeats its heads', async () => {
  const rows = Array.from({ length: 90 }, (_, nth) => [String(nth + 1), `Nguyễn Thị ${nth + 1}`])
  const long = 'Everything that was written is read on paper as well. '.repeat(150).trim()
  const word = 'w'.repeat(300)
  const { bytes } = await drawPaper(
    paper([
      { kind: 'heading', level: 1, text: 'Everybody' },
      {
        kind: 'table',
        columns: [
          { head: 'No', width: 0.1, isNumber: true },
          { head: 'Name', width: 0.9 },
        ],
        rows,
      },
      { kind: 'box', parts: [{ kind: 'text', tone: 'plain', text: long }] },
      { kind: 'facts', rows: [['Long', word]] },
    ]),
  )
  const pages = await linesOfPdf(bytes)
  expect(pages.length).toBeGreaterThan(3)
  const all = pages.flat()
  // Cells stand apart.
  const joined = all.map((one) => one.replaceAll(' ', ''))
  for (const [nth, name = ''] of rows) expect(joined).toContain(`${nth}${name.replaceAll(' ', '')}`)
  expect(pages.filter((page) => page.some((one) => one.replaceAll(' ', '') === 'NoName')).length).toBeGreaterThan(1)
  expect(all.join(' ').match(/Everything that was written/g)?.length).toBe(150)
  expect(
    all
      .join('')
      .match(/w{20,}/g)
      ?.join(''),
  ).toBe(word)
  expect(pages.every((page, nth) => page.includes(`${nth + 1} / ${pages.length}`))).toBe(true)
})

it('tags a paper: headings, tables with their heads, the language and the title; the same paper gives the same bytes', async () => {
  const of = paper([
    { kind: 'heading', level: 1, text: 'Answers' },
    { kind: 'table', columns: [{ head: 'Question', width: 1 }], rows: [['Why?']] },
    { kind: 'strokes', strokes: [[0, 0, 500, 500]], alt: 'Signature of Ayşe' },
  ])
  const { bytes } = await drawPaper(of)
  expect(Buffer.compare(bytes, (await drawPaper(of)).bytes)).toBe(0)
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
  for (const role of ['H1', 'Table', 'TR', 'TH', 'TD', 'Figure']) expect(tree).toContain(`"role":"${role}"`)
  expect(tree).toContain('"alt":"Signature of Ayşe"')
  const { info, metadata } = await document.getMetadata()
  expect(info).toMatchObject({ Title: 'Names', Language: 'en' })
  expect(metadata?.getRaw()).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</)
  await task.destroy()
  expect(Buffer.from(bytes).toString('latin1')).toContain('/DisplayDocTitle true')
})

it('measures what it draws', () => {
  expect(widthOf('WWW', false)).toBeGreaterThan(widthOf('iii', false) * 2)
  expect(widthOf('Maria', true)).toBeGreaterThan(widthOf('Maria', false))
})
