import { playerSandbox } from '@learnt/contract/player'

const everywhere: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // `unload`: most packages say goodbye in it, and without this line newer browsers never fire it.
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), unload=(self)',
}

/** Whether it may stand in a policy: `URL` has nothing against hosts such as `a;b` and `*.example`. */
export function isPlainOrigin(text: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** Files of a package: its own scripts run, in a frame of the player only, and reach nothing but the package. */
export function packageHeaders(appOrigin: string): Record<string, string> {
  return {
    ...everywhere,
    'content-security-policy': [
      `frame-ancestors 'self' ${appOrigin}`,
      `sandbox ${playerSandbox}`,
      "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'self'",
    ].join('; '),
    'cache-control': 'private, max-age=86400, immutable',
  }
}

/** A file of unknown type: whatever it is, nothing of it runs. */
export function inertHeaders(appOrigin: string): Record<string, string> {
  return {
    ...packageHeaders(appOrigin),
    'content-security-policy':
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'content-disposition': 'attachment',
  }
}

/** The player page: its own script, the run-time API of one application, frames of this origin. */
export function playerHeaders(contentOrigin: string, appOrigin: string): Record<string, string> {
  return {
    ...everywhere,
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${contentOrigin}/player/assets/`,
      `style-src ${contentOrigin}/player/assets/`,
      `connect-src ${appOrigin}/api/runtime/`,
      // Also keeps a package from sending its own frame, and what it knows in the address, to another site.
      "frame-src 'self'",
      `frame-ancestors ${appOrigin}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
    'cache-control': 'no-store',
  }
}

/** Scripts and styles of the player, named by their content. */
export const playerAssetHeaders: Record<string, string> = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
}

/** Refusals. */
export const plainHeaders: Record<string, string> = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
}
