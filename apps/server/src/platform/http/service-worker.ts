import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../env.ts'

const built = join(import.meta.dirname, '../../../../web/dist')
export const serviceWorkerName = 'service-worker.js'

/** Takes the place of one that is there already, throws away what it kept, and goes. */
const retired = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('learnt-')) await caches.delete(name)
  await registration.unregister()
})()))
`

/** Whether pages of the build in this folder register the service worker. A build that watches its sources has none. */
export function hasServiceWorker(settings: Pick<Settings, 'serviceWorker'>, folder = built): boolean {
  return settings.serviceWorker && existsSync(join(folder, serviceWorkerName))
}

/** The script that browsers request by themselves, long after pages stopped naming it. */
export function readServiceWorker(settings: Pick<Settings, 'serviceWorker'>): string {
  return hasServiceWorker(settings) ? readFileSync(join(built, serviceWorkerName), 'utf8') : retired
}
