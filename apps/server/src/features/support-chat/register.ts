import type { Feature } from '../../platform/feature.ts'
import { supportChatRoutes } from './routes.ts'

export const supportChat: Feature = { routes: supportChatRoutes }
