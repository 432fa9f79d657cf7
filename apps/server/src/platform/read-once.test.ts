import { expect, test } from 'vitest'
import { readPreferences } from './preferences.ts'
import { readOnce } from './read-once.ts'
import { readTenantConfig } from './tenant/settings.ts'

test('the same text is read once, another one by itself', () => {
  let reads = 0
  const read = readOnce((stored) => {
    reads++
    return { of: stored }
  })
  expect(read({ a: 1 })).toBe(read({ a: 1 }))
  expect(read({ a: 2 })).toEqual({ of: { a: 2 } })
  expect(read(undefined)).toBe(read(null))
  expect(reads).toBe(3)
})

test('what was read cannot be changed by one for all', () => {
  const config = readTenantConfig({ timeZone: 'Europe/Berlin' })
  expect(() => Object.assign(config.passwordRules, { minLength: 1 })).toThrow(TypeError)
  expect(() => readPreferences({}).favourites.push('x')).toThrow(TypeError)
  expect(readTenantConfig({ timeZone: 'Europe/Berlin' }).passwordRules.minLength).toBeGreaterThan(1)
})

test('long texts and old ones are read again', () => {
  let reads = 0
  const read = readOnce((stored) => {
    reads++
    return { of: stored }
  })
  read('x'.repeat(5000))
  read('x'.repeat(5000))
  expect(reads).toBe(2)
  for (let n = 0; n < 1001; n++) read(n)
  read(1000)
  expect(reads).toBe(2 + 1001)
  read(0)
  expect(reads).toBe(2 + 1001 + 1)
})
