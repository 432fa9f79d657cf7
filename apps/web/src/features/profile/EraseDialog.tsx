import { EraseWish } from '@learnt/contract/data-exports'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

/** Asks whether it is meant, and why. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['profile', 'common'])
  const form = useAppForm(EraseWish, { defaultValues: { reason: '' } })
  const complain = useServerErrors(form)
  const ask = useSend(api.eraseRequests.ask, {
    outdates: ['dataExports'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('profile:data.sent') })
      onClose()
    },
    onError: complain,
  })
  const close = useCloseGuard(form.formState.isDirty, onClose)
  return (
    <Dialog
      open
      onClose={ask.isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby="erase-title"
    >
      <AppForm form={form} summary={false} onSubmit={(values) => ask.mutate({ body: values })}>
        <DialogTitle id="erase-title">{t('profile:data.askTitle')}</DialogTitle>
        <DialogContent>
          <Typography variant="body2" sx={{ mb: 2 }}>
            {t('profile:data.askText')}
          </Typography>
          <FormText
            name="reason"
            label={t('profile:data.why')}
            help={t('profile:data.whyHelp')}
            multiline
            minRows={3}
            autoFocus
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={ask.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={ask.isPending}>
            {t('profile:data.ask')}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}
