import type { Feature } from '../../platform/feature.ts'
import { auditRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const audit: Feature = { routes: auditRoutes, words: { en, de, ar } }
