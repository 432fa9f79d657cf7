import type { FastifyReply } from 'fastify'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { csvOf, sendDownload } from '../../../platform/csv.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { readTableOf } from '../../files/commands.ts'
import type { ImportKind } from '../kind.ts'
import { sentenceOf } from '../queries/read-cells.ts'
import { findFileOf, listRejected, type RunRow, wishOf } from '../queries/runs.ts'
import { readHeadings } from './preview-file.ts'

/** The rejected rows as they stand in the file, each with its line and its errors: corrected, it is the next file. */
export async function sendRejected(
  ctx: Ctx,
  reply: FastifyReply,
  kind: Pick<ImportKind, 'noun' | 'subject'>,
  run: RunRow,
): Promise<FastifyReply> {
  const [file, rejected] = await ctx.read((tx) => Promise.all([findFileOf(tx, run), listRejected(tx, run.id)]))
  if (!file) throw new ProblemError('not-found')
  await ctx.write((tx) =>
    audit(ctx, tx, {
      action: `${kind.noun}.exportRejected`,
      subjectType: kind.subject,
      subjectId: run.id,
      subjectTitle: run.fileName,
    }),
  )
  let headings: string[] | null = null
  const found: { line: number; cells: string[] }[] = []
  await readTableOf(ctx, file, wishOf(run), (row) => {
    if (headings === null) headings = readHeadings(row.cells)
    else if (rejected.has(row.line)) found.push(row)
    return true
  })
  const titles: string[] = headings ?? []
  const columns = [
    ...titles.map((header, at) => ({ header, value: (row: { cells: string[] }) => row.cells[at] ?? '' })),
    { header: ctx.t('imports.file.line'), value: (row: { line: number }) => row.line },
    {
      header: ctx.t('imports.file.errors'),
      value: ({ line }: { line: number }) =>
        (rejected.get(line) ?? [])
          .map(({ code, field, found: value, named }) => {
            const column = titles[run.mapping.indexOf(field)] ?? ''
            const place = [column, value === '' ? '' : `“${value}”`].filter(Boolean).join(' ')
            return [place, sentenceOf(ctx.t, kind.noun, { code, named })].filter(Boolean).join(': ')
          })
          .join(' '),
    },
  ]
  async function* rows() {
    yield* found
  }
  return sendDownload(
    reply,
    `rejected-${run.fileName.replace(/\.\w+$/, '')}.csv`,
    'text/csv; charset=utf-8',
    csvOf(columns, rows()),
  )
}
