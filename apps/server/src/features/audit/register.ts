import type { Feature } from '../../platform/feature.ts'
import { auditRoutes } from './routes.ts'

export const audit: Feature = { routes: auditRoutes }
