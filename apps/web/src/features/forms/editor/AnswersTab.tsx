import AnalyticsIcon from '@mui/icons-material/BarChartOutlined'
import QueueIcon from '@mui/icons-material/FactCheckOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../../../ui/AppLink.tsx'
import { formPaths } from '../form-paths.ts'
import type { FormDocument } from '../kind.ts'
import { ExtraTimes } from './ExtraTimes.tsx'

/** The ways from a form to what people have answered. */
function AnswersTab({ as, formId }: { as: 'admin' | 'manager'; formId: string }) {
  const { t } = useTranslation('formEditor')
  const Anchor = useAnchor()
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography color="textSecondary">{t('answers.text')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button component={Anchor} variant="outlined" startIcon={<QueueIcon />} href={formPaths.queue(as, formId)}>
          {t('answers.submissions')}
        </Button>
        <Button
          component={Anchor}
          variant="outlined"
          startIcon={<AnalyticsIcon />}
          href={formPaths.analytics(as, formId)}
        >
          {t('answers.analytics')}
        </Button>
      </Box>
    </Box>
  )
}

export function AdminAnswersTab({ document }: { document: FormDocument }) {
  const { settings } = document.content
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <AnswersTab as="admin" formId={document.id} />
      {!settings.anonymous && <ExtraTimes formId={document.id} hasLimit={settings.timeLimitMinutes !== null} />}
    </Box>
  )
}

export function ManagerAnswersTab({ document }: { document: { id: string } }) {
  return <AnswersTab as="manager" formId={document.id} />
}
