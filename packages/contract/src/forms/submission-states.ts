// Values without schemas.
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

/** An application without levels of approval has nobody who approves it: it is completed like any other form. */
export function flowOf(form: { kind: string; settings: { levels: readonly unknown[] } }): SubmissionFlow {
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

/** Outcomes that tell how well it was done, and are kept from the person until the review opens. */
export const tellingOutcomes: readonly Outcome[] = ['passed', 'failed', 'competent', 'notCompetent']

/** Outcomes with which the form counts as done, in a pathway and in reports. */
export const goodOutcomes: readonly Outcome[] = ['completed', 'passed', 'competent', 'approved']
