import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { customFieldRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const customFields: Feature = {
  routes: customFieldRoutes,
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
