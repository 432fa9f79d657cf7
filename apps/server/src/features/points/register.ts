import type { Feature } from '../../platform/feature.ts'
import { pointConsequence } from './commands/settle-points.ts'
import { pointRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { pointRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const points: Feature = {
  routes: pointRoutes,
  consequences: [pointConsequence],
  rounds: pointRounds,
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
