import type { Feature } from '../../platform/feature.ts'
import { certificateConsequence } from './commands/issue.ts'
import { certificateJobs, certificateRounds, certificateTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { certificateSearch } from './queries/find-templates.ts'
import { certificateEnds } from './queries/list-ends.ts'
import { certificateRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const certificates: Feature = {
  routes: certificateRoutes,
  jobs: certificateJobs,
  tasks: certificateTasks,
  rounds: certificateRounds,
  consequences: [certificateConsequence],
  calendar: certificateEnds,
  personTables,
  search: [certificateSearch],
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
