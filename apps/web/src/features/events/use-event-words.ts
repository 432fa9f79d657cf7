import { useTranslation } from 'react-i18next'
import { formatClock, formatDay } from '../../ui/times.ts'

/** Words that the pages of events share. */
export function useEventWords() {
  const { t, i18n } = useTranslation('events')
  return {
    /** Why something is off (`events.full`), for ActionButton; undefined: it is not. */
    reasonOf: (reason: string | null | undefined) =>
      reason
        ? t(`reasons.${reason.replace(/^events\./, '') as 'full'}`, { defaultValue: t('reasons.default') })
        : undefined,
    momentOf: (value: string) =>
      `${formatDay(new Date(value), i18n.language)}, ${formatClock(new Date(value), i18n.language)}`,
  }
}
