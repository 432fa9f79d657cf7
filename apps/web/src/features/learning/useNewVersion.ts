import type { LearnerCourse } from '@learnt/contract/learning'
import { useEffect, useState } from 'react'
import { useLive } from '../../api/LiveProvider.tsx'

export interface NewVersion {
  /** What a publication did to the open course: taken along to the new version, or to be started again. */
  readonly kind: 'carried' | 'restarted'
  /** The course as it is on the screen. */
  readonly course: LearnerCourse
}

/**
 * Listens for a new version of the course on the screen. The page stays as it is until the learner goes on: what they are
 * in the middle of is recorded to its end.
 */
export function useNewVersion(course: LearnerCourse | undefined): { found: NewVersion | null; forget: () => void } {
  const [found, setFound] = useState<NewVersion | null>(null)
  const id = course?.userCourseId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another course on the screen has had no new version yet
  useEffect(() => setFound(null), [id])
  useLive('me', (change) => {
    if (change.say !== 'changed' || !course || change.id !== id) return
    const { kind } = change
    if (kind === 'carried' || kind === 'restarted') setFound((before) => ({ kind, course: before?.course ?? course }))
  })
  return { found, forget: () => setFound(null) }
}
