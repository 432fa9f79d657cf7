import type { Feature } from '../../platform/feature.ts'
import { forgetting } from './commands/forget-rows.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const imports: Feature = {
  rounds: [forgetting('imports.forget', 'feed_rows')],
  words: { en, de, ar },
}
