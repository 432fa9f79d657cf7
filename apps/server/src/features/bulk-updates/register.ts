import type { Feature } from '../../platform/feature.ts'
import { bulkUpdateJobs, bulkUpdateRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { bulkUpdateRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const bulkUpdates: Feature = {
  routes: bulkUpdateRoutes,
  jobs: bulkUpdateJobs,
  rounds: bulkUpdateRounds,
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
