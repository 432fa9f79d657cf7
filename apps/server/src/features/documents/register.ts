import type { Feature } from '../../platform/feature.ts'
import { findDocumentRoutes } from './find-routes.ts'
import { personTables } from './person.ts'
import { documentSearch } from './queries/find-documents.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

/** What the kinds of documents share; the routes of each kind are with the kind. */
export const documents: Feature = {
  routes: findDocumentRoutes,
  personTables,
  search: [documentSearch],
  words: { en, de, ar },
}
