import type { Feature } from '../../platform/feature.ts'
import { memberJobs, memberRounds } from './jobs.ts'
import { memberRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const members: Feature = { routes: memberRoutes, jobs: memberJobs, rounds: memberRounds, words: { en, de, ar } }
