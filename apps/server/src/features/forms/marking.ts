import { type AnswerOfKind, type AnswerValue, isEmptyAnswer } from '@learnt/contract/forms/answers'
import type { FieldOf, QuizField } from '@learnt/contract/forms/content'
import { kindsOfField } from '@learnt/contract/forms/field-kinds'
import type { treatments } from '@learnt/contract/forms/questions'
import { readAnswer } from '@learnt/contract/forms/read-answer'
import { partsOfPattern } from '@learnt/contract/forms/right-answer'
import { latinDigits, readNumber, tidyUnit } from '@learnt/contract/read-number'
import { foldCase, plainLetters } from '@learnt/contract/text'

export interface Mark {
  /** Null: it waits for a person. */
  readonly points: number | null
  readonly outOf: number
  readonly verdict: 'right' | 'partly' | 'wrong' | 'waiting' | 'leftOut'
}

/** A wrong key that was corrected. */
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
/** How far a sum or a product of a few numbers is off, as a part of them: of small numbers it is as little as they are. */
const inexact = 8 * Number.EPSILON

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
  if (shares) {
    const given = chosen.map((one) => shares[one] ?? 0)
    const isAll = given.length > 1 && isSame(chosen, positive(shares)) && isWhole(given)
    return worth(isAll ? 1 : given.reduce((sum, share) => sum + share, 0) / 100)
  }
  const hits = chosen.filter((one) => right.includes(one)).length
  if (!several) return worth(hits)
  const share = right.length === 0 ? 0 : Math.max(0, (hits - (chosen.length - hits)) / right.length)
  return { share, hasRight: hits > 0 }
}

function positive(shares: Readonly<Record<string, number>>): string[] {
  return Object.keys(shares).filter((key) => (shares[key] ?? 0) > 0)
}

/** Whether shares are all of the points but for their rounding: 33.33 three times, 16.7 six times. */
function isWhole(shares: readonly number[]): boolean {
  const decimals = Math.max(...shares.map((share) => String(share).split('.')[1]?.length ?? 0))
  const rounding = (shares.length * 0.5) / 10 ** decimals
  return Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) <= rounding + tiny
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
  // By way of capitals: ß is SS. The small letter of İ is i; computers leave its point behind it.
  const cased = matchCase
    ? plain
    : plain
        .replace(/İ|i\u0307/g, 'i')
        .toUpperCase()
        .toLowerCase()
  if (matchAccents) return cased
  // plainLetters() makes small letters of everything.
  return matchCase ? withoutAccents(cased) : plainLetters(cased)
}

const unseen = /[\p{Default_Ignorable_Code_Point}\u061c]/gu

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0670]/g, '')
    .normalize('NFC')
}

/** A star stands for anything, also for nothing; see partsOfPattern(). Without patterns, so that no answer takes long. */
function fits(word: string, wanted: string): boolean {
  const [first = '', ...rest] = partsOfPattern(wanted)
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
          const size = Math.abs(number) + Math.abs(one.value) + tolerance
          return Math.abs(number - one.value) <= tolerance + size * inexact
        })
        .map((one) => one.percent / 100)
    }),
  )
  return best * inUnit
}

/** Capitals count only where they tell two units apart (m and M). Null: no unit, or one that the question does not know. */
function factorOf(unit: string, units: Readonly<Record<string, number>>): number | null {
  if (unit === '') return null
  const exact = Object.entries(units).find(([name]) => tidyUnit(name) === tidyUnit(unit))
  if (exact) return exact[1]
  const alike = Object.entries(units).filter(([name]) => foldCase(tidyUnit(name)) === foldCase(tidyUnit(unit)))
  return alike.length === 1 ? (alike[0]?.[1] ?? null) : null
}
