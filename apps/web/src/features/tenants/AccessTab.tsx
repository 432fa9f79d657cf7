import { TenantAccess, type tenants } from '@learnt/contract/administration'
import type { ReplyOf } from '@learnt/contract/endpoint'
import { idleUnits } from '@learnt/contract/idle'
import { roles } from '@learnt/contract/roles'
import type { TenantRecord } from '@learnt/contract/tenants'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormChoices } from '../../ui/form/FormChoices.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { changesOf, useStoredValues } from '../../ui/form/form-changes.ts'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'

type Access = ReplyOf<typeof tenants.access>

const Form = z.object({ settings: TenantAccess })

/** How people get into a tenant and stay signed in: registration, terms, password rules, sessions. */
export function AccessTab({ tenant }: { tenant: TenantRecord }) {
  const tenantId = tenant.id
  const access = useQuery(queryOf(api.tenants.access, { params: { tenantId } }))
  if (access.data) return <AccessForm key={tenantId} access={access.data} sendsMail={tenant.sendsMail} />
  if (access.isError) return <ErrorState error={access.error} onRetry={() => void access.refetch()} />
  return <FormSkeleton />
}

function AccessForm({ access, sendsMail }: { access: Access; sendsMail: boolean }) {
  const { t } = useTranslation(['administration', 'common'])
  const { tenantId, settings } = access
  const client = useQueryClient()
  const form = useAppForm(Form, { defaultValues: { settings } })
  useStoredValues(form, { settings })
  const complain = useServerErrors(form)
  const save = useSend(api.tenants.changeAccess, {
    outdates: ['tenants', 'session'],
    onSuccess: (saved) => {
      form.reset({ settings: saved.settings })
      showToast({ variant: 'success', text: t('tenant.saved') })
    },
    onError: (error) => {
      complain(error)
      // the error may be about a change by another administrator
      void client.invalidateQueries({ queryKey: ['tenants'] })
    },
  })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty && !save.isPending)
  const at = (name: string) => `settings.${name}`
  return (
    <AppForm
      form={form}
      onSubmit={(values) =>
        save.mutate({ params: { tenantId }, body: changesOf(form, values, ['sessionConfig', 'secondFactor']) })
      }
    >
      <FormSection title={t('tenant.entering')}>
        <FormText
          name={at('usernameTitleLabel')}
          label={t('tenant.usernameTitleLabel')}
          help={t('tenant.usernameHelp')}
        />
        <FormText
          name={at('invitationDays')}
          kind="number"
          label={t('tenant.invitationDays')}
          help={t('tenant.invitationDaysHelp')}
        />
        <FormSwitch name={at('explicitWording')} label={t('tenant.explicitWording')} help={t('tenant.explicitHelp')} />
        <FormSwitch
          name={at('showSelfRegistration')}
          label={t('tenant.showSelfRegistration')}
          help={t('tenant.registrationHelp')}
        />
        {!sendsMail && <NoMails />}
        <FormSwitch
          name={at('showTermsConditions')}
          label={t('tenant.showTermsConditions')}
          help={t('tenant.termsHelp')}
        />
        <FormSwitch name={at('showPersonalTermsConditions')} label={t('tenant.showPersonalTermsConditions')} />
        <FormText
          name={at('personalTermsAndConditionsUrl')}
          kind="url"
          label={t('tenant.personalTermsAndConditionsUrl')}
          slotProps={{ htmlInput: { dir: 'ltr' } }}
        />
      </FormSection>
      <FormSection title={t('tenant.passwords')} text={t('tenant.passwordsText')}>
        <FormText name={at('passwordRules.minLength')} kind="number" label={t('tenant.minLength')} />
        {(['refuseBreached', 'upper', 'lower', 'digit', 'special'] as const).map((rule) => (
          <FormSwitch key={rule} name={at(`passwordRules.${rule}`)} label={t(`tenant.${rule}`)} />
        ))}
      </FormSection>
      <FormSection title={t('tenant.secondFactor')} text={t('tenant.secondFactorText')}>
        <FormChoices
          name={at('secondFactor.requiredFor')}
          label={t('tenant.requiredFor')}
          help={t('tenant.requiredForHelp')}
          options={roles.map((role) => ({ value: role, label: t(`common:roles.${role}`) }))}
        />
        <FormSwitch
          name={at('secondFactor.afterProvider')}
          label={t('tenant.afterProvider')}
          help={t('tenant.afterProviderHelp')}
        />
      </FormSection>
      <FormSection title={t('tenant.hosted')} text={t('tenant.hostedText')}>
        <FormSwitch
          name={at('syncsUserMetadata')}
          label={t('tenant.syncsUserMetadata')}
          help={t('tenant.syncsUserMetadataHelp')}
        />
      </FormSection>
      <FormSection title={t('tenant.sessions')} text={t('tenant.sessionsText')}>
        <FormSwitch
          name={at('sessionConfig.persistUserSession')}
          label={t('tenant.persistUserSession')}
          help={t('tenant.persistHelp')}
        />
        <FormSwitch
          name={at('sessionConfig.checkUserInactivity')}
          label={t('tenant.checkUserInactivity')}
          help={t('tenant.inactivityHelp')}
        />
        <FormText
          name={at('sessionConfig.expireSessionAfter')}
          kind="number"
          label={t('tenant.expireSessionAfter')}
          help={t('tenant.expireHelp')}
        />
        <FormSelect
          name={at('sessionConfig.unit')}
          label={t('tenant.unit')}
          options={idleUnits.map((unit) => ({ value: unit, label: t(`tenant.units.${unit}`) }))}
        />
        <FormSwitch
          name={at('impersonationMayWrite')}
          label={t('tenant.impersonationMayWrite')}
          help={t('tenant.impersonationHelp')}
        />
      </FormSection>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={!isDirty}>
          {t('tenant.save')}
        </Button>
      </Box>
    </AppForm>
  )
}

/** Without mail, people who register would wait for a confirmation that never comes. */
function NoMails() {
  const { t } = useTranslation('administration')
  const { settings } = useWatch() as z.input<typeof Form>
  if (!settings.showSelfRegistration || settings.explicitWording) return null
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
      {t('tenant.noMails', { setting: t('tenant.explicitWording') })}
    </Alert>
  )
}
