import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

// What other pages show of badges: fetched, with its words, when it is shown.

/** On the report of one person, and on the page of a member. */
export const PersonBadges = lazyPart(async () => {
  const [{ PersonBadges: component }] = await Promise.all([import('./PersonBadges.tsx'), loadWords('myBadges')])
  return component
})

/** On the profile. */
export const ProfileBadges = lazyPart(async () => {
  const [{ ProfileBadges: component }] = await Promise.all([import('./ProfileBadges.tsx'), loadWords('myBadges')])
  return component
})
