import type { Feature } from '../../platform/feature.ts'
import { themeRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const themes: Feature = { routes: themeRoutes, words: { en, de, ar } }
