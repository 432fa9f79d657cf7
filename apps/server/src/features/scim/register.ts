import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { scimErrors } from './protocol.ts'
import { scimRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const scim: Feature = {
  routes: scimRoutes,
  protocolErrors: scimErrors,
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
