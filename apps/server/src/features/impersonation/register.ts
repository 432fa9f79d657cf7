import type { Feature } from '../../platform/feature.ts'
import { impersonationRounds } from './jobs.ts'
import { impersonationRoutes } from './routes.ts'

export const impersonation: Feature = { routes: impersonationRoutes, rounds: impersonationRounds }
