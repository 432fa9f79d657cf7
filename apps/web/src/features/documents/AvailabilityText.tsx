import type { DocumentRow } from '@learnt/contract/documents'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'

/** How many people have it as required and as optional, or that nobody has it yet. */
export function AvailabilityText({ availability, status }: Pick<DocumentRow, 'availability' | 'status'>) {
  const { t, i18n } = useTranslation('documents')
  const { required, optional } = availability
  if (required === 0 && optional === 0) {
    return (
      <Typography component="span" variant="body2" color="textSecondary">
        {t(status === 'draft' ? 'availability.draft' : 'availability.nobody')}
      </Typography>
    )
  }
  return (
    <Box component="span" sx={{ display: 'inline-grid' }}>
      {required > 0 && (
        <span>{t('availability.requiredCount', { formatted: formatNumber(required, i18n.language) })}</span>
      )}
      {optional > 0 && (
        <span>{t('availability.optionalCount', { formatted: formatNumber(optional, i18n.language) })}</span>
      )}
    </Box>
  )
}
