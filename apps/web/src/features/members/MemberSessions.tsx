import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'

/** Where a person is signed in to this organisation; one or all of it can be ended. */
export function MemberSessions({ userId }: { userId: string }) {
  const { t } = useTranslation(['settings', 'problems'])
  const { t: words } = useTranslation('problems')
  const params = { userId }
  const sessions = useQuery({ ...queryOf(api.users.sessions, { params }), staleTime: 0 })
  const failed = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const end = useSend(api.users.endSession, {
    onSuccess: () => showToast({ variant: 'success', text: t('users.sessions.ended') }),
    onError: failed,
  })
  const endAll = useSend(api.users.endSessions, {
    onSuccess: ({ ended }) => showToast({ variant: 'success', text: t('users.sessions.endedAll', { count: ended }) }),
    onError: failed,
  })
  const [endsFeed, setEndsFeed] = useState(false)
  const items = sessions.data?.items ?? []
  const deviceOf = ({ browser, system }: { browser: string | null; system: string | null }) =>
    [browser, system].filter(Boolean).join(' · ') || t('users.sessions.unknown')
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('users.sessions.text')}
      </Typography>
      {sessions.isError && !sessions.data ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : !sessions.data ? (
        <LinesSkeleton />
      ) : items.length === 0 ? (
        <Typography>{t('users.sessions.none')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((session) => {
            const device = deviceOf(session.device)
            return (
              <Box
                component="li"
                key={session.id}
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  alignItems: 'center',
                  gap: 1.5,
                  py: 1.5,
                  borderTop: 1,
                  borderColor: 'divider',
                  '&:first-of-type': { borderTop: 0 },
                }}
              >
                <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
                  <Typography variant="subtitle2">{device}</Typography>
                  <Typography variant="caption" component="p" color="textSecondary">
                    {t('users.sessions.seen')} <DateText value={session.lastSeenAt} format="ago" />
                    {session.address && ` · ${t('users.sessions.from', { address: session.address })}`}
                  </Typography>
                  <Typography variant="caption" component="p" color="textSecondary">
                    {t('users.sessions.begun')} <DateText value={session.createdAt} format="minute" />
                  </Typography>
                </Box>
                {session.isCurrent ? (
                  <Chip size="small" color="primary" variant="outlined" label={t('users.sessions.here')} />
                ) : (
                  <Button
                    size="small"
                    variant="outlined"
                    color="inherit"
                    aria-label={t('users.sessions.endNamed', { device })}
                    loading={end.isPending && end.variables?.params.sessionId === session.id}
                    onClick={() => end.mutate({ params: { ...params, sessionId: session.id } })}
                  >
                    {t('users.sessions.end')}
                  </Button>
                )}
              </Box>
            )
          })}
        </Box>
      )}
      {items.some((session) => !session.isCurrent) && (
        <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1, mt: 2 }}>
          <FormControlLabel
            control={<Checkbox checked={endsFeed} onChange={(_, checked) => setEndsFeed(checked)} />}
            label={t('users.sessions.endsFeed')}
          />
          <Button
            color="error"
            variant="outlined"
            loading={endAll.isPending}
            onClick={() => endAll.mutate({ params, query: endsFeed ? { calendarFeed: 'end' } : {} })}
          >
            {t('users.sessions.endAll')}
          </Button>
        </Box>
      )}
    </>
  )
}
