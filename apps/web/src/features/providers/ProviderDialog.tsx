import { type ProviderKind, providerKinds } from '@learnt/contract/provider-kinds'
import { type Provider, providers } from '@learnt/contract/providers'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { dialogForm } from '../../ui/form/dialog-form.ts'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormSummary } from '../../ui/form/FormSummary.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

const { kind, name, color, config, secret, isEnabled } = providers.create.body.shape
/** Certificates are written one below the other. */
const Fields = z.object({
  kind,
  name,
  color,
  secret,
  isEnabled,
  metadata: z.string().max(400_000),
  config: config.extend({ certificates: z.string().max(50_000) }),
})

const isGenericKind = (one: ProviderKind) => one === 'oidc' || one === 'auth0' || one === 'okta'
// Asked together with all else, so that one save says all that is missing.
const missing = (...path: string[]) => ({ path, error: 'required', when: () => true })
const Form = Fields.refine(
  (of) => of.kind === 'saml' || of.config.clientId.trim() !== '',
  missing('config', 'clientId'),
).refine((of) => !isGenericKind(of.kind) || of.config.baseUrl !== '', missing('config', 'baseUrl'))
const FormWithSecret = Form.refine(
  (of) => of.kind === 'saml' || of.kind === 'oidc' || of.secret.trim() !== '',
  missing('secret'),
)

const ltr = { htmlInput: { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } }

/** Makes a provider, or changes one. */
export function ProviderDialog({
  tenantId,
  teamId,
  provider,
  onClose,
}: {
  tenantId: string
  teamId: string
  provider: Provider | null
  onClose: () => void
}) {
  const { t } = useTranslation('providerSettings')
  const form = useAppForm(provider?.hasSecret ? Form : FormWithSecret, {
    defaultValues: {
      kind: provider?.kind ?? 'google',
      name: provider?.name ?? t('kinds.google'),
      color: provider?.color ?? '',
      secret: '',
      isEnabled: provider?.isEnabled ?? true,
      metadata: '',
      config: {
        baseUrl: '',
        clientId: '',
        tenantId: '',
        trustsEmail: false,
        issuer: '',
        entryPoint: '',
        allowsUnasked: false,
        signsOutThere: false,
        logoutUrl: '',
        emailAttribute: '',
        firstNameAttribute: '',
        lastNameAttribute: '',
        allowsSha1: false,
        ...provider?.config,
        certificates: provider?.config.certificates.join('\n') ?? '',
      },
    },
  })
  const complain = useServerErrors(form)
  const saved = {
    outdates: ['providers', 'session'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('saved') })
      onClose()
    },
    onError: complain,
  }
  const create = useSend(api.providers.create, saved)
  const change = useSend(api.providers.change, saved)
  const busy = create.isPending || change.isPending
  const submit = (values: z.output<typeof Form>) => {
    const { kind: ofKind, metadata, secret: typed, ...rest } = values
    const body = {
      ...rest,
      config: { ...rest.config, certificates: certificatesIn(rest.config.certificates) },
      ...(metadata.trim() === '' ? {} : { metadata }),
    }
    if (provider) {
      const kept = typed === '' ? {} : { secret: typed }
      change.mutate({ params: { providerId: provider.id }, body: { ...body, ...kept, revision: provider.revision } })
    } else create.mutate({ body: { ...body, secret: typed, kind: ofKind, tenantId, teamId } })
  }
  const chosen = form.watch('kind') as ProviderKind
  // the name follows the service that has one, until somebody writes another
  useEffect(() => {
    if (provider || form.formState.dirtyFields.name) return
    form.setValue('name', ['oidc', 'auth0', 'saml'].includes(chosen) ? '' : t(`kinds.${chosen}`))
  }, [chosen, provider, form, t])
  const close = useCloseGuard(form.formState.isDirty, onClose)
  const isSaml = chosen === 'saml'
  const isGeneric = isGenericKind(chosen)
  return (
    <Dialog
      open
      onClose={busy ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby="provider-title"
    >
      <AppForm form={form} summary={false} onSubmit={submit} sx={dialogForm}>
        <DialogTitle id="provider-title">{t(provider ? 'form.editTitle' : 'form.newTitle')}</DialogTitle>
        <DialogContent>
          <FormSummary />
          <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
            <FormSelect
              name="kind"
              label={t('form.kind')}
              disabled={provider !== null}
              options={providerKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
            />
            <FormText name="name" label={t('form.name')} help={t('form.nameHelp')} required />
            <FormText name="color" label={t('form.color')} help={t('form.colorHelp')} slotProps={ltr} />
            {!isSaml && (
              <>
                <FormText
                  name="config.baseUrl"
                  kind="url"
                  label={t('form.baseUrl')}
                  help={t(`form.baseUrlHelp.${chosen}`)}
                  required={isGeneric}
                  slotProps={ltr}
                />
                {chosen === 'microsoft' && (
                  <FormText
                    name="config.tenantId"
                    label={t('form.tenantId')}
                    help={t('form.tenantIdHelp')}
                    slotProps={ltr}
                  />
                )}
                <FormText name="config.clientId" label={t('form.clientId')} required slotProps={ltr} />
                <FormText
                  name="secret"
                  kind="password"
                  label={t('form.secret')}
                  help={provider?.hasSecret ? t('form.secretKept') : chosen === 'oidc' ? t('form.secretOptional') : ''}
                  required={chosen !== 'oidc' && !provider?.hasSecret}
                  autoComplete="new-password"
                />
              </>
            )}
            {isSaml && (
              <>
                <FormText
                  name="metadata"
                  label={t('form.metadata')}
                  help={t('form.metadataHelp')}
                  multiline
                  minRows={3}
                  maxRows={8}
                  slotProps={ltr}
                />
                <FormText name="config.issuer" label={t('form.issuer')} slotProps={ltr} />
                <FormText name="config.entryPoint" kind="url" label={t('form.entryPoint')} slotProps={ltr} />
                <FormText
                  name="config.certificates"
                  label={t('form.certificates')}
                  help={t('form.certificatesHelp')}
                  multiline
                  minRows={2}
                  maxRows={8}
                  slotProps={ltr}
                />
                <FormText
                  name="config.logoutUrl"
                  kind="url"
                  label={t('form.logoutUrl')}
                  help={t('form.logoutUrlHelp')}
                  slotProps={ltr}
                />
                {(['emailAttribute', 'firstNameAttribute', 'lastNameAttribute'] as const).map((one) => (
                  <FormText
                    key={one}
                    name={`config.${one}`}
                    label={t(`form.${one}`)}
                    help={one === 'emailAttribute' ? t('form.attributesHelp') : ''}
                    slotProps={ltr}
                  />
                ))}
                <FormSwitch name="config.allowsSha1" label={t('form.allowsSha1')} help={t('form.allowsSha1Help')} />
                <FormSwitch
                  name="config.allowsUnasked"
                  label={t('form.allowsUnasked')}
                  help={t('form.allowsUnaskedHelp')}
                />
              </>
            )}
            {(isSaml || isGeneric) && (
              <FormSwitch name="config.trustsEmail" label={t('form.trustsEmail')} help={t('form.trustsEmailHelp')} />
            )}
            {chosen !== 'facebook' && (
              <FormSwitch
                name="config.signsOutThere"
                label={t('form.signsOutThere')}
                help={t('form.signsOutThereHelp')}
              />
            )}
            <FormSwitch name="isEnabled" label={t('form.isEnabled')} />
            {provider ? (
              <ToRegister provider={provider} />
            ) : (
              <Typography variant="body2" color="textSecondary">
                {t('form.addressAfterwards')}
              </Typography>
            )}
            {provider && provider.people > 0 && <Alert severity="info">{t('form.forgets')}</Alert>}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={busy}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t('form.save')}
          </Button>
        </DialogActions>
      </AppForm>
    </Dialog>
  )
}

/** What an administrator has to enter at the service. */
function ToRegister({ provider }: { provider: Provider }) {
  const { t } = useTranslation('providerSettings')
  const facts: [string, string][] = [
    ...provider.redirectUrls.map((url): [string, string] => [
      t(provider.kind === 'saml' ? 'form.acs' : 'form.redirectUrls'),
      url,
    ]),
    ...provider.signOutUrls.map((url): [string, string] => [t('form.signOutUrls'), url]),
    ...(provider.backChannelUrl ? [[t('form.backChannelUrl'), provider.backChannelUrl] as [string, string]] : []),
    ...(provider.metadataUrl ? [[t('form.metadataUrl'), provider.metadataUrl] as [string, string]] : []),
  ]
  return (
    <Box component="section" aria-labelledby="to-register">
      <Typography id="to-register" variant="subtitle2" component="h3">
        {t('form.register')}
      </Typography>
      <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gap: 1 }}>
        {facts.map(([label, url]) => (
          <div key={url}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography
              component="dd"
              variant="body2"
              dir="ltr"
              sx={{ m: 0, overflowWrap: 'anywhere', textAlign: 'start' }}
            >
              {url}
            </Typography>
          </div>
        ))}
      </Box>
    </Box>
  )
}

/** PEM blocks, or one certificate without the lines around it. */
function certificatesIn(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g)
  return blocks ?? (text.trim() === '' ? [] : [text.trim()])
}
