import type { AverageRating } from '@learnt/contract/ratings'
import Box from '@mui/material/Box'
import Rating from '@mui/material/Rating'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'

/** What people who have finished something found, as stars and in words. */
export function AverageStars({ rating: { average, count } }: { rating: NonNullable<AverageRating> }) {
  const { t, i18n } = useTranslation('ratings')
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Rating readOnly size="small" precision={0.1} value={average} aria-hidden />
      <Typography variant="body2">
        {t('summary', {
          count,
          average: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(average),
          formatted: formatNumber(count, i18n.language),
        })}
      </Typography>
    </Box>
  )
}
