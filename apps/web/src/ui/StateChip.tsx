import { useTranslation } from 'react-i18next'
import type { common } from '../words/common.en.ts'

type States = typeof common.states
export type StateKind = keyof States
type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

const tones: Record<string, Tone> = {
  active: 'success',
  published: 'success',
  publishedwithdraft: 'info',
  draft: 'neutral',
  draftwithchanges: 'warning',
  unpublished: 'warning',
  archived: 'neutral',
  inactive: 'neutral',
  terminated: 'error',
  suspended: 'error',
  deleted: 'error',
  verified: 'success',
  notstarted: 'neutral',
  inprogress: 'info',
  completed: 'success',
  passed: 'success',
  failed: 'error',
  waiting: 'neutral',
  running: 'info',
  succeeded: 'success',
  cancelled: 'neutral',
  sent: 'success',
  kept: 'info',
  suppressed: 'warning',
  open: 'info',
  approved: 'success',
  declined: 'error',
  withdrawn: 'neutral',
  overdue: 'error',
  soon: 'warning',
  upcoming: 'neutral',
  none: 'neutral',
}

/** A state in words with a tint; the words carry the meaning, the colour only helps. */
export function StateChip<K extends StateKind>({
  kind,
  state,
  size = 'small',
}: {
  kind: K
  state: string
  size?: 'small' | 'medium'
}) {
  const { t } = useTranslation()
  const tone = tones[state] ?? (kind === 'membership' ? 'warning' : 'neutral')
  const label = t(`states.${kind}.${state}` as 'states.job.failed', { defaultValue: state })
  return (
    <span className="word-chip" data-tone={tone} data-size={size}>
      {label}
    </span>
  )
}
