import type { Feature } from '../../platform/feature.ts'
import { analyticsRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { analyticsRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const analytics: Feature = {
  routes: analyticsRoutes,
  rounds: analyticsRounds,
  personTables,
  words: { en, de, ar },
}
