import { momentOfExcel } from '@learnt/contract/measures'
import { format, isDateFormat } from 'numfmt'
import { limits } from './limits.ts'
import type { OfficeArchive } from './office-archive.ts'
import { readXml } from './xml.ts'

/** How a cell's number is written. */
export type NumberFormat = (value: number) => string

/** Formats that every workbook knows by their numbers (ECMA-376 part 1, 18.8.30); days as everybody reads them alike. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd hh:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

const mostStyles = 65_000
const longestFormat = 255
/** Days between the first days of the two calendars of Excel. */
const daysTo1904 = 1462

/**
 * The formats of a workbook by the style that its cells name. `isForPrograms`: days as `YYYY-MM-DD` and percentages
 * unrounded, whatever Excel shows.
 */
export async function readNumberFormats(
  archive: OfficeArchive,
  part: string | undefined,
  { is1904, isForPrograms = false }: { is1904: boolean; isForPrograms?: boolean },
): Promise<(style: number) => NumberFormat> {
  const codes = new Map<number, string>()
  const styles: number[] = []
  if (part !== undefined && archive.has(part)) {
    let inCells = false
    await readXml(await archive.stream(part, limits.wholePartBytes), {
      open(name, attributes) {
        if (name === 'numFmt' && codes.size < mostStyles)
          codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
        else if (name === 'cellXfs') inCells = true
        else if (name === 'xf' && inCells && styles.length < mostStyles) styles.push(Number(attributes.numFmtId ?? 0))
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
      },
    })
  }
  const made = new Map<number, NumberFormat>()
  return (style) => {
    const id = styles[style] ?? 0
    let found = made.get(id)
    if (!found) {
      const code = codes.get(id) ?? builtIn[id] ?? 'General'
      const shown = makeFormat(code, is1904)
      found = isForPrograms ? plainFormat(code, is1904, shown) : shown
      made.set(id, found)
    }
    return found
  }
}

function makeFormat(code: string, is1904: boolean): NumberFormat {
  if (code === '' || code === '@' || /^general$/i.test(code) || code.length > longestFormat) return writeGeneral
  let isDate: boolean
  try {
    isDate = isDateFormat(code)
    format(code, 1)
  } catch {
    return writeGeneral
  }
  const shift = isDate && is1904 ? daysTo1904 : 0
  return (value) => {
    try {
      return format(code, value + shift, { dateErrorThrows: true }).trim()
    } catch {
      return writeGeneral(value)
    }
  }
}

/** What a cell says, in place of what it shows. A time of day without a day stays as it is shown. */
function plainFormat(code: string, is1904: boolean, shown: NumberFormat): NumberFormat {
  if (shown === writeGeneral) return shown
  // A duration is no date.
  if (isDateFormat(code) && /[dy]/i.test(code.replace(/\[[^\]]*\]|"[^"]*"/g, '')))
    return (value) => {
      const said = value < 1 ? null : momentOfExcel(value + (is1904 ? daysTo1904 : 0))
      return said === null ? shown(value) : said.replace(' 00:00:00', '')
    }
  return code.includes('%') ? (value) => `${Math.round(value * 1e6) / 1e4}%` : shown
}

/** As Excel writes a number in a wide cell that has no format. */
export function writeGeneral(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value)
  return format('General', value)
}
