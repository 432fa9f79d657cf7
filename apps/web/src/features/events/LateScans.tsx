import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { askScans } from './asks.ts'
import { useEventWords } from './use-event-words.ts'

/** Check-ins that came in later than the event allows: who leads it decides about each. Mount it to open it. */
export function LateScans({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation(['eventPeople', 'common'])
  const { t: problems } = useTranslation('problems')
  const { momentOf, reasonOf } = useEventWords()
  const id = useId()
  const found = useQuery(askScans(eventId, 'late'))
  const send = useSend(api.events.decideScans, {
    outdates: ['events'],
    onSuccess: () => showToast({ variant: 'success', text: t('late.decided') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const decide = (ids: string[], decision: 'count' | 'refuse') =>
    send.mutate({ params: { documentId: eventId }, body: { ids, decision } })
  const items = found.data?.items ?? []
  const open = items.filter((one) => one.can.decide === null).map((one) => one.id)
  const nameOf = (one: (typeof items)[number]) => one.person?.name ?? t('unknown')
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('late.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('late.text')}</Typography>
        {found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <LinesSkeleton lines={4} />
        ) : items.length === 0 ? (
          <Typography color="textSecondary">{t('late.none')}</Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
            {items.map((one) => (
              <Box
                component="li"
                key={one.id}
                sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', overflowWrap: 'anywhere' }}
              >
                <Box sx={{ flex: 1, minWidth: 200 }}>
                  {nameOf(one)}
                  <Typography variant="caption" component="div" color="textSecondary">
                    {t('late.at', { scanned: momentOf(one.scannedAt), received: momentOf(one.receivedAt) })}
                  </Typography>
                </Box>
                {(['count', 'refuse'] as const).map((decision) => (
                  <ActionButton
                    key={decision}
                    size="small"
                    variant={decision === 'count' ? 'contained' : 'outlined'}
                    reasonWords={reasonOf(one.can.decide)}
                    aria-label={t('late.person', { action: t(`late.${decision}`), name: nameOf(one) })}
                    onClick={() => decide([one.id], decision)}
                  >
                    {t(`late.${decision}`)}
                  </ActionButton>
                ))}
              </Box>
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        {open.length > 1 && (
          <Button loading={send.isPending} onClick={() => decide(open, 'count')}>
            {t('late.countAll')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
