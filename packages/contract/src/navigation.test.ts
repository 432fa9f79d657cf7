import { describe, expect, it } from 'vitest'
import {
  completed,
  isLinkAddress,
  itemsOf,
  type NavigationRow,
  navigationFaults,
  navigationLimits,
  rowsOf,
  type SentNavigationRow,
  standardRows,
} from './navigation.ts'
import type { NavigationItem } from './session.ts'

const link: NavigationRow = {
  id: 'link-1',
  parentId: null,
  title: 'Wiki',
  icon: 'link',
  url: 'https://wiki.example',
  isGroup: false,
  exact: false,
  target: '',
  badge: '',
  badgeBackground: '',
  badgeColor: '',
  enabled: true,
  available: true,
}

describe('rows and items', () => {
  it('the standard navigation is stored as nothing, and nothing is read as the standard', () => {
    expect(itemsOf(standardRows())).toBeNull()
    expect(rowsOf(null)).toEqual(standardRows())
    expect(rowsOf([])).toEqual(standardRows())
    expect(rowsOf([{ id: 'main', title: '', enabled: true, available: true, children: [] }])).toEqual(standardRows())
    expect(navigationFaults(standardRows() as SentNavigationRow[])).toEqual([])
  })

  it('what is stored reads back as the same tree', () => {
    const rows = standardRows()
      .reverse()
      .map((row, i) => ({ ...row, enabled: i % 3 > 0, available: i % 4 > 0, title: i % 5 ? '' : `Row ${i}` }))
    const loud: NavigationRow = {
      ...link,
      id: 'link-2',
      exact: true,
      target: '_self',
      badge: 'New',
      badgeBackground: '#102030',
      badgeColor: '#ffffff',
    }
    const all = [link, loud, ...rows]
    const again = rowsOf(itemsOf(all))
    const byId = (list: readonly NavigationRow[]) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
    expect(byId(again)).toEqual(byId(all))
    for (const parentId of new Set(all.map((row) => row.parentId)))
      expect(again.filter((row) => row.parentId === parentId)).toEqual(all.filter((row) => row.parentId === parentId))
  })

  it('any change at all is stored', () => {
    for (const change of [
      { enabled: false },
      { available: false },
      { title: 'Mine' },
      { icon: 'home' },
      { exact: true },
      { target: '_blank' as const },
      { badge: 'New' },
    ]) {
      const rows = standardRows().map((row) => (row.id === 'home' ? { ...row, ...change } : row))
      expect(itemsOf(rows), JSON.stringify(change)).not.toBeNull()
    }
    const [first, second, ...others] = standardRows() as [NavigationRow, NavigationRow, ...NavigationRow[]]
    expect(itemsOf([second, first, ...others])).not.toBeNull()
  })

  it('entries that are missing come back switched off; twins, logout and what is too deep do not come in', () => {
    expect(completed([link]).filter((row) => row.enabled)).toEqual([link])
    const item = (id: string, children?: NavigationItem[]): NavigationItem => ({
      id,
      title: id,
      enabled: true,
      available: true,
      ...(children ? { children } : {}),
    })
    let deep = item('bottom', [])
    for (let level = 0; level < 1000; level++) deep = item(`level-${level}`, [deep])
    const rows = rowsOf([item('main', [item('home'), item('home'), item('logout'), deep])])
    expect(rows.filter((row) => row.id === 'home')).toHaveLength(1)
    expect(rows.some((row) => row.id === 'logout')).toBe(false)
    expect(rows.filter((row) => row.id.startsWith('level-'))).toHaveLength(navigationLimits.levels)
  })
})

it.each([
  ['#102030', '#ffffff', []],
  ['#777777', '#888888', ['badgeContrast']],
  ['#777777', '', []],
  ['', '#888888', []],
])('a badge of %s with text %s', (badgeBackground, badgeColor, keys) => {
  const row = { ...link, badge: 'New', badgeBackground, badgeColor } as SentNavigationRow
  expect(navigationFaults([row]).map((fault) => fault.key)).toEqual(keys)
})

describe('addresses of links', () => {
  it.each([
    ['https://wiki.example/a?b#c', true],
    ['HTTP://wiki.example', true],
    ['http://localhost:3000', true],
    ['/apps/courses/mycourses', true],
    ['/', true],
    ['javascript:alert(1)', false],
    ['java\nscript:alert(1)', false],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['https://good.example@evil.example', false],
    ['https://evil.example\\@good.example', false],
    ['data:text/html,x', false],
    ['mailto:a@b.example', false],
    ['wiki', false],
  ])('%s: %s', (address, expected) => {
    expect(isLinkAddress(address)).toBe(expected)
  })
})
