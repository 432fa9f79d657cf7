import type { Feature } from '../../platform/feature.ts'
import { scheduleRounds } from './jobs.ts'
import { scheduleRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const schedules: Feature = { routes: scheduleRoutes, rounds: scheduleRounds, words: { en, de, ar } }
