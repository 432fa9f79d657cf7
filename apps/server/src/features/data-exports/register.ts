import type { Feature } from '../../platform/feature.ts'
import { dataExportJobs, dataExportRounds, dataExportTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { dataExportRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const dataExports: Feature = {
  routes: dataExportRoutes,
  jobs: dataExportJobs,
  tasks: dataExportTasks,
  rounds: dataExportRounds,
  accountNotices: ['dataExportReady'],
  personTables,
  words: { en, de, ar },
}
