import type { Feature } from '../../platform/feature.ts'
import { forgetting } from '../imports/commands/forget-rows.ts'
import { importJobs } from '../imports/commands/run-jobs.ts'
import { completionsImport } from './commands/completions-import.ts'
import { personTables } from './person.ts'
import { bulkUpdateRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const bulkUpdates: Feature = {
  routes: bulkUpdateRoutes,
  jobs: importJobs(completionsImport),
  rounds: [forgetting('bulkUpdates.forget', 'bulk_update_records')],
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
