import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { audiencesReading } from './queries/list-audiences.ts'
import { audienceRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const audiences: Feature = {
  routes: audienceRoutes,
  personTables,
  fieldReader: audiencesReading,
  words: { en, de, ar },
}
