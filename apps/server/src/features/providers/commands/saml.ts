import { createHash, randomBytes, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { cutText } from '@learnt/contract/cut-text'
import { tidyAddress } from '@learnt/contract/text'
import { readWebAddress } from '@learnt/contract/web-address'
import type { SAML, SamlConfig } from '@node-saml/node-saml'
import { z } from 'zod'
import type { Asserted } from '../queries.ts'
import type { Peer } from './oidc.ts'
import type { OwnKey } from './own-certificate.ts'
import { ProviderRefusal } from './refusal.ts'
import { elementsOf, readSmallXml, type SmallElement } from './small-xml.ts'

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

// Loaded by the first SAML provider that is used.
async function open(peer: Peer, us: Us, more: Partial<SamlConfig> = {}): Promise<SAML> {
  const { SAML } = await import('@node-saml/node-saml')
  const { config } = peer
  return new SAML({
    issuer: us.metadata,
    callbackUrl: us.acs,
    // Ours to look at: the library takes no blanks around it.
    audience: false,
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
  // For a row older than the check on saving.
  if (readWebAddress(peer.config.entryPoint) === null) throw new ProviderRefusal('refused', { code: 'entry point' })
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
  if (readWebAddress(peer.config.logoutUrl) === null) throw new ProviderRefusal('refused', { code: 'logout address' })
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

/** Text of an element. Hand-written XML has blanks around it. */
const text = z.looseObject({ _: z.string().trim().optional() })
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
    Conditions: z
      .array(
        z.looseObject({
          $: z.looseObject({ NotOnOrAfter: z.string() }),
          AudienceRestriction: z.array(z.looseObject({ Audience: z.array(text).min(1) })).min(1),
        }),
      )
      .length(1),
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
  const message = readSmallXml(xml)
  if (message === null || !(await isSmallInside(message, xml, us)))
    throw new ProviderRefusal('refused', { code: 'xml' })
  await checkStatus(xml)
  await checkSignatures(peer, xml)
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
  // The signature of an encrypted assertion is seen only now.
  await checkSignatures(peer, profile.getAssertionXml?.() ?? '')
  const { Assertion: assertion } = signed.data
  const audiences = assertion.Conditions[0]?.AudienceRestriction ?? []
  if (!audiences.every(({ Audience }) => Audience.some(({ _ }) => _ === us.metadata)))
    throw new ProviderRefusal('refused', { code: 'audience' })
  if (assertion.Issuer[0]?._ !== peer.config.issuer.trim()) throw new ProviderRefusal('refused', { code: 'issuer' })
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

/**
 * Anybody can encrypt for us, and what is inside is read before its signature is checked: it is as small as a message. What
 * cannot be opened is refused by the library.
 */
async function isSmallInside(message: SmallElement, xml: string, us: Us): Promise<boolean> {
  if (![...elementsOf(message)].some(({ name }) => name === 'EncryptedAssertion')) return true
  const { decryptXml, parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const document = await parseDomFromString(xml)
  const closed = xpath.selectElements(document, "//*[local-name()='EncryptedAssertion']")
  if (closed.length !== 1) return false
  const inside = await decryptXml(String(closed[0]), us.key).catch(() => '')
  return inside === '' || readSmallXml(inside) !== null
}

/** An answer that says that nobody signed in signs nobody in, whatever assertion lies in it. */
async function checkStatus(xml: string): Promise<void> {
  const { document, xpath } = await parse(xml)
  const codes = xpath.selectAttributes(
    document,
    "/*[local-name()='Response']/*[local-name()='Status']/*[local-name()='StatusCode']/@Value",
  )
  if (codes.length !== 1) throw new ProviderRefusal('refused', { code: 'status' })
  if (codes[0]?.value.trim() !== 'urn:oasis:names:tc:SAML:2.0:status:Success')
    throw new ProviderRefusal('said', { code: 'status' })
}

const strongAlgorithms = /^http:\/\/www\.w3\.org\/2001\/04\/(?:xmldsig-more#rsa-sha|xmlenc#sha)(?:256|384|512)$/
const sha1Algorithms = /^http:\/\/www\.w3\.org\/2000\/09\/xmldsig#(?:rsa-)?sha1$/

/** Whether every signature is by a hash that nobody can forge today, or by SHA-1 where the provider's setting allows that. */
async function checkSignatures(peer: Peer, xml: string): Promise<void> {
  if (xml === '') return
  const { document, xpath } = await parse(xml)
  const algorithms = ['SignatureMethod', 'Reference/DigestMethod'].flatMap((path) => {
    const steps = path.split('/').map((name) => `/*[local-name()='${name}']`)
    return xpath.selectAttributes(document, `//*[local-name()='SignedInfo']${steps.join('')}/@Algorithm`)
  })
  const isAllowed = (algorithm: string) =>
    strongAlgorithms.test(algorithm) || (peer.config.allowsSha1 && sha1Algorithms.test(algorithm))
  if (!algorithms.every(({ value }) => isAllowed(value))) throw new ProviderRefusal('refused', { code: 'algorithm' })
}

async function parse(xml: string) {
  const { parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const document = await parseDomFromString(xml).catch((cause: unknown) => {
    throw new ProviderRefusal('refused', { code: 'xml', cause })
  })
  return { document, xpath }
}

/**
 * What identity providers usually call these, in the spelling of `plainName`: names of Okta, OneLogin, Google, Keycloak and
 * Shibboleth, object identifiers, and the last part of the addresses that Entra and ADFS use.
 */
const names = {
  email: ['email', 'mail', 'emailaddress', 'useremail', 'usermail', 'oid0923421920030010013'],
  firstName: ['firstname', 'givenname', 'userfirstname', 'forename', 'oid25442'],
  lastName: ['lastname', 'surname', 'sn', 'familyname', 'userlastname', 'oid2544'],
} as const

/** `User.FirstName`, `first_name` and `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname` by letters and figures. */
function plainName(name: string): string {
  const last = /^https?:/i.test(name) ? (name.split(/[/#]/).filter(Boolean).at(-1) ?? '') : name
  return last
    .toLowerCase()
    .replace(/^urn:oid:/, 'oid')
    .replace(/^(?=\d+(\.\d+)+$)/, 'oid')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

interface Profile {
  readonly nameID: string
  readonly nameIDFormat?: string
  readonly nameQualifier?: string
  readonly spNameQualifier?: string
  readonly sessionIndex?: string
  readonly attributes?: unknown
}

function assertedBy(peer: Peer, profile: Profile): Asserted {
  const attributes = Object.entries((profile.attributes ?? {}) as Record<string, unknown>)
  /** The attribute of the provider's setting, or else one of the usual names. */
  const read = (setting: string, usual: readonly string[]) => {
    const wanted = setting === '' ? usual : [plainName(setting)]
    const byName = wanted.flatMap((name) => attributes.filter(([given]) => plainName(given) === name))
    const exact = attributes.filter(([given]) => given.trim() === setting)
    for (const [, value] of [...exact, ...byName]) {
      const text = [value].flat().find((one) => typeof one === 'string' && one.trim() !== '')
      if (typeof text === 'string') return cutText(text.trim(), 254)
    }
    return ''
  }
  const { nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex } = profile
  if (typeof nameID !== 'string' || nameID.trim() === '' || nameID.length > 500)
    throw new ProviderRefusal('refused', { code: 'nameid' })
  // Another one each time: nobody could be known again by it.
  if (nameIDFormat?.endsWith(':transient')) throw new ProviderRefusal('refused', { code: 'transient' })
  const email = read(peer.config.emailAttribute, names.email) || (/^[^\s@]+@[^\s@]+$/.test(nameID) ? nameID : '')
  return {
    subject: nameID.trim(),
    email: tidyAddress(email),
    isEmailProved: peer.config.trustsEmail && email !== '',
    firstName: read(peer.config.firstNameAttribute, names.firstName),
    lastName: read(peer.config.lastNameAttribute, names.lastName),
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

/** What we need from an identity provider's metadata, of the first provider in it; null for anything else. */
export function readIdpMetadata(xml: string): ReadMetadata | null {
  // Read by this one pass alone, and some describe much else.
  const root = readSmallXml(xml, { elements: 5000 })
  if (root === null) return null
  const isIdp = ({ name }: SmallElement) => name === 'IDPSSODescriptor'
  const entity = [root, ...elementsOf(root)].find(
    ({ name, children }) => name === 'EntityDescriptor' && children.some(isIdp),
  )
  const parts = entity?.children.find(isIdp)?.children ?? []
  const service = (wanted: string) =>
    parts.find(
      ({ name, attributes }) =>
        name === wanted && attributes.Binding === 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
    )?.attributes.Location ?? ''
  const certificates = parts
    .filter(({ name, attributes }) => name === 'KeyDescriptor' && (attributes.use ?? 'signing') === 'signing')
    .flatMap((part) => [...elementsOf(part)])
    .filter(({ name }) => name === 'X509Certificate')
    .map(({ text }) => text)
  const issuer = entity?.attributes.entityID ?? ''
  if (issuer === '' || certificates.length === 0) return null
  return {
    issuer,
    entryPoint: service('SingleSignOnService'),
    logoutUrl: service('SingleLogoutService'),
    certificates: [...new Set(certificates)].slice(0, 5),
  }
}
