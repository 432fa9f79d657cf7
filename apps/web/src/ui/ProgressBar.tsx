import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
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
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 90 }}>
      <Box
        role="progressbar"
        aria-label={label ?? t('progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(whole === null
          ? {}
          : { 'aria-valuenow': whole, 'aria-valuetext': t('progress.done', { percent: whole }) })}
        sx={(theme) => ({
          flex: 1,
          height: 8,
          borderRadius: '4px',
          overflow: 'hidden',
          backgroundColor: theme.palette.mode === 'light' ? 'rgba(22, 25, 29, 0.1)' : 'rgba(242, 244, 246, 0.16)',
        })}
      >
        <Box
          sx={(theme) => ({
            height: '100%',
            borderRadius: '4px',
            backgroundColor: whole === 100 ? theme.palette.success.main : theme.palette.primary.main,
            ...(whole === null
              ? {
                  width: '40%',
                  '@keyframes progress-run': { from: { marginInlineStart: '-40%' }, to: { marginInlineStart: '100%' } },
                  animation: 'progress-run 1400ms ease-in-out infinite',
                }
              : { transition: 'width 300ms' }),
          })}
          // a class for each width would be a style for each row of a list
          {...(whole === null ? {} : { style: { width: `${whole}%` } })}
        />
      </Box>
      {showValue && whole !== null && (
        <Typography
          variant="caption"
          sx={{ minWidth: 38, textAlign: 'end', fontVariantNumeric: 'tabular-nums', fontWeight: 700 }}
        >
          {formatPercent(whole, i18n.language)}
        </Typography>
      )}
    </Box>
  )
}
