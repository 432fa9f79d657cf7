import type { Feature } from '../../platform/feature.ts'
import { mailTasks } from './jobs.ts'
import { mailRoutes } from './routes.ts'

export const mails: Feature = { routes: mailRoutes, tasks: mailTasks }
