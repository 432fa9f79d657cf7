import { useTranslation } from 'react-i18next'
import { splitDuration } from '../constants.ts'

/** A length of time as the specification shows it: seconds, minutes, or hours and minutes. */
export function DurationText({ seconds }: { seconds: number }) {
  const { t } = useTranslation()
  const parts = splitDuration(seconds)
  if (parts.unit === 'seconds') return <span>{t('duration.seconds', { count: parts.seconds })}</span>
  const minutes = t('duration.minutes', { count: parts.minutes })
  if (parts.unit === 'minutes') return <span>{minutes}</span>
  const hours = t('duration.hours', { count: parts.hours })
  return <span>{parts.minutes === 0 ? hours : t('duration.both', { hours, minutes })}</span>
}
