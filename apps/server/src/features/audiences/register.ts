import type { Feature } from '../../platform/feature.ts'
import { audienceRoutes } from './routes.ts'

export const audiences: Feature = { routes: audienceRoutes }
