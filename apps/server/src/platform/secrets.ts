import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign as signWith,
  timingSafeEqual,
  verify as verifyWith,
} from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './db/database.ts'

/** Keys that all processes of an installation share; made by the first one that needs them. */
export interface Secrets {
  /** HMAC-SHA256 of the parts, base64url. Parts are length-prefixed, so that no two lists of parts look alike. */
  sign(purpose: SecretName, ...parts: readonly string[]): string
  /** True when the signature is that of the parts; takes the same time for every wrong one. */
  verify(signature: string, purpose: SecretName, ...parts: readonly string[]): boolean
  /** Encrypts a text for the database: AES-256-GCM, readable again only with the same context (whose it is, what for). */
  seal(text: string, ...context: readonly string[]): string
  /** The text again; null when it was sealed for something else, with another key, or was changed. */
  unseal(sealed: string, ...context: readonly string[]): string | null
  /** Signs the heads of the audit chains. */
  readonly auditKey: AuditKey
}

/** An Ed25519 pair: with the public key anybody can tell that this installation has signed a text. */
interface AuditKey {
  /** The 32 bytes of the public key, base64url. */
  readonly publicKey: string
  /** base64url. */
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}

export const secretNames = [
  'files',
  'launch',
  'content',
  'cursor',
  'device',
  'idempotency',
  'providers',
  'sealing',
  'challenge',
  'live',
  'feeds',
  'audit',
] as const
export type SecretName = (typeof secretNames)[number]

/** `secretKey`: what the operator keeps outside the database (SECRET_KEY); with it a stolen database unseals nothing. */
export async function loadSecrets(db: Database, secretKey = ''): Promise<Secrets> {
  const keys = new Map<SecretName, Buffer>()
  await db.control(async (tx) => {
    const proposals = secretNames.map((name) => sql`(${name}::text, ${randomBytes(32)}::bytea)`)
    const { rows } = await sql<{ name: SecretName; key: Buffer }>`
      select name, control.shared_secret(name, proposal) as key from (values ${sql.join(proposals)}) as made (name, proposal)
    `.execute(tx)
    for (const { name, key } of rows) keys.set(name, key)
  })
  const digest = (purpose: SecretName, parts: readonly string[]) => {
    const mac = createHmac('sha256', keys.get(purpose) as Buffer)
    for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part)
    return mac.digest()
  }
  const sealing = Buffer.from(hkdfSync('sha256', keys.get('sealing') as Buffer, secretKey, 'sealing', 32))
  return {
    auditKey: auditKeyOf(Buffer.from(hkdfSync('sha256', keys.get('audit') as Buffer, secretKey, 'audit', 32))),
    sign: (purpose, ...parts) => digest(purpose, parts).toString('base64url'),
    verify(signature, purpose, ...parts) {
      const given = Buffer.from(signature, 'base64url')
      const right = digest(purpose, parts)
      return given.length === right.length && timingSafeEqual(given, right)
    },
    seal(text, ...context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(contextOf(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    unseal(sealed, ...context) {
      const [version, body = ''] = sealed.split('.')
      const bytes = Buffer.from(body, 'base64url')
      if (version !== '1' || bytes.length < 28) return null
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(contextOf(context))
        .setAuthTag(bytes.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** The key pair of a seed. Node takes the seed only inside the PKCS #8 form of RFC 8410, which is these bytes before it. */
function auditKeyOf(seed: Buffer): AuditKey {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x as string,
    sign: (text) => signWith(null, Buffer.from(text), privateKey).toString('base64url'),
    isSigned: (text, signature) => verifyWith(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url')),
  }
}

/** Length-prefixed, so that no two lists of parts look alike. */
function contextOf(parts: readonly string[]): Buffer {
  return Buffer.from(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''))
}
