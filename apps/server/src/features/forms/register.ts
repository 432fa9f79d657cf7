import type { Feature } from '../../platform/feature.ts'
import { formRequests } from './commands/approvals.ts'
import { formJobs, formRounds, formTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { formEntries } from './queries/list-form-entries.ts'
import { formsReading } from './queries/open-attributes.ts'
import { questionRoutes } from './question-routes.ts'
import { formRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const forms: Feature = {
  routes: [...formRoutes, ...questionRoutes],
  jobs: formJobs,
  tasks: formTasks,
  rounds: formRounds,
  calendar: formEntries,
  personTables,
  fieldReader: formsReading,
  requestKind: formRequests,
  words: { en, de, ar },
}
