import { randomUUID } from 'node:crypto'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import { checkAnswers } from '@learnt/contract/forms/check-answers'
import { sql } from 'kysely'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { toldTogether } from '../queries/told-answers.ts'
import { loadOwnForm, startOfWhole } from './open-form.ts'
import { recordOutcome } from './record-outcome.ts'
import { refuseAnswers } from './submit-form.ts'

/**
 * Answers an anonymous form. The mark that the person has answered and the answers are written in transactions of their
 * own, and share no id, time or order. The mark comes first, so that nobody answers twice.
 */
export async function submitAnonymously(
  ctx: Ctx,
  documentId: string,
  given: Readonly<Record<string, AnswerValue | null>>,
): Promise<void> {
  const whole = await loadOwnForm(ctx, { documentId })
  const { form, content, member } = whole
  const { reason } = startOfWhole(ctx, whole)
  authorize(
    ctx.actor,
    () =>
      content.settings.anonymous ? (reason ? wrongState(`forms.${reason}`) : null) : wrongState('forms.notAnonymous'),
    form,
  )
  const checked = checkAnswers(content, given, member, form.today)
  if (checked.errors.length > 0) throw refuseAnswers(ctx, checked.errors)
  await ctx.write(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('anonymousMarks')
      .values({ formId: form.documentId, userId: form.userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw new ProblemError('wrong-state', { detail: 'reason.forms.answered' })
    await recordOutcome(ctx, tx, {
      assignmentId: form.id,
      userId: form.userId,
      formId: form.documentId,
      title: form.title,
      versionId: form.versionId,
      outcome: 'completed',
      percent: null,
      seconds: 0,
      isSubmission: false,
      replaces: false,
      isWithheld: false,
    })
  })
  try {
    await ctx.write((tx) => keepAnswers(tx, form, checked.answers))
  } catch (error) {
    // The answers are not kept: the person may send them again.
    await ctx.write((tx) =>
      tx.deleteFrom('anonymousMarks').where('formId', '=', form.documentId).where('userId', '=', form.userId).execute(),
    )
    throw error
  }
}

/** So many rows are written anew together, beside those that wait to be told. */
const freshRows = 20

async function keepAnswers(
  tx: WriteTx,
  form: { documentId: string; versionId: string },
  answers: Readonly<Record<string, AnswerValue>>,
): Promise<void> {
  // If two submit at once, the second waits, and mixes the first among the others.
  await sql`select from documents where id = ${form.documentId} for no key update`.execute(tx)
  const { rows } = await sql<{ versionId: string; answers: unknown; isTold: boolean }>`
    delete from anonymous_answers where form_id = ${form.documentId} and is_fresh returning version_id, answers, is_told`.execute(
    tx,
  )
  const all = [...rows, { versionId: form.versionId, answers: answers as unknown, isTold: false }]
  // A group is of one version: otherwise a publisher could recognise the next answer by the new version's questions.
  const isOfGroup = (one: (typeof all)[number]) => !one.isTold && one.versionId === form.versionId
  const isComplete = all.filter(isOfGroup).length >= toldTogether
  const mixed = all.map((one) => ({ one, id: randomUUID() })).sort((a, b) => (a.id < b.id ? -1 : 1))
  await tx
    .insertInto('anonymousAnswers')
    .values(
      mixed.map(({ one, id }) => {
        const isTold = one.isTold || (isComplete && isOfGroup(one))
        return {
          id,
          formId: form.documentId,
          versionId: one.versionId,
          isFresh: !isTold || all.length < freshRows,
          isTold,
          answers: json(one.answers),
        }
      }),
    )
    .execute()
}
