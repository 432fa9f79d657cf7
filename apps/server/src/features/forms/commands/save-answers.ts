import { answersOf, formFor } from '@learnt/contract/forms/field-access'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { endOfWriting } from '../policy.ts'
import { refuseStrangeFiles } from './answer-files.ts'
import {
  holdToWrite,
  ownChanges,
  readChanges,
  refuseWriting,
  type Save,
  type Written,
  writeAnswers,
} from './write-answers.ts'

/** What a save answers. `endsAt`: as it stands now, the date may have been moved. */
type SavedNow = Written & { readonly endsAt: Date | null }

/**
 * Saves answers while somebody types. The submission's row is locked first, so that saves of two windows follow each other
 * and the second sees what the first wrote.
 */
export function saveAnswers(ctx: Ctx, submissionId: string, save: Save): Promise<SavedNow> {
  return ctx.write(async (tx) => {
    const held = await holdToWrite(ctx, tx, submissionId)
    authorize(ctx.actor, (_, one) => refuseWriting(one, ctx.now), held)
    const { submission, form, as } = held
    const read = readChanges(ctx, fieldsByKey(form), save.changes)
    await refuseStrangeFiles(ctx, tx, submissionId, read)
    const written = await writeAnswers(ctx, tx, submission, { ...save, changes: ownChanges(held, read) })
    const shown = formFor(form, as, submission)
    return { ...written, others: answersOf(shown, written.others), endsAt: endOfWriting(submission, as) }
  })
}
