import type { Presented } from '@learnt/contract/endpoint'
import { methodOfKind, providerKinds } from '@learnt/contract/provider-kinds'
import { type Me, NavigationItem, type Team, type TeamChoice, TeamTheme } from '@learnt/contract/session'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import { readPreferences } from '../../platform/preferences.ts'
import { publicSettings } from '../../platform/tenant/settings.ts'
import { teamAddress } from '../../platform/tenant/team-address.ts'
import type { TeamView } from '../teams/queries.ts'
import { acceptsMethod } from './policy.ts'
import type { MeRow, OwnMembership } from './queries.ts'

/** `closedBecause`: the reason of a suspension, where the tenant is suspended. */
export function presentTeam(team: TeamView, closedBecause = ''): Team {
  return {
    id: team.id,
    tenantId: team.tenantId,
    displayName: team.displayName,
    tenantName: team.tenantName,
    supportEmail: team.supportEmail,
    mainDomain: team.mainDomain,
    theme: readTheme(team.theme),
    authMethods: [...team.authMethods],
    authProviders: StoredProviders.parse(team.authProviders).filter(
      ({ kind }) => acceptsMethod(team, methodOfKind[kind]) || (kind === 'okta' && acceptsMethod(team, 'widget')),
    ),
    termsAndConditionsUrl: team.termsAndConditionsUrl,
    settings: publicSettings(team.config),
    closed:
      team.tenantStatus === 'active'
        ? null
        : team.tenantStatus === 'suspended'
          ? { state: 'suspended', reason: closedBecause }
          : { state: 'deleted', reason: '' },
  }
}

export function presentMe(
  actor: Actor,
  row: MeRow,
  of: { sideNavigation: unknown; sessionStartedAt: Date; impersonation?: Presented<typeof Me>['impersonation'] },
): Presented<typeof Me> {
  return {
    ...(of.impersonation ? { impersonation: of.impersonation } : {}),
    userId: row.userId,
    membershipId: row.id,
    tenantId: row.tenantId,
    teamId: row.teamId,
    firstName: row.shownFirstName,
    lastName: row.lastName,
    email: row.email,
    avatar: row.avatar,
    roles: [...actor.roles],
    role: actor.role,
    status: row.status,
    rewardPointsCount: row.rewardPointsCount,
    unreadNotifications: row.unreadNotifications,
    hasLoggedIn: row.hasLoggedIn,
    preferences: readPreferences(row.preferences),
    wholeTenant: actor.wholeTenant,
    sideNavigation: StoredNavigation.parse(of.sideNavigation),
    sessionStartedAt: of.sessionStartedAt,
  }
}

export function presentTeamChoice(
  actor: Actor,
  membership: OwnMembership,
  settings: Services['settings'],
  of: { host: string; isOpen: boolean },
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
    address: membership.mainDomain === '' || new URL(address).hostname === of.host ? '' : address,
    needsSignIn: !of.isOpen && membership.teamId !== actor.teamId,
  }
}

const word = z.string().catch('')
const StoredTheme = z.object(Object.fromEntries(Object.keys(TeamTheme.shape).map((name) => [name, word])))
const StoredProviders = z
  .array(z.object({ id: z.uuid(), name: z.string(), color: word, kind: z.enum(providerKinds) }))
  .catch([])
const StoredNavigation = z.array(NavigationItem).nullable().catch(null)

function readTheme(stored: unknown): TeamTheme {
  return TeamTheme.parse(StoredTheme.catch({}).parse(stored ?? {}))
}
