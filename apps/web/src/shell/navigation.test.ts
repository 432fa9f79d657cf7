import { isKnownNavigation, standardRows } from '@learnt/contract/navigation'
import { mayEnter } from '@learnt/contract/route-groups'
import type { NavigationItem } from '@learnt/contract/session'
import { describe, expect, it } from 'vitest'
import { findRoute, works } from '../routes/route-book.ts'
import { buildNavigation, isActive, knownItems, type NavNode } from './navigation.ts'

const on = (id: string, children?: NavigationItem[], more: Partial<NavigationItem> = {}): NavigationItem => ({
  id,
  title: '',
  enabled: true,
  available: true,
  ...(children ? { children } : {}),
  ...more,
})
const stored = (...children: NavigationItem[]): NavigationItem[] => [on('navigation', children)]
const idsOf = (nodes: NavNode[]): string[] =>
  nodes.flatMap((node) => ('children' in node ? [node.id, ...idsOf(node.children)] : [node.id]))
const everybody = ['learner', 'manager', 'admin', 'superadmin']

describe('standard navigation', () => {
  it('shows a learner learning and the way out, nothing else', () => {
    expect(idsOf(buildNavigation({ stored: null, held: ['learner'] }))).toEqual([
      'home',
      'mycourses',
      'mybundles',
      'mypathways',
      'myresources',
      'optionallearning',
      'exploreevents',
      'myevents',
      'calendar',
      'myforms',
      'myresults',
      'before-logout',
      'logout',
    ])
  })

  it('gives the manager’s group to the role manager alone', () => {
    expect(idsOf(buildNavigation({ stored: null, held: ['manager'] }))).toContain('manager-reporting')
    expect(idsOf(buildNavigation({ stored: null, held: ['admin'] }))).not.toContain('myreports')
    expect(idsOf(buildNavigation({ stored: null, held: ['superadmin'] }))).not.toContain('manager-reporting')
  })

  it('gives tenants to superadministrators alone', () => {
    expect(idsOf(buildNavigation({ stored: null, held: ['admin'] }))).not.toContain('tenants')
    expect(idsOf(buildNavigation({ stored: null, held: ['superadmin'] }))).toContain('tenants')
  })

  it('leads only to pages that exist', () => {
    const leaves = (nodes: NavNode[]): string[] =>
      nodes.flatMap((node) => ('children' in node ? leaves(node.children) : 'href' in node ? [node.href] : []))
    const hrefs = leaves(buildNavigation({ stored: null, held: everybody }))
    expect(hrefs.length).toBeGreaterThan(10)
    for (const href of hrefs) expect(works(findRoute(href)), href).toBe(true)
  })

  it('an empty stored tree is the standard one', () => {
    expect(idsOf(buildNavigation({ stored: [], held: ['learner'] }))).toEqual(
      idsOf(buildNavigation({ stored: null, held: ['learner'] })),
    )
    expect(idsOf(buildNavigation({ stored: [on('navigation', [])], held: ['learner'] }))).toContain('home')
  })

  it('every known entry of a page has a route with a rule at least as strict', () => {
    for (const [id, item] of Object.entries(knownItems())) {
      if (!item.href) continue
      expect(findRoute(item.href), id).not.toBeNull()
      expect(findRoute(item.href)?.who, id).toBe(item.who)
    }
  })
})

describe('a team’s own navigation', () => {
  it('hides what is off, recursively, and groups that became empty', () => {
    const nodes = buildNavigation({
      stored: stored(
        on('home'),
        on('mycourses', undefined, { enabled: false }),
        on('mybundles', undefined, { available: false }),
        on('admin', [
          on('users', undefined, { enabled: false }),
          on('reporting', [on('user-reporting', undefined, { available: false })]),
        ]),
      ),
      held: everybody,
    })
    expect(idsOf(nodes)).toEqual(['home', 'before-logout', 'logout'])
  })

  it('never grants: a learner does not get an administrator’s entry', () => {
    const nodes = buildNavigation({ stored: stored(on('users'), on('home')), held: ['learner'] })
    expect(idsOf(nodes)).toEqual(['home', 'before-logout', 'logout'])
    // the same tree for an administrator has it
    expect(idsOf(buildNavigation({ stored: stored(on('users'), on('home')), held: ['admin'] }))).toContain('users')
  })

  it('cannot remove logout, nor show it twice', () => {
    const nodes = buildNavigation({
      stored: stored(on('home'), on('logout', undefined, { enabled: false })),
      held: ['learner'],
    })
    expect(idsOf(nodes).filter((id) => id === 'logout')).toHaveLength(1)
    expect(idsOf(buildNavigation({ stored: stored(on('logout'), on('home')), held: ['learner'] })).at(-1)).toBe(
      'logout',
    )
  })

  it('takes unknown ids as links, to safe addresses only', () => {
    const link = (id: string, url: string) => on(id, undefined, { title: id, url })
    const nodes = buildNavigation({
      stored: stored(
        link('wiki', 'https://wiki.example/start'),
        link('script', 'javascript:alert(1)'),
        link('elsewhere', '//evil.example'),
        link('data', 'data:text/html,x'),
        link('mine', '/apps/courses/mycourses'),
        link('forbidden', '/apps/admin/users'),
        link('missing', '/apps/mail/inbox'),
      ),
      held: ['learner'],
    })
    expect(idsOf(nodes)).toEqual(['wiki', 'mine', 'before-logout', 'logout'])
    expect(nodes[0]).toMatchObject({ type: 'link', target: '_blank', label: { words: 'wiki' } })
  })

  it('keeps a team’s own words, and translates words that only repeat ours', () => {
    const [own, ours] = buildNavigation({
      stored: stored(on('mycourses', undefined, { title: 'Trainings' }), on('home', undefined, { title: 'Home' })),
      held: ['learner'],
      standardTitle: (id) => (id === 'home' ? 'Home' : ''),
    })
    expect(own).toMatchObject({ label: { words: 'Trainings' } })
    expect(ours).toMatchObject({ label: { key: 'titles.home' } })
  })

  it('shows badges', () => {
    const [home] = buildNavigation({ stored: stored(on('home')), held: ['learner'], badges: { home: { title: '3' } } })
    expect(home).toMatchObject({ badge: { title: '3' } })
  })
})

describe('what is open', () => {
  const nodes = buildNavigation({ stored: null, held: everybody })
  const find = (id: string, among: NavNode[] = nodes): NavNode => {
    const found = among
      .flatMap((node) => [
        node,
        ...('children' in node
          ? node.children.flatMap((child) => [child, ...('children' in child ? child.children : [])])
          : []),
      ])
      .find((node) => node.id === id)
    if (!found) throw new Error(id)
    return found
  }

  it('marks the entry of a page and of the pages below it', () => {
    expect(isActive(find('users'), '/apps/admin/users')).toBe(true)
    expect(isActive(find('users'), '/apps/admin/users/new')).toBe(true)
    expect(isActive(find('users'), '/apps/admin/users-of-old')).toBe(false)
    expect(isActive(find('courses'), '/apps/admin/users')).toBe(false)
  })

  it('a group is open when a page inside is', () => {
    expect(isActive(find('reporting'), '/apps/admin/reporting/x')).toBe(true)
    expect(isActive(find('operations'), '/apps/admin/reporting')).toBe(false)
  })
})

describe('the contract’s navigation and the shell’s', () => {
  it('know the same entries', () => {
    for (const id of Object.keys(knownItems())) expect(isKnownNavigation(id), id).toBe(true)
    for (const row of standardRows()) {
      expect(knownItems()[row.id], row.id).toBeDefined()
      expect(row.isGroup, row.id).toBe(knownItems()[row.id]?.href === undefined)
    }
  })
})

describe('data never grants', () => {
  // a small generator of its own, so that a failure can be run again by its seed
  const random = (seed: number) => () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296
    return seed / 4294967296
  }
  const addresses = [
    '/apps/admin/users',
    '/apps/superadmin/tenants',
    '/apps/manager/reporting',
    '/apps/courses/mycourses',
    '/apps/admin/settings/theme?x=1',
    'https://wiki.example',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ]
  const ids = [...Object.keys(knownItems()), 'own-1', 'own-2', '__proto__', 'constructor', 'toString']
  const tree = (next: () => number, level = 0): NavigationItem[] =>
    Array.from({ length: 1 + Math.floor(next() * 5) }, () => {
      const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T
      return {
        id: pick(ids),
        title: pick(['', 'Home', '<b>x</b>', 'Tenants']),
        enabled: next() > 0.1,
        available: next() > 0.1,
        ...(next() > 0.4 ? { url: pick(addresses) } : {}),
        ...(next() > 0.7 ? { icon: pick(['home', 'skull']) } : {}),
        ...(level < 4 && next() > 0.5 ? { children: tree(next, level + 1) } : {}),
      }
    })
  const leaves = (nodes: NavNode[]): { id: string; href: string }[] =>
    nodes.flatMap((node) => ('children' in node ? leaves(node.children) : 'href' in node ? [node] : []))
  const held = [[], ['learner'], ['manager'], ['admin'], ['superadmin'], ['learner', 'manager', 'admin']]

  it('for random trees nobody sees more than the roles allow', () => {
    let seen = 0
    for (let seed = 1; seed <= 3000; seed++) {
      const items = stored(...tree(random(seed)))
      for (const roles of held) {
        for (const { id, href } of leaves(buildNavigation({ stored: items, held: roles }))) {
          seen++
          const known = Object.hasOwn(knownItems(), id) ? knownItems()[id] : undefined
          if (known) expect(mayEnter(known.who, roles), `${seed} ${id}`).toBe(true)
          if (/^https?:/.test(href)) continue
          const route = findRoute(href.split('?')[0] ?? '')
          expect(route && works(route) && mayEnter(route.who, roles), `${seed} ${id} ${href}`).toBe(true)
        }
      }
    }
    expect(seen).toBeGreaterThan(5000)
  })
})

it('an entry has the badge, the target and the exactness that the team gave it', () => {
  const tree = stored(
    on('mycourses', undefined, { exact: true, target: '_blank', badge: { title: 'New', background: '#102030' } }),
    on('wiki', undefined, { url: 'https://wiki.example', target: '_self', badge: { title: '2', color: '#ffffff' } }),
    on('group-1', [on('home')], { title: 'Start', badge: { title: 'Beta' } }),
  )
  const [courses, wiki, group] = buildNavigation({ stored: tree, held: ['learner'] })
  expect(courses).toMatchObject({
    target: '_blank',
    exact: true,
    badge: { title: 'New', background: '#102030', color: '#ffffff' },
  })
  expect(wiki).toMatchObject({ target: '_self', badge: { title: '2', background: '#000000', color: '#ffffff' } })
  expect(group).toMatchObject({ badge: { title: 'Beta' } })
  if (courses) expect(isActive(courses, '/apps/courses/mycourses/more')).toBe(false)
})
