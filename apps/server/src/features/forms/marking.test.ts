import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { QuizField } from '@learnt/contract/forms/content'
import { newField, newQuiz } from '@learnt/contract/forms/new-form'
import { expect, test } from 'vitest'
import { markQuestion, readNumber } from './marking.ts'

/** A question of a kind with a key, out of 10 points. */
function question(kind: QuizField['kind'], key: unknown, of: object = {}, quiz: object = {}): QuizField {
  return { ...newField(kind), ...of, quiz: { ...newQuiz(), points: 10, key, ...quiz } } as QuizField
}
const points = (field: QuizField, answer: unknown) => markQuestion(field, answer as AnswerValue)?.points
const list = (...keys: string[]) => keys.map((key) => ({ key, label: { text: key, translations: {} } }))

test('numbers are read as people write them', () => {
  const values = (typed: string) => readNumber(typed)?.values ?? null
  expect(values('3.5')).toEqual([3.5])
  expect(values('3,5')).toEqual([3.5])
  expect(values('1,234')).toEqual([1.234, 1234])
  expect(values('0,234')).toEqual([0.234])
  expect(values('1.234,5')).toEqual([1234.5])
  expect(values('1,234,567.5')).toEqual([1234567.5])
  expect(values("1'234.5")).toEqual([1234.5])
  expect(values('1 234 567')).toEqual([1234567])
  expect(values('−2')).toEqual([-2])
  expect(values('1.5e3')).toEqual([1500])
  expect(values('1.5×10^3')).toEqual([1500])
  expect(values('٣٫٥')).toEqual([3.5])
  expect(values('.5')).toEqual([0.5])
  for (const none of ['', 'abc', '1,2,3', '--1', 'Infinity']) expect(values(none), none).toBe(null)
  expect(readNumber('9.81 m/s^2')).toEqual({ values: [9.81], unit: 'm/s^2' })
})

test('a number may be off by its tolerance, and has its unit', () => {
  const key = {
    accepted: [
      { value: 100, tolerance: 1, in: 'percent', percent: 100 },
      { value: 100, tolerance: 5, in: 'size', percent: 50 },
    ],
    units: { cm: 1, m: 100 },
    unitPenalty: 20,
  }
  const field = question('numeric', key)
  const marks: [string, number][] = [
    ['100 cm', 10],
    ['1 m', 10],
    ['1m', 10],
    ['101 cm', 10],
    ['101,5 cm', 5],
    ['106 cm', 0],
    ['100', 8],
    ['100 km', 8],
    ['1 M', 10],
  ]
  for (const [typed, right] of marks) expect(points(field, typed), typed).toBe(right)
})

test('several right choices count in parts, and wrong ones take away', () => {
  const field = question(
    'multipleChoice',
    { right: ['a', 'b'], shares: null },
    { choices: list('a', 'b', 'c') },
    { penalty: 25 },
  )
  expect(points(field, { choices: ['a', 'b'] })).toBe(10)
  expect(points(field, { choices: ['a'] })).toBe(5)
  expect(points(field, { choices: ['a', 'c'] })).toBe(0)
  expect(points(field, { choices: ['c'] })).toBe(-2.5)
  expect(points(field, { choices: [] })).toBe(0)
  expect(points({ ...field, quiz: { ...field.quiz, partial: false } } as QuizField, { choices: ['a'] })).toBe(0)
})

test('texts are compared by case and accents as set', () => {
  const key = { accepted: [{ text: 'Café*', percent: 100 }], matchCase: true, matchAccents: true }
  expect(points(question('shortAnswer', key), '  Café  au  lait')).toBe(10)
  expect(points(question('shortAnswer', key), 'café')).toBe(0)
  expect(points(question('shortAnswer', { ...key, matchCase: false }), 'café')).toBe(10)
  expect(points(question('shortAnswer', { ...key, matchAccents: false }), 'Cafe')).toBe(10)
})

test('essays wait for a person, and an empty one does not', () => {
  const field = question('essay', { rubric: { text: '', translations: {} } })
  expect(markQuestion(field, 'words')).toEqual({ points: null, outOf: 10, verdict: 'waiting' })
  expect(markQuestion(field, undefined)).toEqual({ points: 0, outOf: 10, verdict: 'wrong' })
})

test('matching, ordering, gaps, rows and places count in parts', () => {
  const pairs = question('matching', { a: 'x', b: 'y' }, { items: list('a', 'b'), targets: list('x', 'y', 'z') })
  expect(points(pairs, { a: 'x', b: 'z' })).toBe(5)
  const order = question('ordering', ['a', 'b', 'c', 'd'], { items: list('d', 'c', 'b', 'a') })
  expect(points(order, ['a', 'b', 'd', 'c'])).toBe(5)
  const gaps = question(
    'gaps',
    {
      gaps: { g1: [{ text: 'Bern', percent: 100 }], g2: [{ text: 'k2', percent: 100 }] },
      matchCase: false,
      matchAccents: false,
    },
    {
      gaps: [
        { key: 'g1', choices: [] },
        { key: 'g2', choices: list('k1', 'k2') },
      ],
    },
  )
  expect(points(gaps, { g1: 'bern', g2: 'k1' })).toBe(5)
  const rows = question('matrix', { r: ['a'], s: ['b'] }, { rows: list('r', 's'), columns: list('a', 'b') })
  expect(points(rows, { r: ['a'], s: ['a'] })).toBe(5)
  const spots = question(
    'hotSpot',
    [
      { shape: 'circle', x: 0.5, y: 0.5, r: 0.1 },
      { shape: 'box', x: 0, y: 0, width: 0.2, height: 0.2 },
    ],
    { points: 3 },
  )
  expect(
    points(spots, [
      { x: 0.6, y: 0.5 },
      { x: 0.2, y: 0.2 },
    ]),
  ).toBe(10)
  expect(points(spots, [{ x: 0.5, y: 0.5 }])).toBe(5)
  expect(
    points(spots, [
      { x: 0.5, y: 0.5 },
      { x: 0.9, y: 0.9 },
    ]),
  ).toBe(0)
})
