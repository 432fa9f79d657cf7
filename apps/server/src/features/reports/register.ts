import type { Feature } from '../../platform/feature.ts'
import { reportRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const reports: Feature = { routes: reportRoutes, words: { en, de, ar } }
