import type { Feature } from '../../platform/feature.ts'
import { factorRounds } from './jobs.ts'
import { factorRoutes } from './routes.ts'

export const factors: Feature = { routes: factorRoutes, rounds: factorRounds }
