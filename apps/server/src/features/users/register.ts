import type { Feature } from '../../platform/feature.ts'
import { userTasks } from './jobs.ts'
import { userRoutes } from './routes.ts'

export const users: Feature = { routes: userRoutes, tasks: userTasks }
