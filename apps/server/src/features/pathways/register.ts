import type { Feature } from '../../platform/feature.ts'
import { pathwayJobs } from './jobs.ts'
import { personTables } from './person.ts'
import { pathwayRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const pathways: Feature = { routes: pathwayRoutes, jobs: pathwayJobs, personTables, words: { en, de, ar } }
