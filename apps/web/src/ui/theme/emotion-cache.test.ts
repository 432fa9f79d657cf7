import { afterEach, expect, test } from 'vitest'
import { loadCache } from './emotion-cache.ts'

afterEach(() => {
  for (const style of document.querySelectorAll('style')) style.remove()
})

const written = async (direction: 'ltr' | 'rtl', styles: string) => {
  const cache = await loadCache(direction)
  cache.insert('.some', { name: `some-${direction}`, styles }, cache.sheet, false)
  return cache.sheet.tags
    .map((tag) => tag.textContent + [...(tag.sheet?.cssRules ?? [])].map((rule) => rule.cssText))
    .join('')
}

test('what browsers know by their own name only is written twice, and nothing else', async () => {
  const css = await written('ltr', 'user-select:none;display:flex;')
  expect(css).toContain('-webkit-user-select')
  expect(css).not.toContain('-webkit-box')
})

test('colours that are to be printed are asked for by the name that browsers know', async () => {
  const cache = await loadCache('ltr')
  const before = cache.sheet.tags.length
  cache.insert('.paper', { name: 'paper', styles: '@media print{color-adjust:exact;}' }, cache.sheet, false)
  const added = cache.sheet.tags.slice(Math.max(0, before - 1)).map((tag) => tag.textContent)
  expect(added.join('')).toContain('-webkit-print-color-adjust:exact')
})

test('from right to left, too, where the sides change', async () => {
  const css = await written('rtl', 'user-select:none;margin-left:4px;')
  expect(css).toContain('-webkit-user-select')
  expect(css).toContain('margin-right')
})
