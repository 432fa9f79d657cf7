import { z } from 'zod'
import { CertificateDesign, CertificateTitle, certificateLimits } from './certificate-design.ts'
import { DocumentType } from './document-kinds.ts'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { JobRef } from './jobs.ts'
import { locales } from './locales.ts'
import { Can, Day, Id, Moment, oneLine, PageQuery, pageOf, QueryFlag, queryList, Revision } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    certificateTemplates: { verbs: 'change' | 'create' | 'remove'; subjects: 'certificateTemplate' }
    certificates: { verbs: 'attach' | 'detach' | 'export' | 'reissue' | 'revoke'; subjects: 'certificate' }
    outsideCertificates: { verbs: 'add' | 'decide' | 'remove'; subjects: 'outsideCertificate' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** `until`: the last day on which it is valid; null: for ever. */
    certificateIssued: { certificateId: string; title: string; until: string | null }
    certificateExpiring: { certificateId: string; title: string; until: string }
    certificateExpired: { certificateId: string; title: string; until: string }
    certificateRevoked: { certificateId: string; title: string; reason: string }
    outsideConfirmed: { title: string }
    outsideRefused: { title: string; reason: string }
  }
}

/** How long a certificate is valid. `cycle`: until the course begins anew, where it does. */
export const Validity = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('months'), months: z.number().int().min(1).max(600) }),
    /** The next such day after the day of issue; 29 February is the 28th where there is none. */
    z.strictObject({
      kind: z.literal('fixedDay'),
      month: z.number().int().min(1).max(12),
      day: z.number().int().min(1).max(31),
    }),
    z.strictObject({ kind: z.literal('cycle') }),
  ])
  .superRefine((validity, complaints) => {
    if (validity.kind !== 'fixedDay') return
    const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][validity.month - 1] ?? 31
    if (validity.day > longest)
      complaints.addIssue({ code: 'custom', path: ['day'], message: 'noSuchDay', input: validity })
  })
export type Validity = z.infer<typeof Validity>

export const certificateStates = ['valid', 'expired', 'revoked', 'replaced'] as const
export const CertificateState = z.enum(certificateStates)
export type CertificateState = z.infer<typeof CertificateState>

export const CertificateTemplate = z.object({
  id: Id,
  title: z.string(),
  /** Rises with each saved change; the number of its version. */
  revision: z.number().int(),
  /** Documents that give it, and certificates that were issued with it. */
  documents: z.number().int(),
  issued: z.number().int(),
  updatedAt: Moment,
})
export type CertificateTemplate = z.infer<typeof CertificateTemplate>

export const WholeTemplate = CertificateTemplate.extend({
  design: CertificateDesign,
  /** Its pictures with their addresses. */
  files: z.array(StoredFile),
})
export type WholeTemplate = z.infer<typeof WholeTemplate>

/** Somebody whom a change concerns, by name. */
const AffectedPerson = z.object({ userId: Id, name: z.string(), title: z.string() })
/** Whom a change of a template or a validity concerns. What is issued keeps its dates and its look. */
export const Affected = z.object({
  /** Who gets the changed certificate when they finish. */
  underWay: z.number().int(),
  /** Who has finished and has no certificate. */
  finishedWithout: z.number().int(),
  /** Who has a valid certificate, which stays as it is. */
  holders: z.number().int(),
  /** The first of them, by name. */
  people: z.array(AffectedPerson.extend({ group: z.enum(['underWay', 'finishedWithout', 'holders']) })),
})
export type Affected = z.infer<typeof Affected>

export const CertificateRule = z.object({
  templateId: Id,
  templateTitle: z.string(),
  validity: Validity,
  warnings: z.array(z.number().int()),
})
export type CertificateRule = z.infer<typeof CertificateRule>

export const Certificate = z.object({
  id: Id,
  /** In the address of the public page. */
  credentialId: z.string(),
  serial: z.string(),
  title: z.string(),
  documentType: DocumentType,
  documentId: Id,
  userCourseId: Id,
  holderName: z.string(),
  scorePercent: z.number().nullable(),
  issuedDay: Day,
  /** The last day on which it is valid; null: for ever. */
  validUntil: Day.nullable(),
  state: CertificateState,
  /** It is valid, and ends within the first of its warnings. */
  isExpiring: z.boolean(),
  /** Of a revoked one; '' where the completion was taken back. */
  reason: z.string(),
  /** The serial of the one that took its place. */
  replacedBy: z.string().nullable(),
})
export type Certificate = z.infer<typeof Certificate>

export const IssuedCertificate = Certificate.extend({ userId: Id, name: z.string(), email: z.string(), can: Can })
export type IssuedCertificate = z.infer<typeof IssuedCertificate>

export const outsideStates = ['open', 'confirmed', 'refused'] as const
export const OutsideState = z.enum(outsideStates)

/** A certificate that somebody earned elsewhere. */
export const OutsideCertificate = z.object({
  id: Id,
  title: z.string(),
  issuer: z.string(),
  issuedDay: Day,
  validUntil: Day.nullable(),
  state: OutsideState,
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  createdAt: Moment,
  userId: Id,
  name: z.string(),
  file: StoredFile,
  can: Can,
})
export type OutsideCertificate = z.infer<typeof OutsideCertificate>

const listQuery = PageQuery.extend({
  state: queryList(CertificateState),
  documentType: queryList(DocumentType),
  userId: Id.optional(),
  /** How they stood at the end of a past day, in the tenant's time zone. */
  asOf: Day.optional(),
})
/** What the list and its files are filtered by. */
export const CertificatesFilter = listQuery.omit({ cursor: true, limit: true })
const outsideQuery = PageQuery.extend({ state: queryList(OutsideState), userId: Id.optional() })

const IssuedPage = pageOf(IssuedCertificate).extend({
  /** How many there are in each state, whatever the filter of states; with the first page. */
  counts: z.array(z.object({ value: CertificateState, count: z.number().int() })).nullable(),
  /** The days of which it can be asked for, from the first certificate on. */
  historyFrom: Day,
  historyTo: Day,
})
const templateParams = z.object({ templateId: Id })
const documentParams = z.object({ documentType: DocumentType, documentId: Id })
const params = z.object({ certificateId: Id })
const Warnings = z.array(z.number().int().min(1).max(366)).max(certificateLimits.warnings)
const Reason = z.string().trim().min(1, { error: 'required' }).max(certificateLimits.reason)

/** A list and its two files, of administrators or of managers over their own people. */
const issuedOf = (as: 'admin' | 'manager') => ({
  list: endpoint({
    id: `certificates.${as}.list`,
    summary: 'Issued certificates of the people whom the caller looks after, newest first.',
    method: 'GET',
    path: `/api/${as}/certificates` as '/api/admin/certificates',
    access: as,
    callers: ['token', 'looking'],
    query: listQuery,
    response: IssuedPage,
  }),
  csv: rawEndpoint({
    id: `certificates.${as}.csv`,
    summary: 'The same as a file; the filters of the list.',
    method: 'GET',
    path: `/api/${as}/certificates.csv` as '/api/admin/certificates.csv',
    access: as,
    callers: ['token', 'looking'],
    audit: 'certificates.export',
    protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
    produces: 'text/csv',
  }),
  xlsx: rawEndpoint({
    id: `certificates.${as}.xlsx`,
    summary: 'The same as a workbook; the filters of the list.',
    method: 'GET',
    path: `/api/${as}/certificates.xlsx` as '/api/admin/certificates.xlsx',
    access: as,
    callers: ['token', 'looking'],
    audit: 'certificates.export',
    protocol: 'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all',
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
})

export const certificates = {
  templates: {
    list: endpoint({
      id: 'certificates.templates.list',
      summary: 'Templates of certificates by title.',
      method: 'GET',
      path: '/api/certificate-templates',
      feature: 'certificates',
      access: 'admin',
      callers: ['token', 'looking'],
      query: PageQuery,
      response: pageOf(CertificateTemplate),
    }),
    get: endpoint({
      id: 'certificates.templates.get',
      summary: 'A template with its design.',
      method: 'GET',
      path: '/api/certificate-templates/:templateId',
      feature: 'certificates',
      access: 'admin',
      callers: ['token', 'looking'],
      params: templateParams,
      response: WholeTemplate,
    }),
    create: endpoint({
      id: 'certificates.templates.create',
      summary: 'Create a template with the standard design, or as a copy of another one.',
      method: 'POST',
      path: '/api/certificate-templates',
      feature: 'certificates',
      access: 'admin',
      callers: ['token', 'acting'],
      audit: 'certificateTemplates.create',
      idempotency: 'honoured',
      sample: () => ({ body: { title: 'Course certificate' } }),
      body: z.strictObject({ title: CertificateTitle, copyOf: Id.optional() }),
      response: CertificateTemplate,
      status: 201,
    }),
    save: endpoint({
      id: 'certificates.templates.save',
      summary: 'Save a changed design as the next version. Issued certificates keep theirs.',
      method: 'PUT',
      path: '/api/certificate-templates/:templateId',
      feature: 'certificates',
      access: 'admin',
      callers: ['token', 'acting'],
      audit: 'certificateTemplates.change',
      sample: (given) => ({
        body: {
          title: `${given.mark} template`,
          revision: 1,
          design: {
            orientation: 'landscape',
            background: { color: '#ffffff', frame: null, fileId: null },
            elements: [],
          },
        },
      }),
      params: templateParams,
      bodyBytes: 256 * 1024,
      body: z.strictObject({ title: CertificateTitle, revision: Revision, design: CertificateDesign }),
      response: WholeTemplate,
    }),
    remove: endpoint({
      id: 'certificates.templates.remove',
      summary: 'Remove a template that no document gives and that nobody has a certificate of.',
      method: 'DELETE',
      path: '/api/certificate-templates/:templateId',
      access: 'admin',
      callers: ['token', 'acting'],
      audit: 'certificateTemplates.remove',
      sample: () => ({ alsoFine: [409] }),
      params: templateParams,
    }),
    affected: endpoint({
      id: 'certificates.templates.affected',
      summary: 'Whom a change of the template concerns.',
      method: 'GET',
      path: '/api/certificate-templates/:templateId/affected',
      feature: 'certificates',
      access: 'admin',
      callers: ['token', 'looking'],
      params: templateParams,
      response: Affected,
    }),
    preview: endpoint({
      id: 'certificates.templates.preview',
      summary: 'The PDF of a design that need not be saved, with the data of a person, or of an example.',
      method: 'POST',
      path: '/api/certificate-preview',
      feature: 'certificates',
      access: 'admin',
      callers: ['token', 'looking'],
      audit: null,
      sample: () => ({
        body: {
          locale: 'en',
          userId: null,
          design: {
            orientation: 'landscape',
            background: { color: '#ffffff', frame: null, fileId: null },
            elements: [],
          },
        },
      }),
      bodyBytes: 256 * 1024,
      body: z.strictObject({ design: CertificateDesign, locale: z.enum(locales), userId: Id.nullable() }),
      response: z.object({
        /** In base64. */
        pdf: z.string(),
      }),
    }),
  },
  rules: {
    get: endpoint({
      id: 'certificates.rules.get',
      summary: 'Which certificate a document gives; null: none.',
      method: 'GET',
      path: '/api/documents/:documentType/:documentId/certificate',
      access: 'admin',
      callers: ['token', 'looking'],
      params: documentParams,
      response: z.object({ rule: CertificateRule.nullable() }),
    }),
    set: endpoint({
      id: 'certificates.rules.set',
      summary: 'Let a document give a certificate to whoever finishes it from now on, or to who has finished it, too.',
      method: 'PUT',
      path: '/api/documents/:documentType/:documentId/certificate',
      access: 'admin',
      callers: ['token', 'acting'],
      audit: 'certificates.attach',
      sample: (given) => ({ body: { templateId: given.templateId, validity: { kind: 'none' } } }),
      params: documentParams,
      body: z.strictObject({
        templateId: Id,
        validity: Validity,
        warnings: Warnings.default([]),
        /** Whoever has finished it and has no certificate gets one, too. */
        alsoFinished: z.boolean().default(false),
      }),
      response: z.object({ rule: CertificateRule, issued: z.number().int() }),
    }),
    remove: endpoint({
      id: 'certificates.rules.remove',
      summary: 'Let a document give no certificate any more. Issued ones stay.',
      method: 'DELETE',
      path: '/api/documents/:documentType/:documentId/certificate',
      access: 'admin',
      callers: ['token', 'acting'],
      audit: 'certificates.detach',
      params: documentParams,
    }),
    affected: endpoint({
      id: 'certificates.rules.affected',
      summary: 'Whom a change of the certificate of a document concerns.',
      method: 'GET',
      path: '/api/documents/:documentType/:documentId/certificate/affected',
      access: 'admin',
      callers: ['token', 'looking'],
      params: documentParams,
      response: Affected,
    }),
    earns: endpoint({
      id: 'certificates.rules.earns',
      summary: 'Which certificate the person gets for something that they have, and the one that they got for it.',
      method: 'GET',
      path: '/api/my/certificates/of/:userCourseId',
      access: 'signedIn',
      callers: ['token', 'looking'],
      params: z.object({ userCourseId: Id }),
      response: z.object({ gives: z.boolean(), validity: Validity.nullable(), certificate: Certificate.nullable() }),
    }),
  },
  mine: endpoint({
    id: 'certificates.mine',
    summary: 'The person’s own certificates, newest first.',
    method: 'GET',
    path: '/api/my/certificates',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      state: queryList(CertificateState),
      /** Only those that end soon, or have ended lately, and whose place none has taken. */
      ending: QueryFlag.optional(),
    }),
    response: pageOf(Certificate),
  }),
  file: endpoint({
    id: 'certificates.file',
    summary:
      'The PDF, for the person and those who look after them. It is made in the person’s language at the first request and kept.',
    method: 'POST',
    path: '/api/certificates/:certificateId/file',
    access: 'signedIn',
    callers: ['token', 'looking'],
    audit: null,
    params,
    response: z.object({ name: z.string(), size: z.number().int(), url: z.string() }),
  }),
  download: rawEndpoint({
    id: 'certificates.download',
    summary: 'The bytes of the PDF; the same at every request.',
    method: 'GET',
    path: '/api/certificates/:certificateId/certificate.pdf',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ alsoFine: [404] }),
    protocol: 'HTTP; PDF',
    produces: 'application/pdf',
  }),
  admin: issuedOf('admin'),
  manager: issuedOf('manager'),
  revoke: endpoint({
    id: 'certificates.revoke',
    summary: 'Revoke a certificate with a reason that the person reads.',
    method: 'POST',
    path: '/api/certificates/:certificateId/revoke',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'certificates.revoke',
    sample: () => ({ body: { reason: 'Issued by mistake' } }),
    params,
    body: z.strictObject({ reason: Reason }),
    response: IssuedCertificate,
  }),
  reissue: endpoint({
    id: 'certificates.reissue',
    summary: 'Replace a certificate by one with a corrected name. The old serial says so.',
    method: 'POST',
    path: '/api/certificates/:certificateId/reissue',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'certificates.reissue',
    sample: (given) => ({ body: { holderName: `${given.mark} Corrected` } }),
    params,
    body: z.strictObject({ holderName: oneLine().min(1, { error: 'required' }).max(200) }),
    response: IssuedCertificate,
  }),
  zip: endpoint({
    id: 'certificates.zip',
    summary: 'Put many PDFs into one archive, in the background.',
    method: 'POST',
    path: '/api/certificates/zip',
    access: 'managerOrAdmin',
    callers: ['token', 'acting'],
    audit: 'certificates.export',
    sample: (given) => ({ by: 'admin', body: { ids: [given.certificateId] }, acrossTenants: true }),
    body: z.strictObject({ ids: z.array(Id).min(1).max(certificateLimits.zip) }),
    response: JobRef,
    status: 202,
  }),
  archive: rawEndpoint({
    id: 'certificates.archive',
    summary: 'The archive that a job has made, for whoever asked for it.',
    method: 'GET',
    path: '/api/certificates/archives/:jobId',
    feature: 'certificates',
    access: 'managerOrAdmin',
    callers: ['token', 'looking'],
    sample: (given) => ({ by: 'admin', params: { jobId: given.newId() }, alsoFine: [404] }),
    protocol: 'HTTP; ZIP',
    produces: 'application/zip',
  }),
  outside: {
    mine: endpoint({
      id: 'certificates.outside.mine',
      summary: 'Certificates that the person earned elsewhere, newest first.',
      method: 'GET',
      path: '/api/my/outside-certificates',
      feature: 'certificates',
      access: 'signedIn',
      callers: ['token', 'looking'],
      query: PageQuery.omit({ search: true }),
      response: pageOf(OutsideCertificate),
    }),
    add: endpoint({
      id: 'certificates.outside.add',
      summary: 'Hand in a certificate that one earned elsewhere; a manager or an administrator confirms it.',
      method: 'POST',
      path: '/api/my/outside-certificates',
      feature: 'certificates',
      access: 'signedIn',
      callers: ['token', 'acting'],
      audit: 'outsideCertificates.add',
      sample: (given) => ({
        body: { uploadId: given.newId(), title: 'First aid', issuer: 'Red Cross', issuedDay: '2026-01-31' },
        alsoFine: [404, 422],
      }),
      idempotency: 'honoured',
      body: z.strictObject({
        uploadId: z.string().max(100),
        title: CertificateTitle,
        issuer: CertificateTitle,
        issuedDay: Day,
        validUntil: Day.nullable().default(null),
      }),
      response: OutsideCertificate,
      status: 201,
    }),
    remove: endpoint({
      id: 'certificates.outside.remove',
      summary: 'Take one’s own back that nobody has decided about.',
      method: 'DELETE',
      path: '/api/my/outside-certificates/:outsideId',
      access: 'signedIn',
      callers: ['token', 'acting'],
      audit: 'outsideCertificates.remove',
      params: z.object({ outsideId: Id }),
    }),
    list: endpoint({
      id: 'certificates.outside.list',
      summary: 'Certificates earned elsewhere of the people whom the caller looks after, oldest first.',
      method: 'GET',
      path: '/api/outside-certificates',
      feature: 'certificates',
      access: 'managerOrAdmin',
      callers: ['token', 'looking'],
      query: outsideQuery,
      response: pageOf(OutsideCertificate),
    }),
    decide: endpoint({
      id: 'certificates.outside.decide',
      summary: 'Confirm a certificate earned elsewhere, or refuse it with a reason that the person reads.',
      method: 'POST',
      path: '/api/outside-certificates/:outsideId/decide',
      feature: 'certificates',
      access: 'managerOrAdmin',
      callers: ['token', 'acting'],
      audit: 'outsideCertificates.decide',
      sample: () => ({ by: 'admin', body: { decision: 'confirm' } }),
      params: z.object({ outsideId: Id }),
      body: z.strictObject({
        decision: z.enum(['confirm', 'refuse']),
        reason: z.string().trim().max(certificateLimits.reason).default(''),
      }),
      response: OutsideCertificate,
    }),
  },
}
