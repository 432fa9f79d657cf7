import type { Feature } from '../../platform/feature.ts'
import { resourceJobs } from './jobs.ts'
import { resourceRoutes } from './routes.ts'

export const resources: Feature = { routes: resourceRoutes, jobs: resourceJobs }
