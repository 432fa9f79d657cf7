import type { Feature } from '../../platform/feature.ts'
import { impersonationRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { impersonationRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const impersonation: Feature = {
  routes: impersonationRoutes,
  rounds: impersonationRounds,
  personTables,
  accountNotices: ['accountSeen'],
  words: { en, de, ar },
}
