import { expect, test } from 'vitest'
import { columnName, directionOfRow, isHeader, partOfRow } from './rows.ts'

test('a row is found in its part, also where parts have gaps between them', () => {
  const sheet = { starts: [2, 200, 100_000] }
  expect([0, 1, 2, 199, 200, 5000, 99_999, 100_000, 100_500].map((row) => partOfRow(sheet, row))).toEqual([
    ...[null, null, 0, 0, 1, 1, 1, 2, 2],
  ])
  expect(partOfRow({ starts: [] }, 0)).toBe(null)
})

test('columns are named as spreadsheets do', () => {
  expect([0, 25, 26, 51, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA'])
})

test.each([
  [['Name', 'Age'], true],
  [['Name', 'Born 1980'], true],
  [['Robin', '41'], false],
  [['Report', ''], false],
  [['', ''], false],
])('%j names its columns: %s', (row, expected) => {
  expect(isHeader(row, 2)).toBe(expected)
})

test('a table begins where its language does', () => {
  expect(directionOfRow(['الاسم', 'Age'])).toBe('rtl')
  expect(directionOfRow(['1', 'Name', 'الاسم'])).toBe('ltr')
  expect(directionOfRow([])).toBe('ltr')
})
