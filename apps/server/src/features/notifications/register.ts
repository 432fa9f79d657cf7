import type { Feature } from '../../platform/feature.ts'
import { notificationRounds, notificationTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { notificationRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const notifications: Feature = {
  routes: notificationRoutes,
  tasks: notificationTasks,
  rounds: notificationRounds,
  personTables,
  words: { en, de, ar },
}
