import type { Feature } from '../../platform/feature.ts'
import { memberJobs, memberRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { memberSearch } from './queries.ts'
import { memberRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const members: Feature = {
  routes: memberRoutes,
  jobs: memberJobs,
  rounds: memberRounds,
  personTables,
  search: [memberSearch],
  words: { en, de, ar },
}
