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

test('from right to left, too, where the sides change', async () => {
  const css = await written('rtl', 'user-select:none;margin-left:4px;')
  expect(css).toContain('-webkit-user-select')
  expect(css).toContain('margin-right')
})
