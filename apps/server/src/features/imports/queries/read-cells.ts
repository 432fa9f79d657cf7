import { momentOfExcel } from '@learnt/contract/measures'
import { latinDigits } from '@learnt/contract/read-number'
import { isKey, type Translate } from '../../../platform/translate.ts'
import type { TableRow } from '../../files/commands.ts'

/** What is wrong with a row; `field` is '' where it is about the row as a whole. The catalogue has a sentence for each code. */
export interface RowError {
  readonly code: string
  readonly field: string
  readonly found: string
  /** What its sentence names. */
  readonly named?: string
}

/** What was expected instead. `named`: what the sentence names. */
export function sentenceOf(
  t: Translate,
  noun: string,
  { code, named = '' }: { code: string; named?: string | undefined },
): string {
  const keys = [`${noun}.expected.${code}`, `imports.expected.${code}`, `validation.${code}`, `reason.${code}`]
  const known = keys.find(isKey)
  return known ? t(known, { named }) : t('imports.expected.invalid')
}

/** Headings are compared without capitals, spaces and signs. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Reads a heading by the names of fields, and by further words for them. */
export function headingReader<Field extends string>(
  fields: readonly Field[],
  further: Partial<Record<Field, string>>,
): (heading: string) => Field | null {
  const known = new Map<string, Field>()
  for (const field of fields) for (const word of further[field]?.split(' ') ?? []) known.set(plainHeading(word), field)
  for (const field of fields) known.set(plainHeading(field), field)
  return (heading) => known.get(plainHeading(heading)) ?? null
}

const longestFound = 200

/** What an error quotes of a cell. */
export function cut(text: string): string {
  return text.length > longestFound ? `${text.slice(0, longestFound - 1).toWellFormed()}…` : text
}

/** Errors of cells that have no value to read, in columns that mean something. */
export function faultErrors(
  { cells, faults }: Pick<TableRow, 'cells' | 'faults'>,
  mapping: readonly (string | null)[],
): RowError[] {
  return faults.flatMap(({ column, code }) => {
    const field = mapping[column] ?? null
    return field === null ? [] : [{ code, field, found: cut(cells[column] ?? '') }]
  })
}

/** Whether a row has something behind the last heading: then it was cut at the wrong places. */
export function isTooLong({ cells }: Pick<TableRow, 'cells'>, mapping: readonly unknown[]): boolean {
  return cells.slice(mapping.length).some((cell) => cell.trim() !== '')
}

/** How the days of a file are written. */
export interface DayReading {
  readonly order: 'dmy' | 'mdy'
  /** Numbers count days from 1904 in place of 1900. */
  readonly is1904: boolean
}

const daysTo1904 = 1462

/** The moment that a number of days means, as Excel writes a date that lost its format; null: none. */
export function momentOfDays(text: string, { is1904 }: Pick<DayReading, 'is1904'>): string | null {
  if (!/^\d{4,5}(?:[.,]\d+)?$/.test(text)) return null
  const days = Number(text.replace(',', '.')) + (is1904 ? daysTo1904 : 0)
  // Fewer digits are a year, or a slip.
  return days < 10_000 ? null : momentOfExcel(days)
}

/**
 * A day in any usual spelling as `YYYY-MM-DD`; null where it is none. A number of five digits counts days, as Excel does
 * for a date that lost its format.
 */
export function readDay(text: string, { order, is1904 }: DayReading): string | null {
  const digits = latinDigits(text)
    .replace(/[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[AaPp]\.?[Mm]\.?|[+-]\d{2}:?\d{2})?$/, '')
    .trim()
  const counted = momentOfDays(digits, { is1904 })
  if (counted !== null) return counted.slice(0, 10)
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(digits) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(digits)
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3])
  const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(digits)
  if (!yearLast) return null
  const [, first, second, year] = yearLast
  return order === 'dmy' ? dayOf(year, second, first) : dayOf(year, first, second)
}

/** What is wrong with a text that is no day, or no moment: the day may stand before its month, or behind it. */
export function dayError(text: string, days: DayReading): 'day' | 'dayFirst' | 'monthFirst' {
  const other = { ...days, order: days.order === 'dmy' ? ('mdy' as const) : ('dmy' as const) }
  if (readDay(text, days) !== null || readDay(text, other) === null) return 'day'
  return days.order === 'dmy' ? 'monthFirst' : 'dayFirst'
}

function dayOf(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null
}
