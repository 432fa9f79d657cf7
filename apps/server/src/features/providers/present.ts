import type { Presented } from '@learnt/contract/endpoint'
import type { Identity, Provider, TeamMethods } from '@learnt/contract/providers'
import { type AuthMethod, authMethods } from '@learnt/contract/session'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import type { Services } from '../../platform/context.ts'
import { teamAddress } from '../../platform/tenant/team-address.ts'
import { backChannelAddress, returnAddress, samlAddresses } from './commands/addresses.ts'
import { providerPolicy } from './policy.ts'
import type { ListedProvider, OwnIdentity, TeamWithMethods } from './queries.ts'

export function presentProvider(
  actor: Actor,
  { people, updatedAt, ...provider }: ListedProvider,
  team: TeamWithMethods | undefined,
  settings: Services['settings'],
): Presented<typeof Provider> {
  const origins = [...new Set(['', ...(team?.hosts ?? [])].map((host) => teamAddress(settings, host)))]
  const saml = provider.kind === 'saml' ? samlAddresses(settings, provider.id) : null
  return {
    ...provider,
    people,
    signOutUrls: saml ? [saml.slo] : provider.kind === 'facebook' ? [] : origins.map((origin) => `${origin}/login`),
    backChannelUrl: saml || provider.kind === 'facebook' ? null : backChannelAddress(settings, provider.id),
    redirectUrls: saml ? [saml.acs] : origins.map((origin) => returnAddress(origin, provider.id)),
    metadataUrl: saml?.metadata ?? null,
    updatedAt: updatedAt,
    can: canOf(actor, providerPolicy, provider),
  }
}

export function presentMethods(team: TeamWithMethods) {
  const isMethod = (name: string): name is AuthMethod => authMethods.some((one) => one === name)
  const presented: typeof TeamMethods._zod.input = {
    teamId: team.id,
    displayName: team.displayName,
    authMethods: team.authMethods.filter(isMethod),
  }
  return presented
}

export function presentIdentity(one: OwnIdentity): Presented<typeof Identity> {
  return {
    id: one.id,
    provider: { id: one.providerId, name: one.name, kind: one.kind },
    email: one.email,
    createdAt: one.createdAt,
    lastUsedAt: one.lastUsedAt,
    can: { unlink: one.isOnlyWay ? 'providers.onlyWay' : null },
  }
}
