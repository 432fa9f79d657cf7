import type { Feature } from '../../platform/feature.ts'
import { reportRoutes } from './routes.ts'

export const reports: Feature = { routes: reportRoutes }
