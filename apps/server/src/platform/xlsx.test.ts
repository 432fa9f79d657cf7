import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readWorkbook } from '../../test/read-workbook.ts'
import { type FileColumn, readCopied, workbookOf } from './xlsx.ts'

const columns: FileColumn[] = [
  { header: 'name & <title>', type: 'text', of: sql`x` },
  { header: 'seconds', type: 'integer', of: sql`x` },
  { header: 'done', type: 'flag', of: sql`x` },
  { header: 'at', type: 'moment', of: sql`x` },
]

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** As COPY writes it. */
function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

describe('what COPY writes as CSV', () => {
  const records = [
    ['a', 'b'],
    ['', '""'],
    ['line\r\nbreak, comma', 'He said "no", and left'],
    ['ünï¢ødé 😀', '"'],
    ['', ''],
  ]
  const text = records.map((record) => `${record.map(quoted).join(',')}\r\n`).join('')

  it('is read the same, wherever its pieces end', async () => {
    for (let size = 1; size < 40; size++) {
      const found: string[][] = []
      for await (const some of readCopied(pieces(text, size))) found.push(...some)
      expect(found, `pieces of ${size}`).toEqual(records)
    }
  })
})

describe('a workbook', () => {
  const nasty = [
    '=1+1',
    '+SUM(A1)',
    '-2',
    '@cmd',
    '=HYPERLINK("http://x.test","y")',
    ' two  blanks ',
    'a<b>&"c"',
    'line\nbreak',
    'bell\u0007 and \u0000 nul',
    '\ufffe',
    '😀 عربي',
    'x'.repeat(40_000),
  ]
  const csv = ['h1,h2,h3,h4', ...nasty.map((name, n) => `${quoted(name)},${n * 7},${n % 2},46347.3125`), 'last,,,']
    .map((line) => `${line}\r\n`)
    .join('')
  const make = (rightToLeft = false) =>
    buffer(workbookOf({ title: 'Courses: [all]/2026', rightToLeft, columns, rows: pieces(csv, 1000) }))

  it('holds texts as texts, numbers as numbers, moments as dates, and a frozen line of headers', async () => {
    const { rows, sheet } = await readWorkbook(await make())
    expect(rows[0]?.map((cell) => cell.value)).toEqual(['name & <title>', 'seconds', 'done', 'at'])
    expect(rows).toHaveLength(nasty.length + 2)
    for (const [n, name] of nasty.entries()) {
      const [text, seconds, done, at] = rows[n + 1] ?? []
      const written = ['\u0000', '\u0007', '\ufffe']
        .reduce((text, char) => text.replaceAll(char, ''), name)
        .slice(0, 32_767)
      expect(text).toEqual({ type: 'inlineStr', style: null, value: written })
      expect(seconds).toEqual({ type: 'n', style: null, value: String(n * 7) })
      expect(done).toEqual({ type: 'b', style: null, value: String(n % 2) })
      expect(at).toEqual({ type: 'n', style: '2', value: '46347.3125' })
    }
    expect(rows.at(-1)?.map((cell) => cell.type)).toEqual(['inlineStr', null, null, null])
    expect(sheet).toContain('state="frozen"')
    expect(sheet).not.toContain('rightToLeft')
    expect((await readWorkbook(await make(true))).sheet).toContain('rightToLeft="1"')
  })

  it('has days as days, also those that people wrote, where a spreadsheet can count them', async () => {
    const days: FileColumn[] = [
      { header: 'day', type: 'day', of: sql`x` },
      { header: 'written', type: 'written', of: sql`x` },
    ]
    const lines = ['45351,2024-02-29', '16,2024-02-30', ',2024-02-29T13:30', '61,=1+1', '60,1900-01-15', '1,']
    const rows = pieces(['h1,h2', ...lines].map((line) => `${line}\r\n`).join(''), 1000)
    const made = await buffer(workbookOf({ title: 'x', rightToLeft: false, columns: days, rows }))
    const day = (value: string) => ({ type: 'n', style: '3', value })
    const text = (value: string) => ({ type: 'inlineStr', style: null, value })
    const none = { type: null, style: null, value: '' }
    expect((await readWorkbook(made)).rows.slice(1)).toEqual([
      [day('45351'), day('45351')],
      // The calendar of spreadsheets has a 29 February 1900, and counts wrongly before it.
      [text('1900-01-15'), text('2024-02-30')],
      [none, { type: 'n', style: '2', value: '45351.5625' }],
      [day('61'), text('=1+1')],
      [text('1900-02-28'), text('1900-01-15')],
      [text('1899-12-31'), none],
    ])
  })

  it('breaks off when its rows do', async () => {
    async function* broken() {
      yield Buffer.from('h1,h2,h3,h4\r\n')
      throw new Error('connection lost')
    }
    await expect(buffer(workbookOf({ title: 'x', rightToLeft: false, columns, rows: broken() }))).rejects.toThrow(
      'connection lost',
    )
  })

  it('is written as fast as it is taken, and no faster', async () => {
    let taken = 0
    async function* endless() {
      yield Buffer.from('h1,h2,h3,h4\r\n')
      for (;;) {
        taken++
        yield Buffer.from(`${randomBytes(25_000).toString('base64')},1,1,1\r\n`)
      }
    }
    const out = workbookOf({ title: 'x', rightToLeft: false, columns, rows: endless() })
    out.read(0)
    let before: number
    do {
      before = taken
      expect(taken).toBeLessThan(50)
      await new Promise((resolve) => setTimeout(resolve, 300))
    } while (taken === 0 || taken !== before)
    out.destroy()
  })
})
