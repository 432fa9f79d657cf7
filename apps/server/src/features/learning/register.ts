import type { Feature } from '../../platform/feature.ts'
import { learningRounds, learningTasks } from './jobs.ts'
import { learningRoutes } from './routes.ts'

export const learning: Feature = { routes: learningRoutes, rounds: learningRounds, tasks: learningTasks }
