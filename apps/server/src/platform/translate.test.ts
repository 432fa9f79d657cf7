import { locales } from '@learnt/contract/locales'
import { describe, expect, it } from 'vitest'
import { pickLocale, translatorFor } from './translate.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

describe('Accept-Language', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr, ar-EG;q=0.8, en;q=0.5', 'ar'],
    ['en;q=0.3, DE;q=0.7', 'de'],
    ['de;q=0, en', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [';;q=,,-', 'en'],
  ])('%s is answered in %s', (header, locale) => {
    expect(pickLocale(header)).toBe(locale)
  })

  it('falls back to what the caller says', () => {
    expect(pickLocale('fr', 'ar')).toBe('ar')
  })
})

describe.each([
  ['de', de],
  ['ar', ar],
] as const)('the catalogue in %s', (locale, catalogue) => {
  it('has the keys and the placeholders of English, and nothing is empty', () => {
    const english = flatten(en)
    const translation = flatten(catalogue)
    expect([...translation.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of english) {
      const translated = translation.get(key) ?? ''
      expect(translated.trim(), key).not.toBe('')
      expect(placeholders(translated), key).toEqual(placeholders(text))
    }
  })

  it('speaks', () => {
    expect(translatorFor(locale)('problem.internal')).toBe(catalogue.problem.internal)
  })
})

it('speaks every language of the contract', () => {
  expect(new Set(locales.map((locale) => translatorFor(locale)('validation.required'))).size).toBe(locales.length)
})

function flatten(node: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(node)) {
    const at = path ? `${path}.${key}` : key
    if (typeof value === 'string') found.set(at, value)
    else for (const [inner, text] of flatten(value as object, at)) found.set(inner, text)
  }
  return found
}

function placeholders(text: string): (string | undefined)[] {
  return [...new Set([...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name))].sort()
}
