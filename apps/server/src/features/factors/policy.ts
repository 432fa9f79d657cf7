import type { AuthMethod } from '@learnt/contract/session'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, type Refusal, wrongState } from '../../platform/authorize.ts'
import type { TenantConfig } from '../../platform/tenant/settings.ts'
import { type MemberSubject, memberPolicy, refusePerson } from '../members/policy.ts'
import type { FactorStanding } from './queries.ts'

export function hasFactor(standing: Pick<FactorStanding, 'hasAuthenticator' | 'passkeyHosts'>): boolean {
  return standing.hasAuthenticator || standing.passkeyHosts.length > 0
}

/** Whether the tenant asks these roles for a second factor. */
export function isRequiredOf(config: Pick<TenantConfig, 'secondFactor'>, roles: readonly string[]): boolean {
  return config.secondFactor.requiredFor.some((role) => roles.includes(role))
}

/** What a sign-in owes beside its proof: nothing, one of the person's factors, or a first one to be set up. */
export function stepOf(
  config: Pick<TenantConfig, 'secondFactor'>,
  of: { readonly method: AuthMethod; readonly roles: readonly string[]; readonly standing: FactorStanding },
): 'none' | 'trusted' | 'ask' | 'setUp' {
  // What a provider asks its people for is its own to say, unless the tenant wants ours as well.
  if (of.method !== 'password' && !config.secondFactor.afterProvider) return 'none'
  if (hasFactor(of.standing)) return of.standing.isTrusted ? 'trusted' : 'ask'
  return isRequiredOf(config, of.roles) ? 'setUp' : 'none'
}

/**
 * A person who may change somebody may remove their lost factors. If somebody belongs to other tenants too, one tenant
 * may remove only the passkeys that open it alone.
 */
export function refuseReset(
  actor: Actor,
  member: MemberSubject,
  of: {
    readonly all: readonly MemberSubject[]
    readonly hasBeenHere: boolean
    readonly belongsElsewhere: boolean
    readonly boundPasskeys: number
  },
): Refusal | null {
  const refusal = memberPolicy.update(actor, member) ?? refusePerson(actor, of.all)
  if (refusal) return refusal
  if (member.userId === actor.userId) return forbidden('ownFactors')
  // An administrator who writes an address must not learn who owns it: new and known elsewhere look alike.
  if (!of.hasBeenHere && !actor.roles.includes('superadmin')) return wrongState('neverHere')
  return resetTakes(actor, of) === 'all' || of.boundPasskeys > 0 ? null : forbidden('belongsElsewhere')
}

/** What a reset takes: all factors, or those that open the tenant alone. */
export function resetTakes(
  actor: Actor,
  of: { readonly hasBeenHere: boolean; readonly belongsElsewhere: boolean },
): 'all' | 'bound' {
  return of.hasBeenHere && of.belongsElsewhere && !actor.roles.includes('superadmin') ? 'bound' : 'all'
}
