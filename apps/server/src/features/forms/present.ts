import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field, FormContent } from '@learnt/contract/forms/content'
import type {
  AnswerMark,
  FormCard,
  followUpReasons,
  OpenForm,
  OwnForm,
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
import { withDrawn } from './commands/draw-questions.ts'
import type { OwnFormWhole } from './commands/open-form.ts'
import { startOfWhole } from './commands/open-form.ts'
import { formKind } from './kind.ts'
import { isMomentReached, markSubmission, ownLimit, pagesOfLevels } from './policy.ts'
import {
  type AnswerRow,
  type FollowUpRow,
  findNames,
  getOwnSubmission,
  listAnswers,
  listFollowUps,
  type OwnSubmissionRecord,
  type SubmissionRecord,
} from './queries/find-submissions.ts'
import { getVersion } from './queries/find-version.ts'
import {
  type EventRow,
  findNeighbours,
  listAskedLevels,
  listEvents,
  type SubmissionRow,
} from './queries/list-submissions.ts'
import { type FormCardRow, findMember } from './queries/own-forms.ts'

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
    closesAt: row.closesAt,
    attemptsMade: row.attemptsMade,
    attempts: row.attempts,
    assignedAt: row.assignedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    isLocked: row.isLocked,
  }
}

/** `settings`: of the version that was answered. Marks stay away until the form shows them. */
export function presentOwnSubmission(
  ctx: Ctx,
  row: OwnSubmissionRecord,
  settings: FormContent['settings'],
): OwnSubmissionRow {
  const shows = isMomentReached(settings.review.marks, row, settings, ctx.now)
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    outcome: shows || (row.outcome !== 'passed' && row.outcome !== 'failed') ? row.outcome : 'completed',
    versionNumber: row.versionNumber,
    startedAt: row.startedAt.toISOString(),
    savedAt: row.savedAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    points: shows ? row.points : null,
    outOf: shows ? row.outOf : null,
    percent: shows ? row.percent : null,
  }
}

export function presentOwnForm(ctx: Ctx, whole: OwnFormWhole): OwnForm {
  const { form, content, attempts } = whole
  const { settings } = content
  const { canStartAt, ...start } = startOfWhole(ctx, whole)
  const shows = attempts[0] ? isMomentReached(settings.review.marks, attempts[0], settings, ctx.now) : false
  return {
    ...presentFormCard(ctx, form),
    percent: shows ? form.percent : null,
    versionNumber: form.versionNumber,
    questions: fieldsOf(content).filter((field) => 'required' in field || field.kind === 'draw').length,
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
export async function filesOfAttempt(ctx: Ctx, tx: ReadTx, form: FormContent, answers: Record<string, AnswerValue>) {
  const given = fieldsOf(form).flatMap((field) => {
    const answer = field.kind === 'file' ? answers[field.key] : undefined
    return Array.isArray(answer)
      ? answer.flatMap((one) => (typeof one === 'object' && 'fileId' in one ? [one.fileId] : []))
      : []
  })
  const files = await listFiles(tx, [...formKind.namedFiles(form), ...given])
  return files.map((file) => presentFile(ctx, file))
}

export async function presentOpenForm(
  ctx: Ctx,
  { form: own, member }: OwnFormWhole,
  attempt: OwnSubmissionRecord,
  content: FormContent,
): Promise<OpenForm> {
  const written = Object.entries(attempt.written ?? {})
  const answers = Object.fromEntries(written.flatMap(([key, { value }]) => (value === null ? [] : [[key, value]])))
  const form = shownForm(ctx, content, attempt)
  const files = await ctx.read((tx) => filesOfAttempt(ctx, tx, form, answers))
  return {
    submission: {
      id: attempt.id,
      number: attempt.number,
      state: attempt.state,
      startedAt: attempt.startedAt.toISOString(),
      savedAt: attempt.savedAt.toISOString(),
      revision: attempt.revision,
      endsAt: attempt.endsAt?.toISOString() ?? null,
    },
    formId: own.documentId,
    assignmentId: own.id,
    versionNumber: attempt.versionNumber,
    form,
    member,
    answers,
    reopened: attempt.reopened,
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
  const whole = formKind.present?.(ctx, drawn) ?? drawn
  const [answers, events, member, neighbours, levels, followUps] = await Promise.all([
    listAnswers(tx, row.id),
    listEvents(tx, row.id),
    findMember(tx, record.membershipId),
    findNeighbours(ctx, tx, row),
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
  const given =
    row.submittedAt === null
      ? {}
      : valuesOf((answer) => (record.state === 'pendingResubmission' ? (answer.earlier ?? answer.value) : answer.value))
  const isWhole = isAdmin(ctx.actor) && row.isSeen
  const pages = isWhole ? null : pagesOfLevels(whole.settings, levels.asked, row.isManaged)
  const form = pages === null ? whole : onlyPages(whole, given, member, pages)
  const shown = fieldsByKey(form)
  const only = <Value>(values: Record<string, Value>) =>
    pages === null ? values : Object.fromEntries(Object.entries(values).filter(([key]) => shown.has(key)))
  return {
    ...presentSubmissionRow(ctx, row),
    form,
    member: pages === null ? member : {},
    answers: only(given),
    earlier: only(valuesOf((answer) => answer.earlier)),
    marks: answers
      .filter(
        (answer) => (answer.outOf !== null || answer.comment !== '') && (pages === null || shown.has(answer.field)),
      )
      .map(presentMark),
    mayChange:
      levels.now === null
        ? []
        : (whole.settings.levels[levels.now - 1]?.mayChange ?? []).filter((key) => shown.has(key)),
    followUps: isWhole ? presentFollowUps(whole, followUps) : [],
    comment: record.comment,
    reopened: record.reopened,
    revision: record.markedRevision,
    files: await filesOfAttempt(ctx, tx, form, given),
    events: events.map(presentEvent),
    ...neighbours,
  }
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
  const sees = (moment: keyof typeof review) => isMomentReached(review[moment], row, settings, ctx.now)
  const isOwn = row.submittedAt === null || sees('answers')
  const given = isOwn
    ? Object.fromEntries(answers.flatMap((one) => (one.value === null ? [] : [[one.field, one.value]])))
    : null
  const form = shownForm(
    ctx,
    content,
    { id: record.id, drawn: record.drawn as Record<string, Field[]> | null },
    { key: sees('key'), feedback: sees('feedback') },
  )
  return {
    ...presentOwnSubmission(ctx, row, settings),
    formId: record.formId,
    title: document.title,
    form,
    member,
    answers: given,
    marks: sees('marks') ? answers.filter((one) => one.outOf !== null || one.comment !== '').map(presentMark) : null,
    comment: record.comment,
    decidedBy: document.decidedBy,
    events: flowOf(content) === 'approval' ? events.map(presentEvent) : [],
    files: await filesOfAttempt(ctx, tx, form, given ?? {}),
    can: {},
  }
}
