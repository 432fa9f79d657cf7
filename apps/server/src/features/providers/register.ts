import type { Feature } from '../../platform/feature.ts'
import { providerRounds } from './jobs.ts'
import { providerRoutes } from './routes.ts'

export const providers: Feature = { routes: providerRoutes, rounds: providerRounds }
