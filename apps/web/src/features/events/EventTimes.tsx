import { useTranslation } from 'react-i18next'
import { whenOf } from '../calendar/entry-times.ts'

/** When something is, in the person’s time zone, followed by the event’s own time when that differs. */
export function EventTimes({ startsAt, endsAt, timeZone }: { startsAt: string; endsAt: string; timeZone: string }) {
  const { t, i18n } = useTranslation('events')
  const times = { days: null, startsAt, endsAt }
  const [here, there] = [whenOf(times, i18n.language), whenOf(times, i18n.language, timeZone)]
  return (
    <>
      <time dateTime={startsAt}>{here}</time>
      {here !== there && (
        <span style={{ display: 'block', opacity: 0.85, fontSize: '0.9em' }}>
          {t('there', { when: there, zone: timeZone })}
        </span>
      )}
    </>
  )
}
