import { tenants } from '@learnt/contract/administration'
import { isEmail } from '@learnt/contract/measures'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { slugOf } from './slug-of.ts'

const Form = tenants.create.body.extend({
  administrator: tenants.create.body.shape.administrator.extend({
    email: z.string().trim().refine(isEmail, { error: 'email' }),
  }),
})
const empty = {
  id: '',
  name: '',
  explicitWording: false,
  administrator: { firstName: '', lastName: '', email: '', password: '' },
}

export function NewTenant({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'common'])
  const navigate = useNavigate()
  const form = useAppForm(Form, { defaultValues: empty })
  const complain = useServerErrors(form)
  const create = useSend(api.tenants.create, {
    onSuccess: (tenant) => {
      showToast({ variant: 'success', text: t('tenants.created', { name: tenant.name }) })
      onClose()
      void navigate({ to: paths.tenant(tenant.id) })
    },
    onError: complain,
  })
  // the id follows the name until somebody writes one
  const suggestId = () => {
    if (form.formState.dirtyFields.id) return
    form.setValue('id', slugOf(form.getValues('name')))
  }
  return (
    <Dialog
      open={open}
      onClose={create.isPending ? undefined : onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby="new-tenant"
      slotProps={{ transition: { onExited: () => form.reset(empty) } }}
    >
      <AppForm
        form={form}
        onSubmit={({ explicitWording, ...body }) =>
          // untouched: a preset of that id may say
          create.mutate({ body: form.formState.dirtyFields.explicitWording ? { ...body, explicitWording } : body })
        }
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id="new-tenant">{t('tenants.newTitle')}</DialogTitle>
        <DialogContent>
          <Typography color="textSecondary" sx={{ mb: 2.5 }}>
            {t('tenants.newText')}
          </Typography>
          <Box sx={{ display: 'grid', gap: 2.5 }} onBlur={suggestId}>
            <FormText name="name" label={t('tenants.name')} required autoFocus />
            <FormText
              name="id"
              label={t('tenants.id')}
              help={t('tenants.idHelp')}
              required
              autoComplete="off"
              slotProps={{ htmlInput: { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } }}
            />
            <FormSwitch name="explicitWording" label={t('tenant.explicitWording')} help={t('tenant.explicitHelp')} />
            <Typography variant="h3" component="h3">
              {t('tenants.administrator')}
            </Typography>
            <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
              <FormText name="administrator.firstName" label={t('tenants.firstName')} required autoComplete="off" />
              <FormText name="administrator.lastName" label={t('tenants.lastName')} required autoComplete="off" />
            </Box>
            <FormText name="administrator.email" kind="email" label={t('tenants.email')} required autoComplete="off" />
            <FormText
              name="administrator.password"
              kind="password"
              label={t('tenants.password')}
              help={t('tenants.passwordHelp')}
              required
              autoComplete="new-password"
            />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={create.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('tenants.create')}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}
