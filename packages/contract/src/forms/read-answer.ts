// What comes from outside as an answer. Without schemas, as the pages of learners run it too.
import { isEmail } from '../measures.ts'
import { latinDigits, plainPhone, readPlainNumber } from '../read-number.ts'
import { type AnswerOfKind, type AnswerValue, isEmptyAnswer } from './answers.ts'
import type { AskedField, Field } from './content.ts'
import { formLimits } from './field-kinds.ts'

/**
 * The answer as it is kept, if it has the shape that the field asks for; undefined: it has not. Whatever the field does not
 * know (a choice that is gone, a further key) is an error, not left out: nobody loses an answer unseen. Whether the answer
 * is good enough is checkAnswers()' question.
 */
export function readAnswer(field: Field, value: unknown): AnswerValue | undefined {
  switch (field.kind) {
    case 'shortAnswer':
    case 'numeric':
    case 'email':
      return text(value, formLimits.shortAnswer)
    case 'shortText': {
      const typed = text(value, formLimits.shortAnswer)
      if (typed === undefined || field.rule === 'none' || field.rule === 'onlyCharacters') return typed
      return latinDigits(typed)
    }
    case 'phone': {
      const typed = text(value, formLimits.shortAnswer)
      return typed === undefined ? undefined : plainPhone(typed)
    }
    case 'longText':
    case 'essay':
      return text(value, formLimits.longAnswer)
    case 'date':
      return pattern(value, /^\d{4}-\d{2}-\d{2}$/)
    case 'time':
      return pattern(value, /^([01]\d|2[0-3]):[0-5]\d$/)
    case 'dateTime':
      return pattern(value, /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
    case 'number': {
      // Programs send what somebody typed, too.
      const fits = (one: number) => complainOf(field, one, '') === null
      const number = typeof value === 'string' && value !== '' ? readPlainNumber(value, { fits }) : value
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined
    }
    case 'scale':
      return step(value, field.from, field.to)
    case 'nps':
      return step(value, 0, 10)
    case 'stars':
      return step(value, 1, field.count)
    case 'yesNo':
    case 'consent':
    case 'trueFalse':
      return typeof value === 'boolean' ? value : undefined
    case 'singleChoice':
    case 'dropDown':
      return choices(value, field, { several: false, other: field.other })
    case 'multipleChoice':
      return choices(value, field, { several: true, other: field.other })
    case 'pictureChoice':
      return choices(value, field, { several: field.several, other: false })
    case 'ranking':
      return keys(value, field.choices)
    case 'ordering':
      return keys(value, field.items)
    case 'matrix': {
      const rows = entries(value, field.rows)
      if (!rows) return undefined
      const answer: AnswerOfKind['matrix'] = {}
      for (const [row, columns] of rows) {
        const chosen = keys(columns, field.columns)
        if (!chosen || (!field.several && chosen.length > 1)) return undefined
        answer[row] = chosen
      }
      return answer
    }
    case 'matching': {
      const targets = new Set(field.targets.map((one) => one.key))
      const pairs = entries(value, field.items)
      if (!pairs?.every(([, target]) => typeof target === 'string' && targets.has(target))) return undefined
      return Object.fromEntries(pairs) as AnswerOfKind['matching']
    }
    case 'gaps': {
      const byKey = new Map(field.gaps.map((gap) => [gap.key, gap]))
      const typed = entries(value, field.gaps)
      const fits = typed?.every(([key, word]) => {
        const listed = byKey.get(key)?.choices ?? []
        if (typeof word !== 'string' || word.length > formLimits.shortAnswer) return false
        return listed.length === 0 || word === '' || listed.some((one) => one.key === word)
      })
      return typed && fits ? (Object.fromEntries(typed) as AnswerOfKind['gaps']) : undefined
    }
    case 'hotSpot':
      return list(value, field.points, (one) => {
        const point = plain(one, ['x', 'y'])
        return point && part(point.x) && part(point.y) ? { x: Number(point.x), y: Number(point.y) } : undefined
      })
    case 'person':
      return list(value, field.several ? formLimits.people : 1, (one) => {
        const person = plain(one, ['id', 'name'])
        return person && isId(person.id) && isText(person.name, 300)
          ? { id: String(person.id), name: String(person.name) }
          : undefined
      })
    case 'file':
      return list(value, field.maxFiles, (one) => {
        const file = plain(one, ['fileId', 'name', 'size'])
        return file && isId(file.fileId) && isText(file.name, 500) && Number.isInteger(file.size)
          ? { fileId: String(file.fileId), name: String(file.name), size: Number(file.size) }
          : undefined
      })
    case 'signature': {
      const signature = plain(value, ['name', 'strokes'])
      if (!signature || !isText(signature.name, 200) || !Array.isArray(signature.strokes)) return undefined
      const strokes = signature.strokes as unknown[]
      const fits = strokes.every(
        (stroke) =>
          Array.isArray(stroke) &&
          stroke.length % 2 === 0 &&
          stroke.every((at) => typeof at === 'number' && at >= 0 && at <= 1000),
      )
      const points = fits ? strokes.reduce<number>((sum, stroke) => sum + (stroke as number[]).length / 2, 0) : 0
      if (!fits || points > formLimits.strokePoints) return undefined
      return { name: String(signature.name), strokes: strokes as number[][] }
    }
    default:
      return undefined
  }
}

/** What is wrong with an answer; texts by the page under `forms.complaints`, with the field's own label. */
export interface AnswerComplaint {
  readonly code:
    | 'required'
    | 'consent'
    | 'invalid'
    | 'emailInvalid'
    | 'onlyCharacters'
    | 'onlyNumbers'
    | 'mask'
    | 'phone'
    | 'tooShort'
    | 'tooLong'
    | 'tooFewWords'
    | 'tooManyWords'
    | 'tooSmall'
    | 'tooLarge'
    | 'decimals'
    | 'tooEarly'
    | 'tooLate'
    | 'tooFewChoices'
    | 'tooManyChoices'
    | 'otherMissing'
    | 'rowsMissing'
    | 'allNeeded'
    | 'fileTooLarge'
    | 'noSuchPerson'
    | 'noSuchFile'
  /** What the sentence names: a limit, a mask, a day. */
  readonly value?: string | number
}

/**
 * What is wrong with an answer that readAnswer() took; null: nothing. `today` is the day in the tenant's zone. An empty
 * answer is no complaint here: whether it is required depends on the others.
 */
export function complainOf(field: AskedField, answer: AnswerValue, today: string): AnswerComplaint | null {
  if (isEmptyAnswer(answer)) return null
  switch (field.kind) {
    case 'shortText': {
      const typed = String(answer).trim()
      // On the page nothing has been read yet.
      const digits = latinDigits(typed)
      if (field.rule === 'onlyCharacters' && !(isCharacters(typed) && countLetters(typed) >= 3))
        return { code: 'onlyCharacters' }
      if (field.rule === 'onlyNumbers' && !/^\d+$/.test(digits)) return { code: 'onlyNumbers' }
      if (field.rule === 'mask' && !fitsMask(digits, field.mask)) return { code: 'mask', value: field.mask }
      return lengthOf(typed, field)
    }
    case 'longText':
      return lengthOf(String(answer).trim(), field)
    case 'essay': {
      const words = String(answer).trim().split(/\s+/u).length
      if (field.minWords !== null && words < field.minWords) return { code: 'tooFewWords', value: field.minWords }
      if (field.maxWords !== null && words > field.maxWords) return { code: 'tooManyWords', value: field.maxWords }
      return null
    }
    case 'email':
      return isEmail(String(answer).trim()) ? null : { code: 'emailInvalid' }
    case 'phone': {
      const typed = plainPhone(String(answer)).trim()
      return /^\+?[\d\s()/.-]{5,40}$/.test(typed) && /\d{4}/.test(typed.replace(/\D/g, '')) ? null : { code: 'phone' }
    }
    case 'number': {
      const number = Number(answer)
      if (field.min !== null && number < field.min) return { code: 'tooSmall', value: field.min }
      if (field.max !== null && number > field.max) return { code: 'tooLarge', value: field.max }
      return Number(number.toFixed(field.decimals)) === number ? null : { code: 'decimals', value: field.decimals }
    }
    case 'date':
    case 'dateTime': {
      const day = String(answer).slice(0, 10)
      if (!isDay(day)) return { code: 'invalid' }
      const earliest = field.earliest === 'today' ? today : field.earliest
      const latest = field.latest === 'today' ? today : field.latest
      if (earliest !== null && day < earliest) return { code: 'tooEarly', value: earliest }
      return latest !== null && day > latest ? { code: 'tooLate', value: latest } : null
    }
    case 'singleChoice':
    case 'dropDown':
      return otherOf(answer as AnswerOfKind['singleChoice'])
    case 'multipleChoice':
    case 'pictureChoice': {
      const given = answer as AnswerOfKind['multipleChoice']
      const count = given.choices.length
      const several = field.kind === 'multipleChoice' || field.several
      if (several && field.min !== null && count < field.min) return { code: 'tooFewChoices', value: field.min }
      if (several && field.max !== null && count > field.max) return { code: 'tooManyChoices', value: field.max }
      return otherOf(given)
    }
    case 'consent':
      return field.required && answer !== true ? { code: 'consent' } : null
    case 'matrix': {
      const given = answer as AnswerOfKind['matrix']
      const isWhole = field.rows.every((row) => (given[row.key]?.length ?? 0) > 0)
      return field.required && !isWhole ? { code: 'rowsMissing' } : null
    }
    case 'ranking':
      return (answer as string[]).length === field.choices.length ? null : { code: 'allNeeded' }
    case 'ordering':
      return (answer as string[]).length === field.items.length ? null : { code: 'allNeeded' }
    case 'file':
      return (answer as AnswerOfKind['file']).some((file) => file.size > field.maxBytes)
        ? { code: 'fileTooLarge', value: field.maxBytes }
        : null
    case 'signature':
      return (answer as AnswerOfKind['signature']).name.trim() === '' ? { code: 'required' } : null
    default:
      return null
  }
}

/** `other` as a key stands for what was written beside the choices. */
export const otherKey = 'other'

function choices(
  value: unknown,
  field: { choices: readonly { key: string }[] },
  of: { several: boolean; other: boolean },
): AnswerOfKind['multipleChoice'] | undefined {
  const given = plain(value, ['choices', 'other'])
  if (!given || !Array.isArray(given.choices)) return undefined
  const known = of.other ? [...field.choices, { key: otherKey }] : field.choices
  const chosen = keys(given.choices, known)
  if (!chosen || (!of.several && chosen.length > 1)) return undefined
  if (given.other === undefined || given.other === '') return { choices: chosen }
  if (!of.other || !isText(given.other, formLimits.other)) return undefined
  return { choices: chosen, other: String(given.other) }
}

function otherOf(answer: AnswerOfKind['singleChoice']): AnswerComplaint | null {
  return answer.choices.includes(otherKey) && !answer.other?.trim() ? { code: 'otherMissing' } : null
}

function lengthOf(
  typed: string,
  field: { minLength: number | null; maxLength: number | null },
): AnswerComplaint | null {
  const length = countLetters(typed)
  if (field.minLength !== null && length < field.minLength) return { code: 'tooShort', value: field.minLength }
  return field.maxLength !== null && length > field.maxLength ? { code: 'tooLong', value: field.maxLength } : null
}

/** Letters as a reader counts them; quick for plain text. */
function countLetters(text: string): number {
  if (/^[\0-\x7f]*$/.test(text)) return text.length
  let count = 0
  for (const _ of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) count++
  return count
}

const isCharacters = (typed: string) => /^[\p{L}\p{M} ,.'’-]+$/u.test(typed)

/** 9 is a digit, A a letter, * either; everything else stands for itself. */
function fitsMask(typed: string, mask: string): boolean {
  const letters = [...typed]
  const places = [...latinDigits(mask)]
  return (
    letters.length === places.length &&
    places.every((place, at) => {
      const letter = letters[at] ?? ''
      if (place === '9') return /\p{Nd}/u.test(letter)
      if (place === 'A') return /\p{L}/u.test(letter)
      return place === '*' ? /[\p{L}\p{Nd}]/u.test(letter) : place === letter
    })
  )
}

function isDay(day: string): boolean {
  const [year, month, date] = day.split('-').map(Number)
  const made = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, date))
  return made.getUTCFullYear() === year && made.getUTCMonth() === (month ?? 0) - 1 && made.getUTCDate() === date
}

const isText = (value: unknown, longest: number) => typeof value === 'string' && value.length <= longest
const text = (value: unknown, longest: number) => (isText(value, longest) ? String(value) : undefined)
// An empty text takes the answer back.
const pattern = (value: unknown, wanted: RegExp) =>
  typeof value === 'string' && (value === '' || wanted.test(value)) ? value : undefined
const step = (value: unknown, from: number, to: number) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to ? Number(value) : undefined
const part = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

function plain(value: unknown, allowed: readonly string[]): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.keys(value).every((key) => allowed.includes(key)) ? (value as Record<string, unknown>) : undefined
}

/** Keys of a list, each once. */
function keys(value: unknown, known: readonly { key: string }[]): string[] | undefined {
  if (!Array.isArray(value) || new Set(value).size !== value.length) return undefined
  const names = new Set(known.map((one) => one.key))
  return value.every((one) => typeof one === 'string' && names.has(one)) ? (value as string[]) : undefined
}

function entries(value: unknown, known: readonly { key: string }[]): [string, unknown][] | undefined {
  const given = plain(
    value,
    known.map((one) => one.key),
  )
  return given ? Object.entries(given) : undefined
}

function list<T>(value: unknown, most: number, read: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined
  const found = value.map(read)
  return found.every((one) => one !== undefined) ? (found as T[]) : undefined
}
