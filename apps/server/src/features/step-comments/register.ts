import type { Feature } from '../../platform/feature.ts'
import { stepCommentRoutes } from './routes.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const stepComments: Feature = { routes: stepCommentRoutes, words: { en, de, ar } }
