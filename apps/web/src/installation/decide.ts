/** What the service worker does about a request: leave it alone, keep a file of the build, or watch over a page. */
export type Decision = 'leave' | 'asset' | 'page'

export interface Asked {
  method: string
  mode: string
  destination: string
  url: string
  hasRange: boolean
}

/** First parts of addresses that are no pages, or that carry a sign-in: those belong to the browser and the server alone. */
const notOurs = new Set([
  'api',
  'auth',
  'avatars',
  'callback',
  'calendar',
  'assets',
  'files',
  'team-files',
  'team-icons',
  'player',
  'scim',
  'offline',
  'healthz',
  'readyz',
  'version',
  'metrics',
  'service-worker.js',
  'manifest.webmanifest',
  'favicon.svg',
])
/** Scripts, styles and fonts of the build: their names hold a hash of what is inside. */
const hashed = /^\/assets\/[^/]+-[\w-]{8}\.(?:m?js|css|woff2)$/

export function decide(asked: Asked, origin: string): Decision {
  const url = new URL(asked.url)
  if (asked.method !== 'GET' || url.origin !== origin) return 'leave'
  if (asked.mode === 'navigate')
    return asked.destination === 'document' && !notOurs.has(url.pathname.split('/')[1] ?? '') ? 'page' : 'leave'
  return hashed.test(url.pathname) && url.search === '' && !asked.hasRange ? 'asset' : 'leave'
}

/** What a proxy says while the server behind it starts or is gone: no answer of ours. */
export function isOutage(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

/** Those of the kept addresses, oldest first, that are one too many. */
export function tooOld<Key>(oldestFirst: readonly Key[], most: number): Key[] {
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length - most))
}
