import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** The person's own fields in the profile: fetched, with their words, when it is shown. */
export const ProfileFields = lazyPart(async () => {
  const [{ OwnFields }] = await Promise.all([import('./OwnFields.tsx'), loadWords('customFields')])
  return OwnFields
})
