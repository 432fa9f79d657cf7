import type { OwnSubmissionRow } from '@learnt/contract/forms/operations'
import { writableStates } from '@learnt/contract/forms/submission-states'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { formPaths } from './form-paths.ts'
import { PercentOfPoints } from './PercentOfPoints.tsx'
import { SubmissionState } from './SubmissionState.tsx'

/** The person's attempts at a form, newest first; each leads to its answers, or back into it. */
export function OwnSubmissionList({
  formId,
  title,
  submissions,
  onLook,
}: {
  formId: string
  title: string
  submissions: readonly OwnSubmissionRow[]
  /** Where the answers are not shown on a page of their own. */
  onLook?: (submissionId: string) => void
}) {
  const { t } = useTranslation('myForms')
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {submissions.map((one) => {
        const isOpen = writableStates.includes(one.state)
        return (
          <Card
            component="li"
            key={one.id}
            sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
          >
            <Box sx={{ flex: 1, minWidth: 200 }}>
              {onLook && isOpen ? (
                <Typography component="span">{t('attempt', { number: one.number })}</Typography>
              ) : onLook ? (
                <Link component="button" onClick={() => onLook(one.id)} sx={{ font: 'inherit' }}>
                  {t('attempt', { number: one.number })}
                </Link>
              ) : (
                <AppLink href={isOpen ? formPaths.fill(formId, title) : formPaths.submissions(formId, title, one.id)}>
                  {t('attempt', { number: one.number })}
                </AppLink>
              )}
              <Typography variant="body2" color="textSecondary">
                {t(one.submittedAt ? 'submittedAt' : 'savedAt')}{' '}
                <DateText value={one.submittedAt ?? one.savedAt} format="minute" />
              </Typography>
            </Box>
            {one.percent !== null && (
              <Typography sx={{ fontWeight: 700 }}>
                <PercentOfPoints points={one.points} outOf={one.outOf} percent={one.percent} />
              </Typography>
            )}
            <SubmissionState state={one.state} outcome={one.outcome} />
          </Card>
        )
      })}
    </Box>
  )
}
