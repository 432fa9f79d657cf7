import type { Feature } from '../../platform/feature.ts'
import { formJobs, formRounds } from './jobs.ts'
import { formEntries } from './queries/list-form-entries.ts'
import { formRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const forms: Feature = { routes: formRoutes, jobs: formJobs, rounds: formRounds, calendar: formEntries, words: { en, de, ar } }
