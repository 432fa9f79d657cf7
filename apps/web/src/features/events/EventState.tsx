import type { AttendanceState } from '@learnt/contract/events/attendance'
import { useTranslation } from 'react-i18next'

const tones: Record<AttendanceState, 'success' | 'warning' | 'error' | 'info' | 'neutral'> = {
  registration: 'info',
  pending: 'warning',
  attending: 'success',
  waiting: 'info',
  'waiting-cancelled': 'neutral',
  cancellation: 'warning',
  cancelled: 'neutral',
  attended: 'success',
  'not attended': 'error',
}

/** How a person stands to an event, in words with a tint. */
export function EventState({ state }: { state: AttendanceState }) {
  const { t } = useTranslation('events')
  return (
    <span className="word-chip" data-tone={tones[state]} data-size="small">
      {t(`states.${state}`)}
    </span>
  )
}
