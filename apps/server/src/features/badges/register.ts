import type { Feature } from '../../platform/feature.ts'
import { badgeConsequence } from './commands/follow-causes.ts'
import { badgeJobs, badgeTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { badgeSearch } from './queries/find-badges.ts'
import { badgeRulesOf, badgeRulesReading } from './queries/find-rules.ts'
import { badgeRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const badges: Feature = {
  routes: badgeRoutes,
  jobs: badgeJobs,
  tasks: badgeTasks,
  consequences: [badgeConsequence],
  personTables,
  search: [badgeSearch],
  fieldReader: badgeRulesReading,
  audienceUse: badgeRulesOf,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
