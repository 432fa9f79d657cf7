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
 * The stored hash of an access token. It differs from that of a cookie's token, so neither works in the other's place.
 */
export function hashAccessToken(token: string): Buffer {
  return hashToken(`access:${token}`)
}

/** The access token of a request; null for other kinds of bearer. It is no cookie: a browser never sends it by itself. */
export function readAccessToken(authorization: string | undefined): string | null {
  const token = /^Bearer (lat_[\w-]{43})$/i.exec(authorization ?? '')?.[1]
  return token ?? null
}

/**
 * `__Host-Http-`: a script cannot set it (so none can be planted before sign-in), and it is never sent to another host.
 * Plain http away from loopback has neither prefix nor Secure; the operator has to insist on that (ALLOW_PLAIN_HTTP).
 */
export function sessionCookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-Http-learnt' : 'learnt_session'
}

/** Marks the browser that a hand-over is for. */
export function handOverCookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-Http-learnt-hand-over' : 'learnt_hand_over'
}

export function deviceCookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-Http-learnt-device' : 'learnt_device'
}

/** Of a sign-in that owes its second factor. */
export function stepCookieName(settings: Settings): string {
  return isSecure(settings) ? '__Host-Http-learnt-step' : 'learnt_step'
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
