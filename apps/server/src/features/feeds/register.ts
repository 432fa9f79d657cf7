import type { Feature } from '../../platform/feature.ts'
import { feedJobs, feedRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { feedRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const feeds: Feature = {
  routes: feedRoutes,
  jobs: feedJobs,
  rounds: feedRounds,
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
