import type { Feature } from '../../platform/feature.ts'
import { requestRounds, requestTasks } from './jobs.ts'
import { requestRoutes } from './routes.ts'

export const requests: Feature = { routes: requestRoutes, tasks: requestTasks, rounds: requestRounds }
