import type { ReadTx, Row } from '../../../platform/db/database.ts'

/** What a person did in each step of an assignment. */
export function listActivityProgress(tx: ReadTx, userCourseId: string): Promise<Row<'activityProgress'>[]> {
  return tx.selectFrom('activityProgress').selectAll().where('assignmentId', '=', userCourseId).execute()
}
