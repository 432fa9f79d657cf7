import type { Feature } from '../../platform/feature.ts'
import { videoHostRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const videoHosts: Feature = { routes: videoHostRoutes, words: { en, de, ar } }
