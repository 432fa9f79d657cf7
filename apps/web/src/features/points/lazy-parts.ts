import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** The points of the profile: fetched, with its words, when it is shown. */
export const ProfilePoints = lazyPart(async () => {
  const [{ OwnPoints }] = await Promise.all([import('./OwnPoints.tsx'), loadWords('points', 'documentKinds')])
  return OwnPoints
})
