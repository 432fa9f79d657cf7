import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { cutText } from '@learnt/contract/cut-text'
import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import yazl from 'yazl'
import { cells, type SqlColumn, sendDownload } from './csv.ts'

/** Rows that a workbook holds at most; beyond that a CSV is what programs open. */
export const MAX_SHEET_ROWS = 50_000

/** What a cell may hold; longer texts end there. */
const MAX_TEXT = 32_767

/**
 * `word`: one of the product's own, which no spreadsheet computes. `day`: a date without a time, as the tenant has it.
 * `written`: text that mostly is a day, with or without a time, as people's own fields and answers keep it.
 */
type ColumnType = 'text' | 'word' | 'integer' | 'decimal' | 'flag' | 'moment' | 'day' | 'written'

/** A column of a file in any format; `of` is SQL of the type that it says. */
export interface FileColumn {
  readonly header: string
  /** In SQL, where the header is not the product's own: then it is written beside the rows, made harmless. */
  readonly name?: string
  readonly type: ColumnType
  readonly of: RawBuilder<unknown>
  /** Width in letters. */
  readonly width?: number
}

export type FileFormat = 'csv' | 'xlsx'

/** The columns as the database is to write them for a format. */
export function columnsFor(format: FileFormat, columns: readonly FileColumn[]): SqlColumn[] {
  return columns.map(({ header, name = header, type, of }) => ({
    header: name,
    cell: format === 'csv' ? asCsv[type](of) : asSheet[type](of),
  }))
}

const asCsv: Record<ColumnType, (of: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  text: cells.text,
  word: (of) => of,
  integer: (of) => of,
  decimal: cells.decimal,
  flag: cells.flag,
  moment: cells.moment,
  day: cells.day,
  written: cells.text,
}

const asSheet: Record<ColumnType, (of: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  // A text is a text: nothing computes what begins with a sign, so none is put before it.
  text: (of) => of,
  word: (of) => of,
  integer: (of) => of,
  decimal: cells.decimal,
  flag: (of) => sql`case when ${of} then 1 else 0 end`,
  // Days since 1899-12-30 on the wall clock of the tenant: a workbook knows no time zones.
  moment: (of) =>
    sql`round((extract(epoch from date_trunc('second', ${of}) at time zone (select control.zone_of_tenant())) / 86400 + 25569)::numeric, 6)`,
  day: (of) => sql`${of} - date '1899-12-30'`,
  written: (of) => of,
}

/**
 * Sends what the database writes (columnsFor 'xlsx', as CSV) as a workbook of one sheet with a frozen line of headers. Row
 * by row: it takes the memory of a few pieces of it. What goes wrong before the first row is answered as a problem.
 */
export async function sendSheet(
  reply: FastifyReply,
  fileName: string,
  of: { title: string; rightToLeft: boolean; columns: readonly FileColumn[]; rows: AsyncGenerator<Buffer> },
): Promise<FastifyReply> {
  const first = await of.rows.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* of.rows
  }
  return sendDownload(
    reply,
    fileName,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    workbookOf({ ...of, rows: all() }),
  )
}

/** The workbook as a stream of a zip. */
export function workbookOf(of: {
  title: string
  rightToLeft: boolean
  columns: readonly FileColumn[]
  rows: AsyncIterable<Buffer>
}): Readable {
  const zip = new yazl.ZipFile()
  // Excel takes no other letters, nor more of them, in the name of a sheet.
  const title = cutText(of.title.replace(/[\\/?*[\]:]/g, ' '), 31)
  for (const [name, text] of Object.entries(frame(title))) zip.addBuffer(Buffer.from(text), name)
  const out = zip.outputStream as Readable
  const sheet = Readable.from(sheetOf(of.columns, of.rightToLeft, of.rows), { objectMode: false })
  // The connection breaks off, so that nobody takes half a file for a whole one.
  sheet.on('error', (error) => out.destroy(error))
  out.on('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 4 })
  zip.end()
  return out
}

async function* sheetOf(
  columns: readonly FileColumn[],
  rightToLeft: boolean,
  rows: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ type, width = usualWidths[type] }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`,
  )
  let text = `${xml}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  text += `<row>${columns.map(({ header }) => `<c t="inlineStr" s="${styles.header}"><is><t>${escaped(header)}</t></is></c>`).join('')}</row>`
  let isHeader = true
  for await (const records of readCopied(rows)) {
    for (const record of records) {
      if (isHeader) {
        isHeader = false
        continue
      }
      text += '<row>'
      for (let n = 0; n < columns.length; n++) text += cellOf((columns[n] as FileColumn).type, record[n] ?? '')
      text += '</row>'
      if (text.length < 65_536) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`)
}

function cellOf(type: ColumnType, value: string): string {
  if (value === '') return '<c/>'
  switch (type) {
    case 'text':
    case 'word':
      return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cutText(value, MAX_TEXT))}</t></is></c>`
    case 'integer':
    case 'decimal':
      return `<c><v>${value}</v></c>`
    case 'flag':
      return `<c t="b"><v>${value}</v></c>`
    case 'moment':
    case 'day':
      return dayCell(type, Number(value))
    case 'written': {
      const [, day, time = '00:00'] = writtenDay.exec(value) ?? []
      const moment = new Date(`${day}T${time}Z`)
      // Not the 30th of February.
      const isDay = day !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
      if (!isDay) return cellOf('text', value)
      return dayCell(value === day ? 'day' : 'moment', moment.getTime() / 86_400_000 + daysTo1970)
    }
  }
}

const writtenDay = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/
/** Days of a spreadsheet's calendar before 1970. */
const daysTo1970 = 25_569
/** The first of March 1900: before it the calendar of spreadsheets has a day more. */
const firstDay = 61

function dayCell(style: 'moment' | 'day', days: number): string {
  if (days >= firstDay) return `<c s="${styles[style]}"><v>${days}</v></c>`
  const text = new Date(Math.round((days - daysTo1970) * 86_400) * 1000).toISOString()
  return cellOf('text', style === 'day' ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' '))
}

// What XML 1.0 has no place for: control characters, halves of pairs, and two that are no characters.
const unwritable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const special: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(unwritable, '').replace(/[&<>"]/g, (char) => special[char] as string)
}

/** The records of what COPY writes as CSV, a piece's worth at a time. Nothing and an empty text are both ''. */
export async function* readCopied(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[][]> {
  const decoder = new StringDecoder('utf8')
  let record: string[] = []
  let field = ''
  let isQuoted = false
  // A quote inside quotes ends them, or stands for itself when another follows: known with the next character.
  let wasQuote = false
  for await (const piece of pieces) {
    const text = decoder.write(piece)
    const records: string[][] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isQuoted) {
        if (wasQuote) {
          wasQuote = false
          if (code === 34) {
            from = at
            continue
          }
          isQuoted = false
        } else {
          if (code === 34) {
            field += text.slice(from, at)
            from = at + 1
            wasQuote = true
          }
          continue
        }
      }
      if (code === 44 || code === 10 || code === 13) {
        field += text.slice(from, at)
        from = at + 1
        if (code === 44) {
          record.push(field)
          field = ''
        } else if (code === 10) {
          record.push(field)
          records.push(record)
          record = []
          field = ''
        }
      } else if (code === 34) {
        isQuoted = true
        from = at + 1
      }
    }
    field += text.slice(from)
    yield records
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const usualWidths: Record<ColumnType, number> = {
  text: 24,
  word: 14,
  integer: 12,
  decimal: 12,
  flag: 12,
  moment: 18,
  day: 12,
  written: 18,
}
/** Places in the list of cell formats below. */
const styles = { header: 1, moment: 2, day: 3 }

function frame(title: string): Record<string, string> {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook ${main} xmlns:r="${relation}"><sheets><sheet name="${escaped(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
}
