import type { Presented } from '@learnt/contract/endpoint'
import type { Merge } from '@learnt/contract/merges'
import type { MergeRow } from './queries/find-merges.ts'

export function presentMerge(row: MergeRow): Presented<typeof Merge> {
  return {
    id: row.id,
    stay: { userId: row.stayUserId, name: row.stayName },
    gone: { userId: row.goneUserId, name: row.goneName },
    madeAt: row.madeAt,
    by: row.madeByName,
    undoUntil: row.undoUntil,
    undoneAt: row.undoneAt,
  }
}
