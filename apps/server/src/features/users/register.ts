import type { Feature } from '../../platform/feature.ts'
import { userJobs, userTasks } from './jobs.ts'
import { userRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const users: Feature = { routes: userRoutes, tasks: userTasks, jobs: userJobs, words: { en, de, ar } }
