import type { Feature } from '../../platform/feature.ts'
import { learningPackageJobs } from './jobs.ts'

import { learningPackageRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const learningPackages: Feature = {
  routes: learningPackageRoutes,
  jobs: learningPackageJobs,
  words: { en, de, ar },
}
