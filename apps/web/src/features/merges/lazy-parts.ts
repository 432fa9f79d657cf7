import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

/** On the page of a member: records that may be the same person's, and merges that it was part of. */
export const MergesOfMember = lazyPart(async () => {
  const [{ MemberMerges }] = await Promise.all([
    import('./MemberMerges.tsx'),
    loadWords('merges', 'permissions', 'members'),
  ])
  return MemberMerges
})
