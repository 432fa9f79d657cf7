import type { SheetOutline } from '@learnt/contract/files'
import { textOfFormula } from './formulas.ts'
import { limits } from './limits.ts'
import { daysTo1904, type NumberFormat, readNumberFormats, writeGeneral } from './number-formats.ts'
import { OfficeArchive } from './office-archive.ts'
import type { Output, ReadOutline } from './output.ts'
import { cellText, RowParts } from './row-parts.ts'
import { SharedStrings } from './shared-strings.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { prefixed, readXml } from './xml.ts'

export async function readWorkbook(path: string, output: Output): Promise<ReadOutline> {
  const archive = await OfficeArchive.open(path)
  const strings = new SharedStrings()
  try {
    const main = await archive.mainPart('xl/workbook.xml')
    const { names, is1904 } = await readSheetNames(archive, main)
    const relations = await archive.relations(main)
    const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target
    const formatOf = await readNumberFormats(archive, partOf('styles'), { is1904 })
    await readSharedStrings(archive, partOf('sharedStrings'), strings)
    const sheets: SheetOutline[] = []
    for (const { name, relation } of names.slice(0, limits.sheets)) {
      const target = relations.get(relation)
      // A sheet may be a chart, which has no cells.
      if (target?.type !== 'worksheet' || !archive.has(target.target)) continue
      const rows = new RowParts(output, name)
      await readSheet(archive, target.target, rows, { strings, formatOf, is1904 })
      sheets.push(await rows.finish())
    }
    if (sheets.length === 0) throw new DocumentUnreadable('broken')
    return { sheets, isCut: names.length > limits.sheets || sheets.some((sheet) => sheet.isCut) }
  } finally {
    strings.close()
    archive.close()
  }
}

/**
 * Hands on the rows of the first sheet that Excel shows, as they come, for a program that reads them: stored values, not
 * what is shown. `takerOf` is told whether the workbook counts its days from 1904.
 */
export async function readFirstSheet(path: string, takerOf: (is1904: boolean) => RowTaker): Promise<void> {
  const archive = await OfficeArchive.open(path)
  const strings = new SharedStrings()
  try {
    const main = await archive.mainPart('xl/workbook.xml')
    const { names, is1904 } = await readSheetNames(archive, main)
    const relations = await archive.relations(main)
    const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target
    const formatOf = await readNumberFormats(archive, partOf('styles'), { is1904, isForPrograms: true })
    await readSharedStrings(archive, partOf('sharedStrings'), strings)
    const sheet = names
      .map(({ relation }) => relations.get(relation))
      .find((one) => one?.type === 'worksheet' && archive.has(one.target))
    if (!sheet) throw new DocumentUnreadable('broken')
    await readSheet(archive, sheet.target, takerOf(is1904), { strings, formatOf, is1904, isForPrograms: true })
  } finally {
    strings.close()
    archive.close()
  }
}

/** A cell that has no value to read: a formula that failed, or one that nobody has worked out. */
export interface CellFault {
  readonly column: number
  readonly code: 'cellError' | 'noResult'
}

/** Takes the rows of a sheet in their order. */
export interface RowTaker {
  /** False: no more. */
  add(index: number, cells: string[], isNumber: readonly boolean[], faults: readonly CellFault[]): Promise<boolean>
  /** There is more than is taken. Without it a sheet that is too large is refused. */
  cut?(): void
}

/** The sheets that Excel shows, in their order. */
async function readSheetNames(
  archive: OfficeArchive,
  main: string,
): Promise<{ names: { name: string; relation: string }[]; is1904: boolean }> {
  const names: { name: string; relation: string }[] = []
  let is1904 = false
  await readXml(await archive.stream(main, limits.wholePartBytes), {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (element !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const relation = prefixed(attributes, 'id')
      if (relation !== undefined) names.push({ name: (attributes.name ?? '').slice(0, 100), relation })
    },
  })
  return { names, is1904 }
}

async function readSharedStrings(
  archive: OfficeArchive,
  part: string | undefined,
  strings: SharedStrings,
): Promise<void> {
  if (part === undefined || !archive.has(part)) return
  let text = ''
  let inText = false
  let inPhonetic = false
  await readXml(await archive.stream(part, limits.streamedPartBytes), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') inPhonetic = true
      else if (name === 't') inText = !inPhonetic
    },
    text(piece) {
      if (inText && text.length <= limits.cellLength) text += piece.slice(0, limits.cellLength + 1)
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inPhonetic = false
      else if (name === 'si') strings.add(cellText(text))
    },
  })
}

/** What the values of cells are read with. */
interface CellReading {
  readonly strings: SharedStrings
  readonly formatOf: (style: number) => NumberFormat
  readonly is1904: boolean
  readonly isForPrograms?: boolean
}

interface SheetRow {
  readonly index: number
  readonly cells: string[]
  readonly isNumber: boolean[]
  readonly faults: CellFault[]
}

async function readSheet(archive: OfficeArchive, part: string, rows: RowTaker, reading: CellReading): Promise<void> {
  let row: SheetRow = { index: -1, cells: [], isNumber: [], faults: [] }
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let formula = ''
  let hasValue = false
  let inside: 'value' | 'formula' | '' = ''
  let inPhonetic = false
  /** Rows of one piece of the file; parts are made of them before the next piece is read. */
  let waiting: SheetRow[] = []
  const finishCell = () => {
    if (column < 0 || (value === '' && (hasValue || formula === ''))) return
    if (column >= limits.columns) return rows.cut?.()
    if (value === '') {
      const text = textOfFormula(formula)
      if (text === null) row.faults.push({ column, code: 'noResult' })
      else row.cells[column] = cellText(text)
      return
    }
    const number = type === 'n' ? Number(value) : Number.NaN
    row.isNumber[column] = Number.isFinite(number)
    if (type === 'e') row.faults.push({ column, code: 'cellError' })
    row.cells[column] = Number.isFinite(number)
      ? reading.formatOf(style)(number, value)
      : writeValue(type, value, style, reading)
  }
  try {
    await readXml(await archive.stream(part, limits.streamedPartBytes), {
      open(name, attributes) {
        if (name === 'c') {
          column = columnOf(attributes.r, column)
          type = attributes.t ?? 'n'
          style = Number(attributes.s ?? 0)
          value = ''
          formula = ''
          hasValue = false
        } else if (name === 'v' || name === 't') {
          hasValue = true
          inside = inPhonetic ? '' : 'value'
        } else if (name === 'f') {
          inside = 'formula'
          // One that is shared is written in another cell.
          formula = ' '
        } else if (name === 'rPh') inPhonetic = true
        else if (name === 'row') {
          const given = Number(attributes.r) - 1
          const { index } = row
          row = {
            index: given > index && Number.isInteger(given) ? given : index + 1,
            cells: [],
            isNumber: [],
            faults: [],
          }
          column = -1
        }
      },
      text(piece) {
        if (inside === 'value' && value.length <= limits.cellLength) value += piece.slice(0, limits.cellLength + 1)
        if (inside === 'formula' && formula.length <= limits.cellLength)
          formula += piece.slice(0, limits.cellLength + 1)
      },
      close(name) {
        if (name === 'v' || name === 't' || name === 'f') inside = ''
        else if (name === 'rPh') inPhonetic = false
        else if (name === 'c') finishCell()
        else if (name === 'row') waiting.push(row)
      },
      async pause() {
        const found = waiting
        waiting = []
        for (const one of found) if (!(await rows.add(one.index, one.cells, one.isNumber, one.faults))) return false
        return true
      },
    })
  } catch (error) {
    // If a sheet is too large, its beginning is better than nothing.
    if (!rows.cut || !(error instanceof DocumentUnreadable) || error.reason !== 'tooLarge') throw error
    rows.cut()
  }
  for (const one of waiting) if (!(await rows.add(one.index, one.cells, one.isNumber, one.faults))) break
}

function writeValue(type: string, value: string, style: number, reading: CellReading): string {
  switch (type) {
    case 's':
      return reading.strings.get(Number(value))
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
    case 'd':
      return writeDay(value, style, reading)
    default:
      return cellText(value)
  }
}

/** A day as ISO 8601, which some programs write. */
function writeDay(value: string, style: number, { formatOf, is1904, isForPrograms = false }: CellReading): string {
  const moment = Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(value) ? value : `${value}${value.includes('T') ? 'Z' : ''}`)
  if (Number.isNaN(moment)) return cellText(value)
  if (isForPrograms) return new Date(moment).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  const written = formatOf(style)
  return written === writeGeneral ? cellText(value) : written(moment / 86_400_000 + 25_569 - (is1904 ? daysTo1904 : 0))
}

/** From a reference such as BC23; without one it is the next column. */
function columnOf(reference: string | undefined, before: number): number {
  if (reference === undefined) return before + 1
  let column = 0
  for (let at = 0; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column === 0 ? before + 1 : column - 1
}
