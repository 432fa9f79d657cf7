import type { Feature } from '../../platform/feature.ts'
import { formJobs, formRounds } from './jobs.ts'
import { questionRoutes } from './question-routes.ts'
import { formRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const forms: Feature = {
  routes: [...formRoutes, ...questionRoutes],
  jobs: formJobs,
  rounds: formRounds,
  words: { en, de, ar },
}
