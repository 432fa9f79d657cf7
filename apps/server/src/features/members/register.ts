import type { Feature } from '../../platform/feature.ts'
import { memberJobs, memberRounds } from './jobs.ts'
import { memberRoutes } from './routes.ts'

export const members: Feature = { routes: memberRoutes, jobs: memberJobs, rounds: memberRounds }
