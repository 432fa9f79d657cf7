import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/** Marks of one person, by field. */
export type MarksByField = Record<string, { points: number; reason: string; comment: string }>

/** What one of those gives who mark a submission without seeing each other. */
export interface MarkingRow {
  readonly markerId: string
  readonly by: string
  readonly revision: number
  readonly marks: MarksByField
  readonly comment: string
  readonly finish: 'done' | 'competent' | 'notCompetent' | null
  readonly finishedAt: Date | null
}

/** The first who has finished first. */
export async function listMarkings(tx: ReadTx, submissionId: string): Promise<MarkingRow[]> {
  const { rows } = await sql<MarkingRow>`
    select k.marker_id, k.revision, k.marks, k.comment, k.finish, k.finished_at,
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = k.marker_id and m.is_primary), '') as by
    from submission_markings k where k.submission_id = ${submissionId} order by k.finished_at nulls last, k.marker_id`.execute(
    tx,
  )
  return rows
}
