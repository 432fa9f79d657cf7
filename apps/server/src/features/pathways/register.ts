import type { Feature } from '../../platform/feature.ts'
import { pathwayJobs } from './jobs.ts'
import { pathwayRoutes } from './routes.ts'

export const pathways: Feature = { routes: pathwayRoutes, jobs: pathwayJobs }
