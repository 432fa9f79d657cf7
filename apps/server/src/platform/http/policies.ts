import { randomBytes } from 'node:crypto'
import type { Settings } from '../env.ts'

/** Origins that the application's pages may frame: where packages are played. `{label}` becomes a wildcard. */
export function contentSource(settings: Settings): string {
  return settings.contentUrl.replace('{label}', '*')
}

/** For every answer of an origin that is served by https: browsers never ask it otherwise again, for a year. */
export function strictTransport(origin: string): Record<string, string> {
  return origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}
}

const always: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  // NOTE: not `same-origin`: that would cut window.opener inside the player's frame, and a package that opens itself in
  // a window of its own would find no run-time API.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/** One policy for each kind of answer; the whole of what the application's origin lets a browser do. */
export function pagePolicy(
  settings: Settings,
  nonce: string,
  { camera = false }: { camera?: boolean } = {},
): Record<string, string> {
  const content = contentSource(settings)
  return {
    ...always,
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self' ${settings.publicUrl.replace(/^http/, 'ws')}`,
      "worker-src 'self' blob:",
      "media-src 'self' blob:",
      `frame-src 'self' ${content}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "manifest-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default dompurify worker',
    ].join('; '),
    // `unload`: most packages report their last words in it, from inside the player's frame.
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(), payment=(), usb=(), unload=(self "${content}")`,
    'cache-control': 'no-store',
  }
}

/** Answers of the API and other data: nothing in them is a page. */
export const dataPolicy: Record<string, string> = {
  ...always,
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
}

/** Built scripts, styles and fonts: named by their content. */
export const assetPolicy: Record<string, string> = {
  ...always,
  'cache-control': 'public, max-age=31536000, immutable',
}

/** Files that people uploaded, shown on the application's origin only as media; anything else comes as a download. */
export const uploadedFilePolicy: Record<string, string> = {
  ...always,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // Cached, but checked each time: after signing out, nobody gets it out of the browser's cache.
  'cache-control': 'private, no-cache',
}

/**
 * The page of a tenant's support chat: no origin of its own, so neither session nor storage of the application, and what
 * it may reach is the one origin that the tenant named.
 */
export function chatPolicy(origin: string, nonce: string): Record<string, string> {
  return {
    ...always,
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${origin} 'nonce-${nonce}'`,
      `style-src ${origin} 'unsafe-inline'`,
      `img-src ${origin} data:`,
      `font-src ${origin}`,
      `connect-src ${origin} ${origin.replace(/^https/, 'wss')}`,
      `frame-src ${origin}`,
      `form-action ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts allow-forms allow-popups',
    ].join('; '),
    'cache-control': 'no-store',
  }
}

/**
 * The page around a video from elsewhere: it runs nothing itself, and frames no host but the tenant's. A frame in it can
 * neither leave for another page nor open windows, send forms, or learn where it stands.
 */
export function videoPolicy(hosts: readonly string[], nonce: string): Record<string, string> {
  return {
    ...always,
    'referrer-policy': 'no-referrer',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `frame-src ${hosts.map((host) => `https://${host}`).join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts allow-same-origin',
    ].join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
  }
}

/** The page that browsers keep for when nothing answers: no nonce, for the kept one is shown again and again. */
export function offlinePolicy(sources: { script: string; style: string }): Record<string, string> {
  return {
    ...always,
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${sources.script}`,
      `style-src ${sources.style}`,
      'img-src data:',
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'cache-control': 'no-store',
  }
}

/** The service worker takes the policy of its own script: it asks this origin, and loads no further script. */
export const serviceWorkerPolicy: Record<string, string> = {
  ...always,
  'content-security-policy': "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'",
  // Asked for anew each time: a version that hangs on in a cache would hold all the others back.
  'cache-control': 'no-cache',
}

/** The API documentation page: self-hosted, no inline script, styles of its own. */
export const documentationPolicy: Record<string, string> = {
  ...always,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}

export function makeNonce(): string {
  return randomBytes(16).toString('base64')
}
