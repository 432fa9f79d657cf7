import type { Feature } from '../../platform/feature.ts'
import { credentialRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const credentials: Feature = {
  routes: credentialRoutes,
  words: { en, de, ar },
}
