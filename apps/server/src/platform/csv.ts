import { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'

export interface CsvColumn<T> {
  readonly header: string
  readonly value: (row: T) => string | number | null
}

/**
 * Rows as a CSV that spreadsheets open as it stands: UTF-8 with byte order mark, CRLF, whatever a spreadsheet would take
 * for a formula is made text by an apostrophe before it. Read slowly, the source is asked slowly.
 */
export function csvOf<T>(columns: readonly CsvColumn<T>[], rows: AsyncIterable<T>): Readable {
  const options: Options = {
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[;\t|]/,
    cast: { string: harmless },
  }
  const out = stringify(options)
  void (async () => {
    try {
      write(
        out,
        columns.map((column) => column.header),
      )
      for await (const row of rows) {
        if (out.destroyed) return
        if (
          !write(
            out,
            columns.map((column) => column.value(row) ?? ''),
          )
        )
          await drained(out)
      }
      out.end()
    } catch (error) {
      // The connection breaks off, so that nobody takes half a file for a whole one.
      out.destroy(error as Error)
    }
  })()
  return out
}

/** Sends a CSV as a file to download. */
export function sendCsv<T>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<T>[],
  rows: AsyncIterable<T>,
): FastifyReply {
  return sendDownload(reply, fileName, csvType, csvOf(columns, rows))
}

/** A column of a file that the database writes; `cell` is SQL. */
export interface SqlColumn {
  readonly header: string
  readonly cell: RawBuilder<unknown>
}

/** The select list of a file, each column under its header. */
export function selectCells(columns: readonly SqlColumn[]): RawBuilder<unknown> {
  return sql.join(columns.map(({ header, cell }) => sql`${cell} as ${sql.raw(`"${header.replaceAll('"', '""')}"`)}`))
}

/**
 * Where a spreadsheet begins to compute: a sign (full-width ones included) at the beginning of a cell, or behind whatever
 * separates cells in some country's settings: where a comma is a decimal point, a file is cut at semicolons, quotes or not.
 */
const formula = String.raw`(^|[;,|\t\r\n])([\s"]*)([=+@\uFF1D\uFF0B\uFF0D\uFF20-])`
const formulas = new RegExp(formula, 'g')

function harmless(text: string): string {
  return text.replace(formulas, "$1'$2$3")
}

/** A line of headers that people have named: quoted, and made harmless as texts are. */
export function headerLine(headers: readonly string[]): string {
  return `${headers.map((header) => `"${harmless(header).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** How SQL writes what the files of this server say: as csvOf() does, row for row. */
export const cells = {
  /** Text, made harmless where a spreadsheet would take it for a formula; nothing is an empty cell, not a pair of quotes. */
  text: (of: RawBuilder<unknown>) => sql`nullif(regexp_replace(${of}, ${formula}, ${String.raw`\1'\2\3`}, 'g'), '')`,
  decimal: (of: RawBuilder<unknown>) => sql`trim_scale(${of}::numeric)`,
  flag: (of: RawBuilder<unknown>) => sql`case when ${of} then 'true' else 'false' end`,
  moment: (of: RawBuilder<unknown>) => sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  day: (of: RawBuilder<unknown>) => sql`to_char(${of}, 'YYYY-MM-DD')`,
}

/** Sends what the database writes as a file to download. What goes wrong before the first row is answered as a problem. */
export async function sendCopiedCsv(
  reply: FastifyReply,
  fileName: string,
  rows: AsyncGenerator<Buffer>,
): Promise<FastifyReply> {
  const first = await rows.next()
  async function* file() {
    yield Buffer.from('\uFEFF')
    if (first.done) return
    yield first.value
    yield* rows
  }
  return sendDownload(reply, fileName, csvType, Readable.from(file(), { objectMode: false, highWaterMark: 256 * 1024 }))
}

const csvType = 'text/csv; charset=utf-8'

/** Sends a stream as a file to keep. */
export function sendDownload(
  reply: FastifyReply,
  fileName: string,
  contentType: string,
  file: Readable,
  cacheControl = 'no-store',
): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header(
      'content-disposition',
      `attachment; filename="${fileName.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
    .header('cache-control', cacheControl)
    .send(file)
}

function write(out: ReturnType<typeof stringify>, record: (string | number)[]): boolean {
  return out.write(record)
}

function drained(out: Readable & NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      out.off('drain', go)
      out.off('close', go)
      resolve()
    }
    out.on('drain', go)
    out.on('close', go)
  })
}
