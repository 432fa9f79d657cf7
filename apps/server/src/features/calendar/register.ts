import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { personalEntries } from './queries/personal-entries.ts'
import { calendarRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const calendar: Feature = {
  routes: calendarRoutes,
  calendar: personalEntries,
  personTables,
  words: { en, de, ar },
}
