import type { CertificateState, Validity } from '@learnt/contract/certificates'
import { addMonths, dayIn } from '@learnt/contract/cycle-periods'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Refusal, type Rule, wrongState } from '../../platform/authorize.ts'

/** A certificate as far as rights need it. */
export interface CertificateSubject {
  readonly userId: string
  readonly state: CertificateState
  /** The actor looks after the person, as an administrator or a manager, and what they look after opens the completion. */
  readonly isSeen: boolean
}

export const certificatePolicy = {
  read: ((actor, one) =>
    one.userId === actor.userId || one.isSeen ? null : hidden) satisfies Rule<CertificateSubject>,
  revoke: ((actor, one) =>
    change(actor, one) ??
    (isOver(one) ? wrongState(`certificates.${one.state}`) : null)) satisfies Rule<CertificateSubject>,
  reissue: ((actor, one) =>
    change(actor, one) ??
    (isOver(one) ? wrongState(`certificates.${one.state}`) : null)) satisfies Rule<CertificateSubject>,
}

function change(actor: Actor, one: CertificateSubject): Refusal | null {
  if (!one.isSeen) return one.userId === actor.userId ? forbidden() : hidden
  return isAdmin(actor) ? null : forbidden()
}

function isOver({ state }: CertificateSubject): boolean {
  return state === 'revoked' || state === 'replaced'
}

/** A certificate earned elsewhere, as far as rights need it. */
export interface OutsideSubject {
  readonly userId: string
  readonly state: 'open' | 'confirmed' | 'refused'
  readonly isSeen: boolean
}

export const outsidePolicy = {
  /** Nobody confirms their own, or while acting as somebody. */
  decide: ((actor, one) => {
    if (!one.isSeen) return hidden
    if (one.userId === actor.userId || one.userId === actor.impersonator?.userId) return forbidden('certificates.own')
    return one.state === 'open' ? null : wrongState('certificates.decided')
  }) satisfies Rule<OutsideSubject>,
  remove: ((actor, one) => {
    if (one.userId !== actor.userId) return hidden
    return one.state === 'open' ? null : wrongState('certificates.decided')
  }) satisfies Rule<OutsideSubject>,
}

/** The last day on which a certificate of that day is valid; null: for ever. `cycleEnds`: the last day of its cycle. */
export function validUntil(validity: Validity, issuedDay: string, cycleEnds: string | null): string | null {
  switch (validity.kind) {
    case 'none':
      return null
    case 'months':
      return addMonths(issuedDay, validity.months).from
    case 'fixedDay': {
      const year = Number(issuedDay.slice(0, 4))
      const day = dayIn(year, validity.month, validity.day)
      return day > issuedDay ? day : dayIn(year + 1, validity.month, validity.day)
    }
    case 'cycle':
      return cycleEnds
  }
}

/** In the address of the public page: the tenant, where the certificate is looked for, and its random id. */
export function credentialIdOf(tenantId: string, certificateId: string): string {
  return `${tenantId}.${certificateId}`
}
