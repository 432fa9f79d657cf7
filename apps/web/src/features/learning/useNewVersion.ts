import { useEffect, useState } from 'react'
import { useLive } from '../../api/LiveProvider.tsx'

/** What a publication did to the open course: taken along to the new version, or to be started again. */
export type NewVersion = 'carried' | 'restarted'

/**
 * Listens for a new version of the course on the screen. The page stays as it is until the learner goes on: what they are
 * in the middle of is recorded to its end.
 */
export function useNewVersion(userCourseId: string | undefined): { found: NewVersion | null; forget: () => void } {
  const [found, setFound] = useState<NewVersion | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another course on the screen has had no new version yet
  useEffect(() => setFound(null), [userCourseId])
  useLive('me', (change) => {
    if (change.say !== 'changed' || change.id !== userCourseId) return
    if (change.kind === 'carried' || change.kind === 'restarted') setFound(change.kind)
  })
  return { found, forget: () => setFound(null) }
}
