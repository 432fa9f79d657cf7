import type { Feature } from '../../platform/feature.ts'
import { tenantRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const tenants: Feature = { routes: tenantRoutes, words: { en, de, ar } }
