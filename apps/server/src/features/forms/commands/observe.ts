import { asksOf } from '@learnt/contract/forms/field-access'
import { fullName } from '@learnt/contract/text'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { notFound } from '../../../platform/problem.ts'
import { observeSubmission, startOf } from '../policy.ts'
import { listOwnSubmissions, type OwnSubmissionRecord } from '../queries/find-submissions.ts'
import { getVersion } from '../queries/find-version.ts'
import { findObserved } from '../queries/list-observations.ts'
import { findReviewed } from '../queries/list-submissions.ts'
import { findMember, findOwnForm } from '../queries/own-forms.ts'
import { beginAttempt, newAttempt, type OwnFormWhole } from './open-form.ts'

export interface Observation extends OwnFormWhole {
  readonly attempt: OwnSubmissionRecord
  readonly about: { readonly id: string; readonly name: string }
}

interface Observed extends OwnFormWhole {
  readonly person: NonNullable<Awaited<ReturnType<typeof findObserved>>>
}

/**
 * The observation of a person to continue, or a new one. Two begun at once become one. Refuses, with the reason, one
 * that cannot begin.
 */
export async function observePerson(ctx: Ctx, of: { formId: string; userId: string }): Promise<Observation> {
  const whole = await readObserved(ctx, of)
  const { form, content, person } = whole
  const about = { id: person.userId, name: fullName(person) }
  const open = findOpen(whole)
  if (open) {
    const [row] = await ctx.read((tx) => findReviewed(ctx, tx, [open.id]))
    authorize(ctx.actor, observeSubmission, row)
    return { ...whole, attempt: open, about }
  }
  const { reason } = startOf(
    content.settings,
    form,
    whole.attempts.map((one) => ({ ...one, isOfNow: one.assignmentId === form.id })),
    ctx.now,
  )
  authorize(ctx.actor, () => (reason === null ? null : wrongState(`forms.${reason}`)), form)
  const begun = newAttempt(ctx, form, (whole.attempts[0]?.number ?? 0) + 1, null)
  const isMine = await ctx.write((tx) => beginAttempt(ctx, tx, form, { ...begun, membershipId: person.membershipId }))
  if (isMine) return { ...whole, attempt: begun, about }
  const again = await readObserved(ctx, of)
  const other = findOpen(again)
  if (!other) throw notFound()
  return { ...again, attempt: other, about }
}

async function readObserved(ctx: Ctx, { formId, userId }: { formId: string; userId: string }): Promise<Observed> {
  return ctx.read(async (tx) => {
    const [person, form, attempts] = await Promise.all([
      findObserved(ctx, tx, { formId, userId }),
      findOwnForm(ctx, tx, formId, userId),
      listOwnSubmissions(tx, userId, formId),
    ])
    if (!person || !form?.isActive) throw notFound()
    const content = await getVersion(tx, ctx.actor.tenantId, form.versionId)
    if (!asksOf(content, 'assessor')) throw notFound()
    return { step: null, form, content, attempts, member: await findMember(tx, person.membershipId), person }
  })
}

/** An assessor goes on until somebody has judged. */
function findOpen({ attempts }: OwnFormWhole): OwnSubmissionRecord | undefined {
  return attempts.find((one) => ['inprogress', 'markingRequired', 'pendingResubmission'].includes(one.state))
}
