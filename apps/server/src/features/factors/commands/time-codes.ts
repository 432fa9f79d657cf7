import { Secret, TOTP } from 'otpauth'

// RFC 6238, like every authenticator app: SHA-1, six digits, thirty seconds.
const period = 30
/** Clocks go wrong: the code before and the code after count too. */
const window = 1

/** A fresh key, base32. */
export function makeKey(): string {
  return new Secret({ size: 20 }).base32
}

/** What an authenticator app takes in by a picture. */
export function keyAddress(key: string, of: { issuer: string; account: string }): string {
  // A colon parts the two in the label.
  const plain = (text: string) => text.replaceAll(':', ' ').trim()
  return new TOTP({ issuer: plain(of.issuer), label: plain(of.account), secret: key, period }).toString()
}

/** The time step of a code; null if no present step has it. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret: key, period }).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / (period * 1000)) + delta
}
