/// <reference lib="webworker" />
import { decide, isOutage, tooOld } from './decide.ts'
import { keptAssets, keptPages } from './kept.ts'

declare const self: ServiceWorkerGlobalScope
/** Path of the entry script: which build this worker came with. */
declare const __BUILD__: string
/** What the first page of the application needs; the rest is kept as it is used. */
declare const __FIRST_ASSETS__: readonly string[]

/** More than anybody's pages use of one build; what falls out is fetched again. */
const mostAssets = 400

self.addEventListener('install', (event) => {
  event.waitUntil(keepFirst().finally(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(begin())
})

self.addEventListener('fetch', (event) => {
  const { method, mode, destination, url, headers } = event.request
  const decision = decide({ method, mode, destination, url, hasRange: headers.has('range') }, self.location.origin)
  if (decision === 'asset') event.respondWith(asset(event))
  if (decision === 'page') event.respondWith(page(event))
})

self.addEventListener('message', (event) => {
  if ((event.data as { kind?: unknown } | null)?.kind === 'build') event.source?.postMessage(thisBuild)
})

const thisBuild = { kind: 'build', build: __BUILD__ }

/** Out of the browser's own cache, mostly: the page that registers the worker has just fetched them. */
async function keepFirst(): Promise<void> {
  const cache = await caches.open(keptAssets)
  const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname))
  const missing = __FIRST_ASSETS__.filter((path) => !kept.has(path))
  // NOTE one by one, and whatever comes of it: a worker that cannot keep a file still watches over the pages
  await Promise.all(missing.map((path) => cache.add(path).catch(() => undefined)))
}

/** A worker is the same for every page, old or new, so it takes over at once and tells the pages what it came with. */
async function begin(): Promise<void> {
  // NOTE never enabled: what the worker leaves alone would be asked twice, and the code of a sign-in is good once
  await self.registration.navigationPreload?.disable()
  await self.clients.claim()
  const cache = await caches.open(keptAssets)
  for (const request of tooOld(await cache.keys(), mostAssets)) await cache.delete(request)
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(thisBuild)
}

/** A file of a build never changes: once is enough. A page that a newer build has replaced finds its files here, too. */
async function asset(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(keptAssets)
  const kept = await cache.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const fresh = await fetch(event.request)
  if (fresh.status === 200 && fresh.type === 'basic') {
    const copy = fresh.clone()
    event.waitUntil(cache.put(event.request, copy).catch(() => undefined))
  }
  return fresh
}

/** Always what the server says now; only when nothing answers, the one page that is kept for that. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    const answer = await fetch(event.request)
    return isOutage(answer.status) ? ((await offlinePage()) ?? answer) : answer
  } catch {
    return (await offlinePage()) ?? Response.error()
  }
}

async function offlinePage(): Promise<Response | null> {
  const kept = await caches.match('/offline', { cacheName: keptPages, ignoreSearch: true, ignoreVary: true })
  return kept ? new Response(kept.body, { status: 503, headers: kept.headers }) : null
}
