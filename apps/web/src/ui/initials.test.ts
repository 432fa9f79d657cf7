import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test('letters as a reader counts them', () => {
  expect(initialsOf('Ada Lovelace')).toBe('AL')
  expect(initialsOf('ada maria lovelace')).toBe('AL')
  expect(initialsOf('Ölrun é')).toBe('ÖÉ')
  // a letter and its mark, written as two; a family; letters of other scripts
  expect(initialsOf('e\u0301mile')).toBe('E\u0301'.normalize('NFD'))
  expect(initialsOf('👩‍👩‍👧 Home')).toBe('👩‍👩‍👧H')
  expect(initialsOf('محمد علي')).toBe('مع')
  expect(initialsOf('  ')).toBe('')
})
