import { fieldsByKey } from '@learnt/contract/forms/texts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { getVersion } from '../queries/find-version.ts'
import { withDrawn } from './draw-questions.ts'
import {
  lockWritten,
  mayWrite,
  readChanges,
  refuseWriting,
  type Save,
  type Written,
  writeAnswers,
} from './write-answers.ts'

/**
 * Saves answers while somebody types. The submission's row is locked first, so that saves of two windows follow each other
 * and the second sees what the first wrote.
 */
export function saveAnswers(ctx: Ctx, submissionId: string, save: Save): Promise<Written> {
  return ctx.write(async (tx) => {
    const submission = await lockWritten(tx, submissionId)
    authorize(ctx.actor, mayWrite, submission)
    authorize(ctx.actor, (_, one) => refuseWriting(one, ctx.now), submission)
    const form = withDrawn(await getVersion(tx, ctx.actor.tenantId, submission.versionId), submission.drawn)
    return writeAnswers(ctx, tx, submission, { ...save, changes: readChanges(ctx, fieldsByKey(form), save.changes) })
  })
}
