// Beside the states: pages of learners do without it.
import type { SubmissionFlow, SubmissionState } from './submission-states.ts'

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
    // A judgement can be corrected.
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
