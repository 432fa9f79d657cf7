import type { StepFigures } from '@learnt/contract/reports'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { PercentText } from './PercentText.tsx'
import { useReportScope } from './report-scope.ts'

/** The steps of a bundle, a pathway or a package, as one person stands with them; each opens the person's record of it. */
export function StepList({ steps, userId }: { steps: readonly StepFigures[]; userId: string }) {
  const { t } = useTranslation('reports')
  const { as } = useReportScope()
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('steps')}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mb: 4, display: 'grid', gap: 1.5 }}>
        {steps.map((step) => (
          <Card
            component="li"
            key={step.stepId}
            sx={{
              p: 2.5,
              display: 'grid',
              gap: 1.5,
              gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 2fr) minmax(0, 1fr) auto auto auto' },
              alignItems: 'center',
            }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {step.userCourseId ? (
                <AppLink href={paths.assignmentReport(as, userId, step.userCourseId)} sx={{ fontWeight: 700 }}>
                  {step.title}
                </AppLink>
              ) : (
                <Typography sx={{ fontWeight: 700 }}>{step.title}</Typography>
              )}
              <Typography variant="body2" color="textSecondary">
                {t(`kinds.${step.type}`)} ·{' '}
                {t(step.isRequired ? 'requiredOrOptional.required' : 'requiredOrOptional.optional')}
                {step.waivedReason !== null && ` · ${t('waived', { reason: step.waivedReason })}`}
              </Typography>
            </Box>
            <ProgressBar value={step.progress} label={step.title} />
            <Box>
              <StateChip kind="progress" state={step.state} />
            </Box>
            <Typography variant="body2">
              {t('score')}: <PercentText value={step.scorePercent} />
            </Typography>
            <Typography variant="body2">
              <DateText value={step.completedAt} />
            </Typography>
          </Card>
        ))}
      </Box>
    </>
  )
}
