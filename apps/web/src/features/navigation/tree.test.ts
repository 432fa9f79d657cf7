import { type NavigationRow, navigationFaults, navigationLimits, standardRows } from '@learnt/contract/navigation'
import { describe, expect, it } from 'vitest'
import { changeRow, childrenOf, moveRow, pathOf, placesFor, removeRow, toSend } from './tree.ts'

const group = (id: string, parentId: string | null): NavigationRow => ({
  id,
  parentId,
  title: id,
  icon: '',
  exact: false,
  target: '',
  badge: '',
  badgeBackground: '',
  badgeColor: '',
  url: '',
  isGroup: true,
  enabled: true,
  available: true,
})
const idsOf = (rows: readonly NavigationRow[], parentId: string | null) =>
  childrenOf(rows, parentId).map((row) => row.id)

describe('editing a navigation', () => {
  it('moves an entry among its brothers and nobody else', () => {
    const rows = standardRows()
    const before = idsOf(rows, 'settings')
    const moved = moveRow(rows, 'settings', 0, 2)
    expect(idsOf(moved, 'settings')).toEqual([before[1], before[2], before[0], ...before.slice(3)])
    for (const parentId of [null, 'admin', 'reporting']) expect(idsOf(moved, parentId)).toEqual(idsOf(rows, parentId))
    expect(moveRow(rows, 'settings', 99, 0)).toEqual(rows)
  })

  it('puts an entry into another group, at its end', () => {
    const rows = standardRows()
    const home = rows.find((row) => row.id === 'home') as NavigationRow
    const moved = changeRow(rows, { ...home, parentId: 'settings' })
    expect(idsOf(moved, 'settings').at(-1)).toBe('home')
    expect(idsOf(moved, null)).not.toContain('home')
    expect(idsOf(changeRow(rows, { ...home, title: 'Start' }), null)).toEqual(idsOf(rows, null))
  })

  it('takes an own group away and keeps what stood in it', () => {
    const rows = [group('group-a', null), { ...group('group-b', 'group-a') }, ...standardRows()]
    const left = removeRow(rows, 'group-a')
    expect(left.find((row) => row.id === 'group-b')?.parentId).toBeNull()
    expect(left).toHaveLength(rows.length - 1)
  })

  it('offers only places that the server takes: not inside itself, not too deep', () => {
    const chain = ['a', 'b', 'c'].map((name, i, all) => group(`g-${name}`, i === 0 ? null : `g-${all[i - 1]}`))
    const rows = [...chain, group('g-top', null), ...standardRows()]
    expect(placesFor(rows, 'g-a').map((row) => row.id)).not.toContain('g-b')
    expect(pathOf(rows, 'g-c')).toEqual(['g-c', 'g-b', 'g-a'])
    for (const row of rows) {
      for (const place of placesFor(rows, row.id)) {
        const faults = navigationFaults(toSend(changeRow(rows, { ...row, parentId: place.id })))
        expect(faults, `${row.id} into ${place.id}`).toEqual([])
      }
    }
    expect(placesFor(rows, 'g-top').map((row) => row.id)).toContain('g-c')
    expect(navigationLimits.levels).toBe(4)
  })
})
