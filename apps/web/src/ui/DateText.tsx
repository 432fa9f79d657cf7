import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatClock, formatDay } from './times.ts'

/**
 * A moment in the person's zone. `day` shows the date alone, `minute` date and time, `ago` the distance with the
 * moment in a tooltip. A plain `YYYY-MM-DD` is a calendar day and never shifts by zone.
 */
export function DateText({
  value,
  format = 'day',
}: {
  value: string | null | undefined
  format?: 'day' | 'minute' | 'ago'
}) {
  const { t, i18n } = useTranslation()
  if (!value) return <span>–</span>
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const date = new Date(isDay ? `${value}T12:00:00Z` : value)
  const day = formatDay(date, i18n.language, isDay ? 'UTC' : undefined)
  const full = isDay ? day : t('time.at', { date: inOneLine(day), time: inOneLine(formatClock(date, i18n.language)) })
  if (format === 'ago') {
    return (
      <time dateTime={value} title={full} style={{ whiteSpace: 'nowrap' }}>
        {formatAgo(date, new Date(), i18n.language) ?? t('time.justNow')}
      </time>
    )
  }
  const [first, ...others] = format === 'day' ? [day] : full.split(' ')
  return (
    <time dateTime={value} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {first}
      {others.map((part) => (
        <Fragment key={part}>
          {' '}
          <wbr style={{ whiteSpace: 'normal' }} />
          {part}
        </Fragment>
      ))}
    </time>
  )
}

/** In a narrow place the time may stand below its day, and neither is split. */
const inOneLine = (text: string) => text.replaceAll(' ', '\u00a0')
