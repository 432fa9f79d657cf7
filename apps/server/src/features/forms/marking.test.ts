import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { AskedField, QuizField } from '@learnt/contract/forms/content'
import { newField, newQuiz } from '@learnt/contract/forms/new-form'
import { rightAnswer } from '@learnt/contract/forms/right-answer'
import { expect, test } from 'vitest'
import { markQuestion } from './marking.ts'

/** A question of a kind with a key, out of 10 points. */
function question(kind: QuizField['kind'], key: unknown, of: object = {}, quiz: object = {}): QuizField {
  return { ...newField(kind), ...of, quiz: { ...newQuiz(), points: 10, key, ...quiz } } as QuizField
}
const points = (field: QuizField, answer: unknown) => markQuestion(field, answer as AnswerValue)?.points
const list = (...keys: string[]) => keys.map((key) => ({ key, label: { text: key, translations: {} } }))

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

test.each<[value: number, tolerance: number, unit: 'percent' | 'size', answer: string, points: number]>([
  [1.602e-19, 1, 'percent', '0', 0],
  [1.602e-19, 1, 'percent', '1.61e-19', 10],
  [1.602e-19, 1, 'percent', '1,6×10⁻¹⁹', 10],
  [1.602e-19, 1, 'percent', '1.5e-19', 0],
  [1.602e-19, 0, 'size', '1.602·10^-19', 10],
  [1.602e-19, 0, 'size', '1.603·10^-19', 0],
  [2e-10, 1e-11, 'size', '2.1e-10', 10],
  [2e-10, 1e-11, 'size', '2.2e-10', 0],
  [6.022e23, 1, 'percent', '6.022·10^23', 10],
  [6.022e23, 0, 'size', '6.023·10^23', 0],
  [1_000_000_000, 0, 'size', '1000000001', 0],
  [1_000_000_000, 0, 'size', '1 000 000 000', 10],
  [0, 0, 'size', '0', 10],
  [0, 0, 'size', '1e-12', 0],
  [0, 0.3, 'size', '-0,3', 10],
  [0, 5, 'percent', '0.0000000001', 0],
  [100_000, 0, 'size', '1,00,000', 10],
  [200, 0, 'size', '2x100', 10],
  [2, 0, 'size', '2x100', 0],
])('of %s ± %s (%s) %j gets %s', (value, tolerance, unit, answer, right) => {
  const key = { accepted: [{ value, tolerance, in: unit, percent: 100 }], units: {}, unitPenalty: 0 }
  expect(points(question('numeric', key), answer)).toBe(right)
})

test.each([
  ['$5', 10],
  ['5 $', 10],
  ['US$5', 5],
  ['5', 5],
  ['$6', 0],
])('money: %s', (answer, right) => {
  const key = { accepted: [{ value: 5, tolerance: 0, in: 'size', percent: 100 }], units: { $: 1 }, unitPenalty: 50 }
  expect(points(question('numeric', key), answer)).toBe(right)
})

test.each<[shares: number[], chosen: string[], verdict: string, points: number]>([
  [[33.33333, 33.33333, 33.33333, 0], ['k0', 'k1', 'k2'], 'right', 10],
  [[33.33, 33.33, 33.33, 0], ['k0', 'k1', 'k2'], 'right', 10],
  [[33, 33, 33, -50], ['k0', 'k1', 'k2'], 'right', 10],
  [[16.66667, 16.66667, 16.66667, 16.66667, 16.66667, 16.66667], ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'], 'right', 10],
  [[33.33333, 33.33333, 33.33333, -50], ['k0', 'k1', 'k2', 'k3'], 'partly', 5],
  [[33.33333, 33.33333, 33.33333, 0], ['k0', 'k1'], 'partly', 6.67],
  // The author gives less than everything.
  [[40, 40], ['k0', 'k1'], 'partly', 8],
  [[99.5], ['k0'], 'partly', 9.95],
])('shares of %j with %j are %s', (shares, chosen, verdict, right) => {
  const choices = list(...shares.map((_, at) => `k${at}`))
  const key = { right: [], shares: Object.fromEntries(shares.map((share, at) => [`k${at}`, share])) }
  expect(markQuestion(question('multipleChoice', key, { choices }), { choices: chosen })).toEqual({
    points: right,
    outOf: 10,
    verdict,
  })
})

test.each([
  ['SELECT * FROM staff', 'SELECT id FROM staff', 10],
  ['SELECT \\* FROM staff', 'SELECT id FROM staff', 0],
  ['SELECT \\* FROM staff', 'select * from staff', 10],
  ['\\**', '*args', 10],
  ['\\**', 'args', 0],
  ['2 \\* 3', '2 * 3', 10],
  ['C:\\\\*', 'C:\\Temp', 10],
  ['C:\\\\*', 'C:*', 0],
  ['\\\\server\\share', '\\\\server\\share', 10],
  ['a\\', 'a\\', 10],
  ['İstanbul', 'istanbul', 10],
  ['istanbul', 'İSTANBUL', 10],
  ['İzmir', 'i\u0307zmir', 10],
  ['İzmir', 'izmır', 10],
])('of %j %j gets %s', (text, answer, right) => {
  const key = { accepted: [{ text, percent: 100 }], matchCase: false, matchAccents: true }
  expect(points(question('shortAnswer', key), answer)).toBe(right)
  const gaps = { gaps: { g: [{ text, percent: 100 }] }, matchCase: false, matchAccents: true }
  expect(points(question('gaps', gaps, { gaps: [{ key: 'g', choices: [] }] }), { g: answer })).toBe(right)
})

test('a right answer is shown without the backslash before its star', () => {
  const key = { accepted: [{ text: 'SELECT \\* FROM *', percent: 100 }], matchCase: false, matchAccents: true }
  expect(rightAnswer(question('shortAnswer', key) as AskedField)).toBe('SELECT * FROM *')
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
