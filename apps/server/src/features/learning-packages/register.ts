import type { Feature } from '../../platform/feature.ts'
import { learningPackageJobs } from './jobs.ts'
import { learningPackageRoutes } from './routes.ts'

export const learningPackages: Feature = { routes: learningPackageRoutes, jobs: learningPackageJobs }
