import type { Feature } from '../../platform/feature.ts'
import { personTables } from './person.ts'
import { quickPanelRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const quickPanel: Feature = { routes: quickPanelRoutes, personTables, words: { en, de, ar } }
