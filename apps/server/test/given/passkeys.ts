import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@learnt/contract/factors'

/** Mistakes of a browser or an authenticator, or attacks. */
export interface Falsified {
  origin?: string
  /** The host name that the authenticator signs for. */
  host?: string
  challenge?: string
  counter?: number
  /** False: the authenticator did not verify its owner. */
  verified?: boolean
  userHandle?: string | null
}

/** A passkey in software: ES256, no attestation, a rising counter. */
export interface GivenPasskey {
  readonly id: string
  make(options: PasskeyCreation, falsified?: Falsified): NewPasskey
  answer(options: PasskeyRequest, falsified?: Falsified): PasskeyAnswer
}

export function givenPasskey(of: { origin?: string; counts?: boolean } = {}): GivenPasskey {
  const { origin: home = 'http://localhost:3000', counts = true } = of
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let count = 0
  let handle: string | null = null

  const clientData = (type: string, challenge: string, { origin, challenge: other }: Falsified) =>
    Buffer.from(JSON.stringify({ type, challenge: other ?? challenge, origin: origin ?? home, crossOrigin: false }))
  const authenticatorData = (rpId: string, { host, counter, verified = true }: Falsified, attested: Buffer | null) => {
    const head = Buffer.alloc(37)
    createHash('sha256')
      .update(host ?? rpId)
      .digest()
      .copy(head)
    head[32] = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0)
    head.writeUInt32BE(counter ?? (counts ? ++count : 0), 33)
    return attested ? Buffer.concat([head, attested]) : head
  }

  return {
    id,
    make(options, falsified = {}) {
      handle = options.user.id
      const jwk = publicKey.export({ format: 'jwk' })
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(jwk.x ?? '', 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(jwk.y ?? '', 'base64url'),
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const data = authenticatorData(options.rp.id, falsified, attested)
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex'),
        Buffer.from('686175746844617461', 'hex'),
        Buffer.from('59', 'hex'),
        size,
        data,
      ])
      return {
        id,
        clientDataJSON: clientData('webauthn.create', options.challenge, falsified).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    answer(options, falsified = {}) {
      const data = authenticatorData(options.rpId, falsified, null)
      const client = clientData('webauthn.get', options.challenge, falsified)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        userHandle: falsified.userHandle === undefined ? handle : falsified.userHandle,
      }
    },
  }
}
