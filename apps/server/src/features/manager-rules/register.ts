import type { Feature } from '../../platform/feature.ts'
import { task } from '../../platform/jobs/job.ts'
import { applyManagerRules } from './commands/save-rule.ts'
import { personTables } from './person.ts'
import { managerRulesOf, managerRulesReading } from './queries/list-rules.ts'
import { managerRuleRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const managerRules: Feature = {
  routes: managerRuleRoutes,
  tasks: [task('managerRules.apply', applyManagerRules)],
  personTables,
  fieldReader: managerRulesReading,
  audienceUse: managerRulesOf,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
