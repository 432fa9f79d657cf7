import type { Feature } from '../../platform/feature.ts'
import { quickPanelRoutes } from './routes.ts'

export const quickPanel: Feature = { routes: quickPanelRoutes }
