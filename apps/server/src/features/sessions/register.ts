import type { Feature } from '../../platform/feature.ts'
import { sessionRounds } from './jobs.ts'
import { sessionRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const sessions: Feature = {
  routes: sessionRoutes,
  rounds: sessionRounds,
  accountNotices: ['newDevice'],
  words: { en, de, ar },
}
