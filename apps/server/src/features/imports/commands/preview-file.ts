import { importLimits } from '@learnt/contract/import-states'
import type { ImportPreview, ImportReading } from '@learnt/contract/imports'
import { tidyText } from '@learnt/contract/text'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { isTelling, readTableOf, tellingRows, unreadableReason } from '../../files/commands.ts'
import type { FileRow } from '../../files/queries.ts'
import type { ImportKind, Remembered } from '../kind.ts'
import { plainHeading } from '../queries/read-cells.ts'
import { findFileOf, type RunRow } from '../queries/runs.ts'

/** The first rows of a run's file, read as asked. */
export async function previewRun(
  ctx: Ctx,
  kind: ImportKind,
  run: RunRow,
  asked: { encoding?: string | undefined; delimiter?: string | undefined },
): Promise<RunPreview> {
  const [remembered, file] = await ctx.read((tx) => Promise.all([kind.remembered(tx, run.teamId), findFileOf(tx, run)]))
  if (!file) throw new ProblemError('not-found')
  const reading = {
    encoding: asked.encoding ?? run.reading.encoding ?? '',
    delimiter: asked.delimiter ?? run.reading.delimiter ?? '',
  }
  const preview = await previewFile(ctx, kind, file, remembered, reading)
  // What somebody chose for this run is kept, as long as the columns are the same ones.
  const isSame = run.checkedAt !== null && JSON.stringify(run.headings) === JSON.stringify(preview.headings)
  return isSame ? { ...preview, mapping: run.mapping } : preview
}

const sampleRows = 5
/** How far rows are looked for that show whether the encoding is right. */
const searchedRows = 20_000

type RunPreview = ImportPreview & { mapping: (string | null)[] }

/** What is in a file before it is read as a whole. */
export async function previewFile(
  ctx: Ctx,
  kind: ImportKind,
  file: FileRow,
  remembered: Remembered,
  asked: ImportReading,
): Promise<RunPreview> {
  let headings: string[] | null = null
  const samples: string[][] = []
  const telling: RunPreview['telling'] = []
  const isWorkbook = file.contentType !== 'text/csv'
  const wish = { ...asked, remembered: remembered.encoding }
  let searched = 0
  const reading = await readTableOf(ctx, file, wish, ({ line, cells }) => {
    const shown = cells.map((cell) => cell.slice(0, 200))
    if (!isWorkbook && telling.length < tellingRows && cells.some(isTelling)) telling.push({ line, cells: shown })
    if (headings === null) headings = readHeadings(cells)
    else if (samples.length < sampleRows) samples.push(shown)
    searched++
    return samples.length < sampleRows || (!isWorkbook && telling.length < tellingRows && searched < searchedRows)
  }).catch((error: unknown) => {
    throw refusedFile(ctx, kind, error)
  })
  const found: string[] = headings ?? []
  if (found.length === 0 || found.length > importLimits.columns) throw refusedFile(ctx, kind, 'noHeadings')
  if (samples.length === 0) throw refusedFile(ctx, kind, 'noRows')
  return {
    headings: found,
    // What stands behind the last heading fills nothing.
    samples: samples.map((row) => row.slice(0, found.length)),
    telling: telling.map(({ line, cells }) => ({ line, cells: cells.slice(0, found.length) })),
    mapping: mappingOf(found, kind, remembered),
    reading,
    isWorkbook,
  }
}

/** As they stand in the first row, without what follows the last one. */
export function readHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => tidyText(cell.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')).slice(0, 100))
  while (headings.length > 0 && headings.at(-1) === '') headings.pop()
  return headings
}

/** What the team's headings say, then what earlier files were mapped to, then what the words mean. */
function mappingOf(headings: readonly string[], kind: ImportKind, { known }: Remembered): (string | null)[] {
  const taken = new Set<string>()
  const take = (field: string | null) => {
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const plain = headings.map(plainHeading)
  const first = plain.map((heading) => take(known.get(heading) ?? null))
  return first.map((field, at) => field ?? (known.has(plain[at] ?? '') ? null : take(kind.guess(headings[at] ?? ''))))
}

/** Why a file cannot be used, at the field that brought it. */
export function refusedFile(ctx: Pick<Ctx, 't'>, kind: Pick<ImportKind, 'noun'>, error: unknown): unknown {
  const reason = error === 'noHeadings' || error === 'noRows' ? error : unreadableReason(error)
  if (reason === null) return error
  return new ProblemError('invalid-input', {
    detail: ctx.t(`imports.unreadable.${reason}`),
    errors: [{ path: 'body.uploadId', message: ctx.t(`imports.unreadable.${reason}`), code: `${kind.noun}.${reason}` }],
  })
}
