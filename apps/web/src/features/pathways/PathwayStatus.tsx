import type { OwnPathway } from '@learnt/contract/pathways'
import DoneIcon from '@mui/icons-material/CheckCircle'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { hrefOfDocument, hrefOfStep, nextStep } from './way.ts'

/** How far the person is, and the one button that goes on: with the next step, or with what the pathway waits for. */
export function PathwayStatus({ pathway }: { pathway: OwnPathway }) {
  const { t } = useTranslation('pathways')
  const dueDay = useDueDay()
  const isDone = pathway.state === 'completed' || pathway.state === 'passed'
  return (
    <Card component="section" aria-label={t('status')} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}>
      {isDone && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <DoneIcon aria-hidden sx={{ color: 'success.main' }} />
          <Typography sx={{ fontWeight: 700 }}>{t('allDone')}</Typography>
        </Box>
      )}
      <Box>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {t('steps', { done: pathway.stepsDone, total: pathway.stepCount })}
        </Typography>
        <ProgressBar value={pathway.progress} label={pathway.title} />
      </Box>
      {pathway.dueAt && !isDone && (
        <Typography
          variant="body2"
          sx={{ fontWeight: 700, color: pathway.dueState === 'overdue' ? 'error.main' : 'text.primary' }}
        >
          {t(pathway.dueState === 'overdue' ? 'wasDue' : 'dueOn', { date: dueDay(pathway.dueAt) })}
        </Typography>
      )}
      <Onward pathway={pathway} isDone={isDone} />
    </Card>
  )
}

function Onward({ pathway, isDone }: { pathway: OwnPathway; isDone: boolean }) {
  const { t } = useTranslation('pathways')
  const Anchor = useAnchor()
  const step = nextStep(pathway)
  const missing = pathway.prerequisites.find((one) => !one.isDone)
  if (step) {
    const isBegun = pathway.stepsDone > 0 || pathway.state !== 'notstarted' || step.state === 'inprogress'
    return (
      <>
        <Button
          component={Anchor}
          href={hrefOfStep(step, pathway.pathwayId)}
          variant="contained"
          size="large"
          startIcon={<PlayIcon sx={mirrored} />}
        >
          {t(isBegun ? 'continue' : 'start')}
        </Button>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('next', { title: step.title })}
        </Typography>
      </>
    )
  }
  if (missing && !isDone) {
    return (
      <Button
        component={Anchor}
        href={hrefOfDocument(missing.type, missing.id)}
        variant="contained"
        size="large"
        sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
      >
        {t('finishFirst', { title: missing.title })}
      </Button>
    )
  }
  return (
    <Box>
      <Typography sx={{ fontWeight: 700 }}>{t('nothingToDo')}</Typography>
      {!isDone && pathway.stepCount > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('waiting')}
        </Typography>
      )}
    </Box>
  )
}

const mirrored = ({ direction }: Theme) => ({ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' })
