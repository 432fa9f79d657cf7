import type { Feature } from '../../platform/feature.ts'
import { orderRequests } from './commands/order.ts'
import { personTables } from './person.ts'
import { rewardRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const rewards: Feature = {
  routes: rewardRoutes,
  personTables,
  requestKind: orderRequests,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
