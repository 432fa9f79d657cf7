import { z } from 'zod'
import { credentialParts, fileOutcomes, longestCredential } from './baked-credential.ts'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { Day, Id, Moment, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    credentials: { verbs: 'replaceKey' }
  }
}

export const credentialKinds = ['certificate', 'badge'] as const
export const credentialStates = ['valid', 'expired', 'revoked', 'replaced'] as const

/** What anybody may know who has the address of a certificate or a badge. */
export const VerifiedCredential = z.object({
  kind: z.enum(credentialKinds),
  holderName: z.string(),
  title: z.string(),
  issuer: z.string(),
  issuedDay: Day,
  /** The last day on which it is valid; null: for ever. */
  validUntil: Day.nullable(),
  state: z.enum(credentialStates),
  /** Of a certificate. */
  serial: z.string().nullable(),
  /** The serial of the certificate that took its place. */
  replacedBy: z.string().nullable(),
  /** Of a badge: where its picture is. */
  pictureUrl: z.string().nullable(),
  /** Of a badge: whether the signature of its credential is right; null: certificates have none. */
  isSigned: z.boolean().nullable(),
})
export type VerifiedCredential = z.infer<typeof VerifiedCredential>

export const CheckedFile = z.object({
  outcome: z.enum(fileOutcomes),
  /** What was altered, where it can be told. */
  parts: z.array(z.enum(credentialParts)),
})
export type CheckedFile = z.infer<typeof CheckedFile>

export const CredentialKey = z.object({
  /** Null: nothing has been signed yet; the first signature makes the key. */
  createdAt: Moment.nullable(),
  /** When the last one was replaced. */
  lastReplacedAt: Moment.nullable(),
})
export type CredentialKey = z.infer<typeof CredentialKey>

const verifyParams = z.object({ credentialId: z.string().max(120) })

/** Public documents of an issuer, for verifiers of other makers. Browsers of other sites may read them. */
const issuerDocument = <const Path extends string>(of: {
  id: string
  summary: string
  path: Path
  params: z.ZodObject
  sample: Record<string, string>
}) =>
  rawEndpoint({
    id: of.id,
    summary: of.summary,
    method: 'GET',
    path: of.path,
    access: 'public',
    callers: ['token', 'looking'],
    params: of.params,
    sample: () => ({ params: of.sample, alsoFine: [404] }),
    answers: [200, 304],
    protocol: 'HTTP; JSON-LD, readable from other sites',
    produces: 'application/json',
  })

/** The file of an award, for its holder and those who look after them. The bytes are the same at every request. */
const award = (format: 'json' | 'png' | 'svg', produces: string, what: string) =>
  rawEndpoint({
    id: `credentials.award.${format}`,
    summary: `The Open Badges credential of an award ${what}; the same bytes at every request.`,
    method: 'GET',
    path: `/api/badge-awards/:awardId/credential.${format}` as '/api/badge-awards/:awardId/credential.json',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ alsoFine: [404] }),
    protocol: `HTTP; ${format.toUpperCase()}, Open Badges 3.0`,
    produces,
  })

export const credentials = {
  verify: endpoint({
    id: 'credentials.verify',
    summary: 'Whether a certificate or a badge is real, for anybody who has its address.',
    method: 'GET',
    path: '/api/verify/:credentialId',
    access: 'public',
    callers: ['token', 'looking'],
    // Whom a credential names is public by its address: the walk looks for one that is not there.
    sample: () => ({ alsoFine: [404] }),
    params: verifyParams,
    response: VerifiedCredential,
  }),
  checkFile: endpoint({
    id: 'credentials.checkFile',
    summary:
      'Whether a file is what was issued: a PDF by its digest, a badge by the credential that stands in its file.',
    method: 'POST',
    path: '/api/verify/:credentialId/file',
    access: 'public',
    callers: ['token', 'looking'],
    audit: null,
    sample: () => ({ body: { kind: 'badge', credential: '{}' }, alsoFine: [404] }),
    params: verifyParams,
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('certificate'), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
      z.strictObject({ kind: z.literal('badge'), credential: z.string().max(longestCredential) }),
    ]),
    response: CheckedFile,
  }),
  issuer: {
    did: issuerDocument({
      id: 'credentials.issuer.did',
      summary: 'The did:web document of a tenant: all keys that have signed its badges, those that were replaced, too.',
      path: '/api/issuers/:tenantId/did.json',
      params: z.object({ tenantId: Slug }),
      sample: { tenantId: 'nothing' },
    }),
    profile: issuerDocument({
      id: 'credentials.issuer.profile',
      summary: 'The Open Badges profile of a tenant.',
      path: '/api/issuers/:tenantId/profile.json',
      params: z.object({ tenantId: Slug }),
      sample: { tenantId: 'nothing' },
    }),
    statusList: issuerDocument({
      id: 'credentials.issuer.statusList',
      summary: 'Which badges are revoked, as a signed Bitstring Status List.',
      path: '/api/issuers/:tenantId/status-lists/:number',
      // As many lists as there can be places of awards.
      params: z.object({ tenantId: Slug, number: z.string().regex(/^(?:0|[1-9]\d{0,3})$/) }),
      sample: { tenantId: 'nothing', number: '0' },
    }),
    achievement: issuerDocument({
      id: 'credentials.issuer.achievement',
      summary: 'The Open Badges achievement of a badge as it was at one version.',
      path: '/api/issuers/:tenantId/achievements/:versionId',
      params: z.object({ tenantId: Slug, versionId: Id }),
      sample: { tenantId: 'nothing', versionId: '01a22238-0000-7000-8000-000000000000' },
    }),
  },
  award: {
    json: award('json', 'application/json', 'as JSON'),
    png: award('png', 'image/png', 'inside its picture'),
    svg: award('svg', 'image/svg+xml', 'inside its picture'),
  },
  key: {
    get: endpoint({
      id: 'credentials.key.get',
      summary: 'Since when the tenant signs its badges with the key that it has.',
      method: 'GET',
      path: '/api/credential-key',
      access: 'admin',
      callers: ['token', 'looking'],
      response: CredentialKey,
    }),
    replace: endpoint({
      id: 'credentials.key.replace',
      summary: 'Sign with a new key from now on. What the old one has signed stays verifiable.',
      method: 'POST',
      path: '/api/credential-key/replace',
      access: 'admin',
      callers: ['acting'],
      audit: 'credentials.replaceKey',
      sample: () => ({ body: {} }),
      body: z.strictObject({}),
      response: CredentialKey,
    }),
  },
}
