import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { askFeed } from './asks.ts'

/** The address for other calendars that subscribe to this one: create, replace and end it. Mount it to open it. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(['calendar', 'common', 'problems'])
  const { t: words } = useTranslation('problems')
  const id = useId()
  const found = useQuery(askFeed())
  const [isCopied, setCopied] = useState(false)
  const onError = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const create = useSend(api.calendar.createFeed, {
    outdates: ['calendar'],
    onSuccess: () => setCopied(false),
    onError,
  })
  const revoke = useSend(api.calendar.revokeFeed, {
    outdates: ['calendar'],
    onSuccess: () => {
      create.reset()
      showToast({ variant: 'success', text: t('feed.revoked') })
    },
    onError,
  })
  const feed = found.data?.feed
  const address = create.data?.address
  const day = (value: string) => formatDay(new Date(value), i18n.language)
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('feed.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('feed.text')}</Typography>
        <Typography color="textSecondary">{t('feed.secret')}</Typography>
        {found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : address ? (
          <>
            <Alert severity="info">{t('feed.once')}</Alert>
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <TextField
                fullWidth
                size="small"
                label={t('feed.address')}
                value={address}
                onFocus={(event) => event.target.select()}
                slotProps={{ htmlInput: { readOnly: true, dir: 'ltr' } }}
              />
              <Button
                variant="outlined"
                onClick={() => void navigator.clipboard?.writeText(address).then(() => setCopied(true))}
              >
                {t(isCopied ? 'feed.copied' : 'feed.copy')}
              </Button>
            </Box>
          </>
        ) : feed ? (
          <Typography>
            {t('feed.since', { day: day(feed.createdAt) })}{' '}
            {feed.readAt ? t('feed.read', { day: day(feed.readAt) }) : t('feed.neverRead')} {t('feed.lost')}
          </Typography>
        ) : (
          found.data && <Typography>{t('feed.none')}</Typography>
        )}
      </DialogContent>
      <DialogActions>
        {feed && (
          <Button
            color="error"
            sx={{ marginInlineEnd: 'auto' }}
            loading={revoke.isPending}
            onClick={() => revoke.mutate({})}
          >
            {t('feed.revoke')}
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        {!address && found.data && (
          <Button variant="contained" loading={create.isPending} onClick={() => create.mutate({})}>
            {t(feed ? 'feed.recreate' : 'feed.create')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
