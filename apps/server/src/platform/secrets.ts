import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './db/database.ts'

/** Keys that all processes of an installation share; made by the first one that needs them. */
export interface Secrets {
  /** HMAC-SHA256 of the parts, base64url. Parts are length-prefixed, so that no two lists of parts look alike. */
  sign(purpose: SecretName, ...parts: readonly string[]): string
  /** True when the signature is that of the parts; takes the same time for every wrong one. */
  verify(signature: string, purpose: SecretName, ...parts: readonly string[]): boolean
}

export const secretNames = ['files', 'launch', 'content', 'cursor', 'device', 'idempotency'] as const
export type SecretName = (typeof secretNames)[number]

export async function loadSecrets(db: Database): Promise<Secrets> {
  const keys = new Map<SecretName, Buffer>()
  await db.control(async (tx) => {
    for (const name of secretNames) {
      const { rows } = await sql<{
        sharedSecret: Buffer
      }>`select control.shared_secret(${name}, ${randomBytes(32)})`.execute(tx)
      const key = rows[0]?.sharedSecret
      if (!key) throw new Error(`No secret ${name}`)
      keys.set(name, key)
    }
  })
  const digest = (purpose: SecretName, parts: readonly string[]) => {
    const mac = createHmac('sha256', keys.get(purpose) as Buffer)
    for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part)
    return mac.digest()
  }
  return {
    sign: (purpose, ...parts) => digest(purpose, parts).toString('base64url'),
    verify(signature, purpose, ...parts) {
      const given = Buffer.from(signature, 'base64url')
      const right = digest(purpose, parts)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
