import type { Feature } from '../../platform/feature.ts'
import { searchRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const search: Feature = { routes: searchRoutes, words: { en, de, ar } }
