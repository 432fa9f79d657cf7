import { describe, expect, it } from 'vitest'
import type { NavNode } from './navigation.ts'
import { isSwitchedOff, withoutSwitchedOff } from './switched-off.ts'

const all = {
  bundles: true,
  pathways: true,
  resources: true,
  learningPackages: true,
  forms: true,
  events: true,
  managerReports: true,
  impersonation: true,
}
const leaf = (id: string, href: string): NavNode => ({ type: 'item', id, label: { words: id }, href })

describe('a part of the product that is switched off', () => {
  it('takes its pages with it, and no others', () => {
    expect(isSwitchedOff('/apps/courses/mybundles', { ...all, bundles: false })).toBe(true)
    expect(isSwitchedOff('/apps/courses/mycourses', { ...all, bundles: false })).toBe(false)
    expect(isSwitchedOff('/apps/manager/reporting/x', { ...all, managerReports: false })).toBe(true)
    expect(isSwitchedOff('/apps/admin/reporting', { ...all, managerReports: false })).toBe(false)
    expect(isSwitchedOff('/apps/courses/mybundles', all)).toBe(false)
  })

  it('leaves the navigation, and so do groups that it filled alone', () => {
    const nodes: NavNode[] = [
      leaf('mybundles', '/apps/courses/mybundles'),
      {
        type: 'group',
        id: 'myreports',
        label: { words: 'My reports' },
        children: [leaf('manager-reporting', '/apps/manager/reporting')],
      },
      { type: 'divider', id: 'line' },
      leaf('home', '/apps/homepage/myhomepage'),
    ]
    const left = (features: typeof all) => withoutSwitchedOff(nodes, features).map((node) => node.id)
    expect(left(all)).toEqual(['mybundles', 'myreports', 'line', 'home'])
    expect(left({ ...all, bundles: false, managerReports: false })).toEqual(['line', 'home'])
  })
})
