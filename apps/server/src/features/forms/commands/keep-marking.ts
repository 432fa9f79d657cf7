import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import type { AnswerRow } from '../queries/find-submissions.ts'
import type { MarkingRow } from '../queries/list-markings.ts'

export type GivenMarking = Pick<MarkingRow, 'markerId' | 'revision' | 'marks' | 'comment' | 'finish'>

/** Stores what one of two markers gives. The submission is locked. */
export async function keepMarking(ctx: Ctx, tx: WriteTx, submissionId: string, own: GivenMarking): Promise<void> {
  const { markerId, revision, comment, finish } = own
  const row = {
    revision,
    marks: json(own.marks),
    comment,
    finish,
    savedAt: ctx.now,
    finishedAt: finish === null ? null : ctx.now,
  }
  await tx
    .insertInto('submissionMarkings')
    .values({ submissionId, markerId, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'submissionId', 'markerId']).doUpdateSet(row))
    .execute()
}

/** Whether two markers came to the same: the same judgement, and the same points for every question. */
export function isSame(a: GivenMarking, b: GivenMarking, answers: readonly AnswerRow[]): boolean {
  const pointsOf = (one: GivenMarking, answer: AnswerRow) => one.marks[answer.field]?.points ?? answer.points
  return (
    a.finish === b.finish &&
    answers
      .filter((answer) => answer.outOf !== null)
      .every((answer) => Number(pointsOf(a, answer)) === Number(pointsOf(b, answer)))
  )
}
