import { z } from 'zod'
import { contrast, isHex, readableRatio } from './contrast.ts'
import { endpoint } from './endpoint.ts'
import type { NavigationItem } from './session.ts'
import { navigationIcons, otherKnownIds, type StandardBranch, standardNavigation } from './standard-navigation.ts'
import { isLink } from './team-values.ts'
import { oneLine, Revision, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    navigation: { verbs: 'save' | 'setAvailable' }
  }
}

export const navigationLimits = { rows: 200, levels: 4, title: 80, url: 500, badge: 12 } as const
export const navigationTargets = ['', '_self', '_blank'] as const

/** One entry of a team's navigation, in a list where each names its parent: a tree without the depth of one. */
export const NavigationRow = z.object({
  id: z.string(),
  /** Null: at the top. */
  parentId: z.string().nullable(),
  /** The team's own words; empty: the product's. */
  title: z.string(),
  /** Empty: the product's. */
  icon: z.string(),
  /** Of an own link; empty for everything else. */
  url: z.string(),
  isGroup: z.boolean(),
  /** Only this very address marks the entry as open, not the pages below it. */
  exact: z.boolean(),
  /** Where the page opens; empty: in the same tab, and pages of others in a new one. */
  target: z.enum(navigationTargets),
  /** A word beside the title; empty: none. */
  badge: z.string(),
  /** Colours of the badge and its text as `#rrggbb`; empty: the theme's, or black or white on the other one. */
  badgeBackground: z.string(),
  badgeColor: z.string(),
  /** Switched on by the team. */
  enabled: z.boolean(),
  /** Made available by the platform. */
  available: z.boolean(),
})
export type NavigationRow = z.infer<typeof NavigationRow>

const badgeColor = z
  .string()
  .max(7)
  .refine((typed) => typed === '' || isHex(typed), { error: 'hexColor' })
  .default('')

const itemId = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, { error: 'invalid' })

/** As a team saves it: what is available stays as the platform set it. */
export const SentNavigationRow = z.strictObject({
  id: itemId,
  parentId: itemId.nullable(),
  title: oneLine().max(navigationLimits.title),
  icon: z.enum(['', ...navigationIcons]),
  url: z.string().trim().max(navigationLimits.url),
  isGroup: z.boolean(),
  // NOTE pages of the version before this one do not send the next five
  exact: z.boolean().default(false),
  target: z.enum(navigationTargets).default(''),
  badge: oneLine().max(navigationLimits.badge).default(''),
  badgeBackground: badgeColor,
  badgeColor,
  enabled: z.boolean(),
})
export type SentNavigationRow = z.infer<typeof SentNavigationRow>

const known = new Map<string, { isGroup: boolean; parentId: string | null }>()
const collect = (branches: readonly StandardBranch[], parentId: string | null): void => {
  for (const branch of branches) {
    if (typeof branch === 'string') known.set(branch, { isGroup: false, parentId })
    else {
      known.set(branch.id, { isGroup: true, parentId })
      collect(branch.children, branch.id)
    }
  }
}
collect(standardNavigation, null)
for (const id of otherKnownIds) known.set(id, { isGroup: false, parentId: null })

/** Whether an id is the product's: its address and who may see it stand in code. Every other id is a link or a group. */
export function isKnownNavigation(id: string): boolean {
  return known.has(id)
}

/** The standard navigation as rows, everything switched on. */
export function standardRows(): NavigationRow[] {
  return [...known]
    .filter(([id]) => !otherKnownIds.includes(id))
    .map(([id, { isGroup, parentId }]) => ({ ...plainRow, id, parentId, isGroup }))
}

const plainRow = {
  title: '',
  icon: '',
  url: '',
  exact: false,
  target: '',
  badge: '',
  badgeBackground: '',
  badgeColor: '',
  enabled: true,
  available: true,
} as const

/** An address that an own link may have: a whole one of the web, or one of this product. */
export function isLinkAddress(url: string): boolean {
  return isLink(url)
}

export interface NavigationFault {
  readonly index: number
  readonly field: keyof SentNavigationRow
  /** Catalogue key of the complaint. */
  readonly key:
    | 'required'
    | 'linkAddress'
    | 'idTaken'
    | 'noSuchGroup'
    | 'insideItself'
    | 'tooManyLevels'
    | 'badgeContrast'
    | 'invalid'
}

/** What is wrong with a navigation that somebody wants to save. */
export function navigationFaults(rows: readonly SentNavigationRow[]): NavigationFault[] {
  const faults: NavigationFault[] = []
  const byId = new Map<string, SentNavigationRow>()
  rows.forEach((row, index) => {
    const say = (field: NavigationFault['field'], key: NavigationFault['key']) =>
      void faults.push({ index, field, key })
    if (byId.has(row.id) || row.id === 'logout') say('id', 'idTaken')
    byId.set(row.id, byId.get(row.id) ?? row)
    if (!hasReadableBadge(row)) say('badgeColor', 'badgeContrast')
    const ours = known.get(row.id)
    if (ours) {
      if (ours.isGroup !== row.isGroup) say('isGroup', 'invalid')
      if (row.url !== '') say('url', 'invalid')
      return
    }
    if (row.title === '') say('title', 'required')
    if (row.isGroup ? row.url !== '' : !isLinkAddress(row.url)) say('url', row.isGroup ? 'invalid' : 'linkAddress')
  })
  rows.forEach((row, index) => {
    const key = placeFault(row, byId)
    if (key) faults.push({ index, field: 'parentId', key })
  })
  return faults
}

/** Whether the text of a badge reads on its ground; a colour that is left out is chosen so that it does. */
export function hasReadableBadge({
  badgeBackground,
  badgeColor,
}: Pick<NavigationRow, 'badgeBackground' | 'badgeColor'>): boolean {
  if (!isHex(badgeBackground) || !isHex(badgeColor)) return true
  return contrast(badgeBackground, badgeColor) >= readableRatio
}

function placeFault(
  row: SentNavigationRow,
  byId: ReadonlyMap<string, SentNavigationRow>,
): NavigationFault['key'] | null {
  if (row.parentId === null) return null
  if (!byId.get(row.parentId)?.isGroup) return 'noSuchGroup'
  let level = 1
  for (let at: SentNavigationRow | undefined = row; at?.parentId != null; level++) {
    at = byId.get(at.parentId)
    // A row may also hang on a circle that it is no part of.
    if (at === row || level > byId.size) return 'insideItself'
  }
  return level > navigationLimits.levels ? 'tooManyLevels' : null
}

/** A stored navigation as rows; without one, the standard. Entries of the product that it lacks stand at the end, off. */
export function rowsOf(stored: readonly NavigationItem[] | null): NavigationRow[] {
  const chosen = stored?.[0]?.children ?? []
  if (chosen.length === 0) return standardRows()
  const rows: NavigationRow[] = []
  const seen = new Set<string>(['logout'])
  const walk = (items: readonly NavigationItem[], parentId: string | null, level: number): void => {
    for (const item of items) {
      if (seen.has(item.id)) continue
      seen.add(item.id)
      const isGroup = known.get(item.id)?.isGroup ?? item.children !== undefined
      const { id, title, icon = '', url = '', exact = false, target = '', badge, enabled, available } = item
      rows.push({
        id,
        parentId,
        title,
        icon,
        url: isGroup || known.has(id) ? '' : url,
        isGroup,
        exact,
        target,
        badge: badge?.title ?? '',
        badgeBackground: badge?.background ?? '',
        badgeColor: badge?.color ?? '',
        enabled,
        available,
      })
      if (isGroup && level < navigationLimits.levels) walk(item.children ?? [], id, level + 1)
    }
  }
  walk(chosen, null, 1)
  return completed(rows)
}

/** With the product's entries that are missing, in their own group where that is there, switched off. */
export function completed(rows: readonly NavigationRow[]): NavigationRow[] {
  const there = new Set(rows.map((row) => row.id))
  const missing = standardRows().filter((row) => !there.has(row.id))
  return [...rows, ...missing.map((row) => ({ ...row, enabled: false }))]
}

/** What is stored of rows; null for the standard navigation. */
export function itemsOf(rows: readonly NavigationRow[]): NavigationItem[] | null {
  if (isStandard(rows)) return null
  const childrenOf = (parentId: string | null): NavigationItem[] =>
    rows
      .filter((row) => row.parentId === parentId)
      .map(
        ({ id, title, icon, url, exact, target, badge, badgeBackground, badgeColor, enabled, available, isGroup }) => ({
          id,
          title,
          enabled,
          available,
          ...(url ? { url } : {}),
          ...(icon ? { icon } : {}),
          ...(exact ? { exact } : {}),
          ...(target ? { target } : {}),
          ...(badge
            ? {
                badge: {
                  title: badge,
                  ...(badgeBackground ? { background: badgeBackground } : {}),
                  ...(badgeColor ? { color: badgeColor } : {}),
                },
              }
            : {}),
          ...(isGroup ? { children: childrenOf(id) } : {}),
        }),
      )
  return [{ id: 'main', title: '', enabled: true, available: true, children: childrenOf(null) }]
}

function isStandard(rows: readonly NavigationRow[]): boolean {
  const standard = standardRows()
  return (
    rows.length === standard.length &&
    [...new Set(rows.map((row) => row.parentId))].every((parentId) => {
      const of = (all: readonly NavigationRow[]) => all.filter((row) => row.parentId === parentId).map((row) => row.id)
      return of(rows).join() === of(standard).join()
    }) &&
    rows.every((row) =>
      (Object.keys(plainRow) as (keyof typeof plainRow)[]).every((name) => row[name] === plainRow[name]),
    )
  )
}

const team = { id: Slug, displayName: z.string() }
const TeamNavigation = z.object({
  teamId: Slug,
  displayName: z.string(),
  rows: z.array(NavigationRow),
  /** Nothing is stored: the product's own navigation, also what later versions add to it. */
  isStandard: z.boolean(),
  /** Increases with every change; send it back when saving. */
  revision: z.number().int(),
  /** Teams of the tenant. */
  teams: z.array(z.object(team)),
})
export type TeamNavigation = z.infer<typeof TeamNavigation>

const TenantNavigation = z.object({
  tenantId: Slug,
  teams: z.array(z.object({ ...team, rows: z.array(NavigationRow) })),
})
export type TenantNavigation = z.infer<typeof TenantNavigation>

const teamParams = z.object({ teamId: Slug })
const tenantParams = z.object({ tenantId: Slug })

export const navigation = {
  get: endpoint({
    id: 'navigation.get',
    summary: 'The side navigation of a team of the tenant, with everything that is switched off.',
    method: 'GET',
    path: '/api/teams/:teamId/navigation',
    access: 'superadmin',
    callers: ['token'],
    params: teamParams,
    response: TeamNavigation,
  }),
  save: endpoint({
    id: 'navigation.save',
    summary:
      'Save the side navigation of a team over the revision that it builds on. It hides, names and orders; who may see a page stands in code.',
    method: 'PUT',
    path: '/api/teams/:teamId/navigation',
    access: 'superadmin',
    bodyBytes: 512 * 1024,
    callers: ['token'],
    audit: 'navigation.save',
    sample: () => ({ body: { rows: [], revision: 0 } }),
    params: teamParams,
    body: z.strictObject({
      rows: z.array(SentNavigationRow).max(navigationLimits.rows),
      revision: Revision,
    }),
    response: TeamNavigation,
  }),
  reset: endpoint({
    id: 'navigation.reset',
    summary: 'Give a team the product’s own navigation back; what the platform made unavailable stays so.',
    method: 'POST',
    path: '/api/teams/:teamId/navigation/reset',
    access: 'superadmin',
    callers: ['token'],
    audit: 'navigation.save',
    sample: () => ({ body: { revision: 0 } }),
    params: teamParams,
    body: z.strictObject({ revision: Revision }),
    response: TeamNavigation,
  }),
  available: endpoint({
    id: 'navigation.available',
    summary: 'What is available in the navigation of a tenant’s teams.',
    method: 'GET',
    path: '/api/tenants/:tenantId/navigation',
    access: 'superadmin',
    callers: ['token'],
    sample: (given) => ({ params: { tenantId: given.tenantId }, acrossTenants: true }),
    params: tenantParams,
    response: TenantNavigation,
  }),
  setAvailable: endpoint({
    id: 'navigation.setAvailable',
    summary:
      'Make entries available or not, in some or all teams of a tenant; entries that are not named stay as they are.',
    method: 'PATCH',
    path: '/api/tenants/:tenantId/navigation',
    access: 'superadmin',
    callers: ['token'],
    audit: 'navigation.setAvailable',
    sample: (given) => ({
      changesNothing: true,
      params: { tenantId: given.tenantId },
      body: { teamIds: [given.teamId], available: { chat: false } },
      acrossTenants: true,
    }),
    params: tenantParams,
    body: z.strictObject({
      teamIds: z.array(Slug).min(1).max(500),
      available: z.record(itemId, z.boolean()),
    }),
    response: TenantNavigation,
  }),
}
