import {
  type Me,
  NavigationItem,
  type Preferences,
  type Team,
  type TeamChoice,
  TeamTheme,
} from '@learnt/contract/session'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import { publicSettings } from '../../platform/tenant/settings.ts'
import { teamAddress } from '../../platform/tenant/team-address.ts'
import type { TeamView } from '../teams/queries.ts'
import type { MeRow, OwnMembership, OwnSession } from './queries.ts'

export function presentTeam(team: TeamView): Team {
  return {
    id: team.id,
    tenantId: team.tenantId,
    displayName: team.displayName,
    tenantName: team.tenantName,
    supportEmail: team.supportEmail,
    mainDomain: team.mainDomain,
    theme: readTheme(team.theme),
    authMethods: [...team.authMethods],
    authProviders: StoredProviders.parse(team.authProviders),
    termsAndConditionsUrl: team.termsAndConditionsUrl,
    settings: publicSettings(team.config),
  }
}

export function presentMe(
  actor: Actor,
  row: MeRow,
  of: { sideNavigation: unknown; sessionStartedAt: Date; impersonation?: Me['impersonation'] },
): Me {
  return {
    ...(of.impersonation ? { impersonation: of.impersonation } : {}),
    userId: row.userId,
    membershipId: row.id,
    tenantId: row.tenantId,
    teamId: row.teamId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    avatar: row.avatar,
    roles: [...actor.roles],
    role: actor.role,
    status: row.status,
    rewardPointsCount: row.rewardPointsCount,
    hasLoggedIn: row.hasLoggedIn,
    preferences: readPreferences(row.preferences),
    wholeTenant: actor.wholeTenant,
    sideNavigation: StoredNavigation.parse(of.sideNavigation),
    sessionStartedAt: of.sessionStartedAt.toISOString(),
  }
}

export function presentTeamChoice(
  actor: Actor,
  membership: OwnMembership,
  settings: Services['settings'],
  host: string,
): TeamChoice {
  const address = teamAddress(settings, membership.mainDomain)
  return {
    membershipId: `${membership.userId}:${membership.teamId}`,
    teamId: membership.teamId,
    tenantId: membership.tenantId,
    displayName: membership.displayName,
    tenantName: membership.tenantName,
    iconLogo: readTheme(membership.theme).iconLogo,
    roles: [...membership.roles],
    isDefault: membership.isDefault,
    isCurrent: membership.teamId === actor.teamId,
    address: membership.mainDomain === '' || new URL(address).hostname === host ? '' : address,
  }
}

export function presentSession(actor: Actor, session: OwnSession) {
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    userAgent: session.userAgent,
    address: session.address,
    isCurrent: session.id === actor.sessionId,
  }
}

// Stored JSON may be a part, or older than the code: what makes no sense is the default, nothing is thrown.
const StoredPreferences = z.object({
  favourites: z.array(z.string()).catch([]),
  locale: z.enum(['en', 'ar']).nullable().catch(null),
  colorScheme: z.enum(['light', 'dark', 'system']).catch('system'),
  navbarFolded: z.boolean().catch(false),
  theme: z.string().nullable().catch(null),
})
const word = z.string().catch('')
const StoredTheme = z.object(Object.fromEntries(Object.keys(TeamTheme.shape).map((name) => [name, word])))
const StoredProviders = z.array(z.object({ name: word, color: word })).catch([])
const StoredNavigation = z.array(NavigationItem).nullable().catch(null)

export function readPreferences(stored: unknown): Preferences {
  return StoredPreferences.parse(stored ?? {})
}

function readTheme(stored: unknown): TeamTheme {
  return TeamTheme.parse(StoredTheme.catch({}).parse(stored ?? {}))
}
