import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { attemptRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const attempts: Feature = { routes: attemptRoutes, personTables, words: { en, de, ar } }
