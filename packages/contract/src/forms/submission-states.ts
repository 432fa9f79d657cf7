// Values without schemas.
import type { FormContent } from './content.ts'

/** States of a submission (specification, section 4). `not approved` is shown as "Not Approved". */
export const submissionStates = [
  'notstarted',
  'inprogress',
  'pending',
  'markingRequired',
  'approvalRequired',
  'pendingResubmission',
  'completed',
  'competent',
  'notCompetent',
  'approved',
  'not approved',
] as const
export type SubmissionState = (typeof submissionStates)[number]

/** The three ways that a submission goes: an observation is judged, an application approved, everything else completed. */
export const submissionFlows = ['observation', 'approval', 'others'] as const
export type SubmissionFlow = (typeof submissionFlows)[number]

export const submissionVerbs = [
  'start',
  'submit',
  'withdraw',
  'judgeCompetent',
  'judgeNotCompetent',
  'reopen',
  'approve',
  'decline',
  'finishMarking',
] as const
export type SubmissionVerb = (typeof submissionVerbs)[number]

/**
 * What each verb leads to from each state; a missing entry is refused. `marked` stands for `pending` while a question waits
 * for a person's marks, else for `completed`.
 */
export const submissionTransitions: Record<
  SubmissionFlow,
  Partial<Record<SubmissionState, Partial<Record<SubmissionVerb, SubmissionState | 'marked'>>>>
> = {
  observation: {
    notstarted: { start: 'inprogress' },
    inprogress: { submit: 'markingRequired' },
    markingRequired: {
      judgeCompetent: 'competent',
      judgeNotCompetent: 'notCompetent',
      reopen: 'pendingResubmission',
    },
    pendingResubmission: { submit: 'markingRequired' },
    // A judgement can be put right.
    competent: { judgeNotCompetent: 'notCompetent', reopen: 'pendingResubmission' },
    notCompetent: { judgeCompetent: 'competent', reopen: 'pendingResubmission' },
  },
  approval: {
    notstarted: { start: 'inprogress' },
    inprogress: { submit: 'approvalRequired' },
    approvalRequired: {
      approve: 'approved',
      decline: 'not approved',
      reopen: 'pendingResubmission',
      withdraw: 'inprogress',
    },
    pendingResubmission: { submit: 'approvalRequired' },
  },
  others: {
    notstarted: { start: 'inprogress' },
    inprogress: { submit: 'marked' },
    pending: { finishMarking: 'completed', reopen: 'pendingResubmission' },
    pendingResubmission: { submit: 'marked' },
    completed: { finishMarking: 'completed', reopen: 'pendingResubmission' },
  },
}

/** An application without levels of approval has nobody who approves it: it is completed like any other form. */
export function flowOf(form: Pick<FormContent, 'kind' | 'settings'>): SubmissionFlow {
  if (form.kind === 'observation') return 'observation'
  return form.kind === 'application' && form.settings.levels.length > 0 ? 'approval' : 'others'
}

/** Whether the person may write in a submission of this state. */
export const writableStates: readonly SubmissionState[] = ['inprogress', 'pendingResubmission']
/** States that wait for somebody else. */
export const waitingStates: readonly SubmissionState[] = ['pending', 'markingRequired', 'approvalRequired']
/** States in which a submission has an outcome. */
export const decidedStates: readonly SubmissionState[] = [
  'completed',
  'competent',
  'notCompetent',
  'approved',
  'not approved',
]

/** What a submission came to. `passed` and `failed` are a completed form with a pass mark. */
export const outcomes = [
  'completed',
  'passed',
  'failed',
  'competent',
  'notCompetent',
  'approved',
  'not approved',
] as const
export type Outcome = (typeof outcomes)[number]

/** Outcomes with which the form counts as done, in a pathway and in reports. */
export const goodOutcomes: readonly Outcome[] = ['completed', 'passed', 'competent', 'approved']
