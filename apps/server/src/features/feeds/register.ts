import type { Feature } from '../../platform/feature.ts'
import { feedJobs } from './jobs.ts'
import { feedRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const feeds: Feature = { routes: feedRoutes, jobs: feedJobs, words: { en, de, ar } }
