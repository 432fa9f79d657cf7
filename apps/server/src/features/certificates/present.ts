import type {
  Certificate,
  CertificateTemplate,
  IssuedCertificate,
  OutsideCertificate,
} from '@learnt/contract/certificates'
import { canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { presentFile } from '../files/queries.ts'
import { certificatePolicy, credentialIdOf, outsidePolicy } from './policy.ts'
import type { CertificateRow } from './queries/find-certificates.ts'
import type { OutsideRow } from './queries/find-outside.ts'
import type { TemplateRow } from './queries/find-templates.ts'

export function presentCertificate(ctx: Ctx, row: CertificateRow): Certificate {
  return {
    id: row.id,
    credentialId: credentialIdOf(ctx.actor.tenantId, row.id),
    serial: row.serial,
    title: row.title,
    documentType: row.documentType,
    documentId: row.documentId,
    userCourseId: row.assignmentId,
    holderName: row.holderName,
    scorePercent: row.score,
    issuedDay: row.issuedDay,
    validUntil: row.validUntil,
    state: row.state,
    isExpiring: row.isExpiring,
    reason: row.reason,
    replacedBy: row.replacedSerial,
  }
}

export function presentIssued(ctx: Ctx, row: CertificateRow): IssuedCertificate {
  const { userId, name, email } = row
  return { ...presentCertificate(ctx, row), userId, name, email, can: canOf(ctx.actor, certificatePolicy, row) }
}

export function presentTemplate(row: TemplateRow): CertificateTemplate {
  const { id, title, revision, documents, issued } = row
  return { id, title, revision, documents, issued, updatedAt: row.updatedAt.toISOString() }
}

export function presentOutside(ctx: Ctx, row: OutsideRow): OutsideCertificate {
  const { isSeen: _isSeen, ...shown } = row
  return {
    ...shown,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    file: presentFile(ctx, row.file),
    can: canOf(ctx.actor, outsidePolicy, row),
  }
}
