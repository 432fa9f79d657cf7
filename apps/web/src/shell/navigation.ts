import { isHex, textOn } from '@learnt/contract/contrast'
import { mayEnter, type RouteGroup } from '@learnt/contract/route-groups'
import type { NavigationItem } from '@learnt/contract/session'
import { navigationIcons, type StandardBranch, standardNavigation } from '@learnt/contract/standard-navigation'
import { readWebAddress } from '@learnt/contract/web-address'
import { paths } from '../routes/paths.ts'
import { findRoute, works } from '../routes/route-book.ts'
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

const title = (key: Titles): Label => ({ key: `titles.${key}` })
const group = (key: Groups): Label => ({ key: `groups.${key}` })

/**
 * What every known id of a navigation stands for and who may see it. Stored trees name these ids: they can hide and
 * reorder, never grant.
 */
export const knownItems: Record<string, KnownItem> = {
  home: { label: title('home'), icon: 'home', href: paths.home, who: 'signed-in' },
  mycourses: { label: title('myCourses'), icon: 'course', href: paths.myCourses, who: 'signed-in' },
  mybundles: { label: title('myBundles'), icon: 'bundle', href: paths.myBundles, who: 'signed-in' },
  mypathways: { label: title('myPathways'), icon: 'pathway', href: '/apps/pathways/mypathways', who: 'signed-in' },
  pathways: { label: title('pathways'), icon: 'pathway', href: '/apps/pathways', exact: true, who: 'signed-in' },
  myresources: { label: title('myResources'), icon: 'resource', href: '/apps/resources/myresources', who: 'signed-in' },
  exploreevents: { label: title('exploreEvents'), icon: 'event', href: '/apps/exploreevents', who: 'signed-in' },
  myevents: { label: title('myEvents'), icon: 'event', href: '/apps/myevents', who: 'signed-in' },
  calendar: { label: title('calendar'), icon: 'calendar', href: '/apps/calendar', who: 'signed-in' },
  myforms: { label: title('myForms'), icon: 'form', href: '/apps/myforms', who: 'signed-in' },
  myresults: { label: title('myResults'), icon: 'result', href: '/apps/myresults/forms', who: 'signed-in' },
  optionallearning: {
    label: title('optionalLearning'),
    icon: 'catalogue',
    href: paths.catalogue,
    who: 'signed-in',
  },
  chat: { label: title('chat'), icon: 'chat', href: '/apps/chat', who: 'signed-in' },
  blogs: { label: title('blogs'), icon: 'blog', href: '/blogs', who: 'signed-in' },

  myreports: { label: group('myReports'), icon: 'report', who: 'manager' },
  'manager-dashboard': {
    label: title('reportingDashboard'),
    icon: 'dashboard',
    href: '/apps/manager/reporting-dashboard',
    who: 'manager',
  },
  'manager-reporting': { label: title('reporting'), icon: 'people', href: paths.reporting('manager'), who: 'manager' },
  'manager-course-reporting': {
    label: title('courseReporting'),
    icon: 'report',
    href: paths.courseReporting('manager'),
    who: 'manager',
  },
  'manager-bundle-reporting': {
    label: title('bundleReporting'),
    icon: 'bundle',
    href: '/apps/manager/bundle-reporting',
    who: 'manager',
  },
  'manager-activity-reporting': {
    label: title('activityReporting'),
    icon: 'report',
    href: '/apps/manager/activity-aggregate-reporting',
    who: 'manager',
  },
  'manager-lp-reporting': {
    label: title('pathwayReporting'),
    icon: 'pathway',
    href: '/apps/manager/lp-reporting',
    who: 'manager',
  },
  'manager-forms': { label: title('myLearnersForms'), icon: 'form', href: '/apps/manager/forms', who: 'manager' },
  'manager-events': { label: title('events'), icon: 'event', href: '/apps/manager/events', who: 'manager' },
  'manager-team': { label: title('myTeam'), icon: 'people', href: '/apps/manager/team', who: 'manager' },
  'manager-certificates': {
    label: title('certificates'),
    icon: 'certificate',
    href: paths.certificates('manager'),
    who: 'manager',
  },
  'manager-requests': { label: title('requests'), icon: 'request', href: paths.requests('manager'), who: 'manager' },

  admin: { label: group('admin'), icon: 'admin', who: 'admin' },
  users: { label: title('users'), icon: 'people', href: paths.users, who: 'admin' },
  courses: { label: title('courses'), icon: 'course', href: paths.courses, who: 'admin' },
  permissions: { label: title('permissions'), icon: 'permission', href: paths.permissions, who: 'admin' },
  'admin-pathways': { label: title('pathways'), icon: 'pathway', href: '/apps/admin/pathways', who: 'admin' },
  'learning-packages': {
    label: title('learningPackages'),
    icon: 'package',
    href: '/apps/admin/learning-packages',
    who: 'admin',
  },
  resources: { label: title('resources'), icon: 'resource', href: '/apps/admin/resources', who: 'admin' },
  events: { label: title('events'), icon: 'event', href: '/apps/admin/events', who: 'admin' },
  forms: { label: title('forms'), icon: 'form', href: '/apps/admin/forms', who: 'admin' },
  'feed-history': { label: title('feedHistory'), icon: 'feed', href: '/apps/admin/feed-history', who: 'admin' },
  'bulk-update': { label: title('bulkUpdate'), icon: 'upload', href: '/apps/admin/bulk-update', who: 'admin' },
  'homepage-editor': {
    label: title('homepageEditor'),
    icon: 'home',
    href: '/apps/admin/homepage-editor',
    who: 'admin',
  },
  certificates: { label: title('certificates'), icon: 'certificate', href: '/apps/admin/certificates', who: 'admin' },
  rewards: { label: title('rewards'), icon: 'result', href: paths.adminRewards, who: 'admin' },
  'managers-reporting': {
    label: title('managerRules'),
    icon: 'people',
    href: '/apps/admin/managers-reporting/rules',
    who: 'admin',
  },
  requests: { label: title('requests'), icon: 'request', href: paths.requests('admin'), who: 'admin' },
  'question-bank': { label: title('questionBank'), icon: 'form', href: '/apps/admin/question-bank', who: 'admin' },
  integrations: { label: title('integrations'), icon: 'link', href: '/apps/admin/integrations', who: 'admin' },

  reporting: { label: group('reporting'), icon: 'report', who: 'admin' },
  'reporting-dashboard': {
    label: title('reportingDashboard'),
    icon: 'dashboard',
    href: '/apps/admin/reporting-dashboard',
    who: 'admin',
  },
  'user-reporting': { label: title('reporting'), icon: 'people', href: paths.reporting('admin'), who: 'admin' },
  'course-aggregate-reporting': {
    label: title('courseReporting'),
    icon: 'course',
    href: paths.courseReporting('admin'),
    who: 'admin',
  },
  'bundle-reporting': {
    label: title('bundleReporting'),
    icon: 'bundle',
    href: '/apps/admin/bundle-reporting',
    who: 'admin',
  },
  'activity-aggregate-reporting': {
    label: title('activityReporting'),
    icon: 'report',
    href: '/apps/admin/activity-aggregate-reporting',
    who: 'admin',
  },
  'user-rewards-reporting': {
    label: title('rewardsReporting'),
    icon: 'badge',
    href: '/apps/admin/user-rewards-reporting',
    who: 'admin',
  },
  'lp-reporting': { label: title('pathwayReporting'), icon: 'pathway', href: '/apps/admin/lp-reporting', who: 'admin' },

  'admin-chat': { label: group('chat'), icon: 'chat', who: 'admin' },
  channels: { label: title('channels'), icon: 'chat', href: '/apps/admin/chat/channels', who: 'admin' },
  'admin-badges': { label: group('badges'), icon: 'badge', who: 'admin' },
  badges: { label: title('badges'), icon: 'badge', href: '/apps/admin/badges', who: 'admin' },
  'badges-rules': { label: title('badgeRules'), icon: 'badge', href: '/apps/admin/badges-rules', who: 'admin' },

  settings: { label: group('settings'), icon: 'settings', who: 'admin' },
  'settings-theme': { label: title('settingsTheme'), icon: 'theme', href: paths.teamSettings, who: 'admin' },
  'settings-providers': {
    label: title('settingsProviders'),
    icon: 'link',
    href: '/apps/admin/settings/providers',
    who: 'admin',
  },
  'settings-fields': {
    label: title('settingsFields'),
    icon: 'form',
    href: '/apps/admin/settings/dynamic-custom-fields',
    who: 'admin',
  },
  'settings-data-protection': {
    label: title('settingsDataProtection'),
    icon: 'admin',
    href: '/apps/admin/settings/data-protection',
    who: 'admin',
  },
  'settings-billing': {
    label: title('settingsBilling'),
    icon: 'billing',
    href: '/apps/admin/settings/billing',
    who: 'superadmin',
  },
  'settings-usermanagement': {
    label: title('settingsUsers'),
    icon: 'people',
    href: '/apps/admin/settings/usermanagement',
    who: 'superadmin',
  },
  'settings-navigation': {
    label: title('settingsNavigation'),
    icon: 'menu',
    href: '/apps/admin/settings/navigation',
    who: 'superadmin',
  },
  'settings-notifications': {
    label: title('settingsNotifications'),
    icon: 'bell',
    href: '/apps/admin/settings/notifications',
    who: 'superadmin',
  },

  operations: { label: group('operations'), icon: 'job', who: 'admin' },
  jobs: { label: title('jobs'), icon: 'job', href: paths.jobs, who: 'admin' },
  'audit-log': { label: title('auditLog'), icon: 'audit', href: paths.auditLog, who: 'admin' },
  outbox: { label: title('outbox'), icon: 'mail', href: paths.outbox, who: 'admin' },

  superadmin: { label: group('superadmin'), icon: 'superadmin', who: 'superadmin' },
  tenants: { label: title('tenants'), icon: 'tenant', href: paths.tenants, who: 'superadmin' },
  'navigation-settings': {
    label: title('navigationTemplates'),
    icon: 'menu',
    href: '/apps/superadmin/navigation-settings',
    who: 'superadmin',
  },
  'query-firestore': {
    label: title('queryConsole'),
    icon: 'audit',
    href: '/apps/superadmin/query-firestore',
    who: 'superadmin',
  },
  'monthly-license': {
    label: title('monthlyLicence'),
    icon: 'billing',
    href: '/apps/superadmin/monthly-license',
    who: 'superadmin',
  },
  triggers: { label: title('triggers'), icon: 'job', href: '/apps/superadmin/triggers', who: 'superadmin' },

  logout: { label: title('logout'), icon: 'logout', href: paths.logout, who: 'signed-in' },
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
  return [...rest, { type: 'divider', id: 'before-logout' }, entry('logout', knownItems.logout as KnownItem, '')]

  function nodeOf(item: NavigationItem, level: number): NavNode[] {
    if (!item.enabled || !item.available) return []
    const known = Object.hasOwn(knownItems, item.id) ? knownItems[item.id] : undefined
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
