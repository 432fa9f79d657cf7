import { expect, test } from 'vitest'
import { loadCache } from './emotion-cache.ts'

const written = async (direction: 'ltr' | 'rtl', styles: string, name = 'some') => {
  const cache = await loadCache(direction)
  const before = cache.sheet.tags.length
  cache.insert(`.${name}`, { name: `${name}-${direction}`, styles }, cache.sheet, false)
  return cache.sheet.tags
    .slice(before)
    .map((tag) => tag.textContent + [...(tag.sheet?.cssRules ?? [])].map((rule) => rule.cssText))
    .join('')
}

test('what browsers know by their own name only is written twice, and nothing else', async () => {
  const css = await written('ltr', 'user-select:none;display:flex;')
  expect(css).toContain('-webkit-user-select')
  expect(css).not.toContain('-webkit-box')
})

test('colours that are to be printed are asked for by the name that browsers know', async () => {
  const css = await written('ltr', '@media print{color-adjust:exact;}', 'paper')
  expect(css).toContain('-webkit-print-color-adjust:exact')
})

test('from right to left, too, where the sides change', async () => {
  const css = await written('rtl', 'user-select:none;margin-left:4px;')
  expect(css).toContain('-webkit-user-select')
  expect(css).toContain('margin-right')
})
