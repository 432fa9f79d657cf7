import type { Feature } from '../../platform/feature.ts'
import { cycleRounds, cycleTasks } from './jobs.ts'
import { cycleRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const cycles: Feature = { routes: cycleRoutes, tasks: cycleTasks, rounds: cycleRounds, words: { en, de, ar } }
