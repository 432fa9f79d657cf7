import { detectDialect, detectEncodingOf, readRecords, readSample } from './csv.ts'
import { limits } from './limits.ts'
import { blameDocument } from './unreadable.ts'
import { readFirstSheet } from './workbook.ts'

/** How the text of a table is read; '' where that is to be found out. */
export interface TableReading {
  readonly encoding: string
  readonly delimiter: string
}

export interface TableRow {
  /** As a spreadsheet counts them, from 1. */
  readonly line: number
  readonly cells: string[]
}

/**
 * Hands on the rows of a CSV file, or of the first sheet of a workbook, until `take` answers false; empty rows are left out.
 * Answers how the text was read. Throws `DocumentUnreadable`.
 */
export async function readTable(
  file: { readonly path: string; readonly isWorkbook: boolean },
  asked: TableReading,
  take: (row: TableRow) => boolean | Promise<boolean>,
): Promise<TableReading> {
  const give = (line: number, cells: string[]) => {
    const kept = cells.length > limits.columns ? cells.slice(0, limits.columns) : cells
    // Cells that a sheet does not name are holes.
    const row = Array.from(kept, (cell) => (cell ?? '').slice(0, limits.cellLength).replaceAll('\0', '').toWellFormed())
    return row.every((cell) => cell.trim() === '') ? true : take({ line, cells: row })
  }
  try {
    if (file.isWorkbook) {
      await readFirstSheet(file.path, { add: async (index, cells) => give(index + 1, cells) })
      return { encoding: '', delimiter: '' }
    }
    const sample = await readSample(file.path)
    const encoding = isEncoding(asked.encoding) ? asked.encoding : await detectEncodingOf(file.path, sample)
    const found = detectDialect(new TextDecoder(encoding).decode(sample))
    const dialect = asked.delimiter === '' ? found : { ...found, delimiter: asked.delimiter }
    let line = dialect.fromLine - 1
    await readRecords(file.path, encoding, dialect, (cells) => give(++line, cells))
    return { encoding, delimiter: dialect.delimiter }
  } catch (error) {
    throw blameDocument(error)
  }
}

function isEncoding(name: string): boolean {
  if (name === '') return false
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}
