import type { Feature } from '../../platform/feature.ts'
import { assignmentRounds } from './jobs.ts'
import { personTables } from './person.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const assignments: Feature = { rounds: assignmentRounds, personTables, words: { en, de, ar } }
