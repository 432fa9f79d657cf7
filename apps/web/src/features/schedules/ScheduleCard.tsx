import type { Schedule } from '@learnt/contract/schedules'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { Tag } from '../../ui/Tag.tsx'
import { showToast } from '../../ui/toasts.ts'
import { schedulePaths } from './paths.ts'
import { useRhythmWords } from './useRhythmWords.ts'

/** One schedule: when it comes next, who gets it, and what its reader may do with it. */
export function ScheduleCard({ schedule, onEdit }: { schedule: Schedule; onEdit?: () => void }) {
  const { t } = useTranslation(['schedules', 'common'])
  const { t: words } = useTranslation('problems')
  const rhythm = useRhythmWords()
  const params = { scheduleId: schedule.id }
  const name = schedule.viewName
  const options = {
    outdates: ['schedules'] as const,
    onError: (error: Error) => showToast({ variant: 'error', text: problemText(words, error) }),
  }
  const pause = useSend(api.schedules.pause, {
    ...options,
    onSuccess: (now) => showToast({ variant: 'success', text: t(now.isActive ? 'resumed' : 'paused', { name }) }),
  })
  const remove = useSend(api.schedules.remove, {
    ...options,
    onSuccess: () => showToast({ variant: 'success', text: t('removed', { name }) }),
  })
  const receive = useSend(api.schedules.receive, {
    ...options,
    onSuccess: (now) =>
      showToast({ variant: 'success', text: t(now.receives ? 'receives' : 'unsubscribed', { name }) }),
  })
  const askRemove = async () => {
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      confirmLabel: t('remove'),
      danger: true,
    })
    if (isSure) remove.mutate({ params })
  }
  const id = `schedule-${schedule.id}`
  return (
    <Card component="article" aria-labelledby={id} sx={{ p: { xs: 2, sm: 2.5 }, mb: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography id={id} variant="h3" sx={{ overflowWrap: 'anywhere' }}>
            <AppLink href={schedulePaths.reportMail(schedule.id)}>{name}</AppLink>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t(`lists.${schedule.list}`)} · {rhythm(schedule)}
          </Typography>
        </Box>
        {schedule.isActive ? (
          <Typography variant="body2">
            {t('next')}: <DateText value={schedule.nextAt} format="minute" />
          </Typography>
        ) : (
          <Tag>{t(schedule.stoppedReason ? 'stopped' : 'isPaused')}</Tag>
        )}
      </Box>
      {schedule.stoppedReason && schedule.isMine && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {t('stoppedText')}
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {schedule.isMine ? t('people', { count: schedule.receivers.length }) : t('from', { name: schedule.ownerName })}
        {schedule.isMine && `: ${schedule.receivers.map((one) => nameOf(one, t)).join(', ')}`}
        {schedule.lastAt && (
          <>
            {' · '}
            {t('last')}: <DateText value={schedule.lastAt} format="minute" />
          </>
        )}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {schedule.isMine && (
          <>
            <Button size="small" variant="outlined" color="inherit" onClick={onEdit} aria-describedby={id}>
              {t('edit')}
            </Button>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              loading={pause.isPending}
              onClick={() => pause.mutate({ params, body: { isPaused: schedule.isActive } })}
              aria-describedby={id}
            >
              {t(schedule.isActive ? 'pause' : 'resume')}
            </Button>
            <Button
              size="small"
              variant="outlined"
              color="error"
              loading={remove.isPending}
              onClick={() => void askRemove()}
              aria-describedby={id}
            >
              {t('remove')}
            </Button>
          </>
        )}
        {schedule.receives !== null && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={receive.isPending}
            onClick={() => receive.mutate({ params, body: { receives: !schedule.receives } })}
            aria-describedby={id}
          >
            {t(schedule.receives ? 'unsubscribe' : 'receiveAgain')}
          </Button>
        )}
      </Box>
    </Card>
  )
}

function nameOf(
  one: Schedule['receivers'][number],
  t: (key: 'withoutRight' | 'withoutMail', values: { name: string }) => string,
): string {
  if (!one.canSee) return t('withoutRight', { name: one.name })
  return one.receives ? one.name : t('withoutMail', { name: one.name })
}
