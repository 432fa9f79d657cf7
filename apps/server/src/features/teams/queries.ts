import { defaultTeamId, defaultTenantId } from '@learnt/contract/measures'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../../platform/context.ts'
import type { Database, ReadTx } from '../../platform/db/database.ts'
import { readTenantConfig, type TenantConfig } from '../../platform/tenant/settings.ts'
import { teamLabel } from '../../platform/tenant/team-hosts.ts'

/** A team as its pages may know it before anybody signs in. */
export interface TeamView {
  readonly id: string
  readonly tenantId: string
  readonly tenantName: string
  readonly tenantStatus: 'active' | 'suspended' | 'deleted' | 'removing'
  readonly config: TenantConfig
  readonly displayName: string
  readonly supportEmail: string
  readonly mainDomain: string
  readonly theme: unknown
  readonly authProviders: unknown
  readonly authMethods: readonly string[]
  readonly termsAndConditionsUrl: string
  readonly sideNavigation: unknown
}

export type StoredView = Omit<TeamView, 'config'> & { tenantSettings: unknown }

/** What a browser says about where it is: the host, and what it remembers. */
export interface TeamHints {
  readonly host: string
  readonly team?: string | undefined
  readonly tenant?: string | undefined
}

/**
 * The team of a page that nobody has signed in to yet: what the browser remembers while that exists, the exact host name,
 * the first label of a subdomain of a primary domain, the fallback. Before the first tenant is made: an empty team of
 * that name. One statement.
 */
export async function findTeamOfPage(
  db: Database,
  settings: Pick<Services['settings'], 'primaryDomains'>,
  hints: TeamHints,
): Promise<TeamView> {
  const { rows } = await db.control((tx) => sql<StoredView>`select * from ${teamOfPage(settings, hints)}`.execute(tx))
  return rows[0] ? viewOf(rows[0]) : emptyTeam
}

/** What stands behind `from`, for a statement that asks for more of the same page. */
export function teamOfPage(
  { primaryDomains }: Pick<Services['settings'], 'primaryDomains'>,
  hints: TeamHints,
): RawBuilder<unknown> {
  const host = hints.host.toLowerCase()
  const label = teamLabel(host, primaryDomains)
  return sql`control.find_team(${host}, ${label}, ${hints.team ?? null}, ${hints.tenant ?? null}, ${defaultTeamId})`
}

/** A team by its id; null when it is deleted or switched off. Works with and without a tenant bound. */
export async function findTeam(tx: ReadTx, teamId: string): Promise<TeamView | null> {
  const { rows } = await sql<StoredView>`select * from control.view_of_team(${teamId})`.execute(tx)
  return rows[0] ? viewOf(rows[0]) : null
}

export interface TeamOfTenant {
  readonly id: string
  readonly displayName: string
  readonly mainDomain: string
  readonly isDefault: boolean
}

/** A team as superadministrators change it; part of what control.find_tenant says. */
export interface StoredTeam {
  readonly id: string
  readonly displayName: string
  readonly supportEmail: string
  readonly language: string
  readonly domain: string[]
  readonly mainDomain: string
  readonly isDefault: boolean
  readonly isActive: boolean
  readonly theme: unknown
  readonly registrationTags: string[]
  readonly authProviders: unknown
  readonly authMethods: string[]
  readonly termsAndConditionsUrl: string
  readonly feedHeadings: unknown
  readonly hasNavigation: boolean
  readonly featuresOff: string[]
  readonly people: number
}

/** The host names among these that lead to another team already. */
export async function listTakenHosts(tx: ReadTx, hosts: readonly string[], teamId: string): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select host from control.hosts_taken(${[...hosts]}::text[], ${teamId})`.execute(tx)
  return rows.map((row) => row.host)
}

export async function teamExists(tx: ReadTx, teamId: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select control.team_exists(${teamId}) as there`.execute(tx)
  return rows[0]?.there ?? false
}

/** Why a tenant is closed, for the page that its people see instead. */
export async function findReasonOfSuspension(db: Database, tenantId: string): Promise<string> {
  const { rows } = await db.control((tx) =>
    sql<{ reason: string | null }>`select control.reason_of_suspension(${tenantId}) as reason`.execute(tx),
  )
  return rows[0]?.reason ?? ''
}

/** Teams of the bound tenant, by id. */
export async function listTeamsOfTenant(tx: ReadTx): Promise<TeamOfTenant[]> {
  const { rows } = await sql<TeamOfTenant>`select * from control.teams_of_tenant()`.execute(tx)
  return rows
}

export function viewOf({ tenantSettings, ...team }: StoredView): TeamView {
  return { ...team, config: readTenantConfig(tenantSettings) }
}

export const emptyTeam: TeamView = {
  id: defaultTeamId,
  tenantId: defaultTenantId,
  tenantName: 'Learnt',
  tenantStatus: 'active',
  config: readTenantConfig({}),
  displayName: 'Learnt',
  supportEmail: '',
  mainDomain: '',
  theme: {},
  authProviders: [],
  authMethods: [],
  termsAndConditionsUrl: '',
  sideNavigation: null,
}
