import { createHash } from 'node:crypto'

// What is public about an issuer and its badges, and the credential of an award, as Open Badges 3.0 shapes them.

export interface PublicKey {
  /** `did:web:…#id` */
  readonly id: string
  readonly controller: string
  readonly publicKeyMultibase: string
}

/** An award as its credential states it. */
export interface StatedAward {
  readonly holderName: string
  /** The address of the holder and a salt, where the tenant wants both as a hash. */
  readonly address?: { readonly email: string; readonly salt: string } | null
  readonly title: string
  readonly description: string
  readonly criteria: string
  readonly awardedAt: Date
  readonly expiresAt: Date | null
}

/** Where everything public of an issuer is. */
export interface IssuerPlaces {
  readonly tenantId: string
  readonly publicUrl: string
}

export const openBadgesContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const

/** `did:web` leads to `/api/issuers/{tenant}/did.json` of this installation. */
export function didOf({ tenantId, publicUrl }: IssuerPlaces): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}:api:issuers:${tenantId}`
}

export function issuerUrl({ tenantId, publicUrl }: IssuerPlaces): string {
  return `${publicUrl}/api/issuers/${tenantId}`
}

/** Also the keys that were replaced: what they signed stays verifiable. */
export function didDocument({ did, keys }: { did: string; keys: readonly PublicKey[] }) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: keys.map(({ id, publicKeyMultibase }) => ({
      id,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase,
    })),
    assertionMethod: keys.map(({ id }) => id),
  }
}

export function issuerProfile(of: { did: string; name: string; url: string }) {
  return { id: of.did, type: ['Profile'], name: of.name, url: of.url }
}

export function achievementOf(
  award: Pick<StatedAward, 'title' | 'description' | 'criteria'>,
  of: { id: string; pictureUrl: string },
) {
  return {
    id: of.id,
    type: ['Achievement'],
    name: award.title,
    // Both must say something; the title does where nobody wrote more.
    description: award.description || award.title,
    criteria: { narrative: award.criteria || award.title },
    image: { id: of.pictureUrl, type: 'Image' },
  }
}

/** The credential of an award, without its proof. It shows only the name in the award, and what `address` allows. */
export function badgeCredential(
  award: StatedAward,
  of: {
    id: string
    issuer: { did: string; name: string; url: string }
    achievementId: string
    pictureUrl: string
    status: { listUrl: string; position: number }
  },
) {
  return {
    '@context': [...openBadgesContexts],
    id: of.id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: award.title,
    issuer: issuerProfile(of.issuer),
    validFrom: momentOf(award.awardedAt),
    ...(award.expiresAt ? { validUntil: momentOf(award.expiresAt) } : {}),
    awardedDate: momentOf(award.awardedAt),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: award.holderName, identityType: 'name' },
        ...(award.address ? [hashedAddress(award.address)] : []),
      ],
      achievement: achievementOf(award, { id: of.achievementId, pictureUrl: of.pictureUrl }),
    },
    credentialStatus: {
      id: `${of.status.listUrl}#${of.status.position}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(of.status.position),
      statusListCredential: of.status.listUrl,
    },
  }
}

/** As Open Badges hashes: the identity, then the salt. */
function hashedAddress({ email, salt }: { email: string; salt: string }) {
  const digest = createHash('sha256').update(`${email}${salt}`).digest('hex')
  return { type: 'IdentityObject', hashed: true, identityHash: `sha256$${digest}`, identityType: 'emailAddress', salt }
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
