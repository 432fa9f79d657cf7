import type { Feature } from '../../platform/feature.ts'
import { accountRounds, accountTasks } from './jobs.ts'
import { accountRoutes } from './routes.ts'

export const accounts: Feature = { routes: accountRoutes, tasks: accountTasks, rounds: accountRounds }
