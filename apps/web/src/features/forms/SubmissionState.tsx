import type { Outcome, SubmissionState as State } from '@learnt/contract/forms/submission-states'
import { useTranslation } from 'react-i18next'

type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

const tones: Record<State | Outcome, Tone> = {
  notstarted: 'neutral',
  inprogress: 'info',
  pending: 'info',
  markingRequired: 'info',
  approvalRequired: 'info',
  pendingResubmission: 'warning',
  completed: 'success',
  competent: 'success',
  notCompetent: 'error',
  approved: 'success',
  'not approved': 'error',
  passed: 'success',
  failed: 'error',
}

/** State of a submission; once it is decided, its outcome says more. */
export function SubmissionState({ state, outcome = null }: { state: State; outcome?: Outcome | null }) {
  const { t } = useTranslation('formFields')
  const shown = state === 'completed' && outcome ? outcome : state
  return (
    <span className="word-chip" data-tone={tones[shown]} data-size="small">
      {t(`states.${shown === 'not approved' ? 'notApproved' : shown}`)}
    </span>
  )
}
