import type { Feature } from '../../platform/feature.ts'
import { dateConsequence } from './commands/recount-due.ts'
import { permissionJobs, permissionTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { permissionsReading } from './queries/list-permissions.ts'
import { permissionRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const permissions: Feature = {
  routes: permissionRoutes,
  jobs: permissionJobs,
  tasks: permissionTasks,
  personTables,
  fieldReader: permissionsReading,
  consequences: [dateConsequence],
  words: { en, de, ar },
}
