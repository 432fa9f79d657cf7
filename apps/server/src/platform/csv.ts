import type { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'

export interface CsvColumn<T> {
  readonly header: string
  readonly value: (row: T) => string | number | null
}

/**
 * Rows as a CSV that spreadsheets open as it stands: UTF-8 with byte order mark, CRLF, every cell that a spreadsheet
 * would take for a formula is made text by an apostrophe before it. Read slowly, the source is asked slowly.
 */
export function csvOf<T>(columns: readonly CsvColumn<T>[], rows: AsyncIterable<T>): Readable {
  const options: Options = { bom: true, record_delimiter: 'windows', escape_formulas: true }
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
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="${fileName.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
    .header('cache-control', 'no-store')
    .send(csvOf(columns, rows))
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
