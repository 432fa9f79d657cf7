import { audit } from '../../../platform/audit.ts'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { withdraw } from '../../requests/commands/withdraw.ts'
import { holdOpenRequestOf } from '../../requests/queries/hold-request.ts'
import { isOver } from '../policy.ts'
import { lockWritten, mayWrite } from './write-answers.ts'

/** Takes an application back while nobody has decided; it can be changed and submitted again. */
export function withdrawSubmission(ctx: Ctx, submissionId: string): Promise<void> {
  return ctx.write(async (tx) => {
    const request = await holdOpenRequestOf(tx, submissionId)
    const submission = await lockWritten(tx, submissionId)
    authorize(ctx.actor, mayWrite, submission)
    authorize(ctx.actor, () => (request ? null : wrongState('forms.notWaiting')), submission)
    // It would be over at once, and submitted again as it stands.
    const isClosed = isOver({ ...submission, state: 'inprogress', endsAt: null }, ctx.now)
    authorize(ctx.actor, () => (isClosed ? wrongState('forms.closed') : null), submission)
    if (!request) return
    await withdraw(ctx, tx, request)
    await audit(ctx, tx, {
      action: 'forms.withdrawSubmission',
      subjectType: 'submission',
      subjectId: submissionId,
      subjectTitle: submission.title,
    })
  })
}
