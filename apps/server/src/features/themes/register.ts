import type { Feature } from '../../platform/feature.ts'
import { themeRoutes } from './routes.ts'

export const themes: Feature = { routes: themeRoutes }
