import { expect, test } from 'vitest'
import { cutText, firstCharacter } from './cut-text.ts'

test.each([
  ['an emoji', `${'a'.repeat(9)}🎓`, 10, 'a'.repeat(9)],
  ['an emoji that fits', `${'a'.repeat(8)}🎓b`, 10, `${'a'.repeat(8)}🎓`],
  ['a family', `${'a'.repeat(6)}👩‍👩‍👧‍👦`, 10, 'a'.repeat(6)],
  ['a flag', `${'a'.repeat(8)}🇩🇪`, 10, 'a'.repeat(8)],
  ['an accent', `${'a'.repeat(9)}e\u0301`, 10, 'a'.repeat(9)],
  ['what is short enough', '🎓', 10, '🎓'],
  ['half a pair that was there before', 'a\ud83d', 10, 'a\ufffd'],
  ['accents upon accents', `a${'\u0301'.repeat(1000)}`, 10, `a${'\u0301'.repeat(9)}`],
  ['an emoji far behind', `${'ab '.repeat(1000)}🎓`, 3001, 'ab '.repeat(1000)],
])('%s is never cut in two', (_, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})

test('the first character is whole', () => {
  expect(['👩‍👩‍👧‍👦 Home', 'e\u0301a', ''].map(firstCharacter)).toEqual(['👩‍👩‍👧‍👦', 'e\u0301', ''])
})
