import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import type { forms } from '@learnt/contract/forms/operations'
import type { SubmissionState } from '@learnt/contract/forms/submission-states'
import type { SubmissionVerb } from '@learnt/contract/forms/submission-transitions'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { findLastChange } from '../../../platform/audit.ts'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { announce } from '../../../platform/outbox.ts'
import { ProblemError, stale } from '../../../platform/problem.ts'
import type { HeldRequest, RequestKindRules } from '../../../platform/request-kinds.ts'
import { decideRequest } from '../../requests/commands/decide-requests.ts'
import { followPeople } from '../../requests/commands/levels.ts'
import { refuseDecision } from '../../requests/policy.ts'
import { holdOpenRequestOf } from '../../requests/queries/hold-request.ts'
import { findRequests } from '../../requests/queries/list-requests.ts'
import { outcomeOf, readSubmission, stateAfter } from '../policy.ts'
import { listAnswers, lockSubmission, type SubmissionRecord } from '../queries/find-submissions.ts'
import { getVersion } from '../queries/find-version.ts'
import { findReviewed } from '../queries/list-submissions.ts'
import { findMember, today } from '../queries/own-forms.ts'
import { refuseStrangeFiles } from './answer-files.ts'
import { withDrawn } from './draw-questions.ts'
import { startFollowUps } from './follow-ups.ts'
import { recordOutcome } from './record-outcome.ts'
import { readChanges, writeAnswers } from './write-answers.ts'

type Body = z.output<typeof forms.decide.body>

/** Approves or declines at the level that a submission stands at, with what this level fills in. */
export function decideSubmission(ctx: Ctx, submissionId: string, body: Body): Promise<void> {
  return ctx.write(async (tx) => {
    const [request, [row]] = await Promise.all([
      holdOpenRequestOf(tx, submissionId),
      findReviewed(ctx, tx, [submissionId]),
    ])
    authorize(ctx.actor, readSubmission, row)
    if (!request) throw new ProblemError('wrong-state', { detail: 'reason.forms.notWaiting' })
    await followPeople(ctx, tx, request.id)
    await authorizeDecision(ctx, tx, request)
    const record = await lockSubmission(tx, submissionId)
    if (!record) return
    if (record.markedRevision !== body.revision)
      throw stale(await findLastChange(tx, { subjectId: request.id, verbs: 'requests.' }))
    if (body.decision === 'approve' && Object.keys(body.changes).length > 0)
      await changeAnswers(ctx, tx, request, record, body.changes)
    await decideRequest(ctx, tx, request.id, body)
  })
}

/** The same right as for the request, asked before anything of it is used. */
export async function authorizeDecision(ctx: Ctx, tx: WriteTx, request: HeldRequest): Promise<void> {
  const [subject] = await findRequests(ctx, tx, [request.id])
  authorize(ctx.actor, (actor, one) => refuseDecision(actor, one, ctx.now), subject)
}

/** A level fills in or changes the fields that the form gives it, and no others. */
async function changeAnswers(
  ctx: Ctx,
  tx: WriteTx,
  request: HeldRequest,
  record: SubmissionRecord,
  given: Body['changes'],
): Promise<void> {
  const level = request.levels?.[(request.level ?? 1) - 1]
  const form = withDrawn(
    await getVersion(tx, ctx.actor.tenantId, record.versionId),
    record.drawn as Record<string, Field[]> | null,
  )
  const fields = fieldsByKey(form)
  const allowed = new Map([...fields].filter(([key]) => level?.mayChange.includes(key)))
  const changes = readChanges(ctx, allowed, given)
  await refuseStrangeFiles(ctx, tx, record.id, changes)
  const [stored, member, day] = await Promise.all([
    listAnswers(tx, record.id),
    findMember(tx, record.membershipId),
    sql<{ day: string }>`select ${today(ctx.now)} as day`.execute(tx),
  ])
  const before = Object.fromEntries(stored.flatMap((row) => (row.value === null ? [] : [[row.field, row.value]])))
  const checked = checkAnswers(form, { ...before, ...changes }, member, day.rows[0]?.day ?? '')
  const errors = checked.errors.filter((one) => one.field in changes)
  if (errors.length > 0)
    throw new ProblemError('invalid-input', {
      errors: errors.map(({ field, code, value }) => ({
        path: `body.changes.${field}`,
        message: ctx.t(`forms.complaints.${code}`, { value: value ?? '', label: '' }),
        code,
      })),
    })
  await writeAnswers(
    ctx,
    tx,
    { id: record.id, revision: record.revision, reopened: null, state: record.state },
    { revision: record.revision, window: 'level', changes },
  )
  // A change may hide what was answered: answers of hidden fields are not kept.
  await sql`
    delete from answers where submission_id = ${record.id} and field <> all(${[...checked.resolved.visible]}::text[])`.execute(
    tx,
  )
  const names = Object.keys(changes).map((key) => fields.get(key)?.label.text || key)
  await addEvent(ctx, tx, record.id, { event: 'changed', comment: names.join('\n'), level: level?.title.text ?? '' })
}

/** What the decisions about a request mean for the submission that waits by it. */
export const formRequests: RequestKindRules = {
  kind: 'form',

  async decided(ctx, tx, request, said) {
    const held = await holdWaiting(ctx, tx, request)
    if (!held) return
    const { record, form } = held
    const isApproval = said.decision === 'approve'
    await addEvent(ctx, tx, record.id, {
      event: isApproval ? 'approved' : 'declined',
      comment: said.reason,
      level: said.level,
      forUser: said.forUserId,
    })
    if (!said.isFinal) {
      await setState(tx, record, { markedRevision: record.markedRevision + 1 })
      return
    }
    const state = stateFor(form, record, isApproval ? 'approve' : 'decline')
    const outcome = outcomeOf(state, form.settings, null)
    await setState(tx, record, {
      state: state as Exclude<SubmissionState, 'notstarted'>,
      outcome,
      comment: said.reason,
      decidedAt: ctx.now,
      decidedBy: ctx.actor.userId,
      markedRevision: record.markedRevision + 1,
    })
    if (outcome === null) return
    await startFollowUps(ctx, tx, { submissionId: record.id, form, outcome, isWithheld: false })
    if (record.assignmentId === null) return
    await recordOutcome(ctx, tx, {
      assignmentId: record.assignmentId,
      userId: record.userId,
      formId: record.formId,
      title: request.title,
      versionId: record.versionId,
      outcome,
      percent: null,
      seconds: 0,
      isSubmission: false,
      replaces: false,
      isWithheld: false,
    })
  },

  async withdrawn(ctx, tx, request) {
    const held = await holdWaiting(ctx, tx, request)
    if (!held) return
    const { record, form } = held
    stateFor(form, record, 'withdraw')
    await setState(tx, record, { state: 'inprogress', submittedAt: null, endsAt: null })
    await addEvent(ctx, tx, record.id, { event: 'withdrawn' })
    await announce(ctx, tx, { topic: 'me', userId: record.userId, kind: 'progress', id: record.id })
  },

  async escalated(ctx, tx, request, level) {
    if (request.submissionId !== null) await addEvent(ctx, tx, request.submissionId, { event: 'passedOn', level })
  },
}

async function holdWaiting(ctx: Ctx, tx: WriteTx, request: HeldRequest) {
  const record = request.submissionId === null ? undefined : await lockSubmission(tx, request.submissionId)
  return record ? { record, form: await getVersion(tx, ctx.actor.tenantId, record.versionId) } : null
}

function stateFor(form: FormContent, record: SubmissionRecord, verb: SubmissionVerb): SubmissionState {
  const state = stateAfter(form, record.state, verb, true)
  authorize({} as Ctx['actor'], () => (state === null ? wrongState('forms.notWaiting') : null), record)
  return state as SubmissionState
}

async function setState(
  tx: WriteTx,
  record: SubmissionRecord,
  values: Partial<Pick<SubmissionRecord, 'outcome' | 'comment' | 'decidedAt' | 'decidedBy' | 'markedRevision'>> & {
    state?: Exclude<SubmissionState, 'notstarted'>
    submittedAt?: null
    endsAt?: null
  },
): Promise<void> {
  await tx.updateTable('submissions').set(values).where('id', '=', record.id).execute()
}

async function addEvent(
  ctx: Ctx,
  tx: WriteTx,
  submissionId: string,
  of: {
    event: 'approved' | 'declined' | 'passedOn' | 'withdrawn' | 'changed'
    comment?: string
    level?: string
    forUser?: string | null
  },
): Promise<void> {
  await tx
    .insertInto('submissionEvents')
    .values({ id: newId(), submissionId, at: ctx.now, byUser: ctx.actor.userId, ...of })
    .execute()
}
