import type { Feature } from '../../platform/feature.ts'
import { task } from '../../platform/jobs/job.ts'
import { applyManagerRules } from './commands/save-rule.ts'
import { managerRuleRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const managerRules: Feature = {
  routes: managerRuleRoutes,
  tasks: [task('managerRules.apply', applyManagerRules)],
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
