import { cutText } from '@learnt/contract/cut-text'
import { createHash, randomBytes, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { SAML, SamlConfig } from '@node-saml/node-saml'
import { z } from 'zod'
import type { Asserted } from '../queries.ts'
import type { Peer } from './oidc.ts'
import type { OwnKey } from './own-certificate.ts'
import { ProviderRefusal } from './refusal.ts'

/** Ours: what SAML calls the service provider. */
export interface Us extends OwnKey {
  /** Address of the metadata, and our name for ourselves. */
  readonly metadata: string
  /** Where answers go. */
  readonly acs: string
  /** Where people come back to after signing out there, and where they are sent who have begun to there. */
  readonly slo: string
}

export const SKEW_MS = 60_000
/** From the moment of issue, whatever a message says of itself. */
export const OLDEST_MS = 10 * 60_000
export const LONGEST = 512 * 1024
const MOST_TAGS = 2000

// Loaded by the first SAML provider that is used.
async function open(peer: Peer, us: Us, more: Partial<SamlConfig> = {}): Promise<SAML> {
  const { SAML } = await import('@node-saml/node-saml')
  const { config } = peer
  return new SAML({
    issuer: us.metadata,
    callbackUrl: us.acs,
    audience: us.metadata,
    idpIssuer: config.issuer,
    idpCert: [...config.certificates],
    ...(config.entryPoint === '' ? {} : { entryPoint: config.entryPoint }),
    ...(config.logoutUrl === '' ? {} : { logoutUrl: config.logoutUrl, logoutCallbackUrl: us.slo }),
    privateKey: us.key,
    publicCert: us.certificate,
    decryptionPvk: us.key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // Either the answer or the assertion has to be signed; only what is signed is read.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: OLDEST_MS,
    ...more,
  })
}

/** Where to send the browser with a signed request, and the id of the request that the answer has to name. */
export async function samlAddress(
  peer: Peer,
  us: Us,
  state: string,
  afresh = false,
): Promise<{ url: string; requestId: string }> {
  const requestId = `_${randomBytes(20).toString('hex')}`
  const saml = await open(peer, us, { generateUniqueId: () => requestId, forceAuthn: afresh })
  return { url: await saml.getAuthorizeUrlAsync(state, undefined, {}), requestId }
}

const NameId = z.object({
  nameID: z.string(),
  nameIDFormat: z.string().default(''),
  nameQualifier: z.string().optional(),
  spNameQualifier: z.string().optional(),
})

/** Where to send the browser with a signed request to sign out there; `hint` as the sign-in left it. */
export async function samlSignOutAddress(peer: Peer, us: Us, of: { hint: string; sid: string }): Promise<string> {
  const saml = await open(peer, us, {
    // The library asks for it although it goes elsewhere.
    entryPoint: peer.config.entryPoint || peer.config.logoutUrl,
    generateUniqueId: () => `_${randomBytes(20).toString('hex')}`,
  })
  const { nameQualifier, spNameQualifier, ...name } = NameId.parse(JSON.parse(of.hint))
  return saml.getLogoutUrlAsync(
    {
      issuer: peer.config.issuer,
      ...name,
      ...(nameQualifier === undefined ? {} : { nameQualifier }),
      ...(spNameQualifier === undefined ? {} : { spNameQualifier }),
      ...(of.sid === '' ? {} : { sessionIndex: of.sid }),
    },
    '',
    {},
  )
}

/** Where to send the browser with our signed answer to a request to sign out, under whose id it goes. */
export async function samlSignedOutAddress(
  peer: Peer,
  us: Us,
  of: { id: string; relayState: string },
): Promise<string> {
  const saml = await open(peer, us, { generateUniqueId: () => `_${randomBytes(20).toString('hex')}` })
  const request = { ID: of.id, issuer: peer.config.issuer, nameID: '', nameIDFormat: '' }
  // NOTE: signed here, since the library signs another spelling of the query than the one that it sends.
  const query = new URLSearchParams({
    SAMLResponse: deflateRawSync(saml._generateLogoutResponse(request, true)).toString('base64'),
    ...(of.relayState === '' ? {} : { RelayState: of.relayState }),
    SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  }).toString()
  const signature = encodeURIComponent(sign('sha256', Buffer.from(query), us.key).toString('base64'))
  const address = new URL(peer.config.logoutUrl)
  address.hash = ''
  return `${address.href}${address.search === '' ? '?' : '&'}${query}&Signature=${signature}`
}

export async function samlMetadata(peer: Peer, us: Us): Promise<string> {
  const saml = await open(peer, us, { logoutCallbackUrl: us.slo })
  const metadata = saml.generateServiceProviderMetadata(us.certificate, us.certificate)
  // The library names the endpoint for forms alone; it takes redirects as well.
  return metadata.replace(
    /<SingleLogoutService [^>]*HTTP-POST"[^>]*\/>/,
    (posted) => `${posted.replace('HTTP-POST', 'HTTP-Redirect')}${posted}`,
  )
}

const text = z.looseObject({ _: z.string().optional() })
const Confirmation = z.looseObject({
  $: z.looseObject({ Method: z.string().optional() }).optional(),
  SubjectConfirmationData: z
    .array(
      z.looseObject({
        $: z
          .looseObject({
            Recipient: z.string().optional(),
            NotOnOrAfter: z.string().optional(),
            InResponseTo: z.string().optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})
/** As the library hands over the signed part. */
const Assertion = z.looseObject({
  Assertion: z.looseObject({
    $: z.looseObject({ ID: z.string().min(1) }),
    Issuer: z.array(text).length(1),
    Subject: z.array(z.looseObject({ SubjectConfirmation: z.array(Confirmation).min(1) })).length(1),
    Conditions: z.array(z.looseObject({ $: z.looseObject({ NotOnOrAfter: z.string() }) })).length(1),
    AuthnStatement: z
      .array(z.looseObject({ $: z.looseObject({ AuthnInstant: z.string().optional() }).optional() }))
      .optional()
      .catch(undefined),
  }),
})

/**
 * Reads an answer. `requestId`: the request that it has to be to; null: one that nobody asked for. Throws a
 * ProviderRefusal for whatever does not hold. `assertion` is its fingerprint, good until `expiresAt`.
 */
export async function readSamlAnswer(
  peer: Peer,
  us: Us,
  answer: string,
  requestId: string | null,
): Promise<{ asserted: Asserted; assertion: Buffer; expiresAt: Date }> {
  const xml = Buffer.from(answer, 'base64').toString('utf8')
  // No declarations of types and entities at all: SAML needs none, and they reach for files and fill memory.
  // Looking for elements takes the square of their number, and comes before any signature.
  if (xml.length > LONGEST || xml.split('<').length > MOST_TAGS || /<!(?:doctype|entity)/i.test(xml))
    throw new ProviderRefusal('refused', { code: 'xml' })
  const { ValidateInResponseTo } = await import('@node-saml/node-saml')
  const saml = await open(peer, us, {
    validateInResponseTo: requestId === null ? ValidateInResponseTo.ifPresent : ValidateInResponseTo.always,
    // The request that this browser is under way with, and no other.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer }).catch((error: unknown) => {
    const isStatus = error instanceof Error && 'xmlStatus' in error
    throw new ProviderRefusal(isStatus ? 'said' : 'refused', { code: 'saml', cause: error })
  })
  const signed = Assertion.safeParse(profile?.getAssertion?.())
  if (!profile || !signed.success) throw new ProviderRefusal('refused', { code: 'assertion' })
  const { Assertion: assertion } = signed.data
  if (assertion.Issuer[0]?._ !== peer.config.issuer) throw new ProviderRefusal('refused', { code: 'issuer' })
  const until = Date.parse(assertion.Conditions[0]?.$.NotOnOrAfter ?? '')
  // NOTE: what nobody asked for is let through by the library without a look at its subject's confirmation.
  const isOurs = assertion.Subject[0]?.SubjectConfirmation.some(({ $, SubjectConfirmationData }) => {
    const data = SubjectConfirmationData?.[0]?.$
    return (
      $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
      data?.Recipient === us.acs &&
      Date.parse(data.NotOnOrAfter ?? '') + SKEW_MS > Date.now() &&
      (requestId === null ? data.InResponseTo === undefined : data.InResponseTo === requestId)
    )
  })
  if (!isOurs) throw new ProviderRefusal('refused', { code: 'recipient' })
  const shownAt = Date.parse(assertion.AuthnStatement?.[0]?.$?.AuthnInstant ?? '')
  return {
    asserted: { ...assertedBy(peer, profile), ...(Number.isNaN(shownAt) ? {} : { shownAt }) },
    assertion: createHash('sha256').update(`${peer.config.issuer}\n${assertion.$.ID}`).digest(),
    // Longer than it can be taken.
    expiresAt: new Date(Math.max(Number.isNaN(until) ? 0 : until, Date.now() + OLDEST_MS) + 2 * SKEW_MS),
  }
}

const names = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  firstName: [
    'firstName',
    'givenName',
    'given_name',
    'urn:oid:2.5.4.42',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  ],
  lastName: [
    'lastName',
    'surname',
    'sn',
    'family_name',
    'urn:oid:2.5.4.4',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  ],
} as const

interface Profile {
  readonly nameID: string
  readonly nameIDFormat?: string
  readonly nameQualifier?: string
  readonly spNameQualifier?: string
  readonly sessionIndex?: string
  readonly attributes?: unknown
}

function assertedBy(peer: Peer, profile: Profile): Asserted {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>
  const read = (wanted: readonly string[]) => {
    for (const name of wanted) {
      const value = [attributes[name]].flat()[0]
      if (typeof value === 'string' && value.trim() !== '') return cutText(value.trim(), 254)
    }
    return ''
  }
  const { nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex } = profile
  if (typeof nameID !== 'string' || nameID.trim() === '' || nameID.length > 500)
    throw new ProviderRefusal('refused', { code: 'nameid' })
  // Another one each time: nobody could be known again by it.
  if (nameIDFormat?.endsWith(':transient')) throw new ProviderRefusal('refused', { code: 'transient' })
  const email = read(names.email) || (/^[^\s@]+@[^\s@]+$/.test(nameID) ? nameID : '')
  return {
    subject: nameID.trim(),
    email: email.toLowerCase(),
    isEmailProved: peer.config.trustsEmail && email !== '',
    firstName: read(names.firstName),
    lastName: read(names.lastName),
    ...(typeof sessionIndex === 'string' && sessionIndex !== '' ? { sid: cutText(sessionIndex, 1000) } : {}),
    hint: JSON.stringify({ nameID: nameID.trim(), nameIDFormat, nameQualifier, spNameQualifier }),
  }
}

export interface ReadMetadata {
  readonly issuer: string
  readonly entryPoint: string
  readonly logoutUrl: string
  readonly certificates: string[]
}

/** What an identity provider's metadata says that we need; null when it is none. */
export async function readIdpMetadata(xml: string): Promise<ReadMetadata | null> {
  if (xml.length > LONGEST || /<!(?:doctype|entity)/i.test(xml)) return null
  const { parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const document = await parseDomFromString(xml).catch(() => null)
  if (document === null) return null
  const idp = `//*[local-name()='IDPSSODescriptor']`
  const attribute = (path: string) => xpath.selectAttributes(document, path)[0]?.value ?? ''
  const issuer = attribute(`${idp}/parent::*[local-name()='EntityDescriptor']/@entityID`)
  const service = (name: string) =>
    attribute(
      `${idp}/*[local-name()='${name}'][@Binding='urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect']/@Location`,
    )
  const certificates = xpath
    .selectElements(
      document,
      `${idp}/*[local-name()='KeyDescriptor'][not(@use) or @use='signing']//*[local-name()='X509Certificate']`,
    )
    .map((element) => element.textContent ?? '')
  if (issuer === '' || certificates.length === 0) return null
  return {
    issuer,
    entryPoint: service('SingleSignOnService'),
    logoutUrl: service('SingleLogoutService'),
    certificates: [...new Set(certificates)].slice(0, 5),
  }
}
