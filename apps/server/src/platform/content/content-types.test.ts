import { expect, test } from 'vitest'
import { contentTypeOf, isMedia } from './content-types.ts'

test.each([
  ['Shared/Start.HTML', 'text/html'],
  ['film.mp4', 'video/mp4'],
  ['html', null],
  ['tool.exe', null],
  ['a.', null],
  // What every object has is no type.
  ['a.constructor', null],
  ['a.__proto__', null],
])('%s is %s', (path, type) => {
  expect(contentTypeOf(path)).toBe(type)
  expect(isMedia(path)).toBe(type === 'video/mp4')
})
