import { expect, test } from 'vitest'
import { narrowLetters } from '../narrow-letters.ts'

test('a built file says the same in ASCII', () => {
  const code = [
    "'مرحبا، grüße — 学'",
    '`\u{1f600} “two”`',
    "'\\“\\\\“'",
    'String(/[\\u{1f600}-\u{1f64f}]/u.test("\u{1f601}"))',
    'String(/[ء-ي\\–]/.test("ب"))',
    "/* … */ { é: 'ж' }.é",
  ]
  for (const one of code) {
    const narrow = narrowLetters(one)
    expect(narrow).toMatch(/^[\0-\x7f]*$/)
    expect(narrow).not.toBe(one)
    expect(evaluated(narrow)).toEqual(evaluated(one))
  }
  expect(narrowLetters("'\\u00fc'")).toBe("'\\u00fc'")
})

function evaluated(code: string): unknown {
  return new Function(`return (${code})`)()
}
