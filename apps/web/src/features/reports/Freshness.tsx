import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/times.ts'

/** How fresh the figures are. */
export function Freshness({ at }: { at: string | undefined }) {
  const { t, i18n } = useTranslation('reports')
  if (!at) return null
  return (
    <Tooltip title={t('freshHint')}>
      <Typography variant="caption" color="textSecondary" tabIndex={0} sx={{ whiteSpace: 'nowrap' }}>
        {t('fresh', { time: formatClock(new Date(at), i18n.language) })}
      </Typography>
    </Tooltip>
  )
}
