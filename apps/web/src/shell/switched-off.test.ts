import { type FeatureSwitches, featureNames, isSwitchedOff } from '@learnt/contract/team-values'
import { describe, expect, it } from 'vitest'
import type { NavNode } from './navigation.ts'
import { withoutSwitchedOff } from './switched-off.ts'

const all = Object.fromEntries(featureNames.map((name) => [name, true])) as FeatureSwitches
const leaf = (id: string, href: string): NavNode => ({ type: 'item', id, label: { words: id }, href })

describe('a part of the product that is switched off', () => {
  it('takes its pages with it, and no others', () => {
    expect(isSwitchedOff('/apps/courses/mybundles', { ...all, bundles: false })).toBe(true)
    expect(isSwitchedOff('/apps/courses/mycourses', { ...all, bundles: false })).toBe(false)
    expect(isSwitchedOff('/apps/manager/reporting/x', { ...all, managerReports: false })).toBe(true)
    expect(isSwitchedOff('/apps/admin/reporting', { ...all, managerReports: false })).toBe(false)
    expect(isSwitchedOff('/apps/courses/mybundles', all)).toBe(false)
  })

  it.each([
    ['chat', '/apps/chat', '/apps/admin/chat/channels'],
    ['blogs', '/blogs', '/blog/x'],
    ['products', '/product/x'],
    ['badges', '/apps/admin/badges', '/apps/admin/badges-rules/x'],
    ['certificates', '/apps/mycertificates', '/apps/admin/certificates', '/apps/manager/certificates'],
    ['calendar', '/apps/calendar'],
    ['events', '/apps/manager/events', '/apps/manager/event/x', '/apps/admin/events'],
    ['forms', '/apps/manager/forms', '/apps/admin/question-bank'],
    ['bundles', '/apps/manager/bundle-reporting', '/apps/admin/bundle-reporting'],
    ['managerReports', '/apps/manager/lp-reporting', '/apps/manager/bundle-reporting'],
  ] as const)('%s: %s and others, for managers and administrators too', (feature, ...pages) => {
    for (const page of pages) {
      expect(isSwitchedOff(page, all), page).toBe(false)
      expect(isSwitchedOff(page, { ...all, [feature]: false }), page).toBe(true)
    }
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
