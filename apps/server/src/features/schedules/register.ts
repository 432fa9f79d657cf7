import type { Feature } from '../../platform/feature.ts'
import { scheduleRounds } from './jobs.ts'
import { scheduleRoutes } from './routes.ts'

export const schedules: Feature = { routes: scheduleRoutes, rounds: scheduleRounds }
