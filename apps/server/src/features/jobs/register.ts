import type { Feature } from '../../platform/feature.ts'
import { jobRoutes } from './routes.ts'

export const jobs: Feature = { routes: jobRoutes }
