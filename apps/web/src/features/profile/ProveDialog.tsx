import type { OwnFactors } from '@learnt/contract/factors'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { answerByPasskey, passkeysWork } from '../../session/passkeys.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

const Form = z.object({ password: z.string().min(1, { error: 'required' }) })

/** Password or passkey once more: an unwatched screen is not enough to take an account over. */
export function ProveDialog({ factors, onDone }: { factors: OwnFactors; onDone: (proved: boolean) => void }) {
  const { t } = useTranslation(['factors', 'common'])
  const { me } = useSession()
  const form = useAppForm(Form, { defaultValues: { password: '' } })
  const complain = useServerErrors(form)
  const [busy, setBusy] = useState(false)
  const hasPasskey = passkeysWork() && factors.provesByPasskey
  const send = async (make: () => Promise<Parameters<typeof prove>[0] | null>) => {
    setBusy(true)
    try {
      const body = await make()
      if (body !== null) {
        await prove(body)
        return onDone(true)
      }
      showToast({ variant: 'error', text: t('factors:step.refused') })
    } catch (error) {
      complain(error)
    }
    setBusy(false)
  }
  const byPasskey = () =>
    send(async () => {
      const passkey = await answerByPasskey(await call(api.factors.proofPasskey))
      return passkey && { passkey }
    })
  return (
    <Dialog open onClose={busy ? undefined : () => onDone(false)} maxWidth="xs" fullWidth aria-labelledby="prove">
      <AppForm form={form} summary={false} onSubmit={(values) => void send(async () => values)}>
        <DialogTitle id="prove">{t('factors:profile.prove')}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2.5 }}>
            {t('factors:profile.proveText')}
          </Typography>
          {factors.hasPassword && (
            <>
              <input type="email" name="username" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
              <FormText
                name="password"
                kind="password"
                label={t('factors:profile.password')}
                autoComplete="current-password"
                autoFocus
                required
              />
            </>
          )}
          {!factors.hasPassword && (
            <Alert severity="info">{t(hasPasskey ? 'factors:profile.lostPasskey' : 'factors:profile.noProof')}</Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => onDone(false)} disabled={busy}>
            {t('common:actions.cancel')}
          </Button>
          {hasPasskey && (
            <Button variant="outlined" onClick={() => void byPasskey()} disabled={busy}>
              {t('factors:profile.withPasskey')}
            </Button>
          )}
          {factors.hasPassword && (
            <Button type="submit" variant="contained" loading={busy}>
              {t('factors:profile.continue')}
            </Button>
          )}
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}

function prove(body: NonNullable<Parameters<typeof call<typeof api.factors.prove>>[1]>['body']) {
  return call(api.factors.prove, { body })
}
