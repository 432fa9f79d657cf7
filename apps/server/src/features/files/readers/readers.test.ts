import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentPart } from '@learnt/contract/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeSlides,
  makeTextPdf,
  makeWord,
  makeWorkbook,
  slideText,
  wordParagraph,
  wordPicture,
} from '../../../../test/given/office-files.ts'
import { makeZip } from '../../../../test/given/zip.ts'
import { readParts } from '../../../../test/read-workbook.ts'
import { readDay } from '../../imports/queries/read-cells.ts'
import { type EncodingWish, readCsv as readCsvAs } from './csv.ts'
import { readInThread } from './document-thread.ts'
import { limits } from './limits.ts'
import { Output, type Reading, type ReadOutline } from './output.ts'
import { readPdf } from './pdf.ts'
import { SharedStrings } from './shared-strings.ts'
import { readSlides } from './slides.ts'
import { readTable, type TableRow, type TableWish } from './table.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { readWord } from './word.ts'
import { readWorkbook } from './workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learnt-readers-'))
})
afterAll(() => rm(folder, { recursive: true }))

const readCsv = (path: string, output: Output, wish: Partial<EncodingWish> = {}) =>
  readCsvAs(path, output, { encoding: '', language: 'en', ...wish })

type Reader = (path: string, output: Output) => Promise<ReadOutline>
let files = 0
const wordNamespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const mainRelation = (target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`

async function put(bytes: Buffer | string): Promise<string> {
  const path = join(folder, String(++files))
  await writeFile(path, bytes)
  return path
}

async function read(reader: Reader, bytes: Buffer | string): Promise<Reading & { parts: DocumentPart[] }> {
  const parts: DocumentPart[] = []
  const output = new Output({
    async parts(bodies) {
      for (const body of bodies) parts.push(JSON.parse(body))
    },
    async picture(picture) {
      return picture.length > 0 ? { fileId: '01890000-0000-7000-8000-000000000001', width: 20, height: 10 } : null
    },
  })
  const outline = await reader(await put(bytes), output)
  return { ...(await output.finish(outline)), parts }
}

const rowsOf = ({ parts }: { parts: DocumentPart[] }) =>
  parts.flatMap((part) => (part.kind === 'sheets' ? part.rows : []))
const htmlOf = ({ parts }: { parts: DocumentPart[] }) => parts.map((part) => (part.kind === 'word' ? part.html : ''))

async function reasonOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading
    return 'read'
  } catch (error) {
    if (error instanceof DocumentUnreadable) return error.reason
    throw error
  }
}

describe('CSV', () => {
  test.each<[string, Buffer | string, string[][]]>([
    [
      'commas',
      'a,b\n1,"x, y"\n',
      [
        ['a', 'b'],
        ['1', 'x, y'],
      ],
    ],
    [
      'semicolons with decimal commas',
      'a;b\n1,5;2,5\n',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
    [
      'tabs',
      'a\tb, c\r\n1\t2\r\n',
      [
        ['a', 'b, c'],
        ['1', '2'],
      ],
    ],
    ['the delimiter that Excel is told', 'sep=|\na|b;c\n', [['a', 'b;c']]],
    [
      'quotes and lines in a value',
      '"a ""b""";"c\nd"\n1;2\n',
      [
        ['a "b"', 'c\nd'],
        ['1', '2'],
      ],
    ],
    [
      'a quote that is never closed',
      'a;b\n5" pipe;"x\n1;2\n',
      [
        ['a', 'b'],
        ['5" pipe', '"x'],
        ['1', '2'],
      ],
    ],
    ['rows of different lengths', 'a,b\n1\n\n1,2,3\n', [['a', 'b'], ['1'], [], ['1', '2', '3']]],
    ['UTF-8 with a mark', '\uFEFFä,b\n', [['ä', 'b']]],
    ['UTF-16', Buffer.from('\uFEFFد,ب\n', 'utf16le'), [['د', 'ب']]],
    [
      'windows-1252',
      Buffer.from('Größe;Maß\nfünf;Straße\n', 'latin1'),
      [
        ['Größe', 'Maß'],
        ['fünf', 'Straße'],
      ],
    ],
  ])('with %s', async (_, bytes, expected) => {
    expect(rowsOf(await read(readCsv, bytes))).toEqual(expected)
  })

  test('its rows lie in parts, of which the outline tells the beginnings', async () => {
    const lines = Array.from({ length: 450 }, (_, row) => `row ${row + 1},${row}`)
    const { outline, parts, text } = await read(readCsv, `${['name,number', ...lines].join('\n')}\n`)
    expect(outline.sheets).toEqual([
      expect.objectContaining({ rows: 451, columns: 2, starts: [0, 200, 400], numeric: [1], isCut: false }),
    ])
    expect(parts.map((part) => (part.kind === 'sheets' ? part.rows[0]?.[0] : ''))).toEqual([
      'name',
      'row 200',
      'row 400',
    ])
    expect(text).toContain('row 450 449')
  })

  test('shows the first columns of ten thousand, and says so', async () => {
    const line = Array.from({ length: 10_000 }, (_, column) => column).join(',')
    const { outline } = await read(readCsv, `${line}\n${line}\n`)
    expect(outline.sheets[0]).toMatchObject({ rows: 2, columns: limits.columns, isCut: true })
    expect(outline.isCut).toBe(true)
  })
})

describe('Excel', () => {
  test('writes cells as Excel shows them', async () => {
    const cell = (name: string, style: number, value: string | number, type = 'n') =>
      `<c r="${name}1" s="${style}" t="${type}"><f>x</f><v>${value}</v></c>`
    const bytes = makeWorkbook({
      sheets: {
        One: `<row r="1">${[
          cell('A', 0, 1, 's'),
          cell('B', 0, 1234.5),
          cell('C', 1, 1234.5),
          cell('D', 2, 45000),
          cell('E', 3, 0.256),
          cell('F', 0, 1, 'b'),
          cell('G', 0, '#DIV/0!', 'e'),
          cell('H', 0, 'computed', 'str'),
          '<c r="I1" t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></is></c>',
          cell('J', 4, 45000.75),
          cell('K', 0, 0.1 + 0.2),
          '<c r="M1" t="s"><v>99</v></c><c r="N1"/>',
        ].join('')}</row>`,
      },
      strings: ['zero', 'shared &amp; “text”'],
      formats: [0, '#,##0.00 "€"', 14, 9, 'd. mmm yyyy hh:mm'],
    })
    expect(rowsOf(await read(readWorkbook, bytes))).toEqual([
      [
        ...['shared & “text”', '1234.5', '1,234.50 €', '2023-03-15', '26%', 'TRUE', '#DIV/0!', 'computed', 'rich text'],
        ...['15. Mar 2023 18:00', '0.3'],
      ],
    ])
  })

  test('writes all digits of numbers, and days of the formats of China, Japan, Korea and Thailand', async () => {
    const cell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`
    const bytes = makeWorkbook({
      sheets: {
        One: `<row>${cell(0, 49170123456789)}${cell(0, 123456789012.25)}${cell(1, 45351)}${cell(2, 45351.5)}${cell(2, 0.5)}${cell(3, 45351)}</row>`,
      },
      formats: [0, 31, 55, 71],
    })
    expect(rowsOf(await read(readWorkbook, bytes))).toEqual([
      ['49170123456789', '123456789012.25', '2024-02-29', '2024-02-29 12:00:00', '12:00:00', '2024-02-29'],
    ])
  })

  test('counts days from 1904 where the workbook does', async () => {
    const bytes = makeWorkbook({ sheets: { One: '<row><c s="0"><v>43538</v></c></row>' }, formats: [14], is1904: true })
    expect(rowsOf(await read(readWorkbook, bytes))).toEqual([['2023-03-15']])
  })

  test('shows the sheets that Excel shows, and leaves far away rows where they are', async () => {
    const row = (number: number) => `<row r="${number}"><c r="B${number}"><v>${number}</v></c></row>`
    const bytes = makeWorkbook({
      sheets: { First: row(1) + row(3) + row(100_000), Secret: row(1), Last: '' },
      hidden: ['Secret'],
    })
    const { outline, parts } = await read(readWorkbook, bytes)
    expect(outline.sheets.map(({ name, rows, firstPart, starts }) => ({ name, rows, firstPart, starts }))).toEqual([
      { name: 'First', rows: 100_000, firstPart: 0, starts: [0, 99_999] },
      { name: 'Last', rows: 0, firstPart: 2, starts: [] },
    ])
    expect(parts[0]).toEqual({ kind: 'sheets', rows: [['', '1'], [], ['', '3']] })
  })

  test('keeps more shared texts than it has memory for', () => {
    const strings = new SharedStrings()
    const text = (index: number) => `text ${index} ${'ü'.repeat(900)}`
    for (let index = 0; index < 12_000; index++) strings.add(text(index))
    for (const index of [0, 1, 5999, 11_999, 0]) expect(strings.get(index)).toBe(text(index))
    expect(strings.get(12_000)).toBe('')
    strings.close()
  })
})

describe('a table for programs', () => {
  const rowsOfTable = async (bytes: Buffer | string, isWorkbook: boolean, wish: Partial<TableWish> = {}) => {
    const rows: TableRow[] = []
    const whole = { encoding: '', delimiter: '', language: 'en' as const, ...wish }
    const reading = await readTable({ path: await put(bytes), isWorkbook }, whole, (row) => {
      rows.push(row)
      return true
    })
    return { rows, reading, cells: rows.map((row) => row.cells) }
  }

  test.each<[string, string | number, string | number, string]>([
    ['an id without a format', 0, '100045678901', '100045678901'],
    ['an id of 14 digits', 0, 49170123456789, '49170123456789'],
    ['an id of 15 digits that Excel stores with an exponent', 0, '1.23456789012345E14', '123456789012345'],
    ['more digits than a number holds', 0, '12345678901234567890', '12345678901234567890'],
    ['an id with separators of thousands', '#,##0', 12345, '12345'],
    ['an id in a currency', '#,##0.00 "€"', 12345, '12345'],
    ['a share that is shown rounded', '0', 99.6, '99.6'],
    ['a share that is computed', 0, 0.1 + 0.2, '0.3'],
    ['a very small number', 0, 1e-7, '0.0000001'],
    ['a number shown with an exponent', '0.00E+00', 123456, '123456'],
    ['a fraction', '# ?/?', 0.25, '0.25'],
    ['a percentage', 9, 0.5, '50%'],
    ['a percentage that is shown rounded', 9, 0.996, '99.6%'],
    ['a percentage of many places', '0%', 0.123456789, '12.3456789%'],
    ['a percent sign that is only written behind', '0"%"', 50, '50'],
    ['leading zeros', '00000', 123, '00123'],
    ['leading zeros with signs between', '000\\-00\\-0000', 12345678, '012345678'],
    ['leading zeros of a number with places', '00000', 12.5, '12.5'],
    ['a minus before leading zeros', '00000', -7, '-7'],
    ['a day', 'dd.mm.yyyy', 45351, '2024-02-29'],
    ['a day with its month alone shown', 'mmm', 45351, '2024-02-29'],
    ['a day in the years of an emperor', '[$-411]ge.m.d', 45351, '2024-02-29'],
    ['a moment', 'm/d/yy h:mm', 45351.75, '2024-02-29 18:00:00'],
    ['a moment of which the time is shown', 'h:mm', 45351.75, '2024-02-29 18:00:00'],
    ['a time of day', 'h:mm', 0.75, '18:00'],
    ['a duration', '[h]:mm', 1.5, '36:00'],
    ['a day before March 1900', 14, 59, '1900-02-28'],
    ['the day that 1900 did not have', 14, 60, '60'],
    ['the first of March 1900', 14, 61, '1900-03-01'],
    ['the built-in format 27', 27, 45351, '2024-02-29'],
    ['the built-in format 36', 36, 45351, '2024-02-29'],
    ['the built-in format 50', 50, 45351, '2024-02-29'],
    ['the built-in format 58', 58, 45351, '2024-02-29'],
    ['the built-in format 32 as a time', 32, 0.5, '12:00:00'],
  ])('has of %s what is stored', async (_, format, value, expected) => {
    const bytes = makeWorkbook({ sheets: { One: `<row><c s="0"><v>${value}</v></c></row>` }, formats: [format] })
    expect((await rowsOfTable(bytes, true)).cells).toEqual([[expected]])
  })

  test('has texts, truths, results of formulas and ISO days as they are, and says which cells have no value', async () => {
    const bytes = makeWorkbook({
      sheets: {
        One: [
          '<row r="3"><c t="s"><v>0</v></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v>00123</v></c>',
          '<c t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r></is></c><c><f>1+1</f><v>2</v></c>',
          '<c t="d"><v>2024-02-29T00:00:00</v></c><c><f>"00""7"</f></c><c t="str"><f>""</f><v></v></c></row>',
          '<row r="5"><c t="e"><v>#REF!</v></c><c><f>NOW()</f></c><c t="s"><v>1</v></c><c><f t="shared" si="0"/></c></row>',
        ].join(''),
      },
      strings: ['0042', '#N/A'],
    })
    const { rows } = await rowsOfTable(bytes, true)
    expect(rows).toEqual([
      {
        line: 3,
        cells: ['0042', 'TRUE', '00123', 'rich text', '2', '2024-02-29', '00"7'],
        faults: [],
        is1904: false,
      },
      {
        line: 5,
        cells: ['#REF!', '', '#N/A'],
        faults: [
          { column: 0, code: 'cellError' },
          { column: 1, code: 'noResult' },
          { column: 3, code: 'noResult' },
        ],
        is1904: false,
      },
    ])
  })

  test('counts days from 1904, also in cells that say ISO days', async () => {
    const bytes = makeWorkbook({
      sheets: {
        One: '<row><c s="1"><v>43889</v></c><c s="1"><v>0</v></c><c t="d" s="1"><v>2024-02-29</v></c><c s="0"><v>43889</v></c></row>',
      },
      formats: [0, 14],
      is1904: true,
    })
    const { rows } = await rowsOfTable(bytes, true)
    // Without a format it is a number; an importer that reads a day from it knows how it counts.
    expect(rows[0]).toMatchObject({ cells: ['2024-02-29', '1904-01-01', '2024-02-29', '43889'], is1904: true })
    expect(readDay('43889', { order: 'dmy', is1904: true })).toBe('2024-02-29')
    expect(readDay('45351', { order: 'dmy', is1904: false })).toBe('2024-02-29')
    expect(readDay('9000', { order: 'dmy', is1904: false })).toBeNull()
  })

  test('takes zeros before a number that people kept by a formula, and errors that spreadsheets wrote as text', async () => {
    const { cells, rows } = await rowsOfTable('a,b,c\n="00123","=""0""""7""",#NV\n#1,=x,#N/A\n', false)
    expect(cells.slice(1)).toEqual([
      ['00123', '0"7', '#NV'],
      ['#1', '=x', '#N/A'],
    ])
    expect(rows.map((row) => row.faults)).toEqual([
      [],
      [{ column: 2, code: 'cellError' }],
      [{ column: 2, code: 'cellError' }],
    ])
  })

  test.each<[string, Buffer, Partial<TableWish>, object]>([
    ['UTF-16 without a mark', Buffer.from('a,b\nZoë,x\n', 'utf16le'), {}, { encoding: 'utf-16le', basis: 'found' }],
    [
      'UTF-16 of the other order',
      Buffer.from('a,b\n一,二\n', 'utf16le').swap16(),
      {},
      { encoding: 'utf-16be', basis: 'found' },
    ],
    [
      'what was chosen',
      Buffer.from('a\nZo\xeb\n', 'latin1'),
      { encoding: 'cp1250' },
      { encoding: 'windows-1250', basis: 'chosen' },
    ],
    [
      'what was chosen before',
      Buffer.from('a\nZo\xeb\n', 'latin1'),
      { remembered: 'windows-1250' },
      { encoding: 'windows-1250', basis: 'remembered' },
    ],
    [
      'Unicode in spite of what was chosen before',
      Buffer.from('a\nZoë\n'),
      { remembered: 'windows-1250' },
      { encoding: 'utf-8', basis: 'found' },
    ],
    [
      'Unicode with a broken letter',
      Buffer.concat([Buffer.from('a\nZoë äöüÄÖÜß éèê ñ\n'), Buffer.from([0xc3])]).subarray(0),
      {},
      { encoding: 'utf-8', basis: 'found' },
    ],
  ])('is read as %s', async (_, bytes, wish, expected) => {
    expect((await rowsOfTable(bytes, false, wish)).reading).toMatchObject(expected)
  })
})

describe('Word', () => {
  test('becomes clean text with its pictures', async () => {
    const body =
      wordParagraph('Safety', 'Heading1') +
      wordParagraph('&lt;script&gt;alert(1)&lt;/script&gt; ends') +
      wordPicture +
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
    const reading = await read(readWord, makeWord(body, { picture: Buffer.from('png') }))
    expect(htmlOf(reading)).toEqual([
      '<h2>Safety</h2><p>&lt;script&gt;alert(1)&lt;/script&gt; ends</p>' +
        '<p><img data-file-id="01890000-0000-7000-8000-000000000001" alt="A map" width="20" height="10" /></p>' +
        '<table><tr><td><p><strong>bold</strong></p></td></tr></table>',
    ])
    expect(reading.text).toBe('Safety\n<script>alert(1)</script> ends\nbold')
  })

  test('has its formulas as text, and links that lead nowhere as their words', async () => {
    const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
    const formulas = [
      `${r('E=m')}<m:sSup><m:e>${r('c')}</m:e><m:sup>${r('2')}</m:sup></m:sSup>`,
      `<m:f><m:num>${r('a+b')}</m:num><m:den>${r('2')}</m:den></m:f>`,
      `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${r('x&lt;1')}</m:e></m:rad>`,
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup><m:e><m:sSub><m:e>${r('x')}</m:e><m:sub>${r('i')}</m:sub></m:sSub></m:e></m:nary>`,
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${r('a')}</m:e><m:e>${r('b')}</m:e></m:d>`,
      `<m:m><m:mr><m:e>${r('1')}</m:e><m:e>${r('0')}</m:e></m:mr><m:mr><m:e>${r('0')}</m:e><m:e>${r('1')}</m:e></m:mr></m:m>`,
    ].map((inner, at) =>
      at % 2 ? `<m:oMathPara><m:oMath>${inner}</m:oMath></m:oMathPara>` : `<m:oMath>${inner}</m:oMath>`,
    )
    const link = (of: string, text: string) => `<w:hyperlink ${of}><w:r><w:t>${text}</w:t></w:r></w:hyperlink>`
    const body = `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:r><w:t xml:space="preserve">See </w:t></w:r>${formulas.join('<w:r><w:t xml:space="preserve"> and </w:t></w:r>')}</w:p>
      <w:p>${link('w:anchor="there"', 'inside')}${link('r:id="rBad"', 'bad')}${link('r:id="rGood"', 'good')}</w:p>`
    const links = ['rBad" Target="file:///c:/x', 'rGood" Target="https://good.test/']
      .map(
        (one) =>
          `<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" TargetMode="External" Id="${one}"/>`,
      )
      .join('')
    const bytes = makeZip([
      { name: '_rels/.rels', data: mainRelation('/word/document2.xml') },
      {
        name: 'word/document2.xml',
        data: `<w:document ${wordNamespaces}><w:body>${body}</w:body></w:document>`,
        method: 8,
      },
      {
        name: 'word/_rels/document2.xml.rels',
        data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`,
      },
    ])
    expect(htmlOf(await read(readWord, bytes))).toEqual([
      '<p>See E=mc^2 and (a+b)/2 and √(x&lt;1) and ∑_(i=1)^n x_i and [a|b] and [1, 0; 0, 1]</p>' +
        '<p>insidebad<a href="https://good.test/" target="_blank" rel="noopener noreferrer">good</a></p>',
    ])
    // A formula that never ends, ten thousand times: it takes no longer than reading it.
    const endless = makeWord(`<w:p>${'<m:oMath>'.repeat(10_000)}</w:p>`)
    expect(await reasonOf(read(readWord, endless))).toBe('broken')
  })

  test('is cut into pages at headings, and long tables between rows', async () => {
    const chapter = (number: number) =>
      wordParagraph(`Chapter ${number}`, 'Heading1') + wordParagraph('word '.repeat(1000)).repeat(3)
    const row = `<w:tr><w:tc>${wordParagraph('cell '.repeat(200))}</w:tc></w:tr>`
    const pages = htmlOf(await read(readWord, makeWord(`${chapter(1)}${chapter(2)}<w:tbl>${row.repeat(80)}</w:tbl>`)))
    expect(pages.length).toBe(5)
    expect(pages[1]).toMatch(/^<h2>Chapter 2/)
    for (const page of pages) expect(page.length).toBeLessThan(40_000)
    for (const page of pages.slice(2)) expect(page).toMatch(/^<table><tr>.*<\/tr><\/table>$/)
  })
})

describe('PowerPoint', () => {
  test('becomes its titles, texts, tables, pictures and figures, in the order of the slides', async () => {
    const points = (...values: (string | number)[]) =>
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')
    const chart = `<c:chart><c:title><a:t>Sales</a:t></c:title><c:plotArea><c:barChart><c:ser>
      <c:tx><c:strRef><c:strCache>${points('2026')}</c:strCache></c:strRef></c:tx>
      <c:cat><c:strRef><c:strCache>${points('Jan', 'Feb')}</c:strCache></c:strRef></c:cat>
      <c:val><c:numRef><c:numCache>${points(1.5, 2)}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>`
    const frame = (inner: string) =>
      `<p:graphicFrame><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`
    const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
    const bytes = makeSlides(
      [
        slideText('body', 'point', '<a:p><a:pPr lvl="1"/><a:r><a:t>deeper</a:t></a:r></a:p>') +
          slideText('title', 'Hello') +
          slideText('sldNum', '7') +
          `<p:grpSp>${slideText(null, 'in a group')}</p:grpSp>`,
        `hidden${slideText('title', 'Secret')}`,
        frame(`<a:tbl><a:tr>${cell('A')}${cell('B')}</a:tr></a:tbl>`) +
          '<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="A map"/></p:nvPicPr><p:blipFill><a:blip r:embed="pic"/></p:blipFill></p:pic>' +
          frame('<c:chart r:id="chart"/>'),
      ],
      { chart, picture: Buffer.from('png') },
    )
    const { parts, outline, text } = await read(readSlides, bytes)
    expect(outline.slides).toBe(2)
    const line = (text: string, level: number, isBullet: boolean) => ({ text, level, isBullet })
    expect(parts).toEqual([
      {
        kind: 'slides',
        slides: [
          {
            number: 1,
            title: 'Hello',
            blocks: [
              { kind: 'text', lines: [line('point', 0, true), line('deeper', 1, true)] },
              { kind: 'text', lines: [line('in a group', 0, false)] },
            ],
          },
          {
            number: 2,
            title: '',
            blocks: [
              { kind: 'table', rows: [['A', 'B']] },
              { kind: 'picture', fileId: expect.any(String), width: 20, height: 10, alt: 'A map' },
              {
                kind: 'chart',
                title: 'Sales',
                categories: ['Jan', 'Feb'],
                series: [{ name: '2026', values: ['1.5', '2'] }],
              },
            ],
          },
        ],
      },
    ])
    expect(text).not.toContain('speaker')
    expect(text).not.toContain('Secret')
  })
})

test.each<[string, Reader, string]>([
  ['word/document2.xml', readWord, '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>'],
  ['other/main.xml', readWord, '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>'],
])('the main part of Word may be called %s', async (name, reader, body) => {
  const xml = `<w:document ${wordNamespaces}><w:body>${body}</w:body></w:document>`
  for (const target of [name, `/${name}`, `./${name}`]) {
    const bytes = makeZip([
      { name: '_rels/.rels', data: mainRelation(target) },
      { name, data: xml, method: 8 },
    ])
    expect(htmlOf(await read(reader, bytes))).toEqual(['<p>Hello</p>'])
  }
})

test('the main parts of Excel and PowerPoint may have any name', async () => {
  const renamed = async (bytes: Buffer, from = '', to = '') =>
    Array.from(await readParts(bytes), ([name, data]) => ({
      name: name === from ? to : name === relsOf(from) ? relsOf(to) : name,
      data,
    }))
  const relsOf = (name: string) => name.replace(/([^/]+)$/, '_rels/$1.rels')
  const workbook = makeWorkbook({ sheets: { A: '<row><c t="inlineStr"><is><t>Hello</t></is></c></row>' } })
  const slides = makeSlides([slideText('title', 'Hello')])
  const cases = [
    [readWorkbook, workbook, 'xl/workbook.xml', 'xl/workbook2.xml'],
    [readSlides, slides, 'ppt/presentation.xml', 'ppt/presentation2.xml'],
  ] as const
  for (const [reader, bytes, from, to] of cases) {
    const made = makeZip([...(await renamed(bytes, from, to)), { name: '_rels/.rels', data: mainRelation(`/${to}`) }])
    expect((await read(reader, made)).text, to).toContain('Hello')
    // A relation that leads nowhere does no harm where the usual name is there.
    const usual = makeZip([
      ...(await renamed(bytes)),
      { name: '_rels/.rels', data: mainRelation('../../elsewhere.xml') },
    ])
    expect((await read(reader, usual)).text, from).toContain('Hello')
    const lost = makeZip(await renamed(bytes, from, to))
    expect(await reasonOf(read(reader, lost)), to).toBe('broken')
  }
})

test('a PDF tells its pages and words', async () => {
  const { outline, text } = await read(readPdf, makeTextPdf('Hello zebra'))
  expect(outline).toMatchObject({ pages: 1, words: 2, parts: 0 })
  expect(text).toBe('Hello zebra')
})

describe('hostile files', () => {
  const sheet = (rows: string, extra: Parameters<typeof makeWorkbook>[0]['extra'] = []) =>
    makeWorkbook({ sheets: { One: rows }, extra })
  const office = (main: string, data: string | Buffer) =>
    makeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: main, data, method: 8 },
    ])
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]>`

  /** A workbook with one text that is so many megabytes long. */
  const bombOf = (megabytes: number) =>
    makeZip([
      { name: 'xl/workbook.xml', data: '<workbook xmlns:r="x"><sheets><sheet name="A" r:id="s"/></sheets></workbook>' },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: '<R><Relationship Id="s" Type="/worksheet" Target="s.xml"/><Relationship Id="t" Type="/sharedStrings" Target="t.xml"/></R>',
      },
      { name: 'xl/s.xml', data: '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>' },
      {
        name: 'xl/t.xml',
        data: Buffer.concat([
          Buffer.from('<sst><si><t>'),
          Buffer.alloc(megabytes * 1024 * 1024, 'a'),
          Buffer.from('</t></si></sst>'),
        ]),
        method: 8,
      },
    ])

  test.each<[string, Reader, () => Buffer | string, string]>([
    ['a workbook without sheets', readWorkbook, () => office('xl/workbook.xml', '<workbook/>'), 'broken'],
    ['no XML at all', readWorkbook, () => office('xl/workbook.xml', 'hello'), 'broken'],
    ['half a sheet', readWorkbook, () => sheet('<row><c><v>1</v></c></row><row><c>&broken'), 'broken'],
    [
      'entities in a workbook',
      readWorkbook,
      () => office('xl/workbook.xml', `${laughs}<workbook>&b;</workbook>`),
      'broken',
    ],
    [
      'entities in Word',
      readWord,
      () => office('word/document.xml', `${laughs}<w:document>&b;</w:document>`),
      'broken',
    ],
    ['Word without text', readWord, () => makeWord(''), 'empty'],
    [
      'elements in each other',
      readSlides,
      () => makeSlides(['<p:grpSp>'.repeat(5000) + '</p:grpSp>'.repeat(5000)]),
      'broken',
    ],
    [
      'a part that is longer than it says',
      readWord,
      () => makeZip([{ name: 'word/document.xml', data: `<x>${'a'.repeat(100_000)}</x>`, method: 8, size: 10 }]),
      'broken',
    ],
    [
      'a part that says it is too large',
      readSlides,
      () => makeZip([{ name: 'ppt/presentation.xml', data: 'x', method: 8, size: limits.wholePartBytes + 1 }]),
      'tooLarge',
    ],
    [
      'an encrypted part',
      readSlides,
      () => makeZip([{ name: 'ppt/presentation.xml', data: 'x', method: 8, flags: 1 }]),
      'locked',
    ],
    ['a PDF that is none', readPdf, () => '%PDF-1.7\nnothing', 'broken'],
  ])('%s', async (_, reader, bytes, reason) => {
    expect(await reasonOf(read(reader, bytes()))).toBe(reason)
  })

  test('a bomb in the texts of a workbook takes no more memory than one text', async () => {
    const bytes = bombOf(20)
    expect(bytes.length).toBeLessThan(100_000)
    expect(rowsOf(await read(readWorkbook, bytes))[0]?.[0]).toHaveLength(limits.cellLength)
  })

  test('rows are taken up to the limit, wherever they say they are', async () => {
    const bytes = sheet(`<row r="1"><c><v>1</v></c></row><row r="${limits.rows + 5}"><c><v>2</v></c></row>`)
    const { outline } = await read(readWorkbook, bytes)
    expect(outline.sheets[0]).toMatchObject({ rows: 1, isCut: true })
  })

  test('a thread that takes too long, or too much memory, ends', async () => {
    const never = { parts: () => new Promise<void>(() => {}), picture: async () => null }
    const contentType = 'text/csv'
    const path = await put('a,b\n')
    expect(await reasonOf(readInThread({ path, contentType, kind: 'sheets' }, never, 1500))).toBe('tooLong')
    const full = await put(bombOf(130))
    expect(await reasonOf(readInThread({ path: full, contentType: 'x', kind: 'sheets' }, never))).toBe('tooLarge')
  })
})
