import { type AnswerOfKind, type AnswerValue, isEmptyAnswer } from '@learnt/contract/forms/answers'
import type { FieldOf, QuizField } from '@learnt/contract/forms/content'
import { kindsOfField } from '@learnt/contract/forms/field-kinds'
import type { treatments } from '@learnt/contract/forms/questions'
import { readAnswer } from '@learnt/contract/forms/read-answer'
import { searchForm } from '@learnt/contract/text'

export interface Mark {
  /** Null: it waits for a person. */
  readonly points: number | null
  readonly outOf: number
  readonly verdict: 'right' | 'partly' | 'wrong' | 'waiting' | 'leftOut'
}

/** A wrong key that was put right. */
export interface Correction {
  readonly treatment: (typeof treatments)[number]
  readonly neverLower: boolean
  readonly key: unknown
  readonly keyBefore: unknown
  readonly correctedAt: Date
}

/**
 * What an answer is worth after corrections, the oldest first. It follows from the answer and the corrections alone: marked
 * again, it comes to the same. Null: the field is no question.
 */
export function markCorrected(
  field: QuizField,
  given: AnswerValue | undefined,
  corrections: readonly Correction[],
  submittedAt: Date,
): Mark | null {
  const [first] = corrections
  if (!first || field.quiz === null) return markQuestion(field, given)
  let mark = markQuestion(withKey(field, first.keyBefore), given)
  for (const one of corrections) {
    const next = markBy(field, given, one)
    const isLower = mark !== null && next !== null && (next.points ?? 0) < (mark.points ?? 0)
    const isKept = one.neverLower && isLower && next.verdict !== 'leftOut' && submittedAt < one.correctedAt
    if (!isKept) mark = next
  }
  return mark
}

function markBy(field: QuizField, given: AnswerValue | undefined, { treatment, key }: Correction): Mark | null {
  const outOf = field.quiz?.points ?? 0
  if (treatment === 'leaveOut') return { points: 0, outOf: 0, verdict: 'leftOut' }
  if (treatment === 'fullMarks') return { points: outOf, outOf, verdict: 'right' }
  return markQuestion(withKey(field, key), given)
}

/** The question with another key. */
export function withKey(field: QuizField, key: unknown): QuizField {
  return { ...field, quiz: field.quiz && { ...field.quiz, key } } as QuizField
}

/**
 * What an answer is worth, by the question's own key. Nothing else marks: pages never hold a key that they may not show.
 *
 * - No answer earns nothing, and costs nothing.
 * - A partly right answer earns its part, rounded to hundredths, or nothing where the question gives no partial credit.
 * - An answer without any right part costs the penalty, in percent of the points. No other answer is worth less than nothing.
 * - An answer that does not fit its field earns nothing and costs nothing: no page sends one.
 * - Essays and files wait for a person, unless nothing was given.
 *
 * Null: the field is no question.
 */
export function markQuestion(field: QuizField, given: AnswerValue | undefined): Mark | null {
  const { quiz } = field
  if (quiz === null) return null
  const outOf = quiz.points
  const nothing: Mark = { points: 0, outOf, verdict: 'wrong' }
  if (isEmptyAnswer(given)) return nothing
  if (kindsOfField[field.kind].marked === 'hand')
    return (field.kind === 'file' ? Array.isArray(given) : typeof given === 'string')
      ? { points: null, outOf, verdict: 'waiting' }
      : nothing
  const answer = readAnswer(field, field.kind === 'numeric' && typeof given === 'number' ? String(given) : given)
  if (answer === undefined || isEmptyAnswer(answer) || quiz.key === null) return nothing
  const { share, hasRight } = worthOf(field, answer)
  if (share >= 1 - tiny) return { points: outOf, outOf, verdict: 'right' }
  if (share > tiny && quiz.partial) return { points: rounded(outOf * share), outOf, verdict: 'partly' }
  // A share below zero is a penalty that the author gave to a single choice.
  const cost = share < 0 ? Math.max(-1, share) : hasRight ? 0 : -quiz.penalty / 100
  return { points: rounded(outOf * cost), outOf, verdict: 'wrong' }
}

/** Sums of numbers such as 0.1 are not exact. */
const tiny = 1e-9

/** Half up, and never -0. */
function rounded(points: number): number {
  return Math.round(points * 100 + tiny) / 100 || 0
}

interface Worth {
  /** The part of the points: 1 is all of them, below 0 only where the author said so. */
  readonly share: number
  /** Something of it is right. */
  readonly hasRight: boolean
}
const worth = (share: number): Worth => ({ share, hasRight: share > tiny })

function worthOf(field: QuizField, answer: AnswerValue): Worth {
  switch (field.kind) {
    case 'singleChoice':
    case 'dropDown':
      return worthOfChoices(field, (answer as AnswerOfKind['singleChoice']).choices, false)
    case 'multipleChoice':
      return worthOfChoices(field, (answer as AnswerOfKind['multipleChoice']).choices, true)
    case 'pictureChoice':
      return worthOfChoices(field, (answer as AnswerOfKind['pictureChoice']).choices, field.several)
    case 'trueFalse':
      return worth(answer === field.quiz?.key ? 1 : 0)
    case 'matrix': {
      const key = field.quiz?.key ?? {}
      const rows = answer as AnswerOfKind['matrix']
      const asked = field.rows.filter((row) => (key[row.key]?.length ?? 0) > 0)
      return worth(average(asked.map((row) => (isSame(rows[row.key] ?? [], key[row.key] ?? []) ? 1 : 0))))
    }
    case 'shortAnswer': {
      const key = field.quiz?.key
      return worth(key ? bestOf(key.accepted, String(answer), key) : 0)
    }
    case 'numeric':
      return worth(shareOfNumber(field, String(answer)))
    case 'matching': {
      const key = field.quiz?.key ?? {}
      const pairs = answer as AnswerOfKind['matching']
      return worth(
        average(field.items.map(({ key: item }) => (key[item] !== undefined && pairs[item] === key[item] ? 1 : 0))),
      )
    }
    case 'ordering': {
      const key = field.quiz?.key ?? []
      const order = answer as AnswerOfKind['ordering']
      // The page always sends all of them.
      if (order.length !== field.items.length) return { share: 0, hasRight: true }
      return worth(average(key.map((item, place) => (order[place] === item ? 1 : 0))))
    }
    case 'gaps':
      return worth(shareOfGaps(field, answer as AnswerOfKind['gaps']))
    case 'hotSpot':
      return worthOfPoints(field, answer as AnswerOfKind['hotSpot'])
    default:
      return worth(0)
  }
}

/** Of several right choices each counts its part, and each wrong one takes as much away. */
function worthOfChoices(
  field: FieldOf<'singleChoice' | 'dropDown' | 'multipleChoice' | 'pictureChoice'>,
  chosen: readonly string[],
  several: boolean,
): Worth {
  const key = field.quiz?.key
  if (!key) return worth(0)
  const { shares, right } = key
  if (shares) return worth(chosen.reduce((sum, one) => sum + (shares[one] ?? 0), 0) / 100)
  const hits = chosen.filter((one) => right.includes(one)).length
  if (!several) return worth(hits)
  const share = right.length === 0 ? 0 : Math.max(0, (hits - (chosen.length - hits)) / right.length)
  return { share, hasRight: hits > 0 }
}

function isSame(chosen: readonly string[], right: readonly string[]): boolean {
  return chosen.length === right.length && chosen.every((one) => right.includes(one))
}

function shareOfGaps(field: FieldOf<'gaps'>, typed: AnswerOfKind['gaps']): number {
  const key = field.quiz?.key
  if (!key) return 0
  return average(
    field.gaps.map((gap) => {
      const accepted = key.gaps[gap.key] ?? []
      const word = typed[gap.key] ?? ''
      if (word.trim() === '') return 0
      if (gap.choices.length === 0) return bestOf(accepted, word, key)
      return (accepted.find((one) => one.text === word)?.percent ?? 0) / 100
    }),
  )
}

/** Two points in one area find it once; each point outside of all areas takes one away. */
function worthOfPoints(field: FieldOf<'hotSpot'>, points: AnswerOfKind['hotSpot']): Worth {
  const spots = field.quiz?.key ?? []
  const found = spots.filter((spot) => points.some((point) => isInside(spot, point))).length
  const outside = points.filter((point) => !spots.some((spot) => isInside(spot, point))).length
  return { share: spots.length === 0 ? 0 : Math.max(0, (found - outside) / spots.length), hasRight: found > 0 }
}

type Spot = NonNullable<NonNullable<FieldOf<'hotSpot'>['quiz']>['key']>[number]

/** The edge belongs to it. */
function isInside(spot: Spot, { x, y }: { x: number; y: number }): boolean {
  switch (spot.shape) {
    case 'circle':
      return Math.hypot(x - spot.x, y - spot.y) <= spot.r + tiny
    case 'box':
      return (
        x >= spot.x - tiny && x <= spot.x + spot.width + tiny && y >= spot.y - tiny && y <= spot.y + spot.height + tiny
      )
    case 'polygon':
      return isInPolygon(spot.points, { x, y })
  }
}

/** On an edge, or inside: a ray to the right then crosses the edges an odd number of times. */
function isInPolygon(corners: readonly { x: number; y: number }[], { x, y }: { x: number; y: number }): boolean {
  let isIn = false
  for (const [at, a] of corners.entries()) {
    const b = corners[(at + 1) % corners.length] ?? a
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    const beside = Math.abs((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / (length || 1)
    const along = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / (length * length || 1)
    if (beside <= tiny && along >= -tiny && along <= 1 + tiny) return true
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn
  }
  return isIn
}

function average(parts: readonly number[]): number {
  return parts.length === 0 ? 0 : parts.reduce((sum, part) => sum + part, 0) / parts.length
}

interface Comparing {
  readonly matchCase: boolean
  readonly matchAccents: boolean
}

/** The best of the accepted answers that a text is; 0 when it is none of them. */
function bestOf(accepted: readonly { text: string; percent: number }[], typed: string, how: Comparing): number {
  const word = comparable(typed, how)
  return Math.max(0, ...accepted.filter((one) => fits(word, comparable(one.text, how))).map((one) => one.percent / 100))
}

/** Spelt alike: one kind of space, digit, apostrophe, quotation mark and hyphen, and nothing that nobody sees. */
function comparable(text: string, { matchCase, matchAccents }: Comparing): string {
  const plain = latinDigits(text.normalize('NFKC'))
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .trim()
  // By way of capitals: ß is SS.
  const cased = matchCase ? plain : plain.toUpperCase().toLowerCase()
  if (matchAccents) return cased
  // searchForm() makes small letters of everything.
  return matchCase ? withoutAccents(cased) : searchForm(cased)
}

const unseen = /[\p{Default_Ignorable_Code_Point}\u061c]/gu

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0670]/g, '')
    .normalize('NFC')
}

/** Arabic and Persian digits as those that everybody's keyboard has. */
function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
}

/** `*` stands for anything, also for nothing. Without patterns, so that no answer takes long. */
function fits(word: string, wanted: string): boolean {
  const parts = wanted.split('*')
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return word === first
  if (!word.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = word.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return word.length - last.length >= at && word.endsWith(last)
}

function shareOfNumber(field: FieldOf<'numeric'>, typed: string): number {
  const key = field.quiz?.key
  if (!key) return 0
  const read = readNumber(typed)
  if (!read) return 0
  const asked = Object.keys(key.units)
  if (asked.length === 0 && read.unit !== '') return 0
  const factor = asked.length === 0 ? 1 : factorOf(read.unit, key.units)
  const inUnit = factor === null ? 1 - key.unitPenalty / 100 : 1
  const best = Math.max(
    0,
    ...read.values.flatMap((value) => {
      const number = value * (factor ?? 1)
      return key.accepted
        .filter((one) => {
          const tolerance = one.in === 'percent' ? (Math.abs(one.value) * one.tolerance) / 100 : one.tolerance
          return Math.abs(number - one.value) <= tolerance + tiny * Math.max(1, Math.abs(one.value))
        })
        .map((one) => one.percent / 100)
    }),
  )
  return best * inUnit
}

/** Capitals count only where they tell two units apart (m and M). Null: no unit, or one that the question does not know. */
function factorOf(unit: string, units: Readonly<Record<string, number>>): number | null {
  if (unit === '') return null
  const tidy = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').replaceAll('·', '').replaceAll('*', '')
  const exact = Object.entries(units).find(([name]) => tidy(name) === tidy(unit))
  if (exact) return exact[1]
  const alike = Object.entries(units).filter(([name]) => tidy(name).toLowerCase() === tidy(unit).toLowerCase())
  return alike.length === 1 ? (alike[0]?.[1] ?? null) : null
}

/**
 * A number as people write it: `3.5`, `3,5`, `1 234,5`, `1'234.5`, `-2`, `−2`, `1.5e3`, `1.5×10^3`, `٣٫٥`, with a unit behind
 * it. `1,234` may mean both, so both are its values. Null: it is no number.
 */
export function readNumber(typed: string): { values: number[]; unit: string } | null {
  const plain = latinDigits(typed.normalize('NFKC'))
    .replaceAll('٫', '.')
    .replaceAll('٬', ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const match =
    /^([+-]?) ?((?:\d{1,3}(?:[ ']\d{3})+|\d+)?(?:[.,]\d+)*[.,]?)(?:[eE]([+-]?\d{1,3})| ?[x×*] ?10\^?([+-]?\d{1,3}))? ?(.*)$/.exec(
      plain,
    )
  const [, sign, digits = '', exponent, power, unit = ''] = match ?? []
  if (!/\d/.test(digits)) return null
  const scale = 10 ** Number(exponent ?? power ?? 0) * (sign === '-' ? -1 : 1)
  const values = readDigits(digits.replace(/[ ']/g, '')).map((value) => value * scale)
  return values.every(Number.isFinite) && values.length > 0 ? { values, unit: unit.trim() } : null
}

/** Digits with marks between them, in every way that makes sense. */
function readDigits(digits: string): number[] {
  const marks = digits.replace(/\d/g, '')
  const last = marks.at(-1)
  if (last === undefined) return [Number(digits)]
  const grouped = (mark: string) => new RegExp(`^\\d{1,3}(\\${mark}\\d{3})+$`)
  const others = [...marks].filter((mark) => mark !== last)
  if (marks.length === 1) {
    const asDecimal = Number(digits.replace(last, '.'))
    return grouped(last).test(digits) && !digits.startsWith('0')
      ? [asDecimal, Number(digits.replace(last, ''))]
      : [asDecimal]
  }
  // Several of the same are thousands.
  if (others.length === 0) return grouped(last).test(digits) ? [Number(digits.replaceAll(last, ''))] : []
  // Different ones: the last is the decimal mark, those before it are thousands.
  const [whole = '', part = ''] = [
    digits.slice(0, digits.lastIndexOf(last)),
    digits.slice(digits.lastIndexOf(last) + 1),
  ]
  const mark = others[0] ?? ''
  return others.length === marks.length - 1 && grouped(mark).test(whole)
    ? [Number(`${whole.replaceAll(mark, '')}.${part}`)]
    : []
}
