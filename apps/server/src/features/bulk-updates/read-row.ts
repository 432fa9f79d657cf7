import type { BulkUpdateField, BulkUpdateOptions } from '@learnt/contract/bulk-updates'
import { parseMoment } from '@learnt/contract/measures'
import { latinDigits, readNumber } from '@learnt/contract/read-number'
import { foldCase, hasHidden, tidyText, withoutMarks } from '@learnt/contract/text'
import { Id } from '@learnt/contract/values'
import type { TableRow } from '../files/commands.ts'
import type { StagedRow } from '../imports/commands/stage-file.ts'
import {
  cut,
  type DayReading,
  dayError,
  faultErrors,
  isTooLong,
  momentOfDays,
  plainHeading,
  type RowError,
  readDay,
} from '../imports/queries/read-cells.ts'
import { typeOf } from './fields.ts'

/** An instant, or a local time in the tenant’s zone. */
interface Moment {
  readonly at: string
  readonly isLocal: boolean
  readonly isDay: boolean
}

export const personFields = ['email', 'username', 'employeeId', 'unique'] as const

interface Reader {
  readonly mapping: readonly (BulkUpdateField | null)[]
  readonly options: Pick<BulkUpdateOptions, 'documentType' | 'dates'>
}

/** Compares titles without case and spaces. SQL does the same, see `titleKey`. */
function keyOfTitle(title: string): string {
  return foldCase(tidyText(title)).replace(/\s/g, '')
}

/** Makes the function that reads one row. */
export function rowReader({ mapping, options }: Reader) {
  return (row: TableRow): StagedRow => {
    const { line, cells } = row
    const days: DayReading = { order: options.dates, is1904: row.is1904 }
    const errors: RowError[] = faultErrors(row, mapping)
    const faulty = new Set(row.faults.map(({ column }) => column))
    const complain = (code: string, field: BulkUpdateField | '', found: string) =>
      errors.push({ code, field, found: cut(found) })
    const textOf = (field: BulkUpdateField) => {
      const at = mapping.indexOf(field)
      return at < 0 || faulty.has(at) ? '' : tidyText(withoutMarks(cells[at] ?? ''))
    }
    if (isTooLong(row, mapping)) complain('tooManyCells', '', String(cells.length))
    const person = personFields.map((field) => textOf(field)).find((text) => text !== '') ?? ''
    const isFaulty = (...fields: readonly BulkUpdateField[]) =>
      fields.some((field) => faulty.has(mapping.indexOf(field)))
    if (person === '' && !isFaulty(...personFields))
      complain('noPerson', personFields.find((field) => mapping.includes(field)) ?? '', '')

    const asked = textOf('documentType')
    const documentType = asked === '' ? options.documentType : typeOf(asked)
    if (documentType === null) complain('documentType', 'documentType', asked)
    const idOf = (field: 'documentId' | 'activityId') => {
      const text = textOf(field)
      if (text === '') return null
      const id = Id.safeParse(text.toLowerCase())
      if (!id.success) complain('id', field, text)
      return id.data ?? null
    }
    const [documentId, activityId] = [idOf('documentId'), idOf('activityId')]
    const [title, activityTitle] = [textOf('courseTitle'), textOf('activityTitle')]
    if (title === '' && textOf('documentId') === '' && !isFaulty('courseTitle', 'documentId'))
      complain('noTitle', 'courseTitle', '')
    for (const [field, text] of [
      ['courseTitle', title],
      ['activityTitle', activityTitle],
    ] as const)
      if (text.length > 500) complain('max', field, text)

    const day = (field: 'issuedAt' | 'validUntil') => {
      const text = textOf(field)
      if (text === '') return null
      const found = readDay(text, days)
      if (found === null || !isUsual(found)) complain(found === null ? dayError(text, days) : 'dateRange', field, text)
      return found
    }
    const said = textOf('completedAt')
    const found = said === '' ? null : readMoment(said, days)
    if (said === '') {
      if (!isFaulty('completedAt')) complain('noDate', 'completedAt', '')
    } else if (found === null) complain(dayError(said, days), 'completedAt', said)
    else if (!isUsual(found.at)) complain('dateRange', 'completedAt', said)
    const moment = found !== null && isUsual(found.at) ? found : null
    const percent = (field: 'progress' | 'score') => {
      const text = textOf(field)
      const found = text === '' ? null : readPercent(text)
      if (typeof found === 'string') complain(found, field, text)
      return typeof found === 'number' ? found : null
    }
    const serial = textOf('certificateSerial')
    if (serial.length > 100) complain('max', 'certificateSerial', serial)
    else if (hasHidden(serial)) complain('hidden', 'certificateSerial', serial)
    const fields = {
      documentType: documentType ?? options.documentType,
      title: cut(title),
      titleKey: keyOfTitle(title).slice(0, 500),
      documentId,
      activityTitle: cut(activityTitle),
      activityKey: keyOfTitle(activityTitle).slice(0, 500),
      activityId,
      progress: textOf('progress') === '' ? 100 : percent('progress'),
      score: percent('score'),
      certificateSerial: serial === '' ? null : serial.slice(0, 100),
      issuedAt: day('issuedAt'),
      validUntil: day('validUntil'),
    }
    if (fields.issuedAt !== null && fields.validUntil !== null && fields.validUntil < fields.issuedAt)
      complain('beforeStart', 'validUntil', textOf('validUntil'))
    return {
      line,
      person: cut(person),
      byUnique: foldCase(textOf('unique')),
      byEmail: foldCase(textOf('email')),
      byUsername: foldCase(textOf('username')),
      byEmployee: foldCase(textOf('employeeId')),
      fields: { ...fields, moment },
      outcome: errors.length > 0 ? 'rejected' : 'update',
      errors,
    }
  }
}

/**
 * 0 to 100, with or without the sign, with a point or a comma, or a word for all of it; else the error. Values up to 1
 * need the sign, because some systems write 1 for 100 %.
 */
function readPercent(text: string): number | 'percent' | 'share' {
  if (wholeWords.has(plainHeading(text))) return 100
  const read = readNumber(text)
  const [number] = read?.values ?? []
  if (!read || number === undefined || number < 0 || !['', '%'].includes(read.unit)) return 'percent'
  // Rounding never finishes an unfinished row.
  const value = Math.floor(Math.round(number * 1e6) / 1e4) / 100
  if (value > 100) return 'percent'
  return read.unit === '' && value > 0 && value <= 1 ? 'share' : value
}

const wholeWords = new Set(
  'completed complete passed done finished yes true abgeschlossen bestanden erledigt ja wahr مكتمل ناجح نعم'
    .split(' ')
    .map(plainHeading),
)

/** A moment in any usual spelling. A day means its noon, so that it is the same day in most time zones. */
function readMoment(text: string, days: DayReading): Moment | null {
  const plain = latinDigits(text.trim())
  if (/^\d{10}$|^\d{13}$/.test(plain) || /(Z|[+-]\d{2}:?\d{2})$/i.test(plain)) {
    const found = parseMoment(plain)
    if (found) return { at: found.toISOString(), isLocal: false, isDay: false }
  }
  const counted = /[.,]/.test(plain) ? momentOfDays(plain, days) : null
  if (counted !== null) return { at: counted, isLocal: true, isDay: false }
  const day = readDay(plain, days)
  if (day === null) return null
  const [, hour, minute, second, half] = /[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([AaPp])?/.exec(plain) ?? []
  if (hour === undefined) return { at: `${day} 12:00:00`, isLocal: true, isDay: true }
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  return { at: `${day} ${String(hours).padStart(2, '0')}:${minute}:${second ?? '00'}`, isLocal: true, isDay: false }
}

function isUsual(date: string): boolean {
  return date >= '1900' && date < '2200'
}
