import { describe, expect, test } from 'vitest'
import { checkEmail, checkNumber, checkPassword, checkText, missingStrength } from './form-checks.ts'
import { countGraphemes, isEmail, parseMoment, splitDuration } from './measures.ts'

/** The same numbers in every run: xorshift. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
const rounds = 2000
const letters = [...'abcxyzÄßñéأبجدعربيΩЖ漢字ก'.normalize('NFC'), 'e\u0301', 'ก\u0e31']
const marks = [' ', ',', '.', "'", '-', '’']
const others = [...'0123456789!?@#/\\<>&;:()[]{}"\n\t_*+=~|^%$', '👩‍🏫', '\u200f']

function words(random: () => number, from: readonly string[], length: number): string {
  return Array.from({ length }, () => from[Math.floor(random() * from.length)]).join('')
}

describe('text fields', () => {
  test('take letters of any script with spaces, commas, periods, apostrophes and hyphens, from three on', () => {
    const random = numbers(11)
    for (let round = 0; round < rounds; round++) {
      const length = Math.floor(random() * 12)
      const text = words(random, [...letters, ...marks], length)
      expect(checkText(text, 'City') === null, JSON.stringify(text)).toBe(countGraphemes(text) >= 3)
    }
  })

  test('take nothing else, wherever it stands', () => {
    const random = numbers(12)
    for (let round = 0; round < rounds; round++) {
      const text = words(random, letters, 5)
      const at = Math.floor(random() * 6)
      const odd = words(random, others, 1)
      const spoiled = text.slice(0, at) + odd + text.slice(at)
      expect(checkText(spoiled, 'City'), JSON.stringify(spoiled)).toEqual({ code: 'onlyCharacters', label: 'City' })
    }
  })
})

test('number fields take digits and nothing else', () => {
  const random = numbers(13)
  for (let round = 0; round < rounds; round++) {
    const digits = words(random, [...'0123456789'], 1 + Math.floor(random() * 20))
    expect(checkNumber(digits, 'Year')).toBeNull()
    const odd = words(random, [...letters, ...marks, '+', 'e', '²', '½'], 1)
    const at = Math.floor(random() * (digits.length + 1))
    expect(checkNumber(digits.slice(0, at) + odd + digits.slice(at), 'Year')).toEqual({
      code: 'onlyNumbers',
      label: 'Year',
    })
  }
  for (const digits of ['٢٠٢٧', '۲۰۲۷', '२०२७', '２０２７']) expect(checkNumber(digits, 'Year')).toBeNull()
  expect(checkNumber('', 'Year')).not.toBeNull()
})

test('addresses: as many segments as one likes, none of them empty', () => {
  const random = numbers(14)
  const name = () => words(random, [...'abcdefghij0123456789-'], 1 + Math.floor(random() * 8))
  for (let round = 0; round < rounds; round++) {
    const segments = Array.from({ length: 1 + Math.floor(random() * 4) }, name)
    const address = `${name()}@${segments.join('.')}`
    expect(checkEmail(address) === null, address).toBe(segments.length > 1)
    expect(isEmail(address)).toBe(segments.length > 1)
    const dot = address.lastIndexOf('.')
    if (dot > 0) expect(checkEmail(`${address.slice(0, dot)}.${address.slice(dot)}`)).toEqual({ code: 'emailInvalid' })
    expect(isEmail(`${address.replace('@', ' @')}`)).toBe(false)
  }
})

test('passwords count as readers count, and strength asks only for what is on', () => {
  expect(checkPassword('👩‍👩‍👧‍👦'.repeat(5))).toEqual({ code: 'passwordShort' })
  expect(checkPassword('👩‍👩‍👧‍👦'.repeat(6))).toBeNull()
  expect(missingStrength('')).toEqual([])
  const all = { min: true, special: true, lowercase: true, uppercase: true, digit: true }
  expect(missingStrength('', all)).toEqual(['min', 'special', 'lowercase', 'uppercase', 'digit'])
  expect(missingStrength('Abcdef1!', all)).toEqual([])
  const random = numbers(15)
  for (let round = 0; round < rounds; round++) {
    const password = words(random, [...'aB1! é字'], Math.floor(random() * 12))
    const some = { min: random() < 0.5, special: random() < 0.5, digit: random() < 0.5 }
    const missing = missingStrength(password, some)
    for (const rule of missing) expect(some[rule as keyof typeof some]).toBe(true)
    // What is added never makes a password weaker.
    expect(missingStrength(`${password}aA1!aaaa`, all)).toEqual([])
  }
})

describe('moments', () => {
  test('come back as they went, as seconds, milliseconds and ISO in any zone', () => {
    const random = numbers(16)
    for (let round = 0; round < rounds; round++) {
      const ms = 1_000_000_000_000 + Math.floor(random() * 8_000_000_000_000)
      const seconds = Math.floor(ms / 1000)
      expect(parseMoment(ms)?.getTime()).toBe(ms)
      expect(parseMoment(String(seconds))?.getTime()).toBe(seconds * 1000)
      const text = new Date(ms).toISOString()
      expect(parseMoment(text)?.getTime()).toBe(ms)
      expect(parseMoment(text.slice(0, -1))?.getTime()).toBe(ms)
      expect(parseMoment(` ${text.slice(0, 10)} `)?.getTime()).toBe(Date.parse(text.slice(0, 10)))
      const hours = Math.floor(random() * 12)
      const there = new Date(ms + hours * 3_600_000).toISOString().replace('Z', `+${String(hours).padStart(2, '0')}:00`)
      expect(parseMoment(there)?.getTime()).toBe(ms)
    }
  })

  test('are refused when they are none: days that no month has, other spellings, other numbers of digits', () => {
    for (const text of [
      '2026-02-29',
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-1-1',
      '1 2 3',
      'March 7, 2026',
      '20/11/2026',
      '2026-11-20T25:00',
      '2026-11-20T10',
      '-1',
      '1e12',
      '１７０００００００0',
    ])
      expect(parseMoment(text), text).toBeNull()
    expect(parseMoment('2028-02-29')).not.toBeNull()
    for (let digits = 1; digits < 20; digits++)
      if (digits !== 10 && digits !== 13) expect(parseMoment('1'.repeat(digits)), String(digits)).toBeNull()
  })
})

test('durations lose less than one of the smallest unit shown', () => {
  const random = numbers(17)
  for (let round = 0; round < rounds; round++) {
    const seconds = Math.floor(random() ** 3 * 400_000)
    const { unit, hours, minutes, seconds: rest } = splitDuration(seconds)
    expect(unit).toBe(seconds < 60 ? 'seconds' : seconds < 3600 ? 'minutes' : 'hours')
    const shown = hours * 3600 + minutes * 60 + rest
    expect(seconds - shown).toBeGreaterThanOrEqual(0)
    expect(seconds - shown).toBeLessThan(unit === 'seconds' ? 1 : 60)
    expect(minutes).toBeLessThan(60)
  }
  expect(splitDuration(-5)).toMatchObject({ unit: 'seconds', seconds: 0 })
})
