import type { Feature } from '../../platform/feature.ts'
import { packageJobs } from './jobs.ts'
import { personTables } from './person.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const packages: Feature = { jobs: packageJobs, personTables, words: { en, de, ar } }
