import { createHash, verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { cutText } from '@learnt/contract/cut-text'
import type { Peer } from './oidc.ts'
import { ProviderRefusal } from './refusal.ts'
import { OLDEST_MS, SKEW_MS, type Us } from './saml.ts'
import { readSmallXml } from './small-xml.ts'

/** A request to sign out as it came: the query as it was written, or what a form had. */
export type LogoutMessage =
  | { readonly binding: 'redirect'; readonly query: string }
  | { readonly binding: 'post'; readonly request: string; readonly relayState: string }

export interface LogoutRequest {
  readonly id: string
  readonly subject: string
  /** Empty: all of the subject's sessions. */
  readonly sessions: string[]
  readonly relayState: string
  /** Its fingerprint, good until `expiresAt`. */
  readonly request: Buffer
  readonly expiresAt: Date
}

/** A signed request has a few thousand characters. */
const LONGEST = 24 * 1024

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const signatures: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const digests: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]
/** Only where the provider's setting allows it. */
const sha1 = {
  signatures: { 'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'sha1' },
  digests: ['http://www.w3.org/2000/09/xmldsig#sha1'],
}

function signaturesOf({ config }: Peer): Readonly<Record<string, string>> {
  return config.allowsSha1 ? { ...signatures, ...sha1.signatures } : signatures
}

/**
 * Reads a provider's message that somebody signs out there. Reads only signed parts, from that provider, to this
 * address, of the last minutes. Throws a ProviderRefusal for anything else.
 */
export async function readSamlLogout(peer: Peer, us: Us, message: LogoutMessage): Promise<LogoutRequest> {
  const { xml, relayState } =
    message.binding === 'redirect'
      ? openQuery(peer, message.query)
      : { xml: Buffer.from(message.request, 'base64').toString('utf8'), relayState: message.relayState }
  if (readSmallXml(xml, { bytes: LONGEST }) === null) throw refused('xml')
  const { parseDomFromString, getNameIdAsync, getVerifiedXml, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  const refusing = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw refused('xml', error)
    }
  }
  const parse = (text: string) =>
    parseDomFromString(text).catch((error: unknown) => {
      throw refused('xml', error)
    })
  let document = await parse(xml)
  if (message.binding === 'post') {
    const named = (name: string) =>
      refusing(() =>
        xpath.selectAttributes(document, `//*[local-name()='${name}']/@Algorithm`).map(({ value }) => value),
      )
    const isStrong =
      named('SignatureMethod').every((one) => one in signaturesOf(peer)) &&
      named('DigestMethod').every(
        (one) => digests.includes(one) || (peer.config.allowsSha1 && sha1.digests.includes(one)),
      )
    const { documentElement } = document
    const signed = isStrong ? refusing(() => getVerifiedXml(xml, documentElement, [...peer.config.certificates])) : null
    if (signed === null) throw refused('signature')
    document = await parse(signed)
  }
  const root = document.documentElement
  if (root.localName !== 'LogoutRequest' || root.namespaceURI !== protocol) throw refused('message')
  const texts = (name: string) =>
    refusing(() => xpath.selectElements(root, `./*[local-name()='${name}']`)).map((one) => one.textContent ?? '')
  const [id, destination] = [root.getAttribute('ID') ?? '', root.getAttribute('Destination') ?? '']
  const [issuer, ...more] = texts('Issuer')
  if (issuer?.trim() !== peer.config.issuer || more.length > 0) throw refused('issuer')
  if (destination !== us.slo) throw refused('destination')
  const issued = Date.parse(root.getAttribute('IssueInstant') ?? '')
  const until = Date.parse(root.getAttribute('NotOnOrAfter') ?? '')
  const now = Date.now()
  if (id === '' || !(issued > now - OLDEST_MS - SKEW_MS && issued < now + SKEW_MS)) throw refused('time')
  if (root.hasAttribute('NotOnOrAfter') && !(until + SKEW_MS > now)) throw refused('time')
  const name = await getNameIdAsync(document, us.key).catch((error: unknown) => {
    throw refused('nameid', error)
  })
  const subject = (name.value ?? '').trim()
  if (subject === '') throw refused('nameid')
  return {
    id,
    subject,
    sessions: texts('SessionIndex').map((one) => cutText(one.trim(), 1000)),
    relayState,
    request: createHash('sha256').update(`logout\n${peer.config.issuer}\n${id}`).digest(),
    // Longer than it can be taken.
    expiresAt: new Date(now + OLDEST_MS + 3 * SKEW_MS),
  }
}

/** The redirect binding signs the query as it was written, in this order, each part once (SAML bindings, 3.4.4.1). */
function openQuery(peer: Peer, query: string): { xml: string; relayState: string } {
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    if (raw.has(name)) throw refused('twice')
    raw.set(name, value)
  }
  const value = (name: string) => {
    try {
      return decodeURIComponent((raw.get(name) ?? '').replaceAll('+', ' '))
    } catch (error) {
      throw refused('query', error)
    }
  }
  const algorithm = signaturesOf(peer)[value('SigAlg')]
  const signature = Buffer.from(value('Signature'), 'base64')
  const said = ['SAMLRequest', 'RelayState', 'SigAlg'].filter((name) => raw.has(name))
  const text = Buffer.from(said.map((name) => `${name}=${raw.get(name)}`).join('&'))
  const isSigned =
    algorithm !== undefined &&
    signature.length > 0 &&
    peer.config.certificates.some((pem) => verify(algorithm, text, new X509Certificate(pem).publicKey, signature))
  if (!isSigned) throw refused('signature')
  try {
    const packed = Buffer.from(value('SAMLRequest'), 'base64')
    return {
      xml: inflateRawSync(packed, { maxOutputLength: LONGEST }).toString('utf8'),
      relayState: value('RelayState'),
    }
  } catch (error) {
    throw refused('query', error)
  }
}

function refused(code: string, cause?: unknown): ProviderRefusal {
  return new ProviderRefusal('refused', { code: `logout ${code}`, ...(cause === undefined ? {} : { cause }) })
}
