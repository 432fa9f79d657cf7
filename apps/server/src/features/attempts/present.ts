import type { ScoSummary } from '@learnt/contract/runtime'
import type { ScoRow } from './queries.ts'

/** An item of an attempt in the contract's words. */
export function presentSco(
  row: Pick<ScoRow, 'scoId' | 'status' | 'score' | 'progressMeasure' | 'isSuspended' | 'secondsBefore' | 'secondsNow'>,
): ScoSummary {
  return {
    id: row.scoId,
    status: row.status,
    scorePercent: row.score,
    progressMeasure: row.progressMeasure,
    totalSeconds: Math.round((row.secondsBefore + row.secondsNow) * 100) / 100,
    suspended: row.isSuspended,
  }
}
