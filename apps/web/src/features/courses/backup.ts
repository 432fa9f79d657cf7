import type { Backup } from './draft.ts'

const nameOf = (courseId: string, userId: string) => `learnt.draft.${userId}.${courseId}`

/** Edits of this person that the server does not have. A browser without room or storage keeps none. */
export function readBackup(courseId: string, userId: string): Backup | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(courseId, userId)) ?? 'null') as Backup | null
    return kept && typeof kept.revision === 'number' && Array.isArray(kept.content?.sections) ? kept : null
  } catch {
    return null
  }
}

export function writeBackup(courseId: string, userId: string, backup: Backup | null): void {
  try {
    if (backup) localStorage.setItem(nameOf(courseId, userId), JSON.stringify(backup))
    else localStorage.removeItem(nameOf(courseId, userId))
  } catch {
    // full or denied: the warning before leaving is what remains
  }
}
