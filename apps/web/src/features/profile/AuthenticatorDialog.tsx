import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { QrCode } from '../../ui/QrCode.tsx'

const Form = z.object({ code: z.string().min(1, { error: 'required' }) })

/** The key as a picture and in letters, and the code that shows that it arrived. */
export function AuthenticatorDialog({
  app,
  onConfirm,
  onClose,
}: {
  app: { address: string; key: string }
  onConfirm: (code: string, onError: (error: unknown) => void) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation(['factors', 'common'])
  const form = useAppForm(Form, { defaultValues: { code: '' } })
  const complain = useServerErrors(form)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby="authenticator">
      <AppForm
        form={form}
        summary={false}
        onSubmit={async ({ code }) => {
          setBusy(true)
          await onConfirm(code, complain)
          setBusy(false)
        }}
      >
        <DialogTitle id="authenticator">{t('factors:profile.app')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>{t('factors:setUp.scan')}</Typography>
          <Box
            sx={{
              justifySelf: 'center',
              p: 1,
              border: 1,
              borderColor: 'divider',
              borderRadius: '14px',
              bgcolor: '#fff',
            }}
          >
            <QrCode text={app.address} label={t('factors:setUp.picture')} />
          </Box>
          <Box>
            <Typography variant="body2" color="textSecondary">
              {t('factors:setUp.byHand')}
            </Typography>
            <Box
              component="code"
              dir="ltr"
              sx={{ display: 'block', mt: 0.5, fontSize: '0.9375rem', userSelect: 'all', overflowWrap: 'anywhere' }}
            >
              {app.key}
            </Box>
          </Box>
          <FormText
            name="code"
            label={t('factors:step.code')}
            help={t('factors:setUp.confirm')}
            autoComplete="one-time-code"
            slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr', maxLength: 11 } }}
            autoFocus
            required
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={busy}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t('factors:setUp.finish')}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}
