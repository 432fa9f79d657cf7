import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import { answersOf, asksOf, formFor, submitsAs, writableBy } from '@learnt/contract/forms/field-access'
import type {
  AnswerMark,
  FormCard,
  FormPerson,
  followUpReasons,
  Marking,
  ObservationRow as ObservationShape,
  OpenForm,
  OwnForm,
  OwnResult as OwnResultShape,
  OwnSubmissionRow,
  OwnSubmission as OwnSubmissionShape,
  ReviewedSubmission as ReviewedShape,
  SubmissionRow as SubmissionRowShape,
  submissionEvents,
} from '@learnt/contract/forms/operations'
import { resolve } from '@learnt/contract/forms/resolve'
import { flowOf } from '@learnt/contract/forms/submission-states'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { type MaySee, shuffled, withoutKeys } from '@learnt/contract/forms/without-keys'
import { fullName } from '@learnt/contract/text'
import type { z } from 'zod'
import { isAdmin } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/problem.ts'
import { imageUrl, listFiles, presentFile } from '../files/queries.ts'
import { refuseDecision } from '../requests/policy.ts'
import { fileIdsOf } from './commands/answer-files.ts'
import { withDrawn } from './commands/draw-questions.ts'
import type { OwnFormWhole } from './commands/open-form.ts'
import { startOfWhole } from './commands/open-form.ts'
import { formKind } from './kind.ts'
import {
  type AnswerHolder,
  endOfWriting,
  isAnswerFile,
  isMomentReached,
  markSubmission,
  mayShowResult,
  observeSubmission,
  ownLimit,
  pagesOfLevels,
  shownStanding,
  waitsForMarks,
} from './policy.ts'
import {
  type AnswerRow,
  type FollowUpRow,
  findNames,
  getOwnSubmission,
  listAnswers,
  listFollowUps,
  listOwnSubmissions,
  type OwnSubmissionRecord,
  type SubmissionRecord,
} from './queries/find-submissions.ts'
import { getVersion } from './queries/find-version.ts'
import { listCorrections, withCorrections } from './queries/list-corrections.ts'
import { listMarkings, type MarkingRow } from './queries/list-markings.ts'
import type { ObservationRow } from './queries/list-observations.ts'
import {
  type EventRow,
  findNeighbours,
  listAskedLevels,
  listEvents,
  type SubmissionRow,
} from './queries/list-submissions.ts'
import type { FormPersonRow } from './queries/manager-access.ts'
import { type FormCardRow, findMember } from './queries/own-forms.ts'
import type { OwnResultRow } from './queries/own-results.ts'

export function presentFormCard(ctx: Ctx, row: FormCardRow): FormCard {
  return {
    formId: row.documentId,
    assignmentId: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    image: imageUrl(ctx, row.imageFileId),
    kind: row.subtype,
    isOptional: row.isOptional,
    minutes: row.minutes,
    state: row.submissionState ?? 'notstarted',
    outcome: row.outcome,
    progress: row.progressState,
    percent: row.percent,
    dueAt: row.dueAt?.toISOString() ?? null,
    dueState: row.dueState,
    opensAt: row.opensAt,
    closesAt: row.closesAt?.toISOString() ?? null,
    attemptsMade: row.attemptsMade,
    attempts: row.attempts,
    assignedAt: row.assignedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    isLocked: row.isLocked,
  }
}

export function presentFormPerson({ firstName, lastName, dueAt, ...row }: FormPersonRow): FormPerson {
  return { ...row, name: fullName({ firstName, lastName }), dueAt: dueAt?.toISOString() ?? null }
}

/** `settings`: of the version that was answered. Marks stay away until the form shows them. */
export function presentOwnSubmission(
  ctx: Ctx,
  row: OwnSubmissionRecord,
  settings: FormContent['settings'],
): OwnSubmissionRow {
  const shows = mayShowResult(row, settings, ctx.now)
  const { state, outcome, isHidden } = shownStanding(row, settings, ctx.now)
  return {
    id: row.id,
    number: row.number,
    state,
    outcome,
    versionNumber: row.versionNumber,
    startedAt: row.startedAt.toISOString(),
    savedAt: row.savedAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    decidedAt: isHidden ? null : (row.decidedAt?.toISOString() ?? null),
    points: shows ? row.points : null,
    outOf: shows ? row.outOf : null,
    // a question that still waits for marks would count as wrong
    percent: shows && row.state !== 'pending' ? row.percent : null,
  }
}

/** An outcome in the list of all of them. */
export function presentOwnResult(ctx: Ctx, row: OwnResultRow): z.input<typeof OwnResultShape> {
  const { formId, title, kind, category } = row
  const { isHidden } = shownStanding(row, row.settings, ctx.now)
  // What a marker wrote is a part of the result.
  const said = isHidden ? { comment: '', decidedBy: '' } : { comment: row.comment, decidedBy: row.decidedBy }
  return { ...presentOwnSubmission(ctx, row, row.settings), formId, title, kind, category, ...said }
}

/** All of one's submissions to a form: those at the form itself, and those in courses. */
export async function presentOwnList(ctx: Ctx, tx: ReadTx, formId: string) {
  const [rows, { title }] = await Promise.all([
    listOwnSubmissions(tx, ctx.actor.userId, formId, 'all'),
    findNames(tx, formId, null),
  ])
  const items: OwnSubmissionRow[] = []
  for (const row of rows) {
    const { settings } = await getVersion(tx, ctx.actor.tenantId, row.versionId)
    items.push(presentOwnSubmission(ctx, row, settings))
  }
  return { formId, title, items }
}

export function presentOwnForm(ctx: Ctx, whole: OwnFormWhole): OwnForm {
  const { form, content, attempts } = whole
  const { settings } = content
  const { canStartAt, ...start } = startOfWhole(ctx, whole)
  const shows = attempts[0] ? mayShowResult(attempts[0], settings, ctx.now) : false
  return {
    ...presentFormCard(ctx, form),
    percent: shows ? form.percent : null,
    versionNumber: form.versionNumber,
    questions: fieldsOf(content).reduce(
      (sum, field) => sum + ('required' in field ? 1 : field.kind === 'draw' ? field.count : 0),
      0,
    ),
    pages: content.pages.length,
    anonymous: settings.anonymous,
    timeLimitMinutes: settings.timeLimitMinutes,
    ownTimeLimitMinutes: ownLimit(settings, form.extraPercent),
    passPercent: settings.passPercent,
    waitMinutes: settings.waitMinutes,
    navigation: settings.navigation,
    languages: content.languages,
    ...start,
    canStartAt: canStartAt?.toISOString() ?? null,
    waitsFor: form.waitsFor,
    submissions: attempts.map((one) => presentOwnSubmission(ctx, one, settings)),
    now: ctx.now.toISOString(),
  }
}

/** A form as one person's page of one attempt may hold it: drawn, shuffled, without keys, with addresses of its pictures. */
export function shownForm(
  ctx: Ctx,
  form: FormContent,
  attempt: { id: string; drawn: Record<string, Field[]> | null },
  see?: MaySee,
): FormContent {
  const own = shuffled(withDrawn(form, attempt.drawn), attempt.id)
  const bare = withoutKeys(own, attempt.id, see)
  return formKind.present?.(ctx, bare) ?? bare
}

/** Files of the form and of the answers. One statement; none for none. */
export async function filesOfAttempt(
  ctx: Ctx,
  tx: ReadTx,
  form: FormContent,
  { answers, ...holder }: AnswerHolder & { answers: Record<string, AnswerValue> },
) {
  const given = fieldsOf(form).flatMap((field) => (field.kind === 'file' ? fileIdsOf(answers[field.key]) : []))
  const named = new Set(formKind.namedFiles(form))
  const files = await listFiles(tx, [...named, ...given])
  return files.filter((file) => named.has(file.id) || isAnswerFile(file, holder)).map((file) => presentFile(ctx, file))
}

/** `about`: the person observed by the caller; null: the caller fills it in for themselves. */
export async function presentOpenForm(
  ctx: Ctx,
  { form: own, member }: OwnFormWhole,
  attempt: OwnSubmissionRecord,
  content: FormContent,
  about: { id: string; name: string } | null = null,
): Promise<OpenForm> {
  const as = about === null ? 'person' : 'assessor'
  const form = formFor(shownForm(ctx, content, attempt), as, attempt)
  const shown = new Set(fieldsOf(form).map((field) => field.key))
  const written = Object.entries(attempt.written ?? {}).filter(([key]) => shown.has(key))
  const answers = Object.fromEntries(written.flatMap(([key, { value }]) => (value === null ? [] : [[key, value]])))
  const holder = { id: attempt.id, userId: about?.id ?? ctx.actor.userId, writtenBy: ctx.actor.userId }
  const files = await ctx.read((tx) => filesOfAttempt(ctx, tx, form, { ...holder, answers }))
  return {
    submission: {
      id: attempt.id,
      number: attempt.number,
      state: attempt.state,
      startedAt: attempt.startedAt.toISOString(),
      savedAt: attempt.savedAt.toISOString(),
      revision: attempt.revision,
      endsAt: endOfWriting(attempt, as)?.toISOString() ?? null,
    },
    formId: own.documentId,
    assignmentId: own.id,
    versionNumber: attempt.versionNumber,
    as,
    about,
    judges: as === 'assessor' && (attempt.state === 'markingRequired' || submitsAs(content, as, attempt)),
    form,
    member,
    answers,
    reopened: attempt.state === 'pendingResubmission' ? attempt.reopened : null,
    comment: attempt.state === 'pendingResubmission' ? attempt.comment : '',
    comments: Object.fromEntries(written.flatMap(([key, { comment }]) => (comment === '' ? [] : [[key, comment]]))),
    files,
    today: own.today,
    now: ctx.now.toISOString(),
  }
}

export function presentSubmissionRow(ctx: Ctx, row: SubmissionRow): z.input<typeof SubmissionRowShape> {
  return {
    id: row.id,
    formId: row.formId,
    title: row.title,
    userId: row.userId,
    name: fullName(row),
    email: row.email,
    position: row.position,
    number: row.number,
    versionNumber: row.versionNumber,
    state: row.state,
    outcome: row.outcome,
    startedAt: row.startedAt,
    submittedAt: row.submittedAt,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy,
    points: row.points,
    outOf: row.outOf,
    percent: row.percent,
    waitsFor: waitsForMarks(row),
    withWhom: row.withWhom,
    withAdministrators: row.withAdministrators,
    level: row.level,
    can: canOf(ctx, row),
  }
}

function canOf(ctx: Ctx, row: SubmissionRow) {
  const mark = markSubmission(ctx.actor, row)?.reason ?? null
  const { request } = row
  if (request === null) return { mark, decide: 'forms.notWaiting', reopen: mark }
  const decide =
    refuseDecision(ctx.actor, { ...request, standInAt: request.standInAt && new Date(request.standInAt) }, ctx.now)
      ?.reason ?? null
  return { mark, decide, reopen: decide }
}

/** A mark of a question as it is stored. */
export function presentMark(row: AnswerRow): AnswerMark {
  return {
    field: row.field,
    points: row.points === null ? null : Number(row.points),
    outOf: Number(row.outOf ?? 0),
    verdict: row.verdict ?? 'waiting',
    byHand: row.byHand,
    original: row.keyPoints === null ? null : Number(row.keyPoints),
    reason: row.reason,
    comment: row.comment,
  }
}

/** Everything of a submission that those see who mark or decide. Seven statements beside the version. */
export async function presentReviewed(
  ctx: Ctx,
  tx: ReadTx,
  row: SubmissionRow,
  record: SubmissionRecord,
): Promise<z.input<typeof ReviewedShape>> {
  const content = await getVersion(tx, ctx.actor.tenantId, row.versionId)
  const drawn = withDrawn(content, record.drawn as Record<string, Field[]> | null)
  const right = withCorrections(drawn, await listCorrections(tx, row.versionId, drawn))
  const whole = formKind.present?.(ctx, right) ?? right
  const waitsFor = waitsForMarks(row)
  const [answers, events, member, neighbours, markings, levels, followUps] = await Promise.all([
    listAnswers(tx, row.id),
    listEvents(tx, row.id),
    findMember(tx, record.membershipId),
    findNeighbours(ctx, tx, row),
    row.settings.assessors.second ? listMarkings(tx, row.id) : [],
    listAskedLevels(ctx, tx, row.id),
    listFollowUps(tx, row.id),
  ])
  const valuesOf = (pick: (answer: AnswerRow) => AnswerValue | null) =>
    Object.fromEntries(
      answers.flatMap((answer) => {
        const value = pick(answer)
        return value === null ? [] : [[answer.field, value]]
      }),
    )
  // What is being written is the person's own until it is submitted.
  const all = valuesOf((answer) =>
    record.state === 'pendingResubmission' ? (answer.earlier ?? answer.value) : answer.value,
  )
  const given =
    row.submittedAt !== null
      ? all
      : asksOf(content, 'assessor')
        ? answersOf(formFor(content, 'assessor', { state: row.state, reopened: null }), all)
        : {}
  const isWhole = isAdmin(ctx.actor) && row.isSeen
  const pages = isWhole ? null : pagesOfLevels(whole.settings, levels.asked, row.isManaged)
  const form = pages === null ? whole : onlyPages(whole, given, member, pages)
  const shown = fieldsByKey(form)
  const only = <Value>(values: Record<string, Value>) =>
    pages === null ? values : Object.fromEntries(Object.entries(values).filter(([key]) => shown.has(key)))
  // Until it is decided, those who mark see their own marks; both see each other's only to settle a difference.
  const own = markings.find((one) => one.markerId === ctx.actor.userId)
  const mayMark = markSubmission(ctx.actor, row) === null
  const seesMarkings = waitsFor === null || (waitsFor === 'settling' && mayMark)
  const marks = answers
    .filter((answer) => (answer.outOf !== null || answer.comment !== '') && (pages === null || shown.has(answer.field)))
    .map(presentMark)
  return {
    ...presentSubmissionRow(ctx, row),
    form,
    member: pages === null ? member : {},
    answers: only(given),
    earlier: only(valuesOf((answer) => answer.earlier)),
    mayChange:
      levels.now === null
        ? []
        : (whole.settings.levels[levels.now - 1]?.mayChange ?? []).filter((key) => shown.has(key)),
    followUps: isWhole ? presentFollowUps(whole, followUps) : [],
    marks: waitsFor === null ? marks : marks.map((mark) => withOwnMark(mark, own)),
    comment: waitsFor === null ? record.comment : (own?.comment ?? ''),
    markings: seesMarkings ? markings.flatMap(presentMarking) : [],
    observes:
      asksOf(content, 'assessor') &&
      writableBy.assessor.includes(row.state) &&
      observeSubmission(ctx.actor, row) === null,
    reopened: record.reopened,
    revision: waitsFor === null ? record.markedRevision : (own?.revision ?? 0),
    files: await filesOfAttempt(ctx, tx, form, { ...record, answers: given }),
    events: events.map(presentEvent),
    ...neighbours,
  }
}

/** A mark with what its reader has given beside others. */
function withOwnMark(mark: AnswerMark, own: MarkingRow | undefined): AnswerMark {
  const given = own?.marks[mark.field]
  if (!given) return mark
  return {
    ...mark,
    ...given,
    byHand: true,
    original: mark.points,
    verdict: given.points >= mark.outOf ? 'right' : given.points > 0 ? 'partly' : 'wrong',
  }
}

function presentMarking(row: MarkingRow): z.input<typeof Marking>[] {
  if (row.finish === null || row.finishedAt === null) return []
  const marks = Object.entries(row.marks).map(([field, mark]) => ({ field, ...mark }))
  return [{ by: row.by, at: row.finishedAt, finish: row.finish, comment: row.comment, marks }]
}

export function presentObservation(row: ObservationRow): z.input<typeof ObservationShape> {
  const { firstName: _, lastName: __, ...rest } = row
  return { ...rest, name: fullName(row) }
}

/** What somebody sees who is asked at a level: its pages as they were filled in, without what decided about them. */
export function onlyPages(
  form: FormContent,
  answers: Record<string, AnswerValue>,
  member: Record<string, string[]>,
  pages: ReadonlySet<string>,
): FormContent {
  const { visible } = resolve(form, answers, member)
  return {
    ...form,
    pages: form.pages
      .filter((page) => pages.has(page.key))
      .map((page) => ({
        ...page,
        showIf: null,
        jumps: [],
        sections: page.sections.map((section) => ({
          ...section,
          showIf: null,
          fields: section.fields
            .filter((field) => visible.has(field.key))
            .map(
              (field) => ({ ...field, showIf: null, ...('required' in field ? { requiredIf: null } : {}) }) as Field,
            ),
        })),
      })),
  }
}

function presentEvent(event: EventRow) {
  return { ...event, event: event.event as (typeof submissionEvents)[number] }
}

function presentFollowUps(form: FormContent, rows: readonly FollowUpRow[]): z.input<typeof ReviewedShape>['followUps'] {
  return rows.flatMap(({ key, state, reason, doneAt }) => {
    const action = form.settings.followUps.find((one) => one.key === key)?.action
    if (!action) return []
    return [
      {
        key,
        do: action.do,
        state,
        reason: reason === '' ? null : (reason as (typeof followUpReasons)[number]),
        doneAt: doneAt?.toISOString() ?? null,
      },
    ]
  })
}

/** The person's own submission, as far as its form shows it at this moment. */
export async function presentOwnWhole(
  ctx: Ctx,
  tx: ReadTx,
  record: SubmissionRecord,
): Promise<z.input<typeof OwnSubmissionShape>> {
  const [content, row, answers, member, document, events] = await Promise.all([
    getVersion(tx, ctx.actor.tenantId, record.versionId),
    getOwnSubmission(tx, record.id),
    listAnswers(tx, record.id),
    findMember(tx, record.membershipId),
    findNames(tx, record.formId, record.decidedBy),
    listEvents(tx, record.id),
  ])
  if (!row) throw notFound()
  const { settings } = content
  const { review } = settings
  const sees = (moment: keyof typeof review) => isMomentReached(review[moment], row, ctx.now)
  const isOwn = row.submittedAt === null || sees('answers')
  const drawn = withDrawn(content, record.drawn as Record<string, Field[]> | null)
  const right = sees('key') ? withCorrections(drawn, await listCorrections(tx, record.versionId, drawn)) : drawn
  const { state, isHidden } = shownStanding(row, settings, ctx.now)
  const form = formFor(
    shownForm(ctx, right, { id: record.id, drawn: null }, { key: sees('key'), feedback: sees('feedback') }),
    'person',
    { state, reopened: record.reopened },
  )
  // What only assessors answer is shown to the person with the outcome.
  const isShown = isOwn && fieldsOf(form).some((field) => 'required' in field)
  const all = Object.fromEntries(answers.flatMap((one) => (one.value === null ? [] : [[one.field, one.value]])))
  const given = isShown ? answersOf(form, all) : null
  return {
    ...presentOwnSubmission(ctx, row, settings),
    formId: record.formId,
    title: document.title,
    form,
    member,
    answers: given,
    marks: sees('marks') ? answers.filter((one) => one.outOf !== null || one.comment !== '').map(presentMark) : null,
    comment: isHidden ? '' : record.comment,
    decidedBy: isHidden ? '' : document.decidedBy,
    events: flowOf(content) === 'approval' ? events.map(presentEvent) : [],
    files: await filesOfAttempt(ctx, tx, form, { ...record, answers: given ?? {} }),
    can: {},
  }
}
