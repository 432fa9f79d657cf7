import type { Feature } from '../../platform/feature.ts'
import { analyticsRounds } from './jobs.ts'
import { analyticsRoutes } from './routes.ts'

export const analytics: Feature = { routes: analyticsRoutes, rounds: analyticsRounds }
