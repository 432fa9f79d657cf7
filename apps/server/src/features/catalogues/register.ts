import type { Feature } from '../../platform/feature.ts'
import { catalogueRoutes } from './routes.ts'

export const catalogues: Feature = { routes: catalogueRoutes }
