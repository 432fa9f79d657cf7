import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { asksOf, changeableKeys, formFor } from '@learnt/contract/forms/field-access'
import type { forms } from '@learnt/contract/forms/operations'
import type { Outcome, SubmissionState } from '@learnt/contract/forms/submission-states'
import type { SubmissionVerb } from '@learnt/contract/forms/submission-transitions'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit, findLastChange } from '../../../platform/audit.ts'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { invalid, notFound, ProblemError, stale } from '../../../platform/problem.ts'
import { closeRequest } from '../../requests/commands/levels.ts'
import { holdOpenRequestOf } from '../../requests/queries/hold-request.ts'
import { isWithheld, markSubmission, outcomeOf, readSubmission, stateAfter, waitsForMarks } from '../policy.ts'
import { findClosesAt } from '../queries/end-of-writing.ts'
import { type AnswerRow, listAnswers, lockSubmission, type SubmissionRecord } from '../queries/find-submissions.ts'
import { getVersion } from '../queries/find-version.ts'
import { listMarkings } from '../queries/list-markings.ts'
import { findReviewed, type SubmissionRow } from '../queries/list-submissions.ts'
import { findMember, today } from '../queries/own-forms.ts'
import { authorizeDecision } from './approvals.ts'
import { withDrawn } from './draw-questions.ts'
import { startFollowUps } from './follow-ups.ts'
import { type GivenMarking, isSame, keepMarking } from './keep-marking.ts'
import { recordOutcome } from './record-outcome.ts'
import { sumUp } from './submit-form.ts'

type MarkBody = z.output<typeof forms.mark.body>
type ReopenBody = z.output<typeof forms.reopen.body>
type Finish = NonNullable<MarkBody['finish']>

const verbOf: Record<Finish, SubmissionVerb> = {
  done: 'finishMarking',
  competent: 'judgeCompetent',
  notCompetent: 'judgeNotCompetent',
}

interface Held {
  readonly row: SubmissionRow
  readonly record: SubmissionRecord
  readonly form: FormContent
}

/** Gives marks and comments to questions, and decides the outcome where that is asked for. */
export function giveMarks(ctx: Ctx, submissionId: string, body: MarkBody): Promise<void> {
  return ctx.write(async (tx) => {
    const held = await hold(ctx, tx, submissionId)
    authorize(ctx.actor, markSubmission, held.row)
    const isOneOfTwo = waitsForMarks(held.row) !== null
    if (!isOneOfTwo) await refuseStale(tx, held.record, body.revision)
    const fields = fieldsByKey(held.form)
    const wrong = body.marks.findIndex(({ field, points }) => {
      const quiz = quizOf(fields.get(field))
      return quiz === null || Math.abs(points) > quiz.points
    })
    if (wrong >= 0) throw invalid({ [`body.marks.${wrong}.points`]: 'invalid' })
    const unexplained = await findUnexplained(tx, held, body.marks)
    if (unexplained >= 0) throw invalid({ [`body.marks.${unexplained}.reason`]: 'required' })
    if (isOneOfTwo) return markBesideOthers(ctx, tx, held, body)
    await storeMarks(ctx, tx, held, body)
    if (body.finish !== null) await finishMarking(ctx, tx, held, body.finish, body.comment)
    else await touch(tx, held.record, { comment: body.comment })
    await tellMarked(ctx, tx, held, 'forms.mark', { marks: body.marks.length, finish: body.finish })
  })
}

/** Judges an observation that the caller has just submitted. */
export async function judgeSubmission(
  ctx: Ctx,
  tx: WriteTx,
  submissionId: string,
  of: { finish: Finish; comment: string },
): Promise<void> {
  const held = await hold(ctx, tx, submissionId)
  authorize(ctx.actor, markSubmission, held.row)
  if (waitsForMarks(held.row) !== null) return markBesideOthers(ctx, tx, held, { ...of, marks: [], revision: null })
  await finishMarking(ctx, tx, held, of.finish, of.comment)
  await tellMarked(ctx, tx, held, 'forms.mark', { marks: 0, finish: of.finish })
}

/**
 * Keeps the marks of one of two people, who do not see each other's. If both have finished and agree, that is the
 * outcome; if they differ, a third person's marks count.
 */
async function markBesideOthers(
  ctx: Ctx,
  tx: WriteTx,
  held: Held,
  given: Pick<MarkBody, 'marks' | 'comment' | 'finish'> & { readonly revision: number | null },
): Promise<void> {
  const { record, form, row } = held
  const { finish } = given
  const [markings, answers] = await Promise.all([listMarkings(tx, record.id), listAnswers(tx, record.id)])
  const before = markings.find((one) => one.markerId === ctx.actor.userId)
  if (given.revision !== null && given.revision !== (before?.revision ?? 0)) throw stale(null)
  const marks = { ...before?.marks }
  for (const { field, ...mark } of given.marks) marks[field] = mark
  const own: GivenMarking = {
    markerId: ctx.actor.userId,
    revision: (before?.revision ?? 0) + 1,
    marks,
    comment: given.comment,
    finish,
  }
  if (finish !== null) {
    refuseFinish(form, record.state, finish)
    await refuseUnobserved(ctx, tx, held, answers)
    if (answers.some((one) => one.outOf !== null && one.points === null && !(one.field in marks)))
      throw new ProblemError('wrong-state', { detail: 'reason.forms.marksMissing' })
  }
  await keepMarking(ctx, tx, record.id, own)
  const others = markings.filter((one) => one.finish !== null && one.markerId !== own.markerId)
  const decides =
    finish !== null && (waitsForMarks(row) === 'settling' || others.some((one) => isSame(one, own, answers)))
  if (decides) {
    const comments = waitsForMarks(row) === 'settling' ? [own] : [...others, own]
    // The number is above that of every marker, so that their open pages are stale.
    const markedRevision = Math.max(record.markedRevision, own.revision, ...markings.map((one) => one.revision))
    const final = { ...held, record: { ...record, markedRevision } }
    const list = Object.entries(marks).map(([field, mark]) => ({ field, ...mark }))
    await storeMarks(ctx, tx, final, { marks: list })
    const comment = [...new Set(comments.map((one) => one.comment).filter((one) => one !== ''))].join('\n\n')
    await finishMarking(ctx, tx, final, finish, comment)
  } else if (finish !== null) await addEvent(ctx, tx, record.id, 'marked', '')
  // NOTE: without the result, since a reader of the log may be the second marker
  await tellMarked(ctx, tx, held, 'forms.mark', { marks: given.marks.length, isFinished: finish !== null })
}

/** A marker who overrides the key's points must give a reason. Answers the first position without one, or -1. */
async function findUnexplained(tx: WriteTx, { record }: Held, marks: MarkBody['marks']): Promise<number> {
  if (marks.length === 0) return -1
  const answers = new Map((await listAnswers(tx, record.id)).map((row) => [row.field, row]))
  return marks.findIndex(({ field, points, reason }) => {
    const answer = answers.get(field)
    const byKey = answer?.byHand ? answer.keyPoints : (answer?.points ?? null)
    return byKey !== null && Number(byKey) !== points && reason === ''
  })
}

/** Marks of a person take the place of those by the key. */
export async function storeMarks(
  ctx: Ctx,
  tx: WriteTx,
  { record, form }: Pick<Held, 'record' | 'form'>,
  { marks }: Pick<MarkBody, 'marks'>,
): Promise<void> {
  if (marks.length === 0) return
  const fields = fieldsByKey(form)
  const rows = marks.map(({ field, points, reason, comment }) => {
    const outOf = quizOf(fields.get(field))?.points ?? 0
    const verdict = points >= outOf ? 'right' : points > 0 ? 'partly' : 'wrong'
    return { field, points, out_of: outOf, verdict, reason, comment }
  })
  await sql`
    insert into answers (submission_id, field, revision, saved_in, saved_at, points, out_of, verdict, by_hand, reason, comment)
    select ${record.id}::uuid, g.field, ${record.revision}::integer, 'mark', ${ctx.now}::timestamptz, g.points, g.out_of, g.verdict, true, g.reason, g.comment
    from jsonb_to_recordset(${json(rows)}::jsonb) as g(field text, points numeric, out_of numeric, verdict text, reason text, comment text)
    on conflict (tenant_id, submission_id, field) do update set
      key_points = case when answers.by_hand then answers.key_points else answers.points end,
      points = excluded.points, out_of = case when answers.verdict = 'leftOut' then 0 else excluded.out_of end,
      verdict = case when answers.verdict = 'leftOut' then 'leftOut' else excluded.verdict end,
      by_hand = answers.by_hand or answers.points is distinct from excluded.points, reason = excluded.reason, comment = excluded.comment`.execute(
    tx,
  )
}

/** Works out the sum and the outcome, and what follows from it. */
export async function finishMarking(
  ctx: Ctx,
  tx: WriteTx,
  held: Pick<Held, 'record' | 'form'> & { readonly row: Pick<SubmissionRow, 'title'> },
  how: Finish,
  comment: string,
): Promise<void> {
  const { record, form, row } = held
  const marks = await listAnswers(tx, record.id)
  await refuseUnobserved(ctx, tx, held, marks)
  const questions = marks.filter((one) => one.outOf !== null && one.verdict !== 'leftOut')
  const sums = sumUp(
    questions.map((one) => ({ points: one.points === null ? null : Number(one.points), outOf: Number(one.outOf) })),
  )
  const state = stateAfter(form, record.state, verbOf[how], sums.isMarked)
  if (state === null) throw new ProblemError('wrong-state', { detail: 'reason.forms.notWaiting' })
  if (how === 'done' && !sums.isMarked) throw new ProblemError('wrong-state', { detail: 'reason.forms.marksMissing' })
  const outcome = outcomeOf(state, form.settings, sums.percent)
  const closesAt = await findClosesAt(tx, record.id)
  const decided = { state, outcome, percent: sums.percent, submittedAt: record.submittedAt, closesAt }
  const withheld = isWithheld(decided, form.settings, ctx.now)
  await tx
    .updateTable('submissions')
    .set({
      state: state as Exclude<SubmissionState, 'notstarted'>,
      outcome,
      comment,
      reopened: null,
      decidedAt: ctx.now,
      decidedBy: ctx.actor.userId,
      points: sums.points,
      outOf: sums.outOf,
      percent: sums.percent,
      isWithheld: withheld,
      markedRevision: record.markedRevision + 1,
    })
    .where('id', '=', record.id)
    .execute()
  await addEvent(ctx, tx, record.id, 'marked', comment)
  if (outcome !== null) {
    await startFollowUps(ctx, tx, { submissionId: record.id, form, outcome, isWithheld: withheld })
    if (!withheld) await tellDecided(ctx, tx, { id: record.id, outcome, points: sums.points })
  }
  if (record.assignmentId === null) return
  await recordOutcome(ctx, tx, {
    assignmentId: record.assignmentId,
    userId: record.userId,
    formId: record.formId,
    title: row.title,
    versionId: record.versionId,
    outcome,
    percent: sums.percent,
    seconds: 0,
    isSubmission: false,
    // A corrected judgement counts; another attempt that went better before stays.
    replaces: record.outcome !== null && !record.isWithheld,
    isWithheld: withheld,
  })
}

/** Tells the person that somebody has decided. */
export function tellDecided(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; outcome: Outcome; points: number | null },
): Promise<void> {
  const key = `${of.outcome}:${of.points ?? ''}`
  return enqueue(ctx, tx, 'forms.tell', { submissionId: of.id, notice: 'formDecided', key })
}

function refuseFinish(form: FormContent, state: SubmissionState, how: Finish): void {
  if (stateAfter(form, state, verbOf[how], true) === null)
    throw new ProblemError('wrong-state', { detail: 'reason.forms.notWaiting' })
}

/** Nobody is judged before the assessor has answered what the form requires of them. */
async function refuseUnobserved(
  ctx: Ctx,
  tx: WriteTx,
  held: Pick<Held, 'record' | 'form'>,
  answers: readonly AnswerRow[],
): Promise<void> {
  if (!(await isObserved(ctx, tx, held, answers)))
    throw new ProblemError('wrong-state', { detail: 'reason.forms.observationMissing' })
}

async function isObserved(
  ctx: Ctx,
  tx: WriteTx,
  { record, form }: Pick<Held, 'record' | 'form'>,
  answers: readonly AnswerRow[],
): Promise<boolean> {
  if (!asksOf(form, 'assessor')) return true
  const at = { state: 'markingRequired' as const, reopened: null }
  const [member, day] = await Promise.all([
    findMember(tx, record.membershipId),
    sql<{ day: string }>`select ${today(ctx.now)} as day`.execute(tx),
  ])
  const given = Object.fromEntries(answers.map((one) => [one.field, one.value]))
  const { errors } = checkAnswers(formFor(form, 'assessor', at), given, member, day.rows[0]?.day ?? '')
  const own = changeableKeys(form, 'assessor', at)
  return !errors.some((one) => own.has(one.field))
}

/** Asks for some questions again. What stood there stays beside the new answers. */
export function reopenSubmission(ctx: Ctx, submissionId: string, body: ReopenBody): Promise<void> {
  return ctx.write(async (tx) => {
    // A person who may decide about an approval may ask for changes first.
    const request = await holdOpenRequestOf(tx, submissionId)
    const held = await hold(ctx, tx, submissionId)
    authorize(ctx.actor, request ? readSubmission : markSubmission, held.row)
    if (request) await authorizeDecision(ctx, tx, request)
    const { record, form } = held
    if (waitsForMarks(held.row) === null) await refuseStale(tx, record, body.revision)
    const state = stateAfter(form, record.state, 'reopen', true)
    if (state === null) authorize(ctx.actor, () => wrongState('forms.notWaiting'), held.row)
    const fields = fieldsByKey(form)
    const asked = body.fields ?? [...fields.values()].flatMap((field) => ('required' in field ? [field.key] : []))
    const unknown = asked.findIndex((key) => !fields.has(key))
    if (unknown >= 0) throw invalid({ [`body.fields.${unknown}`]: 'invalid' })
    await sql`
      insert into answers (submission_id, field, revision, saved_in, saved_at, comment)
      select ${record.id}::uuid, key, ${record.revision}::integer, 'mark', ${ctx.now}::timestamptz, coalesce(${json(body.comments)}::jsonb->>key, '')
      from unnest(${asked}::text[]) key
      on conflict (tenant_id, submission_id, field) do update set earlier = answers.value, comment = excluded.comment`.execute(
      tx,
    )
    await tx
      .updateTable('submissions')
      .set({
        state: 'pendingResubmission',
        outcome: null,
        decidedAt: null,
        decidedBy: null,
        comment: body.comment,
        reopened: body.fields,
        endsAt: null,
        isWithheld: false,
        markedRevision: record.markedRevision + 1,
      })
      .where('id', '=', record.id)
      .execute()
    // Both mark what is submitted then.
    await tx.deleteFrom('submissionMarkings').where('submissionId', '=', record.id).execute()
    await addEvent(ctx, tx, record.id, 'reopened', body.comment)
    if (request) await closeRequest(ctx, tx, request, 'returned', body.comment)
    const key = String(record.markedRevision + 1)
    await enqueue(ctx, tx, 'forms.tell', { submissionId: record.id, notice: 'formReopened', key })
    await announce(ctx, tx, { topic: 'me', userId: record.userId, kind: 'progress', id: record.id })
    await tellMarked(ctx, tx, held, 'forms.reopen', { fields: body.fields })
  })
}

type ManyRow = z.input<typeof forms.markMany.response>['rows'][number]

/** Decides many, each in a transaction of its own: one that cannot be does not stop the others. */
export async function markMany(ctx: Ctx, body: z.output<typeof forms.markMany.body>): Promise<ManyRow[]> {
  const rows: ManyRow[] = []
  for (const id of new Set(body.ids)) rows.push(await markOne(ctx, id, body.finish, body.comment))
  return rows
}

function markOne(ctx: Ctx, id: string, how: Finish, comment: string): Promise<ManyRow> {
  return ctx.write(async (tx): Promise<ManyRow> => {
    const record = await lockSubmission(tx, id)
    const [row] = record ? await findReviewed(ctx, tx, [id]) : []
    if (!record || !row || readSubmission(ctx.actor, row) !== null) return { id, result: 'notFound', name: '' }
    const name = fullName(row)
    const refusal = markSubmission(ctx.actor, row)
    if (refusal) return { id, result: refusal.kind === 'state' ? 'wrongState' : 'notAllowed', name }
    const form = withDrawn(
      await getVersion(tx, ctx.actor.tenantId, record.versionId),
      record.drawn as Record<string, Field[]> | null,
    )
    const held = { row, record, form }
    // Only waiting ones: nobody means to judge again what was judged before.
    if (stateAfter(form, record.state, verbOf[how], true) === null || record.outcome !== null)
      return { id, result: 'wrongState', name }
    const answers = await listAnswers(tx, id)
    if (how === 'done' && answers.some((one) => one.outOf !== null && one.points === null))
      return { id, result: 'waiting', name }
    if (!(await isObserved(ctx, tx, held, answers))) return { id, result: 'waiting', name }
    if (waitsForMarks(row) !== null) {
      await markBesideOthers(ctx, tx, held, { marks: [], comment, finish: how, revision: null })
      return { id, result: 'done', name }
    }
    await finishMarking(ctx, tx, held, how, comment)
    await tellMarked(ctx, tx, held, 'forms.mark', { marks: 0, finish: how })
    return { id, result: 'done', name }
  })
}

/** Locked first and read after that: of two who mark at once the second sees what the first did. */
async function hold(ctx: Ctx, tx: WriteTx, id: string): Promise<Held> {
  const record = await lockSubmission(tx, id)
  const [row] = record ? await findReviewed(ctx, tx, [id]) : []
  if (!record || !row || row.settings.anonymous) throw notFound()
  const form = withDrawn(
    await getVersion(tx, ctx.actor.tenantId, record.versionId),
    record.drawn as Record<string, Field[]> | null,
  )
  return { record, row, form }
}

async function refuseStale(tx: WriteTx, record: SubmissionRecord, revision: number): Promise<void> {
  if (record.markedRevision !== revision)
    throw stale(await findLastChange(tx, { subjectId: record.id, verbs: 'forms.' }))
}

async function touch(tx: WriteTx, record: SubmissionRecord, of: { comment: string }): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ ...of, markedRevision: record.markedRevision + 1 })
    .where('id', '=', record.id)
    .execute()
}

async function addEvent(
  ctx: Ctx,
  tx: WriteTx,
  submissionId: string,
  event: 'marked' | 'reopened' | 'withdrawn',
  comment: string,
): Promise<void> {
  await tx
    .insertInto('submissionEvents')
    .values({ id: newId(), submissionId, event, at: ctx.now, byUser: ctx.actor.userId, comment })
    .execute()
}

async function tellMarked(
  ctx: Ctx,
  tx: WriteTx,
  { record, row }: Held,
  action: 'forms.mark' | 'forms.reopen',
  after: Record<string, unknown>,
): Promise<void> {
  await audit(ctx, tx, {
    action,
    subjectType: 'submission',
    subjectId: record.id,
    subjectTitle: `${row.title} – ${fullName(row)}`,
    after: { person: record.userId, ...after },
  })
}

function quizOf(field: Field | undefined) {
  return field && 'quiz' in field ? field.quiz : null
}
