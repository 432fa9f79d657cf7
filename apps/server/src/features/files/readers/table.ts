import type { EncodingBasis } from '@learnt/contract/text-encodings'
import { detectDialect, type EncodingWish, findEncodingOf, plainCell, readRecords, readSample } from './csv.ts'
import { isFailedFormula } from './formulas.ts'
import { limits } from './limits.ts'
import { blameDocument } from './unreadable.ts'
import type { CellFault } from './workbook.ts'

/** How a table is to be read; '' where that is to be found out. */
export interface TableWish extends EncodingWish {
  readonly delimiter: string
}

/** How the text of a table was read; of a workbook nothing is to be told. */
export interface TableReading {
  readonly encoding: string
  readonly delimiter: string
  readonly basis: EncodingBasis
}

export interface TableRow {
  /** As a spreadsheet counts them, from 1. */
  readonly line: number
  readonly cells: string[]
  /** Cells whose text is no value. */
  readonly faults: readonly CellFault[]
  /** Numbers of days count from 1904. */
  readonly is1904: boolean
}

/**
 * Hands on the rows of a CSV file, or of the first sheet of a workbook, until `take` answers false; empty rows are left out.
 * Answers how the text was read. Throws `DocumentUnreadable`.
 */
export async function readTable(
  file: { readonly path: string; readonly isWorkbook: boolean },
  wish: TableWish,
  take: (row: TableRow) => boolean | Promise<boolean>,
): Promise<TableReading> {
  const give = (line: number, cells: string[], { faults, is1904 }: Pick<TableRow, 'faults' | 'is1904'>) => {
    const kept = cells.length > limits.columns ? cells.slice(0, limits.columns) : cells
    // Cells that a sheet does not name are holes.
    const texts = Array.from(kept, (cell) =>
      (cell ?? '').slice(0, limits.cellLength).replaceAll('\0', '').toWellFormed(),
    )
    const isEmpty = texts.every((cell) => cell.trim() === '') && faults.length === 0
    return isEmpty ? true : take({ line, cells: texts, faults, is1904 })
  }
  try {
    if (file.isWorkbook) {
      const { readFirstSheet } = await import('./workbook.ts')
      await readFirstSheet(file.path, (is1904) => ({
        add: async (index, cells, _, faults) => give(index + 1, cells, { faults, is1904 }),
      }))
      return { encoding: '', delimiter: '', basis: 'found' }
    }
    const sample = await readSample(file.path)
    const { encoding, basis } = await findEncodingOf(file.path, sample, wish)
    const found = detectDialect(new TextDecoder(encoding).decode(sample))
    const dialect = wish.delimiter === '' ? found : { ...found, delimiter: wish.delimiter }
    let line = dialect.fromLine - 1
    await readRecords(file.path, encoding, dialect, (record) => {
      const cells = record.map(plainCell)
      return give(++line, cells, { faults: faultsOf(cells), is1904: false })
    })
    return { encoding, delimiter: dialect.delimiter, basis }
  } catch (error) {
    throw blameDocument(error)
  }
}

/** A file of text has nothing but the words for it. */
function faultsOf(cells: readonly string[]): CellFault[] {
  return cells.flatMap((cell, column) => (isFailedFormula(cell) ? [{ column, code: 'cellError' as const }] : []))
}
