import { tenants } from '@learnt/contract/administration'
import { isEmail } from '@learnt/contract/measures'
import { fullName } from '@learnt/contract/text'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { IdField, NewDialog } from './NewDialog.tsx'
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
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const form = useAppForm(Form, { defaultValues: empty })
  const complain = useServerErrors(form)
  const create = useSend(api.tenants.create, {
    onSuccess: (tenant, { body: { administrator } }) => {
      const { name, administratorIsKnown } = tenant
      const text = administratorIsKnown
        ? t('tenants.createdKnown', { name, person: fullName(administrator) })
        : t('tenants.created', { name })
      showToast({ variant: administratorIsKnown ? 'warning' : 'success', text })
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
    <NewDialog
      form={form}
      open={open}
      onClose={onClose}
      isPending={create.isPending}
      onSubmit={({ explicitWording, ...body }) => {
        // untouched: a preset of that id may say
        create.mutate({ body: form.formState.dirtyFields.explicitWording ? { ...body, explicitWording } : body })
      }}
      suggestId={suggestId}
      title={t('tenants.newTitle')}
      text={t('tenants.newText')}
      button={t('tenants.create')}
    >
      <FormText name="name" label={t('tenants.name')} required autoFocus />
      <IdField help={t('tenants.idHelp')} />
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
      <FormSwitch name="explicitWording" label={t('tenant.explicitWording')} help={t('tenant.explicitHelp')} />
    </NewDialog>
  )
}
