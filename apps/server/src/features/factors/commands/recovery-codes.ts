import { createHash, randomBytes } from 'node:crypto'

export const recoveryCodeCount = 10
/** Crockford's: nothing in it looks like something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 24

/** A hundred and twenty random bits each, in groups of four: so many that a fast hash protects them. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(length)]
      .map((byte) => alphabet[byte & 31])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
}

/** What is stored; the person is part of it, so that no table made beforehand helps. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(`${userId}:${plain}`).digest()
}
