import type { Feature } from '../../platform/feature.ts'
import { packageJobs } from './jobs.ts'
import { personTables } from './person.ts'

export const packages: Feature = { jobs: packageJobs, personTables }
