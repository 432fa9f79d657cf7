import type { Feature } from '../../platform/feature.ts'
import { ratingRoutes } from './routes.ts'

export const ratings: Feature = { routes: ratingRoutes }
