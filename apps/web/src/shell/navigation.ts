import { isHex, textOn } from '@learnt/contract/contrast'
import { mayEnter, type RouteGroup } from '@learnt/contract/route-groups'
import type { NavigationItem } from '@learnt/contract/session'
import { navigationIcons, type StandardBranch, standardNavigation } from '@learnt/contract/standard-navigation'
import { readWebAddress } from '@learnt/contract/web-address'
import { findRoute, listRoutes, type Route, works } from '../routes/route-book.ts'
import type { navigation } from '../routes/words/navigation.en.ts'

type Titles = keyof typeof navigation.titles
type Groups = keyof typeof navigation.groups

/** A catalogue key, or a team's own words. */
export type Label = { key: `titles.${Titles}` | `groups.${Groups}` } | { words: string }

export interface NavBadge {
  title: string
  background?: string
  color?: string
}

interface NavBase {
  id: string
  label: Label
  /** Name of an icon of NavIcon.tsx. */
  icon?: string
  badge?: NavBadge
}
export interface NavBranch extends NavBase {
  type: 'group' | 'collapse'
  children: NavNode[]
}
export interface NavLeaf extends NavBase {
  type: 'item' | 'link'
  href: string
  /** Only this very address marks the entry as open, not the pages below it. */
  exact?: boolean
  target?: '_self' | '_blank'
}
export type NavNode = NavBranch | NavLeaf | { type: 'divider'; id: string }

interface KnownItem {
  label: Label
  icon: string
  href?: string
  exact?: boolean
  who: RouteGroup
}

const group = (key: Groups, icon: string, who: RouteGroup): KnownItem => ({
  label: { key: `groups.${key}` },
  icon,
  who,
})

const groups: Record<string, KnownItem> = {
  myreports: group('myReports', 'report', 'manager'),
  admin: group('admin', 'admin', 'admin'),
  reporting: group('reporting', 'report', 'admin'),
  'admin-chat': group('chat', 'chat', 'admin'),
  'admin-badges': group('badges', 'badge', 'admin'),
  settings: group('settings', 'settings', 'admin'),
  operations: group('operations', 'job', 'admin'),
  superadmin: group('superadmin', 'superadmin', 'superadmin'),
}

let known: { routes: readonly Route[]; items: Record<string, KnownItem> } | undefined

/**
 * What every known id of a navigation stands for and who may see it. Stored trees name these ids: they can hide and
 * reorder, never grant.
 */
export function knownItems(): Readonly<Record<string, KnownItem>> {
  const routes = listRoutes()
  if (known?.routes !== routes) {
    const items = { ...groups }
    for (const { path: href, title, who, icon, exact = false, menuId = menuIdOf(href) } of routes)
      if (icon) items[menuId] = { label: { key: `titles.${title}` }, href, who, icon, exact }
    known = { routes, items }
  }
  return known.items
}

/** `/apps/admin/badges`: badges, `/apps/manager/team`: manager-team, `/apps/admin/settings/theme`: settings-theme. */
function menuIdOf(path: string): string {
  const [, , area, group] = path.split('/')
  const prefix = area === 'manager' ? 'manager-' : group === 'settings' ? 'settings-' : ''
  return prefix + path.slice(path.lastIndexOf('/') + 1)
}

/** The standard navigation as a team would store it. */
export function standardItems(branches: readonly StandardBranch[] = standardNavigation): NavigationItem[] {
  return branches.map((branch) =>
    typeof branch === 'string'
      ? { id: branch, title: '', enabled: true, available: true }
      : { id: branch.id, title: '', enabled: true, available: true, children: standardItems(branch.children) },
  )
}

export interface NavigationOptions {
  /** As stored by the team: the navigation is the first entry's children. Null: the standard tree. */
  stored: readonly NavigationItem[] | null
  held: readonly string[]
  /** English words of a catalogue key: a stored title that only repeats them is translated. */
  standardTitle?: (id: string) => string
  badges?: Record<string, NavBadge>
}

/** The navigation that a person sees: what the team enabled and the platform made available, within the person's roles. */
export function buildNavigation({ stored, held, standardTitle, badges = {} }: NavigationOptions): NavNode[] {
  const chosen = stored?.[0]?.children ?? []
  const items = chosen.length > 0 ? chosen : standardItems()
  const nodes = items.flatMap((item) => nodeOf(item, 0))
  const rest = nodes.filter((node) => node.id !== 'logout')
  return [...rest, { type: 'divider', id: 'before-logout' }, entry('logout', knownItems().logout as KnownItem, '')]

  function nodeOf(item: NavigationItem, level: number): NavNode[] {
    if (!item.enabled || !item.available) return []
    const known = Object.hasOwn(knownItems(), item.id) ? knownItems()[item.id] : undefined
    if (known && !mayEnter(known.who, held)) return []
    if (item.children) {
      const children = item.children.flatMap((child) => nodeOf(child, level + 1))
      if (children.length === 0) return []
      return [
        {
          type: level === 0 ? 'group' : 'collapse',
          id: item.id,
          label: labelOf(item.id, known, item.title),
          icon: ownIcon(item) ?? known?.icon ?? 'folder',
          ...ownBadge(item),
          children,
        },
      ]
    }
    if (known?.href)
      return works(findRoute(known.href))
        ? [{ ...entry(item.id, known, item.title), icon: ownIcon(item) ?? known.icon, ...ownWays(item) }]
        : []
    return linkOf(item)
  }

  function entry(id: string, known: KnownItem, words: string): NavLeaf {
    const badge = badges[id]
    return {
      type: 'item',
      id,
      label: labelOf(id, known, words),
      icon: known.icon,
      href: known.href ?? '/',
      exact: known.exact ?? false,
      ...(badge ? { badge } : {}),
    }
  }

  /** An entry that is not one of ours: a link, if its address is one and its rule, should it have one, lets the person in. */
  function linkOf(item: NavigationItem): NavNode[] {
    const href = item.url?.trim() ?? ''
    const label: Label = { words: item.title }
    const icon = ownIcon(item) ?? 'link'
    const address = readWebAddress(href)
    if (address !== null)
      return [{ type: 'link', id: item.id, label, icon, href: address, target: '_blank', ...ownWays(item) }]
    if (!/^\/(?![/\\])/.test(href)) return []
    const route = findRoute(href.split(/[?#]/)[0] ?? href)
    if (!route || !works(route) || !mayEnter(route.who, held)) return []
    return [{ type: 'link', id: item.id, label, icon, href, ...ownWays(item) }]
  }

  function labelOf(id: string, known: KnownItem | undefined, words: string): Label {
    if (!known) return { words }
    return words.trim() === '' || words === standardTitle?.(id) ? known.label : { words }
  }
}

/** An icon that the team chose, if it is one of ours. */
function ownIcon({ icon }: NavigationItem): string | undefined {
  return navigationIcons.find((one) => one === icon)
}

/** What the team says of how an entry's page opens and when it counts as open, and its badge. */
function ownWays(item: NavigationItem): Pick<NavLeaf, 'exact' | 'target' | 'badge'> {
  return { ...(item.exact ? { exact: true } : {}), ...(item.target ? { target: item.target } : {}), ...ownBadge(item) }
}

/** The team's badge, with colours that read: text without a colour of its own is black or white. */
function ownBadge({ badge }: NavigationItem): Pick<NavBase, 'badge'> {
  if (!badge || badge.title.trim() === '') return {}
  const ground = badge.background && isHex(badge.background) ? badge.background : undefined
  const text = badge.color && isHex(badge.color) ? badge.color : undefined
  const background = ground ?? (text && textOn(text))
  if (background === undefined) return { badge: { title: badge.title } }
  return { badge: { title: badge.title, background, color: text ?? textOn(background) } }
}

/** Whether an entry's page, or a page below it, is the one that is open. */
export function isActive(node: NavNode, pathname: string): boolean {
  if (node.type === 'divider') return false
  if ('children' in node) return node.children.some((child) => isActive(child, pathname))
  const href = node.href.split(/[?#]/)[0] ?? ''
  if (node.type === 'link' && !href.startsWith('/')) return false
  return pathname === href || (!node.exact && pathname.startsWith(`${href}/`))
}

/** The same tree with numbers at some entries, by their ids; none at zero. */
export function withBadges(nodes: readonly NavNode[], counts: Readonly<Record<string, number>>): NavNode[] {
  return nodes.map((node): NavNode => {
    if (node.type === 'divider') return node
    if ('children' in node) return { ...node, children: withBadges(node.children, counts) }
    const count = counts[node.id] ?? 0
    return count > 0 ? { ...node, badge: { title: count > 99 ? '99+' : String(count) } } : node
  })
}
