import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { askScans } from './asks.ts'
import { useEventWords } from './use-event-words.ts'

/** Scans that did not count, and why. Mount it to open it. */
export function RefusedScans({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation(['eventPeople', 'common'])
  const { momentOf } = useEventWords()
  const id = useId()
  const found = useQuery(askScans(eventId, 'refused'))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('refusedTitle')}</DialogTitle>
      <DialogContent>
        {found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <LinesSkeleton lines={4} />
        ) : (
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {found.data.items.map((one) => (
              <li key={one.id}>
                {t('scanned', { name: one.person?.name ?? t('unknown'), result: t(`results.${one.result}`) })}
                <Typography variant="caption" component="div" color="textSecondary">
                  {momentOf(one.scannedAt)} · {one.by}
                </Typography>
              </li>
            ))}
          </ul>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
