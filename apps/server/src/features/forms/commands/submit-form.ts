import type { AnswerOfKind, Answers, AnswerValue } from '@learnt/contract/forms/answers'
import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { answersOf, changeableKeys, formFor, submitsAs } from '@learnt/contract/forms/field-access'
import type { AnswerComplaint } from '@learnt/contract/forms/read-answer'
import { resolve } from '@learnt/contract/forms/resolve'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { listFiles } from '../../files/queries.ts'
import { isColleagueOf } from '../../members/queries.ts'
import { openByLevels } from '../../requests/commands/levels.ts'
import { type Mark, markCorrected } from '../marking.ts'
import { type AnswerHolder, isAnswerFile, isOver, isWithheld, mayShowResult, outcomeOf, stateAfter } from '../policy.ts'
import { getVersion } from '../queries/find-version.ts'
import { type Corrections, listCorrections } from '../queries/list-corrections.ts'
import { findMember, today } from '../queries/own-forms.ts'
import { refuseStrangeFiles } from './answer-files.ts'
import { describeInteractions } from './describe-interactions.ts'
import { withDrawn } from './draw-questions.ts'
import { startFollowUps } from './follow-ups.ts'
import { recordOutcome } from './record-outcome.ts'
import {
  type HeldToWrite,
  holdToWrite,
  lockWritten,
  ownChanges,
  readChanges,
  type Save,
  type WrittenSubmission,
  writeAnswers,
} from './write-answers.ts'

interface StoredAnswer {
  readonly field: string
  readonly value: AnswerValue | null
  readonly points: number | null
  readonly outOf: number | null
  readonly verdict: Mark['verdict'] | null
  readonly byHand: boolean
}

type FieldComplaint = AnswerComplaint & { readonly field: string }

interface How {
  /** The server ends what is overdue. */
  readonly bySystem?: boolean
  /** Of an assessor: judges what was submitted, in the same transaction. */
  readonly judge?: ((tx: WriteTx) => Promise<void>) | null
}

/**
 * Submits stored and sent answers once: a second call answers the same. Drops answers of hidden fields. After the time,
 * submits what was saved, even if something is missing. An assessor's judgement is applied with it, or later if the
 * person has submitted before.
 */
export async function submitForm(
  ctx: Ctx,
  submissionId: string,
  save: Save,
  { bySystem = false, judge = null }: How = {},
): Promise<{ id: string; byTime: boolean }> {
  const result = await ctx.write(async (tx) => {
    const held = bySystem ? await holdForSystem(ctx, tx, submissionId) : await holdToWrite(ctx, tx, submissionId)
    const { submission, form, as } = held
    const judges = as === 'assessor' && submission.state === 'markingRequired' && judge !== null
    const isOpen = submission.state === 'inprogress' || submission.state === 'pendingResubmission'
    if (!isOpen && !judges) return { errors: [], byTime: false }
    authorize(
      ctx.actor,
      () => (bySystem || judges || submitsAs(form, as, submission) ? null : wrongState('forms.byOther')),
      submission,
    )
    const byTime = isOver(submission, ctx.now, as)
    // The date was moved meanwhile, or more time given.
    if (bySystem && !byTime) return { errors: [], byTime }
    if (!byTime) {
      const read = readChanges(ctx, fieldsByKey(form), save.changes)
      await refuseStrangeFiles(ctx, tx, submissionId, read)
      const written = await writeAnswers(ctx, tx, submission, { ...save, changes: ownChanges(held, read) })
      // The person has not seen what the other window wrote.
      if (written.conflicts.length > 0)
        return { errors: written.conflicts.map(({ field }) => ({ field, code: 'conflict' as const })), byTime }
    }
    const [stored, member, day] = await Promise.all([
      sql<StoredAnswer>`
        select field, value, points, out_of, verdict, by_hand from answers where submission_id = ${submission.id}`.execute(
        tx,
      ),
      findMember(tx, submission.membershipId),
      sql<{ day: string }>`select ${today(ctx.now)} as day`.execute(tx),
    ])
    const answers = Object.fromEntries(
      stored.rows.flatMap((row) => (row.value === null ? [] : [[row.field, row.value]])),
    )
    // What the caller does not see decides nothing here, and is kept as it is.
    const shown = formFor(form, as, submission)
    const checked = checkAnswers(shown, answersOf(shown, answers), member, day.rows[0]?.day ?? '')
    const known = await readNamed(tx, form, checked.answers, submission, [submission.userId, ctx.actor.userId])
    const own = changeableKeys(form, as, submission)
    const errors = byTime ? [] : inOrder(form, [...checked.errors, ...known.errors]).filter((one) => own.has(one.field))
    if (errors.length > 0) return { errors, byTime }
    const shownKeys = fieldsByKey(shown)
    const kept = {
      ...Object.fromEntries(Object.entries(answers).filter(([key]) => !shownKeys.has(key))),
      ...known.answers,
    }
    await keepSubmission(ctx, tx, submission, form, {
      answers: kept,
      member,
      byTime,
      stored: stored.rows,
      by: bySystem ? submission.writtenBy : ctx.actor.userId,
    })
    if (as === 'assessor') await judge?.(tx)
    return { errors: [], byTime }
  })
  if (result.errors.length > 0) throw refuseAnswers(ctx, result.errors)
  return { id: submissionId, byTime: result.byTime }
}

/** The server itself ends what is overdue, as the person would. */
async function holdForSystem(ctx: Ctx, tx: WriteTx, id: string): Promise<HeldToWrite> {
  const submission = await lockWritten(tx, id)
  if (!submission) throw notFound()
  const form = withDrawn(await getVersion(tx, ctx.actor.tenantId, submission.versionId), submission.drawn)
  return { submission, form, as: 'person' }
}

/** Complaints as an answer, each at its field. */
export function refuseAnswers(
  ctx: Ctx,
  errors: readonly { field: string; code: string; value?: string | number }[],
): ProblemError {
  if (errors.some((one) => one.code === 'conflict'))
    return new ProblemError('conflict', {
      errors: errors.map(({ field }) => ({
        path: `answers.${field}`,
        message: ctx.t('problem.conflict'),
        code: 'conflict',
      })),
    })
  return new ProblemError('invalid-input', {
    errors: errors.map(({ field, code, value }) => ({
      path: `answers.${field}`,
      message: ctx.t(`forms.complaints.${code}`, { value: value ?? '', label: '' }),
      code,
    })),
  })
}

function inOrder(form: FormContent, errors: readonly FieldComplaint[]): FieldComplaint[] {
  const order = new Map([...fieldsByKey(form).keys()].map((key, at) => [key, at]))
  const first = new Map<string, FieldComplaint>()
  for (const error of errors) if (!first.has(error.field)) first.set(error.field, error)
  return [...first.values()].sort((a, b) => (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0))
}

/** Names of people and files as the tenant has them, whatever was sent. */
async function readNamed(
  tx: ReadTx,
  form: FormContent,
  answers: Answers,
  submission: AnswerHolder,
  /** The filler; other people are named in their own teams only. */
  userIds: readonly string[],
): Promise<{ answers: Answers; errors: FieldComplaint[] }> {
  const fields = fieldsByKey(form)
  const of = <K extends 'person' | 'file'>(kind: K) =>
    Object.entries(answers).flatMap(([key, answer]): [string, AnswerOfKind[K]][] =>
      fields.get(key)?.kind === kind ? [[key, answer as AnswerOfKind[K]]] : [],
    )
  const [people, files] = [of('person'), of('file')]
  if (people.length === 0 && files.length === 0) return { answers, errors: [] }
  const [named, stored] = await Promise.all([
    people.length === 0
      ? []
      : tx
          .selectFrom('memberships')
          .select(['userId', 'shownFirstName as firstName', 'lastName'])
          .where(
            'userId',
            'in',
            people.flatMap(([, list]) => list.map((one) => one.id)),
          )
          .where('isPrimary', '=', true)
          .where(isColleagueOf(userIds))
          .execute(),
    listFiles(
      tx,
      files.flatMap(([, list]) => list.map((one) => one.fileId)),
    ),
  ])
  const names = new Map(named.map((row) => [row.userId, fullName(row)]))
  const known = new Map(stored.filter((file) => isAnswerFile(file, submission)).map((file) => [file.id, file]))
  const changed: Record<string, AnswerValue> = { ...answers }
  const errors: FieldComplaint[] = []
  for (const [key, list] of people) {
    changed[key] = list.map((one) => ({ id: one.id, name: names.get(one.id) ?? '' }))
    if (list.some((one) => !names.has(one.id))) errors.push({ field: key, code: 'noSuchPerson' })
  }
  for (const [key, list] of files) {
    changed[key] = list.map((one) => {
      const file = known.get(one.fileId)
      return { fileId: one.fileId, name: file?.name ?? '', size: Number(file?.size ?? 0) }
    })
    if (list.some((one) => !known.has(one.fileId))) errors.push({ field: key, code: 'noSuchFile' })
  }
  return { answers: changed, errors }
}

/** Marks of every visible question, in the order of the form; by its corrected key. */
function marksOf(
  form: FormContent,
  answers: Answers,
  member: Record<string, readonly string[]>,
  { corrections, now }: { corrections: Corrections; now: Date },
): { field: string; mark: Mark }[] {
  const fields = fieldsByKey(form)
  return [...resolve(form, answers, member).visible].flatMap((key) => {
    const field = fields.get(key) as Field
    const mark = 'quiz' in field ? markCorrected(field, answers[key], corrections.get(key) ?? [], now) : null
    return mark ? [{ field: key, mark }] : []
  })
}

export interface Sums {
  readonly points: number | null
  readonly outOf: number | null
  readonly percent: number | null
  readonly isMarked: boolean
}

/** Nobody ends below zero. Without a question that earns points there is nothing to sum up. */
export function sumUp(marks: readonly { points: number | null; outOf: number }[]): Sums {
  const outOf = marks.reduce((sum, mark) => sum + mark.outOf, 0)
  const isMarked = marks.every((mark) => mark.points !== null)
  if (outOf === 0) return { points: null, outOf: null, percent: null, isMarked }
  const points = Math.max(0, Math.round(marks.reduce((sum, mark) => sum + (mark.points ?? 0), 0) * 1000) / 1000)
  return { points, outOf, percent: Math.min(100, Math.round((points / outOf) * 10_000) / 100), isMarked }
}

type Submitted = Pick<
  WrittenSubmission,
  | 'id'
  | 'formId'
  | 'title'
  | 'versionId'
  | 'assignmentId'
  | 'activityId'
  | 'userId'
  | 'membershipId'
  | 'state'
  | 'revision'
  | 'startedAt'
  | 'reopened'
  | 'closesAt'
>

/** Stores what was submitted with its marks, and what follows from it. */
export async function keepSubmission(
  ctx: Ctx,
  tx: WriteTx,
  submission: Submitted,
  form: FormContent,
  of: {
    answers: Answers
    member: Record<string, string[]>
    byTime: boolean
    stored: readonly StoredAnswer[]
    /** Who submits. */
    by: string
  },
): Promise<void> {
  // Marks that a person gave stay where the question was not reopened.
  const byHand = new Map(
    of.stored.flatMap((row) =>
      row.byHand && submission.reopened !== null && !submission.reopened.includes(row.field) ? [[row.field, row]] : [],
    ),
  )
  const corrections = await listCorrections(tx, submission.versionId, form)
  const marks = marksOf(form, of.answers, of.member, { corrections, now: ctx.now }).map(({ field, mark }) => {
    const given = mark.verdict === 'leftOut' ? undefined : byHand.get(field)
    return { field, mark: given?.verdict ? { ...mark, points: given.points, verdict: given.verdict } : mark }
  })
  const sums = sumUp(marks.map((one) => one.mark))
  // What waits for a judgement already is only written anew.
  const state =
    submission.state === 'markingRequired'
      ? submission.state
      : stateAfter(form, submission.state, 'submit', sums.isMarked)
  if (state === null) throw new Error(`Nothing is submitted from ${submission.state}`)
  const outcome = outcomeOf(state, form.settings, sums.percent)
  const decided = { state, outcome, percent: sums.percent, submittedAt: ctx.now, closesAt: submission.closesAt }
  const withheld = isWithheld(decided, form.settings, ctx.now)
  const shows = mayShowResult(decided, form.settings, ctx.now)
  const rows = [...new Set([...Object.keys(of.answers), ...marks.map((one) => one.field)])].map((field) => {
    const mark = marks.find((one) => one.field === field)?.mark
    return {
      field,
      value: of.answers[field] ?? null,
      points: mark?.points ?? null,
      out_of: mark?.outOf ?? null,
      verdict: mark?.verdict ?? null,
      by_hand: byHand.has(field),
    }
  })
  const isDecided = outcome !== null
  const isNew = submission.state !== 'markingRequired'
  await sql`
    with given as (
      select * from jsonb_to_recordset(${json(rows)}::jsonb) as g(field text, value jsonb, points numeric, out_of numeric, verdict text, by_hand boolean)
    ),
    gone as (
      delete from answers a where a.submission_id = ${submission.id} and not exists (select from given g where g.field = a.field)
    ),
    kept as (
      insert into answers (submission_id, field, value, revision, saved_in, saved_at, points, out_of, verdict, by_hand)
      select ${submission.id}::uuid, field, nullif(value, 'null'::jsonb), ${submission.revision}::integer, 'submit', ${ctx.now}::timestamptz, points, out_of, verdict, by_hand from given
      on conflict (tenant_id, submission_id, field) do update set
        value = excluded.value, out_of = excluded.out_of, points = excluded.points, verdict = excluded.verdict, by_hand = excluded.by_hand
    ),
    told as (
      insert into submission_events (id, submission_id, event, at, by_user)
      select ${newId()}::uuid, ${submission.id}::uuid, 'submitted', ${ctx.now}::timestamptz, ${of.by}::uuid where ${isNew}::boolean
    )
    update submissions set state = ${state}, outcome = ${outcome}, submitted_at = case when ${isNew} then ${ctx.now}::timestamptz else submitted_at end, saved_at = ${ctx.now}, by_time = ${of.byTime},
      decided_at = ${isDecided ? ctx.now : null}, decided_by = null, points = ${sums.points}, out_of = ${sums.outOf}, percent = ${sums.percent}, is_withheld = ${withheld}
    where id = ${submission.id}`.execute(tx)
  if (state === 'approvalRequired')
    await openByLevels(ctx, tx, {
      submissionId: submission.id,
      documentId: submission.formId,
      title: submission.title,
      userId: submission.userId,
      membershipId: submission.membershipId,
      levels: form.settings.levels,
    })
  // Markers are told once, not again with every visit of an assessor.
  if (isNew && (state === 'pending' || state === 'markingRequired'))
    await enqueue(ctx, tx, 'forms.tell', {
      submissionId: submission.id,
      notice: 'markingWaits',
      key: ctx.now.toISOString(),
    })
  if (outcome !== null)
    await startFollowUps(ctx, tx, { submissionId: submission.id, form, outcome, isWithheld: withheld })
  if (submission.assignmentId === null || !isNew) return
  const seconds = Math.round((ctx.now.getTime() - submission.startedAt.getTime()) / 1000)
  await recordOutcome(ctx, tx, {
    assignmentId: submission.assignmentId,
    userId: submission.userId,
    formId: submission.formId,
    title: submission.title,
    versionId: submission.versionId,
    outcome,
    percent: shows ? sums.percent : null,
    isWithheld: withheld,
    seconds: submission.state === 'inprogress' ? Math.min(seconds, longestSitting) : 0,
    isSubmission: true,
    interactions: describeInteractions(ctx, submission, { form, answers: of.answers, marks: shows ? marks : [] }),
    replaces: false,
  })
}

/** A longer sitting is cut to this: somebody left the form open and came back later. */
const longestSitting = 4 * 3600
