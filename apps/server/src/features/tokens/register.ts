import type { Feature } from '../../platform/feature.ts'
import { tokenRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const tokens: Feature = { routes: tokenRoutes, words: { en, de, ar } }
