import { createPublicKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { cutText } from '@learnt/contract/cut-text'

export interface OwnKey {
  /** PEM, PKCS#8. */
  readonly key: string
  /** PEM. */
  readonly certificate: string
}

/**
 * A key of our own with a certificate that says nothing but its public half: SAML carries keys in certificates, and nobody
 * asks who signed them. X.509 version 1, self-signed, for thirty years: when it changes, both sides change it by hand.
 */
export async function makeOwnKey(name: string, now: Date): Promise<OwnKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const sha256WithRsa = sequence(oid('2a864886f70d01010b'), Buffer.from('0500', 'hex'))
  const called = sequence(tag(0x31, sequence(oid('550403'), tag(0x0c, Buffer.from(cutText(name, 64))))))
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + 30)
  const serial = randomBytes(16)
  // Positive, and without a leading zero.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  const facts = sequence(
    tag(0x02, serial),
    sha256WithRsa,
    called,
    sequence(moment(now), moment(until)),
    called,
    createPublicKey(publicKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = tag(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', facts, privateKey)]))
  return { key: privateKey, certificate: pemOf(sequence(facts, sha256WithRsa, signature).toString('base64')) }
}

/** Base64 with or without the lines around it, as a PEM certificate. */
export function pemOf(text: string): string {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  return `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`
}

function tag(type: number, body: Buffer): Buffer {
  const { length } = body
  if (length < 0x80) return Buffer.concat([Buffer.from([type, length]), body])
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([type, ...size]), body])
}

function sequence(...parts: Buffer[]): Buffer {
  return tag(0x30, Buffer.concat(parts))
}

function oid(hex: string): Buffer {
  return tag(0x06, Buffer.from(hex, 'hex'))
}

/** UTCTime up to 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
function moment(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return at.getUTCFullYear() < 2050 ? tag(0x17, Buffer.from(digits.slice(2))) : tag(0x18, Buffer.from(digits))
}
