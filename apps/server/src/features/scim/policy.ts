import type { ScimScope } from '@learnt/contract/scim'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { hidden, type Policy, type Rule, wrongState } from '../../platform/authorize.ts'

interface Subject {
  readonly teamId: string
  readonly revokedAt: Date | null
}

/** A token opens people of its team, so it is for people who look after that team. */
const read: Rule<Pick<Subject, 'teamId'>> = (actor, token) =>
  isAdmin(actor) && (actor.wholeTenant || token.teamId === actor.teamId) ? null : hidden

export const scimTokenPolicy = {
  revoke: (actor, token) => read(actor, token) ?? (token.revokedAt === null ? null : wrongState('scimTokens.revoked')),
} satisfies Policy<Subject>

export function mayMakeFor(actor: Actor, teamId: string): boolean {
  return read(actor, { teamId }) === null
}

/** What a token may do, by what a request is about. */
export function opens(scope: ScimScope, of: { kind: 'people' | 'groups' | 'both'; writes: boolean }): boolean {
  if (!of.writes) return true
  return scope === 'all' || (scope === 'people' && of.kind === 'people')
}

/** Roles that look after the organisation: a token may end them, and change nothing that would open such an account. */
export function isLookingAfter(roles: readonly string[]): boolean {
  return roles.includes('admin') || roles.includes('superadmin')
}
