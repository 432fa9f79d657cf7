import type { Backup } from './draft.ts'

const nameOf = (documentId: string, userId: string) => `learnt.draft.${userId}.${documentId}`

/**
 * Edits of this person that the server does not have. A browser without room or storage keeps none; one that has another
 * shape than the content is of another release.
 */
export function readBackup<Content extends object>(
  documentId: string,
  userId: string,
  now: Content,
): Backup<Content> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(documentId, userId)) ?? 'null') as Backup<Content> | null
    return kept && typeof kept.revision === 'number' && hasShape(kept.content, now) ? kept : null
  } catch {
    return null
  }
}

export function writeBackup(documentId: string, userId: string, backup: Backup<object> | null): void {
  try {
    if (backup) localStorage.setItem(nameOf(documentId, userId), JSON.stringify(backup))
    else localStorage.removeItem(nameOf(documentId, userId))
  } catch {
    // full or denied: the warning before leaving is what remains
  }
}

function hasShape(kept: object, now: object): boolean {
  return Object.entries(now).every(([name, value]) => {
    const one = (kept as Record<string, unknown>)[name]
    return Array.isArray(value) ? Array.isArray(one) : one !== undefined
  })
}
