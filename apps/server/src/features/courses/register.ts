import type { Feature } from '../../platform/feature.ts'
import { courseJobs } from './jobs.ts'
import { courseRoutes } from './routes.ts'

export const courses: Feature = { routes: courseRoutes, jobs: courseJobs }
