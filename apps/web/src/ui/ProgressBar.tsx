import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** Percent done, 0 to 100; null while it is not known. */
export function ProgressBar({ value, label, showValue = true }: { value: number | null; label?: string; showValue?: boolean }) {
  const { t, i18n } = useTranslation()
  const whole = value === null ? null : Math.floor(Math.min(100, Math.max(0, value)))
  const text = whole === null ? '' : new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(whole / 100)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 90 }}>
      <LinearProgress
        aria-label={label ?? t('progress.label')}
        variant={whole === null ? 'indeterminate' : 'determinate'}
        {...(whole === null ? {} : { value: whole, 'aria-valuetext': t('progress.done', { percent: whole }) })}
        color={whole === 100 ? 'success' : 'primary'}
        sx={{ flex: 1 }}
      />
      {showValue && whole !== null && (
        <Typography variant="caption" sx={{ minWidth: 38, textAlign: 'end', fontVariantNumeric: 'tabular-nums', fontWeight: 700 }}>
          {text}
        </Typography>
      )}
    </Box>
  )
}
