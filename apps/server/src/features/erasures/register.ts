import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { erasureRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const erasures: Feature = {
  routes: erasureRoutes,
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
