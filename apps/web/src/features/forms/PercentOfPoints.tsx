import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../ui/times.ts'

/** Marks as "7.5 of 10 (75 %)"; a dash where there are none to be seen. */
export function PercentOfPoints(props: { points: number | null; outOf: number | null; percent: number | null }) {
  const { points, outOf, percent } = props
  const { t, i18n } = useTranslation('formFields')
  const { language } = i18n
  if (points === null || outOf === null || outOf === 0)
    return <span>{percent === null ? '–' : formatPercent(percent, language)}</span>
  const marks = t('marksOf', { points: formatNumber(points, language), outOf: formatNumber(outOf, language) })
  return <span>{percent === null ? marks : `${marks} (${formatPercent(percent, language)})`}</span>
}
