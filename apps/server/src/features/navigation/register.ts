import type { Feature } from '../../platform/feature.ts'
import { navigationRoutes } from './routes.ts'

export const navigation: Feature = { routes: navigationRoutes }
