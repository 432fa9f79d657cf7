import { useTranslation } from 'react-i18next'
import { formatPercent } from './times.ts'

/** Percent done, 0 to 100; null while it is not known. */
export function ProgressBar({
  value,
  label,
  showValue = true,
}: {
  value: number | null
  label?: string
  showValue?: boolean
}) {
  const { t, i18n } = useTranslation()
  const whole = value === null ? null : Math.floor(Math.min(100, Math.max(0, value)))
  return (
    <div className="progress-bar">
      <div
        role="progressbar"
        aria-label={label ?? t('progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(whole === null
          ? {}
          : { 'aria-valuenow': whole, 'aria-valuetext': t('progress.done', { percent: whole }) })}
      >
        <div data-percent={whole ?? ''} style={whole === null ? undefined : { width: `${whole}%` }} />
      </div>
      {showValue && whole !== null && <span>{formatPercent(whole, i18n.language)}</span>}
    </div>
  )
}
