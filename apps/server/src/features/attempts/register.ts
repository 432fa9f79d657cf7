import type { Feature } from '../../platform/feature.ts'
import { attemptRoutes } from './routes.ts'

export const attempts: Feature = { routes: attemptRoutes }
