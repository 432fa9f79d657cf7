import type { Feature } from '../../platform/feature.ts'
import { providerRounds } from './jobs.ts'
import { providerRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const providers: Feature = { routes: providerRoutes, rounds: providerRounds, words: { en, de, ar } }
