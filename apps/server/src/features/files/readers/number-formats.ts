import { momentOfExcel } from '@learnt/contract/measures'
import { format, isDateFormat } from 'numfmt'
import { limits } from './limits.ts'
import type { OfficeArchive } from './office-archive.ts'
import { readXml } from './xml.ts'

/** How a cell's number is written; `stored` is how it stands in the file. */
export type NumberFormat = (value: number, stored?: string) => string

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
  // Those of Thai installations.
  67: '0%',
  68: '0.00%',
  71: 'yyyy-mm-dd',
  72: 'd-mmm-yy',
  73: 'd-mmm',
  74: 'mmm-yy',
  75: 'h:mm',
  76: 'h:mm:ss',
  77: 'yyyy-mm-dd hh:mm',
  78: 'mm:ss',
  79: '[h]:mm:ss',
  80: 'mm:ss.0',
  81: 'yyyy-mm-dd',
}

/** Days or times of day: the installations of China, Japan and Korea have different ones under the same numbers. */
function isEastAsian(id: number): boolean {
  return (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
}

const mostStyles = 65_000
const longestFormat = 255
/** Days between the first days of the two calendars of Excel. */
export const daysTo1904 = 1462

/**
 * The formats of a workbook by the style that its cells name. `isForPrograms`: the value that is stored, whatever Excel
 * shows of it; days as `YYYY-MM-DD`.
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
      found = isEastAsian(id) && !codes.has(id) ? momentFormat(is1904) : undefined
      if (!found) {
        const code = codes.get(id) ?? builtIn[id] ?? 'General'
        found = isForPrograms ? storedFormat(code, is1904) : makeFormat(code, is1904)
      }
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

/** The day, the time of day, or both, that a number says. */
function momentFormat(is1904: boolean): NumberFormat {
  return (value) => (value >= 0 && value < 1 ? format('h:mm:ss', value) : writeMoment(value, is1904))
}

function writeMoment(value: number, is1904: boolean): string {
  return momentOfExcel(value + (is1904 ? daysTo1904 : 0))?.replace(' 00:00:00', '') ?? writeExact(value)
}

/** What a cell says, in place of what it shows: a rounded number is another number, and the id of somebody else. */
function storedFormat(code: string, is1904: boolean): NumberFormat {
  const signs = signsOf(code)
  if (code.length <= longestFormat && isDate(code)) {
    const shown = makeFormat(code, is1904)
    // A duration is no moment, and a time of day has no day.
    if (/\[(?:h+|m+|s+)\]/i.test(code)) return shown
    const hasDay = /[dyegb]/i.test(signs) || !/[hs]/i.test(signs)
    // The first day of 1904 has the number 0; in the calendar of 1900 that is no day.
    return (value) => (value >= 0 && value < 1 && !(hasDay && is1904) ? shown(value) : writeMoment(value, is1904))
  }
  if (signs.includes('%')) return (value) => `${writeExact(Number((value * 100).toPrecision(15)))}%`
  // Zeros before a number belong to it where its format is nothing but digits.
  const digits = /^[#?0,]+$/.test(signs) ? signs.replace(/[^0]/g, '').length : 0
  return (value, stored) => {
    const text = writeExact(value, stored)
    return /^\d+$/.test(text) ? text.padStart(digits, '0') : text
  }
}

/** The first section of a format, without what stands for itself. */
function signsOf(code: string): string {
  const plain = code.replace(/\[[^\]]*\]|"[^"]*"|\\.|[_*]./g, '')
  return (plain.split(';')[0] ?? '').replace(/am\/pm|a\/p|[-\s()+]/gi, '')
}

function isDate(code: string): boolean {
  try {
    return isDateFormat(code)
  } catch {
    return false
  }
}

/** As Excel writes a number in a wide cell that has no format, but never with an exponent where its digits fit. */
export function writeGeneral(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1e11) return writeExact(value)
  return format('General', value)
}

const integer = /^-?\d+$/

/** All digits of a number. Programs other than Excel store more of them than a number holds. */
function writeExact(value: number, stored = ''): string {
  if (integer.test(stored)) return stored
  const rounded = Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e')
    ? rounded.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 })
    : text
}
