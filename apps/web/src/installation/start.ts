import type { Team } from '@learnt/contract/session'
import { dressHead } from './head.ts'
import { awaitInstallOffer } from './offer.ts'
import { keepOfflinePage, registerWorker } from './register.ts'

/**
 * All that makes a page part of an installable application; loaded when the page stands, and once more when somebody has
 * signed in on it. The first worker comes with the application: it fetches ahead what guests may never need.
 */
export async function startInstallation(team: Team, isApplication: boolean): Promise<void> {
  awaitInstallOffer()
  dressHead(team)
  try {
    const worker = await registerWorker(isApplication)
    if (worker) await keepOfflinePage(team)
  } catch {
    // NOTE a browser may forbid workers or storage, and the network may be gone by now: the page works without
  }
}
