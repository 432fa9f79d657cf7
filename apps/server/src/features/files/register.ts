import type { Feature } from '../../platform/feature.ts'
import { fileRounds, fileTasks } from './jobs.ts'
import { fileRoutes } from './routes.ts'

export const files: Feature = { routes: fileRoutes, rounds: fileRounds, tasks: fileTasks }
