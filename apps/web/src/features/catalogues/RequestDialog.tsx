import type { CatalogueCard } from '@learnt/contract/catalogues'
import { requestLimits } from '@learnt/contract/requests'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** Requests a document, with a note to the approver. Mount it to open it. */
export function RequestDialog({
  offer,
  onClose,
}: {
  offer: Pick<CatalogueCard, 'documentType' | 'documentId' | 'title'>
  onClose: () => void
}) {
  const { t } = useTranslation(['catalogues', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [note, setNote] = useState('')
  const send = useSend(api.requests.make, {
    outdates: ['catalogues', 'requests'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('ask.sent', { title: offer.title }) })
      onClose()
    },
  })
  const close = useCloseGuard(note.trim() !== '' && !send.isSuccess, onClose)
  return (
    <Dialog open onClose={send.isPending ? undefined : () => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const { documentType, documentId } = offer
          send.mutate({ body: { documentType, documentId, note: note.trim() } })
        }}
      >
        <DialogTitle id={id}>{t('ask.title', { title: offer.title })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography color="textSecondary">{t('ask.text')}</Typography>
          <TextField
            autoFocus
            multiline
            minRows={3}
            label={t('ask.note')}
            helperText={t('ask.noteHelp')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: requestLimits.note } }}
          />
          {send.error && <Alert severity="error">{problemText(problems, send.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={send.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={send.isPending}>
            {t('ask.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
