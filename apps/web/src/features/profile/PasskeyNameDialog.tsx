import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'

const Form = z.object({ name: z.string().trim().min(1, { error: 'required' }).max(60) })

/** What a passkey is called, before it is made or later. */
export function PasskeyNameDialog({
  title,
  name,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  title: string
  name: string
  confirmLabel: string
  onConfirm: (name: string, onError: (error: unknown) => void) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation(['factors', 'common'])
  const form = useAppForm(Form, { defaultValues: { name } })
  const complain = useServerErrors(form)
  const [busy, setBusy] = useState(false)
  const close = useCloseGuard(form.formState.isDirty, onClose)
  return (
    <Dialog open onClose={busy ? undefined : () => void close()} maxWidth="xs" fullWidth aria-labelledby="passkey-name">
      <AppForm
        form={form}
        summary={false}
        onSubmit={async (values) => {
          setBusy(true)
          await onConfirm(values.name, complain)
          setBusy(false)
        }}
      >
        <DialogTitle id="passkey-name">{title}</DialogTitle>
        <DialogContent>
          <FormText
            name="name"
            label={t('factors:profile.name')}
            autoComplete="off"
            autoFocus
            required
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={busy}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}
