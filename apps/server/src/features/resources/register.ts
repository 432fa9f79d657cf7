import type { Feature } from '../../platform/feature.ts'
import { resourceJobs } from './jobs.ts'
import { personTables } from './person.ts'
import { resourceSearches } from './queries/find-resources.ts'
import { resourceRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const resources: Feature = {
  routes: resourceRoutes,
  jobs: resourceJobs,
  personTables,
  search: resourceSearches,
  words: { en, de, ar },
}
