import type { Feature } from '../../platform/feature.ts'
import { importJobs } from '../imports/commands/run-jobs.ts'
import { peopleImport } from './commands/people-import.ts'
import { runFolders } from './commands/run-folder.ts'
import { personTables } from './person.ts'
import { feedRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const feeds: Feature = {
  routes: feedRoutes,
  jobs: importJobs(peopleImport),
  rounds: [{ name: 'feeds.folder', everyMs: 30_000, run: runFolders }],
  personTables,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
