import type { Feature } from '../../platform/feature.ts'
import { sessionRounds } from './jobs.ts'
import { sessionRoutes } from './routes.ts'

export const sessions: Feature = { routes: sessionRoutes, rounds: sessionRounds }
