import type { Feature } from '../../platform/feature.ts'
import { factorMails } from './commands/tell-person.ts'
import { factorRounds } from './jobs.ts'
import { factorRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const factors: Feature = {
  routes: factorRoutes,
  rounds: factorRounds,
  accountNotices: factorMails,
  words: { en, de, ar },
}
