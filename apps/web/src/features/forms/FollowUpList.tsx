import type { ReviewedSubmission } from '@learnt/contract/forms/operations'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'

/** What the outcome of a submission set off, and why something was not carried out. */
export function FollowUpList({ followUps }: { followUps: ReviewedSubmission['followUps'] }) {
  const { t } = useTranslation('formMarking')
  if (followUps.length === 0) return null
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="h2" sx={{ fontSize: '1.0625rem', mb: 1 }}>
        {t('followUps.title')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {followUps.map((one) => (
          <Box component="li" key={one.key}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t(`followUps.do.${one.do}`)}
            </Typography>
            <Typography variant="caption" component="p" color={one.state === 'refused' ? 'error' : 'textSecondary'}>
              {one.reason ? t(`followUps.reasons.${one.reason}`) : t(`followUps.states.${one.state}`)}{' '}
              <DateText value={one.doneAt} format="minute" />
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  )
}
