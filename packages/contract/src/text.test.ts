import { describe, expect, test } from 'vitest'
import {
  foldCase,
  fullName,
  hasHidden,
  isName,
  isRegisteredName,
  plainLetters,
  searchForm,
  tidyAddress,
  tidyText,
} from './text.ts'
import {
  emailAddress,
  lastName,
  oneLine,
  personName,
  preferredName,
  registeredLastName,
  registeredName,
} from './values.ts'

test('text is kept in one spelling', () => {
  expect(tidyText(' \u00a0Fu\u0308hrung\u3000 und\u2009  Recht ')).toBe('Führung und Recht')
})

test.each([
  ['İNCİ@example.com', 'inci@example.com'],
  ['ΟΔΟΣ@example.com', 'οδοσ@example.com'],
  ['STRASSE', 'strasse'],
  [' Jane.Doe@Example.COM ', 'jane.doe@example.com'],
])('%s is compared as %s', (text, folded) => {
  expect(tidyAddress(text)).toBe(folded)
  expect(foldCase(folded)).toBe(folded)
})

test.each([
  ['Sinéad', 'sinead'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Ærø', 'aero'],
  ['İstanbul ılık', 'istanbul ilik'],
  ['ＡＢＣ', 'abc'],
  ['مُحَمَّد', 'محمد'],
  ['한국', '한국'],
  ['हिन्दी', 'हिन्दी'],
  ["don't", 'dont'],
  ['don’t', 'dont'],
  ['DON‘T', 'dont'],
  ['donʼt', 'dont'],
  ['don´t', 'dont'],
  ['don`t', 'dont'],
  ['don＇t', 'dont'],
  ['don′t', 'dont'],
  ["п'ять п’ять", 'пять пять'],
  ['ג׳ורג׳', 'גורג'],
  ['Brandschutz-Übung', 'brandschutzubung'],
  ['Brandschutz\u2010Übung', 'brandschutzubung'],
  ['Brandschutz\u2011Übung', 'brandschutzubung'],
  ['Brandschutz–Übung—a−b', 'brandschutzubungab'],
  ['Brand\u00adschutz\u200bübung', 'brandschutzubung'],
  ['בית־ספר', 'ביתספר'],
  ['می\u200cخواهم', 'میخواهم'],
  ['a\u00a0b\u2009c\u202fd\u3000e\u1680f', 'a b c d e f'],
  ['葛\u{e0100}城 葛\ufe00', '葛城 葛'],
  ['½-¼', '1⁄21⁄4'],
])('%s is found as %s', (text, form) => {
  expect(searchForm(text)).toBe(form)
  expect(searchForm(searchForm(text))).toBe(form)
})

test('marks of questions keep the signs that search leaves out', () => {
  expect(plainLetters('−5 d’Été')).toBe('−5 d’ete')
  expect(plainLetters('Co-op')).toBe('co-op')
})

describe('what nobody sees', () => {
  test.each([
    'a\u200bb',
    '\u202egnp.exe',
    'a\u2066b',
    'a\ufeffb',
    'a\u00adb',
    'x\u200dy',
    'a\u200c',
    '\u3164',
    '\u2800',
    'a\ufe0f',
    'a\u180eb',
  ])('%j is refused', (text) => {
    expect(hasHidden(text)).toBe(true)
    expect(oneLine().safeParse(text).error?.issues[0]?.message).toBe('hidden')
  })
  test.each(['می‌خواهم', 'क्‍ष', '👩‍👩‍👧‍👦 Team', '1️⃣', '葛\u{e0100}城', '🏴\u{e0067}\u{e0062}\u{e007f}', 'São Tomé'])(
    '%s is taken',
    (text) => {
      expect(hasHidden(text)).toBe(false)
      expect(oneLine().parse(text)).toBe(text.normalize('NFC'))
    },
  )
})

test.each([
  ['王', true, true],
  ['김', true, true],
  ['あ', true, true],
  ['أ', true, true],
  ['Jo', true, true],
  ['O', true, false],
  ['Ж', true, false],
  ['Ω', true, false],
  ['é', true, false],
  ['e\u0301', true, false],
  ['-', false, false],
  ['7', false, false],
  ['', false, false],
])('%j is a name: %s, and one to register with: %s', (text, is, isRegistered) => {
  expect(isName(text)).toBe(is)
  expect(isRegisteredName(text)).toBe(isRegistered)
  expect(personName().safeParse(text).success).toBe(is)
  expect(registeredName().safeParse(text).success).toBe(isRegistered)
  if (text === '' || text === '-') return
  expect([lastName(), preferredName()].map((shape) => shape.safeParse(text).success)).toEqual([is, is])
  expect(registeredLastName().safeParse(text).success).toBe(isRegistered)
})

test('a last name may be missing', () => {
  expect([lastName().parse('-'), lastName().parse(' 伟 ')]).toEqual(['', '伟'])
  expect(registeredLastName().safeParse('J').error?.issues[0]?.message).toBe('minLength2')
  expect([personName(), lastName()].map((shape) => shape.safeParse('?').error?.issues[0]?.message)).toEqual([
    'noName',
    'noName',
  ])
  expect(
    personName()
      .safeParse(' ')
      .error?.issues.map((issue) => issue.message),
  ).toEqual(['required'])
  expect(fullName({ firstName: 'Suharto', lastName: '' })).toBe('Suharto')
})

test('marks of a direction are left out of titles and refused in names', () => {
  expect(oneLine().parse('\u200fمرحبا')).toBe('مرحبا')
  expect(personName().safeParse('\u200fمرحبا').error?.issues[0]?.message).toBe('hidden')
})

test('addresses are kept in small letters, and hide nothing', () => {
  expect(emailAddress().parse(' İNCİ@Example.com')).toBe('inci@example.com')
  expect(
    emailAddress()
      .safeParse('zw\u200b@example.com')
      .error?.issues.map((issue) => issue.message),
  ).toContain('hidden')
  expect(emailAddress().safeParse('').error?.issues[0]?.message).toBe('required')
})
