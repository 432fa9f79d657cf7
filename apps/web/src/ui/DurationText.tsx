import { splitDuration } from '@learnt/contract/measures'
import { useTranslation } from 'react-i18next'

/** A length of time as the specification shows it: seconds, minutes, or hours and minutes. */
export function DurationText({ seconds }: { seconds: number }) {
  const { t } = useTranslation()
  const parts = splitDuration(seconds)
  if (parts.unit === 'seconds') return <span style={whole}>{t('duration.seconds', { count: parts.seconds })}</span>
  const minutes = t('duration.minutes', { count: parts.minutes })
  if (parts.unit === 'minutes') return <span style={whole}>{minutes}</span>
  const hours = t('duration.hours', { count: parts.hours })
  return <span style={whole}>{parts.minutes === 0 ? hours : t('duration.both', { hours, minutes })}</span>
}

const whole = { whiteSpace: 'nowrap' } as const
