import type { Feature } from '../../platform/feature.ts'
import { fileRounds, fileTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { fileRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const files: Feature = {
  routes: fileRoutes,
  rounds: fileRounds,
  tasks: fileTasks,
  personTables,
  words: { en, de, ar },
}
