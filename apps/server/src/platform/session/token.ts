import { createHash, randomBytes } from 'node:crypto'
import type { Settings } from '../env.ts'

/** 256 random bits; what the cookie holds. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored: a stolen database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * `__Host-Http-`: a script cannot set it (so none can be planted before sign-in), and it is never sent to another host.
 * Plain http away from loopback has neither prefix nor Secure; the operator has to insist on that (ALLOW_PLAIN_HTTP).
 */
export function sessionCookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-Http-learnt' : 'learnt_session'
}

export function deviceCookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-Http-learnt-device' : 'learnt_device'
}

/** `maxAgeSeconds` null: until the browser is closed. */
export function makeCookie(settings: Settings, name: string, value: string, maxAgeSeconds: number | null): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (isSecure(settings)) parts.push('Secure')
  if (maxAgeSeconds !== null) parts.push(`Max-Age=${maxAgeSeconds}`)
  return parts.join('; ')
}

export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

function isSecure(settings: Settings): boolean {
  return settings.publicUrl.startsWith('https:') || settings.publicIsLoopback
}
