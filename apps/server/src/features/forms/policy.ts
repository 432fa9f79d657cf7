import type { FormContent, FormSettings } from '@learnt/contract/forms/content'
import type { Filler } from '@learnt/contract/forms/field-access'
import type { formButtons, markingWaits, startReasons } from '@learnt/contract/forms/operations'
import {
  decidedStates,
  flowOf,
  type Outcome,
  type SubmissionState,
  tellingOutcomes,
  writableStates,
} from '@learnt/contract/forms/submission-states'
import { type SubmissionVerb, submissionTransitions } from '@learnt/contract/forms/submission-transitions'
import { visibleToLearners } from '@learnt/contract/states'
import { type Actor, isAdmin, isManager } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy, type Refusal, type Rule, wrongState } from '../../platform/authorize.ts'

/** What the policy has to know about somebody's form. */
export interface OwnFormStanding {
  readonly userId: string
  readonly isActive: boolean
  readonly documentStatus: string
  readonly waitsFor: { readonly id: string; readonly type: string; readonly title: string } | null
}

/** Learners see only their own, while something gives it to them and while it is published. */
export function mayOpenForm(actor: Actor, form: OwnFormStanding): Refusal | null {
  const isVisible = visibleToLearners.some((state) => state === form.documentStatus)
  return form.userId === actor.userId && form.isActive && isVisible ? null : hidden
}

/** An attempt as starting the next one looks at it. */
export interface Attempt {
  readonly state: SubmissionState
  readonly submittedAt: Date | null
  /** Of the assignment that stands now, not of an earlier cycle. */
  readonly isOfNow: boolean
}

export interface Start {
  readonly button: (typeof formButtons)[number]
  /** Null: the button does something. */
  readonly reason: (typeof startReasons)[number] | null
  readonly canStartAt: Date | null
}

/** What the person can do with a form next. `attempts`: newest first. */
export function startOf(
  settings: FormSettings,
  form: Pick<OwnFormStanding, 'waitsFor'> & {
    readonly hasAnswered: boolean
    readonly isByAssessor?: boolean
    readonly closesAt: Date | null
  },
  attempts: readonly Attempt[],
  now: Date,
): Start {
  const of = attempts.filter((one) => one.isOfNow)
  const open = attempts.find((one) => writableStates.includes(one.state))
  const [newest] = of
  const refuse = (reason: Start['reason'], canStartAt: Date | null = null): Start => ({
    button: newest ? 'look' : 'none',
    reason,
    canStartAt,
  })
  const opensAt = momentOf(settings.opensAt)
  const isClosed = form.closesAt !== null && form.closesAt <= now
  if (form.waitsFor) return refuse('locked')
  if (form.isByAssessor)
    return {
      button: of.some((one) => one.submittedAt !== null) ? 'look' : 'none',
      reason: 'byAssessor',
      canStartAt: null,
    }
  // What somebody asked to be done again may be, even when the form has closed meanwhile.
  if (open?.state === 'pendingResubmission') return { button: 'resubmit', reason: null, canStartAt: null }
  if (isClosed) return refuse('closed')
  if (open) return { button: 'continue', reason: null, canStartAt: null }
  if (form.hasAnswered) return refuse('answered')
  if (newest && ['markingRequired', 'approvalRequired'].includes(newest.state)) return refuse('withOthers')
  if (newest && ['competent', 'approved'].includes(newest.state)) return refuse('decided')
  if (opensAt !== null && opensAt > now) return refuse('notOpenYet', opensAt)
  // What was not approved may be asked for again.
  const used = of.filter((one) => one.state !== 'not approved').length
  if (settings.attempts !== null && used >= settings.attempts)
    return refuse(settings.attempts === 1 ? 'answered' : 'attemptsUsed')
  const waitsUntil =
    newest?.submittedAt && settings.waitMinutes > 0
      ? new Date(newest.submittedAt.getTime() + settings.waitMinutes * 60_000)
      : null
  if (waitsUntil !== null && waitsUntil > now) return refuse('waiting', waitsUntil)
  return { button: newest ? 'again' : 'start', reason: null, canStartAt: null }
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** A save or submission that arrives a little late was sent in time. */
export const graceMs = 15_000

/** What ends an attempt. */
export interface Ending {
  readonly state: SubmissionState
  /** The end by the time limit, with extra time; null: it has none. */
  readonly endsAt: Date | null
  /** When the form closes for the person, with their extension; null: never. */
  readonly closesAt: Date | null
}

/**
 * The one moment that ends the writing in an attempt: its time limit or the closing date, whichever is first. Null for
 * submissions sent back and for assessors, who write until a decision. A person who loses the form must stop at once
 * (mayWrite).
 */
export function endOfWriting({ state, endsAt, closesAt }: Ending, as: Filler = 'person'): Date | null {
  if (state !== 'inprogress' || as === 'assessor') return null
  if (endsAt === null || closesAt === null) return endsAt ?? closesAt
  return closesAt < endsAt ? closesAt : endsAt
}

/** Whether the writing has ended, and what was sent in time has arrived. */
export function isOver(of: Ending, now: Date, as: Filler = 'person'): boolean {
  const end = endOfWriting(of, as)
  return end !== null && end.getTime() + graceMs < now.getTime()
}

/** The end by the time limit of an attempt that begins now. Extra time is a part of the limit. */
export function limitFrom(settings: FormSettings, extraPercent: number, now: Date): Date | null {
  const minutes = ownLimit(settings, extraPercent)
  return minutes === null ? null : new Date(now.getTime() + minutes * 60_000)
}

export function ownLimit(settings: FormSettings, extraPercent: number): number | null {
  return settings.timeLimitMinutes === null ? null : Math.ceil(settings.timeLimitMinutes * (1 + extraPercent / 100))
}

/** What a submission leads to by a verb; null: nobody may do that now. */
export function stateAfter(
  form: Pick<FormContent, 'kind' | 'settings'>,
  state: SubmissionState,
  verb: SubmissionVerb,
  isMarked: boolean,
): SubmissionState | null {
  const next = submissionTransitions[flowOf(form)][state]?.[verb]
  if (next === undefined) return null
  return next === 'marked' ? (isMarked ? 'completed' : 'pending') : next
}

/** What a state comes to; null while it is undecided. */
export function outcomeOf(state: SubmissionState, settings: FormSettings, percent: number | null): Outcome | null {
  switch (state) {
    case 'completed':
      if (settings.passPercent === null || percent === null) return 'completed'
      return percent >= settings.passPercent ? 'passed' : 'failed'
    case 'competent':
    case 'notCompetent':
    case 'approved':
    case 'not approved':
      return state
    default:
      return null
  }
}

/** A submission as its files look at it. */
export interface AnswerHolder {
  readonly id: string
  readonly userId: string
  readonly writtenBy: string
}

/**
 * Whether a file in a submission was uploaded for it, or by its writer. Other files are not shown, whatever is stored.
 */
export function isAnswerFile(
  file: { readonly purpose: string; readonly createdBy: string | null; readonly subjectId: string | null },
  { id, userId, writtenBy }: AnswerHolder,
): boolean {
  return file.purpose === 'answer' && (file.subjectId === id || [userId, writtenBy].includes(file.createdBy ?? ''))
}

/** A submission as rules about marking look at it. */
export interface SubmissionSubject {
  readonly userId: string
  readonly state: SubmissionState
  /** Of the membership through which it was made, or of all that the person has. */
  readonly isManaged: boolean
  readonly isSeen: boolean
  /** Asked to approve it, now or at an earlier level, or stands in for somebody who is. */
  readonly isAsked: boolean
  readonly settings: FormSettings
  /** Of a form that two people mark: how many have finished, and whether the actor is one of them. */
  readonly markingsFinished: number
  readonly isMarkedByActor: boolean
}

/** Managers see submissions of their own people, administrators of people they see, others what the form gives them. */
export const readSubmission: Rule<SubmissionSubject> = (actor, submission) => {
  if (isAdmin(actor) && submission.isSeen) return null
  // Their own page shows what the review lets them see.
  if (submission.userId === actor.userId) return hidden
  if (isManager(actor) && submission.isManaged) return null
  return submission.isAsked || submission.settings.assessors.people.includes(actor.userId) ? null : hidden
}

/** Assessors of the person by the form's settings; never the person, nor somebody acting as another. */
export const assessSubmission: Rule<Omit<SubmissionSubject, 'markingsFinished' | 'isMarkedByActor'>> = (
  actor,
  submission,
) => {
  const refusal = readSubmission(actor, submission as SubmissionSubject)
  if (refusal) return refusal
  const own = [actor.userId, actor.impersonator?.userId]
  if (own.includes(submission.userId)) return forbidden('forms.own')
  const { managers, administrators, people } = submission.settings.assessors
  const isAssessor =
    (managers && isManager(actor) && submission.isManaged) ||
    (administrators && isAdmin(actor) && submission.isSeen) ||
    people.includes(actor.userId)
  return isAssessor ? null : forbidden()
}

/** Assessors mark what was submitted. Where two mark, each does it once; a third person settles their difference. */
export const markSubmission: Rule<SubmissionSubject> = (actor, submission) => {
  const refusal = assessSubmission(actor, submission)
  if (refusal) {
    // When all assessors have marked, an administrator settles the difference.
    const settles = waitsForMarks(submission) === 'settling' && isAdmin(actor) && submission.isSeen
    if (!settles || refusal.reason === 'forms.own') return refusal
  }
  if (!['pending', 'markingRequired', 'completed', 'competent', 'notCompetent'].includes(submission.state))
    return wrongState('forms.notWaiting')
  return waitsForMarks(submission) !== null && submission.isMarkedByActor ? wrongState('forms.markedByYou') : null
}

/** Assessors fill in what a form leaves to them until somebody has judged. */
export const observeSubmission: Rule<SubmissionSubject> = (actor, submission) => {
  const refusal = assessSubmission(actor, submission)
  if (refusal) return refusal
  return waitsForMarks(submission) !== null && submission.markingsFinished > 0 ? wrongState('forms.judged') : null
}

/** What a submission to a form that two people mark waits for; null: it is decided, or one person marks alone. */
export function waitsForMarks(
  submission: Pick<SubmissionSubject, 'state' | 'settings' | 'markingsFinished'>,
): (typeof markingWaits)[number] | null {
  const { state, settings, markingsFinished } = submission
  if (!settings.assessors.second || (state !== 'pending' && state !== 'markingRequired')) return null
  return markingsFinished === 0 ? 'first' : markingsFinished === 1 ? 'second' : 'settling'
}

/**
 * Pages of an approval for a decider: those of their levels; null: all. `levels`: at which they were asked, from 1. A
 * manager who was not asked yet sees what the managers' level will.
 */
export function pagesOfLevels(
  { levels }: FormSettings,
  asked: readonly number[],
  isManager: boolean,
): Set<string> | null {
  const own = levels.filter((level, at) => asked.includes(at + 1) || (isManager && level.who.by === 'managers'))
  if (own.length === 0 || own.some((level) => level.seesPages === null)) return null
  return new Set(own.flatMap((level) => level.seesPages ?? []))
}

/** Whether the person may see a part of their submission by now. Before it is submitted nobody sees any. */
export function isMomentReached(
  moment: FormSettings['review']['marks'],
  submission: { readonly state: SubmissionState; readonly submittedAt: Date | null; readonly closesAt: Date | null },
  now: Date,
): boolean {
  if (submission.submittedAt === null || moment === 'never') return false
  if (moment === 'submitted') return true
  if (moment === 'marked') return decidedStates.includes(submission.state) || submission.state === 'pendingResubmission'
  return submission.closesAt !== null && submission.closesAt <= now
}

/** How a submission stands, as far as it decides about showing its result. */
export interface Reviewable {
  readonly state: SubmissionState
  readonly outcome: Outcome | null
  readonly percent: number | null
  readonly submittedAt: Date | null
  readonly closesAt: Date | null
}

/**
 * Whether the person may see the result now. The one place that decides it; showsResult() and shownOutcome() say the same
 * in SQL. Everything that follows from a result waits for this moment (decision 0066).
 */
export function mayShowResult(submission: Reviewable, settings: FormSettings, now: Date): boolean {
  return isMomentReached(settings.review.marks, submission, now)
}

/** Whether an outcome is decided and has to be kept from the person for now, with all that follows from it. */
export function isWithheld(submission: Reviewable, settings: FormSettings, now: Date): boolean {
  const { outcome, percent } = submission
  const tells = outcome !== null && (tellingOutcomes.includes(outcome) || (outcome === 'completed' && percent !== null))
  return tells && !mayShowResult(submission, settings, now)
}

/** State and outcome as the person may read them: of a result that is kept from them, that they have submitted. */
export function shownStanding<Row extends Reviewable>(
  row: Row,
  settings: FormSettings,
  now: Date,
): { state: SubmissionState; outcome: Outcome | null; isHidden: boolean } {
  const { state, outcome } = row
  const isHidden = outcome !== null && tellingOutcomes.includes(outcome) && !mayShowResult(row, settings, now)
  if (!isHidden) return { state, outcome, isHidden }
  return state === 'completed'
    ? { state, outcome: 'completed', isHidden }
    : { state: 'markingRequired', outcome: null, isHidden }
}

/** The bank belongs to the tenant's administrators. Managers draw from it, and see nothing of it but what is drawn. */
export const questionPolicy = {
  change: (actor) => (isAdmin(actor) ? null : forbidden()),
} satisfies Policy<unknown>
