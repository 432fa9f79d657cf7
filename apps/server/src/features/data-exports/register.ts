import type { Feature } from '../../platform/feature.ts'
import { dataExportJobs, dataExportRounds, dataExportTasks } from './jobs.ts'
import { dataExportRoutes } from './routes.ts'

export const dataExports: Feature = {
  routes: dataExportRoutes,
  jobs: dataExportJobs,
  tasks: dataExportTasks,
  rounds: dataExportRounds,
}
