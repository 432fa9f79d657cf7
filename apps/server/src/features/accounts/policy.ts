import { type Refusal, wrongState } from '../../platform/authorize.ts'
import { acceptsMethod } from '../sessions/policy.ts'
import type { TeamView } from '../teams/queries.ts'
import type { AccountLink, OwnAccount } from './queries.ts'

/** Registering makes a password, so a team that takes none has no registration. */
export function refuseRegistration(team: Pick<TeamView, 'config' | 'authMethods' | 'tenantStatus'>): Refusal | null {
  const isOpen = team.config.showSelfRegistration && team.tenantStatus === 'active' && acceptsMethod(team, 'password')
  return isOpen ? null : wrongState('registrationClosed')
}

export type LinkState = 'open' | 'used' | 'expired' | 'unknown'

export function stateOfLink(link: Pick<AccountLink, 'usedAt' | 'expiresAt'> | null, now: Date): LinkState {
  if (link === null) return 'unknown'
  if (link.usedAt !== null) return 'used'
  return link.expiresAt > now ? 'open' : 'expired'
}

/**
 * Further addresses open the account, so only its owner adds one: who reads the mails of its present address, and has chosen
 * the password. Somebody without an address has nothing else to show.
 */
export function refuseAddress({ email, isEmailVerified, isChosen }: Omit<OwnAccount, 'passwordHash'>): Refusal | null {
  if (email === null) return null
  if (!isEmailVerified) return wrongState('proveFirst')
  return isChosen ? wrongState('ownPasswordFirst') : null
}

const hostOf = (text: string): string | null => {
  const address = text.includes('://') ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address).hostname : null
}

/** Whether a target that a caller names is the team's own: a path, or one of its hosts. */
export function isOwnAddress(target: string, hosts: readonly string[]): boolean {
  if (/^\/(?![/\\])/.test(target)) return true
  if (target.includes('://') && !/^https?:\/\//i.test(target)) return false
  const host = hostOf(target)
  return host !== null && hosts.includes(host)
}
