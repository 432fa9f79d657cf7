import type { Feature } from '../../platform/feature.ts'
import { scheduleRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { scheduleRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const schedules: Feature = {
  routes: scheduleRoutes,
  rounds: scheduleRounds,
  personTables,
  words: { en, de, ar },
}
