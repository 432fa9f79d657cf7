import type { Feature } from '../../platform/feature.ts'
import { seatRequests } from './commands/decide-seats.ts'
import { eventJobs, eventRounds, eventTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { eventEntries } from './queries/list-event-entries.ts'
import { eventRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const events: Feature = {
  routes: eventRoutes,
  jobs: eventJobs,
  tasks: eventTasks,
  rounds: eventRounds,
  calendar: eventEntries,
  personTables,
  requestKind: seatRequests,
  words: { en, de, ar },
  demo: () => import('./demo.ts'),
}
