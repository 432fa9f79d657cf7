import type { Feature } from '../../platform/feature.ts'
import { extensionRoutes } from './routes.ts'

export const extensions: Feature = { routes: extensionRoutes }
