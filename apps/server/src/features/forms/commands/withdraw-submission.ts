import { audit } from '../../../platform/audit.ts'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { stateAfter } from '../policy.ts'
import { getVersion } from '../queries/find-version.ts'
import { lockWritten, mayWrite } from './write-answers.ts'

/** Takes an application back while nobody has decided; it can be changed and submitted again. */
export function withdrawSubmission(ctx: Ctx, submissionId: string): Promise<void> {
  return ctx.write(async (tx) => {
    const submission = await lockWritten(tx, submissionId)
    authorize(ctx.actor, mayWrite, submission)
    const form = await getVersion(tx, ctx.actor.tenantId, submission.versionId)
    const state = stateAfter(form, submission.state, 'withdraw', false)
    authorize(ctx.actor, () => (state === null ? wrongState('forms.notWaiting') : null), submission)
    await Promise.all([
      tx
        .updateTable('submissions')
        .set({ state: 'inprogress', submittedAt: null, endsAt: null })
        .where('id', '=', submissionId)
        .execute(),
      tx
        .insertInto('submissionEvents')
        .values({ id: newId(), submissionId, event: 'withdrawn', at: ctx.now, byUser: ctx.actor.userId })
        .execute(),
      audit(ctx, tx, {
        action: 'forms.withdrawSubmission',
        subjectType: 'submission',
        subjectId: submissionId,
        subjectTitle: submission.title,
      }),
    ])
  })
}
