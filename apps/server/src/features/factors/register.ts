import type { Feature } from '../../platform/feature.ts'
import { factorRounds } from './jobs.ts'
import { factorRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const factors: Feature = {
  routes: factorRoutes,
  rounds: factorRounds,
  accountNotices: [
    'authenticatorAdded',
    'authenticatorRemoved',
    'passkeyAdded',
    'passkeyRemoved',
    'recoveryCodesMade',
    'recoveryCodeUsed',
    'factorsReset',
  ],
  words: { en, de, ar },
}
