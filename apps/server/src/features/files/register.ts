import type { Feature } from '../../platform/feature.ts'
import { fileRounds } from './jobs.ts'
import { fileRoutes } from './routes.ts'

export const files: Feature = { routes: fileRoutes, rounds: fileRounds }
