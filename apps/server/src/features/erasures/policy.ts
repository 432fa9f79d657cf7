import { type Actor, isAdmin } from '../../platform/actor.ts'
import { forbidden, type Policy, type Refusal, wrongState } from '../../platform/authorize.ts'
import { type MemberSubject, memberPolicy, refusePerson } from '../members/policy.ts'

/** A person as erasure sees them. */
export interface ErasureSubject {
  readonly member: MemberSubject & { readonly erasedAt: Date | null }
  /** All that they are in the tenant. */
  readonly all: readonly MemberSubject[]
  readonly isHeld: boolean
  readonly isConfirmed: boolean
}

/** Only people above a person who see all their memberships decide about the person as a whole. */
function refuseDecision(actor: Actor, { member, all }: ErasureSubject): Refusal | null {
  const refusal = memberPolicy.read(actor, member) ?? refusePerson(actor, all)
  if (refusal) return refusal
  if (member.erasedAt !== null) return wrongState('erased')
  return member.userId === actor.userId ? forbidden('eraseYourself') : null
}

export const erasurePolicy = {
  read: (actor, { member }) => memberPolicy.read(actor, member),
  begin: (actor, subject) =>
    refuseDecision(actor, subject) ?? (subject.isConfirmed ? wrongState('erasureConfirmed') : null),
  confirm: (actor, subject) =>
    refuseDecision(actor, subject) ??
    (subject.isConfirmed ? wrongState('erasureConfirmed') : subject.isHeld ? wrongState('erasureHeld') : null),
  hold: (actor, subject) =>
    refuseDecision(actor, subject) ?? (subject.isConfirmed ? wrongState('erasureConfirmed') : null),
} satisfies Policy<ErasureSubject>

/** What is kept as proof is the tenant's to decide. */
export const retentionPolicy = {
  change: (actor) => (isAdmin(actor) && actor.wholeTenant ? null : forbidden('otherTeams')),
} satisfies Policy<object>
