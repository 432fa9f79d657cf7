import type { VerifiedCredential } from '@learnt/contract/credentials'
import type { findVerified } from '../certificates/queries/find-certificates.ts'
import { pictureUrl } from './commands/make-credential.ts'
import type { AwardRow } from './queries/find-awards.ts'

type Certificate = NonNullable<Awaited<ReturnType<typeof findVerified>>>

export function presentCertificate(one: Certificate, issuer: string): VerifiedCredential {
  return { ...one, kind: 'certificate', issuer, pictureUrl: null, isSigned: null }
}

export function presentAward(
  one: AwardRow,
  of: { issuer: string; tenantId: string; publicUrl: string; now: Date; isSigned: boolean | null },
): VerifiedCredential {
  const isOver = one.expiresAt !== null && one.expiresAt <= of.now
  return {
    kind: 'badge',
    holderName: one.holderName,
    title: one.title,
    issuer: of.issuer,
    issuedDay: one.issuedDay,
    validUntil: one.validUntil,
    state: one.revokedAt ? 'revoked' : isOver ? 'expired' : 'valid',
    serial: null,
    replacedBy: null,
    pictureUrl: pictureUrl(of, one.versionId),
    isSigned: of.isSigned,
  }
}
