import type { Feature } from '../../platform/feature.ts'
import { packageJobs } from './jobs.ts'

export const packages: Feature = { jobs: packageJobs }
