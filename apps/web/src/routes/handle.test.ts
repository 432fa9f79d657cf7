import { expect, it } from 'vitest'
import { handleOf } from './handle.ts'

it.each([
  ['Travel and expenses policy', 'travel-and-expenses-policy'],
  ['  Überblick: 100 % / neu!  ', 'überblick-100-neu'],
  ['سياسة السفر', 'سياسة-السفر'],
  ['***', ''],
  [`${'long '.repeat(30)}`, 'long-long-long-long-long-long-long-long-long-long-long-long'],
])('makes of %j the handle %j', (title, handle) => {
  expect(handleOf(title)).toBe(handle)
})
