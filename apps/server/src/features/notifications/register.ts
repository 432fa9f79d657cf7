import type { Feature } from '../../platform/feature.ts'
import { notificationRounds, notificationTasks } from './jobs.ts'
import { notificationRoutes } from './routes.ts'

export const notifications: Feature = {
  routes: notificationRoutes,
  tasks: notificationTasks,
  rounds: notificationRounds,
}
