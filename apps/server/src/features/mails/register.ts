import type { Feature } from '../../platform/feature.ts'
import { mailTasks } from './jobs.ts'
import { personTables } from './person.ts'
import { mailRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const mails: Feature = { routes: mailRoutes, tasks: mailTasks, personTables, words: { en, de, ar } }
