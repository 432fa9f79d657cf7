import type { FeedOptions } from '@learnt/contract/feeds'
import { MembershipFields } from '@learnt/contract/members'
import type { FeedField } from '@learnt/contract/team-values'
import { foldCase, tidyAddress, tidyText, withoutMarks } from '@learnt/contract/text'
import type { TableRow } from '../files/commands.ts'
import type { StagedRow } from '../imports/commands/stage-file.ts'
import {
  cut,
  type DayReading,
  dayError,
  faultErrors,
  isTooLong,
  type RowError,
  readDay,
} from '../imports/queries/read-cells.ts'
import { shapeOf } from '../members/commands/member-columns.ts'

/** Checks a value of a field whose type the tenant has set: returns the value to store, or the error. */
export type CheckValue = (
  field: FeedField,
  text: string,
  days: DayReading,
) => { readonly value: string } | { readonly error: string }

interface Reader {
  readonly mapping: readonly (FeedField | null)[]
  readonly options: Pick<FeedOptions, 'blanks' | 'dates' | 'separator'>
  /** The field that identifies people. */
  readonly unique: FeedField | null
  readonly own: { readonly check: CheckValue; readonly required: readonly FeedField[] }
  /** A phone number in its stored form; null: it is invalid. */
  readonly tidyPhone: (text: string) => string | null
}

/** Values repeat from row to row, so the reader remembers this many. */
const mostKnown = 5000
const noAddress = /@no-mail\.invalid$/i

/** Makes the function that reads one row. It remembers the results for values, so use one for a whole file. */
export function rowReader({ mapping, options, unique, own, tidyPhone }: Reader) {
  const known = new Map<string, { value: string } | { error: string }>()
  const checked = (field: FeedField, text: string, days: DayReading) => {
    const key = `${field}\n${text}`
    let found = known.get(key)
    if (!found) {
      found = checkWord(field, text, (one, word) => own.check(one, word, days))
      if (known.size < mostKnown) known.set(key, found)
    }
    return found
  }

  return (row: TableRow): StagedRow => {
    const { line, cells } = row
    const days: DayReading = { order: options.dates, is1904: row.is1904 }
    const fields: Record<string, string | string[] | null> = {}
    const errors: RowError[] = faultErrors(row, mapping)
    const faulty = new Set(row.faults.map(({ column }) => column))
    let managers: string[] | null = null
    if (isTooLong(row, mapping)) errors.push({ code: 'tooManyCells', field: '', found: String(cells.length) })
    for (const [at, field] of mapping.entries()) {
      if (field === null || faulty.has(at)) continue
      const text = tidyText(withoutMarks(cells[at] ?? ''))
      const complain = (code: string, found = text) => errors.push({ code, field, found: cut(found) })
      if (text === '' || (field === 'email' && noAddress.test(text))) {
        // An empty cell never clears a first name.
        if (options.blanks === 'keep' || field === 'firstName') continue
        if (own.required.includes(field)) complain('required')
        else if (field === 'managers') managers = []
        else fields[field] = emptyOf(field)
        continue
      }
      switch (shapeOf(field)) {
        case 'managers': {
          managers = [...new Set(split(text, options.separator).map(tidyAddress))]
          if (managers.length > 20) complain('tooMany')
          break
        }
        case 'day': {
          const day = readDay(text, days)
          if (day === null) complain(dayError(text, days))
          else if (!MembershipFields.shape.dob.safeParse(day).success) complain('dateRange')
          else fields[field] = day
          break
        }
        case 'list': {
          const words: string[] = []
          for (const word of new Set(split(text, options.separator))) {
            const found = checked(field, word, days)
            if ('error' in found) complain(found.error, word)
            else words.push(found.value)
          }
          if (words.length > 100) complain('tooMany')
          fields[field] = [...new Set(words)]
          break
        }
        case 'text': {
          const parsed = MembershipFields.shape[field as 'email'].safeParse(text)
          if (parsed.success && field === 'phone') {
            const phone = tidyPhone(text)
            fields[field] = phone ?? text
            if (phone === null) complain('phone')
          } else if (parsed.success) fields[field] = parsed.data
          else complain(codeOf(parsed.error.issues[0]))
        }
      }
    }
    const keyOf = (field: FeedField | null) => {
      const value = field === null ? '' : (fields[field] ?? '')
      return foldCase(Array.isArray(value) ? (value[0] ?? '') : value)
    }
    const keys = {
      byUnique: keyOf(unique),
      byEmail: keyOf('email'),
      byUsername: keyOf('username'),
      byEmployee: keyOf('employeeId'),
    }
    if (errors.length === 0 && !Object.values(keys).some((key) => key !== ''))
      errors.push({ code: 'noKey', field: '', found: '' })
    const name = `${fields.firstName ?? ''} ${fields.lastName ?? ''}`.trim()
    const person = name || keys.byEmail || keys.byUsername || keys.byEmployee || keys.byUnique
    // A phone error counts only once the person is known: see judgePhones().
    const outcome = errors.some(({ code }) => code !== 'phone') ? 'rejected' : 'create'
    return { line, person: cut(person), fields, managers, ...keys, outcome, errors }
  }
}

function checkWord(
  field: FeedField,
  text: string,
  check: (field: FeedField, text: string) => ReturnType<CheckValue>,
): ReturnType<CheckValue> {
  const found = check(field, text)
  if ('error' in found) return found
  const parsed = MembershipFields.shape[field as 'position'].element.safeParse(found.value)
  return parsed.success ? { value: parsed.data } : { error: codeOf(parsed.error.issues[0]) }
}

/** Issues of the contract have their key as message, when they have one of their own. */
function codeOf(issue: { readonly code?: string | undefined; readonly message: string } | undefined): string {
  if (issue?.code === 'too_big') return 'max'
  return issue && /^\w+$/.test(issue.message) ? issue.message : 'invalid'
}

function emptyOf(field: FeedField): string | string[] | null {
  const shape = shapeOf(field)
  return shape === 'list' ? [] : shape === 'day' ? null : ''
}

function split(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
