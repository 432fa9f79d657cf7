import type { Feature } from '../../platform/feature.ts'
import { documentRequests } from './commands/decide-requests.ts'
import { requestRounds, requestTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { requestRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const requests: Feature = {
  routes: requestRoutes,
  tasks: requestTasks,
  rounds: requestRounds,
  personTables,
  requestKind: documentRequests,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
