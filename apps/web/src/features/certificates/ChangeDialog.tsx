import { certificateLimits } from '@learnt/contract/certificate-design'
import type { IssuedCertificate } from '@learnt/contract/certificates'
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
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** Revokes a certificate with a reason, or reissues it with a corrected name. Mount it to open it. */
export function ChangeDialog({
  change,
  one,
  onClose,
}: {
  change: 'revoke' | 'reissue'
  one: IssuedCertificate
  onClose: () => void
}) {
  const { t } = useTranslation(['certificates', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const first = change === 'reissue' ? one.holderName : ''
  const [text, setText] = useState(first)
  const [isTried, setTried] = useState(false)
  const onSuccess = () => {
    showToast({ variant: 'success', text: t(`change.${change}Done`) })
    onClose()
  }
  const revoke = useSend(api.certificates.revoke, { onSuccess })
  const reissue = useSend(api.certificates.reissue, { onSuccess })
  const { isPending, error } = change === 'revoke' ? revoke : reissue
  const close = useCloseGuard(text !== first && !isPending, onClose)
  const isMissing = isTried && text.trim() === ''
  return (
    <Dialog open onClose={isPending ? undefined : () => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!text.trim()) return
          const params = { certificateId: one.id }
          if (change === 'revoke') revoke.mutate({ params, body: { reason: text.trim() } })
          else reissue.mutate({ params, body: { holderName: text.trim() } })
        }}
      >
        <DialogTitle id={id}>{t(`change.${change}Title`, { name: one.name, title: one.title })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography color="textSecondary">{t(`change.${change}Text`)}</Typography>
          <TextField
            autoFocus
            required
            multiline={change === 'revoke'}
            label={t(`change.${change}Field`)}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={isMissing}
            helperText={isMissing ? fieldText(problems, 'required') : ' '}
            slotProps={{ htmlInput: { maxLength: change === 'revoke' ? certificateLimits.reason : 200, dir: 'auto' } }}
          />
          {error && <Alert severity="error">{problemText(problems, error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={change === 'revoke' ? 'error' : 'primary'}
            loading={isPending}
          >
            {t(`change.${change}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
