import type { Team } from '@learnt/contract/session'
import { forgetKept } from './forget-kept.ts'
import { keptAssets, keptPages } from './kept.ts'
import { tellNewVersion } from './new-version.ts'

const script = '/service-worker.js'
const lookEveryMs = 30 * 60_000
const lookAgainMs = 60_000

let registered: Promise<ServiceWorkerRegistration> | null = null

/**
 * The service worker where the server has one; where it has none, one that is there is taken away. `isNew`: whether it may
 * be this browser's first.
 */
export async function registerWorker(isNew: boolean): Promise<ServiceWorkerRegistration | null> {
  // NOTE only over https and on this machine
  if (!('serviceWorker' in navigator)) return null
  if (document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content !== 'on') {
    await removeWorker()
    return null
  }
  if (!isNew && !navigator.serviceWorker.controller) return null
  registered ??= register()
  return registered
}

async function register(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; build?: string } | null>) => {
    if (data?.kind === 'build' && data.build !== thisBuild()) tellNewVersion()
  })
  const registration = await serviceWorker.register(trusted(script), { updateViaCache: 'none' })
  lookForBuilds(registration)
  return registration
}

/** Keeps the page for when nothing answers: that of this team in its present look, and no other team's. */
export async function keepOfflinePage({ id, displayName, theme }: Team): Promise<void> {
  const look = [displayName, theme.palette, theme.primaryColor, theme.iconLogo, thisBuild()].join(' ')
  const wanted = `/offline?${new URLSearchParams({ team: id, look })}`
  const cache = await caches.open(keptPages)
  if (await cache.match(wanted)) return
  const answer = await fetch(wanted, { credentials: 'omit' })
  if (!answer.ok) return
  for (const old of await cache.keys()) await cache.delete(old)
  await cache.put(wanted, answer)
}

/** Path of the entry script: it is named after all that it leads to. */
function thisBuild(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return entry ? new URL(entry.src).pathname : ''
}

/** Browsers look for a new worker at navigations only, and people stay on a page for days. */
function lookForBuilds(registration: ServiceWorkerRegistration): void {
  let looked = Date.now()
  const look = async () => {
    looked = Date.now()
    try {
      await registration.update()
      // a new one tells by itself when it has taken over
      if (!registration.installing && !registration.waiting) registration.active?.postMessage({ kind: 'build' })
    } catch {
      // nothing answers, or the worker is gone: the next look tells
    }
  }
  setInterval(() => void look(), lookEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - looked > lookAgainMs) void look()
  })
  // a part of the page that a newer build no longer has, or that only the network kept back: the worker knows
  addEventListener('vite:preloadError', () => void look())
}

async function removeWorker(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations()
  if (all.length === 0) return
  await Promise.all(all.map((one) => one.unregister()))
  await forgetKept()
  await caches.delete(keptAssets)
}

interface Policies {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (url: string) => string }
}

/** The page's policy lets no address into a script by itself; this one gives out the worker's and no other. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  return trustedTypes?.createPolicy('worker', { createScriptURL: () => script }).createScriptURL(address) ?? address
}
