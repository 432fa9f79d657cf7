import type { Feature } from '../../platform/feature.ts'
import { finishedConsequence } from './commands/describe-finished.ts'
import { learningRounds, learningTasks } from './jobs.ts'
import { ownTitleSearch } from './queries/find-own-titles.ts'
import { dueEntries } from './queries/list-due-entries.ts'
import { learningRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const learning: Feature = {
  routes: learningRoutes,
  rounds: learningRounds,
  tasks: learningTasks,
  consequences: [finishedConsequence],
  calendar: dueEntries,
  search: [ownTitleSearch],
  words: { en, de, ar },
}
