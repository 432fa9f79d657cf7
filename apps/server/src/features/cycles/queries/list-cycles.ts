import { type CycleStart, periodFrom } from '@learnt/contract/cycle-periods'
import type { Cycle, Reset } from '@learnt/contract/cycles'
import { isDone, type ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ReadTx } from '../../../platform/db/database.ts'
import { monthDayOfCycle } from './due-cycles.ts'

/** No more than these of one person and document are listed. */
const mostShown = 50

interface CycleRow extends CycleStart {
  id: string
  cycle: number
  state: ProgressState
  progress: number
  score: number | null
  assignedAt: Date
  completedAt: Date | null
  endedAt: Date | null
  validUntil: string | null
  reset: Reset | null
}

/** Every time that somebody had a document, newest first; `only`: those of assignments `a` that the reader may see. */
export async function listCycles(
  tx: ReadTx,
  of: { userId: string; documentId: string; only?: RawBuilder<boolean> },
): Promise<z.infer<typeof Cycle>[]> {
  const { rows } = await sql<CycleRow>`
    select a.id, a.cycle, a.state, a.progress, a.score, a.assigned_at, a.completed_at, a.ended_at, a.valid_until, d.reset,
      coalesce(a.period_from, (a.assigned_at at time zone (select control.zone_of_tenant()))::date) as from, ${monthDayOfCycle} as month_day
    from assignments a join documents d on d.id = a.document_id
    where a.user_id = ${of.userId} and a.document_id = ${of.documentId} and ${of.only ?? sql`true`}
    order by a.cycle desc limit ${mostShown}`.execute(tx)
  return rows.map((row) => ({
    userCourseId: row.id,
    number: row.cycle + 1,
    state: row.state,
    progress: row.progress,
    scorePercent: row.score,
    assignedAt: row.assignedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    validUntil: !isDone(row.state) ? null : row.endedAt ? row.validUntil : validUntil(row),
  }))
}

function validUntil(row: CycleRow): string | null {
  return (row.reset && periodFrom(row.reset, row)?.validUntil) ?? null
}
