import type { Feature } from '../../platform/feature.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

/** What the kinds of documents share; their routes are with the kinds. */
export const documents: Feature = { words: { en, de, ar } }
