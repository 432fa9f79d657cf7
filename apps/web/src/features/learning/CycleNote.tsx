import type { Cycle } from '@learnt/contract/cycles'
import type { LearnerCourse } from '@learnt/contract/learning'
import StartOverIcon from '@mui/icons-material/Replay'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatDay, formatPercent } from '../../ui/times.ts'
import { isStepDone } from './course-steps.ts'
import { useStartOver } from './useStartOver.ts'

/** Until when a course is valid, when it can be renewed or begun again, and how often it was done before. */
export function CycleNote({ course, mayStartOver }: { course: LearnerCourse; mayStartOver: boolean }) {
  const { t, i18n } = useTranslation('cycles')
  const { t: problems } = useTranslation('problems')
  const { impersonation } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const renew = useMutation({
    mutationFn: () => call(api.cycles.renew, { params: { userCourseId: course.userCourseId } }),
    onSuccess: async ({ userCourseId }) => {
      await client.invalidateQueries({ queryKey: ['learning'] })
      await navigate({ to: paths.course(userCourseId) })
    },
  })
  const { startOver, isBusy } = useStartOver()
  const { cycle, earlierCycles } = course
  const day = (value: string) => formatDay(new Date(value), i18n.language, 'UTC')
  const isDone = isStepDone(course)
  const window =
    cycle.opens && cycle.closes
      ? t('window', { from: day(cycle.opens), to: day(cycle.closes) })
      : cycle.opens
        ? t('opens', { from: day(cycle.opens) })
        : cycle.closes
          ? t('closes', { to: day(cycle.closes) })
          : ''
  return (
    <Box sx={{ mb: 3, display: 'grid', gap: 1.5 }}>
      {(cycle.validUntil || earlierCycles.length > 0) && (
        <Alert
          severity={isDone ? 'success' : 'info'}
          role="note"
          action={
            cycle.mayRenew &&
            impersonation?.writes !== false && (
              <Button color="inherit" loading={renew.isPending} onClick={() => renew.mutate()}>
                {t('renew')}
              </Button>
            )
          }
        >
          {earlierCycles.length > 0 && (
            <Typography sx={{ fontWeight: 700 }}>{t('again', { number: cycle.number })}</Typography>
          )}
          {cycle.validUntil && (
            <Typography variant="body2">
              {t(isDone ? 'validUntil' : 'willBeValidUntil', { date: day(cycle.validUntil) })} {isDone && window}
            </Typography>
          )}
        </Alert>
      )}
      {renew.error && <Alert severity="error">{problemText(problems, renew.error)}</Alert>}
      {earlierCycles.length > 0 && (
        <Box
          component="details"
          sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', bgcolor: 'background.paper' }}
        >
          <Box component="summary" sx={{ px: 2, py: 1.25, fontWeight: 700, cursor: 'pointer' }}>
            {t('earlier', { count: earlierCycles.length })}
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 2, pb: 2, display: 'grid', gap: 1 }}>
            {earlierCycles.map((one) => (
              <li key={one.userCourseId}>
                <Earlier cycle={one} />
              </li>
            ))}
          </Box>
        </Box>
      )}
      {mayStartOver && impersonation?.writes !== false && (
        <Box>
          <Button variant="outlined" startIcon={<StartOverIcon />} loading={isBusy} onClick={() => startOver(course)}>
            {t('startOver.button')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

function Earlier({ cycle }: { cycle: Cycle }) {
  const { t, i18n } = useTranslation('cycles')
  const moment = (value: string) => formatDay(new Date(value), i18n.language)
  const facts = [
    t('from', { date: moment(cycle.assignedAt) }),
    cycle.completedAt ? t('completed', { date: moment(cycle.completedAt) }) : t('notCompleted'),
    cycle.scorePercent === null ? '' : t('score', { score: formatPercent(cycle.scorePercent, i18n.language) }),
    cycle.validUntil ? t('wasValidUntil', { date: formatDay(new Date(cycle.validUntil), i18n.language, 'UTC') }) : '',
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography component="span" sx={{ fontWeight: 700 }}>
        {t('number', { number: cycle.number })}
      </Typography>
      <StateChip kind="progress" state={cycle.state} />
      <Typography component="span" variant="body2" color="textSecondary">
        {facts.filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}
