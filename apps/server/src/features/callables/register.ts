import type { Feature } from '../../platform/feature.ts'
import { callableRoutes } from './routes.ts'

export const callables: Feature = { routes: callableRoutes }
