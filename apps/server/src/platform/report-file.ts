import { directionOf } from '@learnt/contract/locales'
import type { FastifyReply } from 'fastify'
import type { RawBuilder } from 'kysely'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'
import { headerLine, sendCopiedCsv } from './csv.ts'
import type { ReadTx } from './db/database.ts'
import { ProblemError } from './problem.ts'
import { type FileColumn, type FileFormat, MAX_SHEET_ROWS, sendSheet } from './xlsx.ts'

interface ReportFile {
  readonly format: FileFormat
  /** Without its ending. */
  readonly name: string
  readonly title: string
  readonly columns: readonly FileColumn[]
  /** The entry of the audit log. */
  readonly entry: Parameters<typeof audit>[2]
  count(tx: ReadTx): Promise<number>
  readonly rows: RawBuilder<unknown>
}

/**
 * Written by the database and passed on, so a file of any size takes little memory. Audits every export before its
 * first byte.
 */
export async function sendReportFile(
  { reply }: { reply: FastifyReply },
  ctx: Ctx,
  file: ReportFile,
): Promise<FastifyReply> {
  const { format, columns } = file
  if (format === 'xlsx') {
    const rows = await ctx.read((tx) => file.count(tx))
    if (rows > MAX_SHEET_ROWS)
      throw new ProblemError('too-large', { detail: ctx.t('reports.tooManyRows', { rows, limit: MAX_SHEET_ROWS }) })
  }
  await ctx.write((tx) => audit(ctx, tx, file.entry))
  const texts = columns
    .filter(({ type }) => type === 'text' || type === 'written')
    .map(({ header, name = header }) => name)
  const rows = ctx.services.db
    .tenant(ctx.actor.tenantId)
    .copyCsv(file.rows, ctx.actor.userId, format === 'csv' ? texts : [])
  const name = `${file.name}.${format}`
  if (format === 'csv') {
    const isRenamed = columns.some((column) => column.name !== undefined)
    return sendCopiedCsv(reply, name, isRenamed ? underHeaders(columns, rows) : rows)
  }
  return sendSheet(reply, name, {
    title: file.title,
    rightToLeft: directionOf(ctx.locale) === 'rtl',
    columns,
    rows,
  })
}

/** The rows without their first line, which has the names of the columns in SQL, under the columns' headers. */
async function* underHeaders(columns: readonly FileColumn[], rows: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let isHeader = true
  for await (const piece of rows) {
    if (!isHeader) {
      yield piece
      continue
    }
    const end = piece.indexOf('\n')
    if (end === -1) continue
    isHeader = false
    yield Buffer.concat([Buffer.from(headerLine(columns.map(({ header }) => header))), piece.subarray(end + 1)])
  }
}
