import type { SheetOutline } from '@learnt/contract/files'
import { limits } from './limits.ts'
import { type NumberFormat, readNumberFormats, writeGeneral } from './number-formats.ts'
import { OfficeArchive } from './office-archive.ts'
import type { Output, ReadOutline } from './output.ts'
import { cellText, RowParts } from './row-parts.ts'
import { SharedStrings } from './shared-strings.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { prefixed, readXml } from './xml.ts'

const workbookPart = 'xl/workbook.xml'

export async function readWorkbook(path: string, output: Output): Promise<ReadOutline> {
  const archive = await OfficeArchive.open(path)
  const strings = new SharedStrings()
  try {
    const { names, is1904 } = await readSheetNames(archive)
    const relations = await archive.relations(workbookPart)
    const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target
    const formatOf = await readNumberFormats(archive, partOf('styles'), { is1904 })
    await readSharedStrings(archive, partOf('sharedStrings'), strings)
    const sheets: SheetOutline[] = []
    for (const { name, relation } of names.slice(0, limits.sheets)) {
      const target = relations.get(relation)
      // A sheet may be a chart, which has no cells.
      if (target?.type !== 'worksheet' || !archive.has(target.target)) continue
      const rows = new RowParts(output, name)
      await readSheet(archive, target.target, rows, strings, formatOf)
      sheets.push(await rows.finish())
    }
    if (sheets.length === 0) throw new DocumentUnreadable('broken')
    return { sheets, isCut: names.length > limits.sheets || sheets.some((sheet) => sheet.isCut) }
  } finally {
    strings.close()
    archive.close()
  }
}

/** Hands on the rows of the first sheet that Excel shows, as they come, for a program that reads them. */
export async function readFirstSheet(path: string, rows: RowTaker): Promise<void> {
  const archive = await OfficeArchive.open(path)
  const strings = new SharedStrings()
  try {
    const { names, is1904 } = await readSheetNames(archive)
    const relations = await archive.relations(workbookPart)
    const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target
    const formatOf = await readNumberFormats(archive, partOf('styles'), { is1904, isForPrograms: true })
    await readSharedStrings(archive, partOf('sharedStrings'), strings)
    const sheet = names
      .map(({ relation }) => relations.get(relation))
      .find((one) => one?.type === 'worksheet' && archive.has(one.target))
    if (!sheet) throw new DocumentUnreadable('broken')
    await readSheet(archive, sheet.target, rows, strings, formatOf)
  } finally {
    strings.close()
    archive.close()
  }
}

/** Takes the rows of a sheet in their order. */
export interface RowTaker {
  /** False: no more. */
  add(index: number, cells: string[], isNumber: readonly boolean[]): Promise<boolean>
  /** There is more than is taken. Without it a sheet that is too large is refused. */
  cut?(): void
}

/** The sheets that Excel shows, in their order. */
async function readSheetNames(
  archive: OfficeArchive,
): Promise<{ names: { name: string; relation: string }[]; is1904: boolean }> {
  const names: { name: string; relation: string }[] = []
  let is1904 = false
  await readXml(await archive.stream(workbookPart, limits.wholePartBytes), {
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

async function readSheet(
  archive: OfficeArchive,
  part: string,
  rows: RowTaker,
  strings: SharedStrings,
  formatOf: (style: number) => NumberFormat,
): Promise<void> {
  let index = -1
  let column = -1
  let cells: string[] = []
  let isNumber: boolean[] = []
  let type = 'n'
  let style = 0
  let value = ''
  let inValue = false
  let inPhonetic = false
  /** Rows of one piece of the file; parts are made of them before the next piece is read. */
  let waiting: { index: number; cells: string[]; isNumber: boolean[] }[] = []
  const finishCell = () => {
    if (column < 0 || value === '') return
    if (column >= limits.columns) return rows.cut?.()
    const number = type === 'n' ? Number(value) : Number.NaN
    isNumber[column] = Number.isFinite(number)
    cells[column] = Number.isFinite(number)
      ? formatOf(style)(number)
      : writeValue(type, value, style, strings, formatOf)
  }
  try {
    await readXml(await archive.stream(part, limits.streamedPartBytes), {
      open(name, attributes) {
        if (name === 'c') {
          column = columnOf(attributes.r, column)
          type = attributes.t ?? 'n'
          style = Number(attributes.s ?? 0)
          value = ''
        } else if (name === 'v' || name === 't') inValue = !inPhonetic
        else if (name === 'rPh') inPhonetic = true
        else if (name === 'row') {
          const given = Number(attributes.r) - 1
          index = given > index && Number.isInteger(given) ? given : index + 1
          column = -1
          cells = []
          isNumber = []
        }
      },
      text(piece) {
        if (inValue && value.length <= limits.cellLength) value += piece.slice(0, limits.cellLength + 1)
      },
      close(name) {
        if (name === 'v' || name === 't') inValue = false
        else if (name === 'rPh') inPhonetic = false
        else if (name === 'c') finishCell()
        else if (name === 'row') waiting.push({ index, cells, isNumber })
      },
      async pause() {
        const found = waiting
        waiting = []
        for (const row of found) if (!(await rows.add(row.index, row.cells, row.isNumber))) return false
        return true
      },
    })
  } catch (error) {
    // Of a sheet that is too large for us its beginning is worth more than nothing.
    if (!rows.cut || !(error instanceof DocumentUnreadable) || error.reason !== 'tooLarge') throw error
    rows.cut()
  }
  for (const row of waiting) if (!(await rows.add(row.index, row.cells, row.isNumber))) break
}

function writeValue(
  type: string,
  value: string,
  style: number,
  strings: SharedStrings,
  formatOf: (style: number) => NumberFormat,
): string {
  switch (type) {
    case 's':
      return strings.get(Number(value))
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
    case 'd':
      return writeDay(value, style, formatOf)
    default:
      return cellText(value)
  }
}

/** A day as ISO 8601, which some programs write. */
function writeDay(value: string, style: number, formatOf: (style: number) => NumberFormat): string {
  const moment = Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(value) ? value : `${value}${value.includes('T') ? 'Z' : ''}`)
  if (Number.isNaN(moment)) return cellText(value)
  const written = formatOf(style)
  return written === writeGeneral ? cellText(value) : written(moment / 86_400_000 + 25_569)
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
