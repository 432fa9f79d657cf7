import type { Feature } from '../../platform/feature.ts'
import { bulkUpdateJobs } from './jobs.ts'
import { bulkUpdateRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const bulkUpdates: Feature = {
  routes: bulkUpdateRoutes,
  jobs: bulkUpdateJobs,
  words: { en, de, ar },
}
