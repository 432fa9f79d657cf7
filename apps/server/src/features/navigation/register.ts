import type { Feature } from '../../platform/feature.ts'
import { navigationRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const navigation: Feature = { routes: navigationRoutes, words: { en, de, ar } }
