import type { StoredFile } from '@learnt/contract/files'
import { useState } from 'react'

/**
 * Every answer signs a file’s address again. An open file keeps its first address, until `renew` is called because it
 * expired.
 */
export function useSteadyFile(file: StoredFile): { url: string; round: number; renew: () => void } {
  const [kept, setKept] = useState({ id: file.id, url: file.url, round: 0, stale: '' })
  const changed = kept.id !== file.id || (kept.stale !== '' && kept.stale !== file.url)
  if (changed) setKept({ id: file.id, url: file.url, round: kept.round + 1, stale: '' })
  return {
    url: kept.url,
    round: kept.round,
    // NOTE an address that comes back unchanged is tried again all the same
    renew: () => setKept((before) => ({ ...before, round: before.round + 1, stale: before.url })),
  }
}
