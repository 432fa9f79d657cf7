import type { Feature } from '../../platform/feature.ts'
import { courseJobs } from './jobs.ts'
import { courseRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const courses: Feature = { routes: courseRoutes, jobs: courseJobs, words: { en, de, ar } }
