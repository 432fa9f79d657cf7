import type { Feature } from '../../platform/feature.ts'
import { permissionJobs, permissionTasks } from './jobs.ts'
import { permissionRoutes } from './routes.ts'

export const permissions: Feature = { routes: permissionRoutes, jobs: permissionJobs, tasks: permissionTasks }
