import type { Feature } from '../../platform/feature.ts'
import { auditJobs, auditRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { auditRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const audit: Feature = {
  routes: auditRoutes,
  jobs: auditJobs,
  rounds: auditRounds,
  personTables,
  words: { en, de, ar },
}
