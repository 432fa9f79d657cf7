import { type Locale, locales } from '@learnt/contract/locales'
import { describe, expect, it } from 'vitest'
import { pseudoText } from './pseudo.ts'

const found = import.meta.glob<Record<string, object>>('../**/words/*.{en,de,ar}.ts', { eager: true })
const files = Object.entries(found).map(([path, file]) => {
  const [, namespace = '', language = ''] = /(\w+)\.(\w+)\.ts$/.exec(path) ?? []
  return { namespace, language, texts: file[namespace] ?? {} }
})
const namespaces = files.filter(({ language }) => language === 'en').map(({ namespace }) => namespace)
const others = locales.filter((locale) => locale !== 'en')

const formsOf = (locale: Locale) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories

function flatten(node: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(node)) {
    const at = path ? `${path}.${key}` : key
    if (typeof value === 'string') found.set(at, value)
    else for (const [inner, text] of flatten(value as object, at)) found.set(inner, text)
  }
  return found
}

function textsOf(language: Locale, namespace: string): Map<string, string> {
  return flatten(files.find((file) => file.namespace === namespace && file.language === language)?.texts ?? {})
}

const placeholders = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()

it('has the plural forms that each language needs', () => {
  expect(formsOf('de')).toEqual(formsOf('en'))
  expect([...formsOf('ar')].sort()).toEqual(['few', 'many', 'one', 'other', 'two', 'zero'])
})

it('has no catalogue that English has not, and none twice', () => {
  for (const { namespace } of files) expect(namespaces).toContain(namespace)
  expect(new Set(namespaces).size).toBe(namespaces.length)
})

describe.each(others)('%s', (locale) => {
  describe.each(namespaces)('catalogue %s', (namespace) => {
    const english = textsOf('en', namespace)
    const translation = textsOf(locale, namespace)

    it('has the same keys as English, with all plural forms', () => {
      const owed = [...english.keys()].flatMap((key) => {
        const plural = /^(.+)_(one|other)$/.exec(key)
        return plural ? formsOf(locale).map((form) => `${plural[1]}_${form}`) : [key]
      })
      expect([...translation.keys()].sort()).toEqual([...new Set(owed)].sort())
    })

    it('is never empty and keeps the placeholders', () => {
      for (const [key, text] of [...english, ...translation]) expect(text.trim(), key).not.toBe('')
      for (const [key, text] of english) {
        const translated = translation.get(key)
        // a form for one or two may say the number in a word
        if (translated === undefined || /_(zero|one|two)$/.test(key)) continue
        expect(placeholders(translated), key).toEqual(placeholders(text))
      }
    })
  })
})

it('the pseudo-locale marks words and leaves placeholders alone', () => {
  expect(pseudoText('Save {{name}}')).toMatch(/^⟦Šáṽé {{name}}·+⟧$/)
})
