import { describe, expect, it } from 'vitest'
import { pseudoText } from './pseudo.ts'

const files = import.meta.glob<Record<string, object>>('./{en,ar}/*.ts', { eager: true })
const namespaces = Object.keys(files)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length, -'.ts'.length))

const arabicForms = ['zero', 'one', 'two', 'few', 'many', 'other']

function flatten(node: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(node)) {
    const at = path ? `${path}.${key}` : key
    if (typeof value === 'string') found.set(at, value)
    else for (const [inner, text] of flatten(value as object, at)) found.set(inner, text)
  }
  return found
}

function textsOf(language: 'en' | 'ar', namespace: string): Map<string, string> {
  return flatten(files[`./${language}/${namespace}.ts`]?.[namespace] ?? {})
}

const placeholders = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()

describe.each(namespaces)('catalogue %s', (namespace) => {
  const english = textsOf('en', namespace)
  const arabic = textsOf('ar', namespace)

  it('has the same keys in both languages, with all Arabic plural forms', () => {
    const owed = [...english.keys()].flatMap((key) => {
      const plural = /^(.+)_(one|other)$/.exec(key)
      return plural ? arabicForms.map((form) => `${plural[1]}_${form}`) : [key]
    })
    expect([...arabic.keys()].sort()).toEqual([...new Set(owed)].sort())
  })

  it('is never empty and keeps the placeholders', () => {
    for (const [key, text] of [...english, ...arabic]) expect(text.trim(), key).not.toBe('')
    for (const [key, text] of english) {
      const translated = arabic.get(key)
      // a form for one or two may say the number in a word
      if (translated === undefined || /_(zero|one|two)$/.test(key)) continue
      expect(placeholders(translated), key).toEqual(placeholders(text))
    }
  })
})

it('the pseudo-locale marks words and leaves placeholders alone', () => {
  expect(pseudoText('Save {{name}}')).toMatch(/^⟦Šáṽé {{name}}·+⟧$/)
})
