import type { Cycle, CycleStanding } from '@learnt/contract/cycles'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/SessionProvider.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatDay, formatPercent } from '../../ui/times.ts'

interface StandingNoteProps {
  name: 'course' | 'bundle' | 'pathway'
  cycle: CycleStanding
  earlierCycles: readonly Cycle[]
  isDone: boolean
  onRenew: () => Promise<unknown>
  children?: ReactNode
}

/** Until when something is valid, when it can be renewed, and how often it was done before. */
export function StandingNote({ name, cycle, earlierCycles, isDone, onRenew, children }: StandingNoteProps) {
  const { t, i18n } = useTranslation('cycles')
  const { t: problems } = useTranslation('problems')
  const { impersonation } = useMe()
  const renew = useMutation({ mutationFn: onRenew })
  const day = (value: string) => formatDay(new Date(value), i18n.language, 'UTC')
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
            <Typography sx={{ fontWeight: 700 }}>{t(`again.${name}`, { number: cycle.number })}</Typography>
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
      {children}
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
