import type { Feature } from '../../platform/feature.ts'
import { forgetMerges } from './commands/forget-merges.ts'
import { personTables } from './person.ts'
import { mergeRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const merges: Feature = {
  routes: mergeRoutes,
  rounds: [{ name: 'merges.forget', everyMs: 6 * 3_600_000, run: forgetMerges }],
  personTables,
  words: { en, de, ar },
}
