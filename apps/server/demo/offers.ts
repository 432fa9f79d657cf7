import type { RequestRule } from '@learnt/contract/permissions'
import type { DemoTenantId } from './shapes.ts'

/** A course that everybody of the tenant may take beside those who have to: in the catalogue, some on request. */
export interface DemoOffer {
  readonly courseSlug: string
  readonly request: RequestRule | null
}

const free = null
const byManagers: RequestRule = { to: 'managers', standInAfterDays: 7 }
const byAdministrators: RequestRule = { to: 'administrators', standInAfterDays: null }

/** The first two of each tenant that are on request have requests in every state. */
export const demoOffers: Record<DemoTenantId, readonly DemoOffer[]> = {
  learnt: [
    { courseSlug: 'new-manager-essentials', request: byManagers },
    { courseSlug: 'manual-handling', request: byAdministrators },
    { courseSlug: 'fire-safety-ar', request: free },
    { courseSlug: 'information-security-ar', request: free },
  ],
  munro: [
    { courseSlug: 'new-manager-essentials', request: byManagers },
    { courseSlug: 'first-aid-basics', request: byAdministrators },
    { courseSlug: 'customer-conversations', request: free },
    { courseSlug: 'giving-feedback', request: free },
    { courseSlug: 'information-security', request: free },
  ],
  stellar: [
    { courseSlug: 'new-manager-essentials', request: byManagers },
    { courseSlug: 'safe-remote-working', request: byAdministrators },
    { courseSlug: 'first-aid-basics', request: free },
    { courseSlug: 'customer-conversations', request: free },
    { courseSlug: 'information-security-ar', request: free },
  ],
}
