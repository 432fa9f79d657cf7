import type { Feature } from '../../platform/feature.ts'
import { accountRounds, accountTasks } from './jobs.ts'
import { accountRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const accounts: Feature = {
  routes: accountRoutes,
  tasks: accountTasks,
  rounds: accountRounds,
  accountNotices: ['passwordChanged'],
  words: { en, de, ar },
}
