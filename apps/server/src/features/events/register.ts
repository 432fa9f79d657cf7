import type { Feature } from '../../platform/feature.ts'
import { eventJobs } from './jobs.ts'
import { eventRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const events: Feature = { routes: eventRoutes, jobs: eventJobs, words: { en, de, ar } }
