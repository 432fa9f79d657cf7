import type { Feature } from '../../platform/feature.ts'
import { tenantRoutes } from './routes.ts'

export const tenants: Feature = { routes: tenantRoutes }
