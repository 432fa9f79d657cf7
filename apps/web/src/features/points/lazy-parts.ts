import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** What something that the learner has earns, and what they got for it: points, a certificate. */
export const Earns = lazyPart(async () => {
  const [{ Earns: component }] = await Promise.all([
    import('./Earns.tsx'),
    loadWords('points', 'myCertificates', 'myBadges'),
  ])
  return component
})

/** The points of the profile: fetched, with its words, when it is shown. */
export const ProfilePoints = lazyPart(async () => {
  const [{ OwnPoints }] = await Promise.all([import('./OwnPoints.tsx'), loadWords('points', 'documentKinds')])
  return OwnPoints
})
