import { locales } from '@learnt/contract/locales'
import { limits } from '@learnt/contract/measures'
import { colleagueViews } from '@learnt/contract/team-values'
import { TenantOptions, type TenantRecord } from '@learnt/contract/tenants'
import { oneLine } from '@learnt/contract/values'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { changesOf, useStoredValues } from '../../ui/form/form-changes.ts'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

const Form = z.object({
  name: oneLine().min(limits.nameMinLength).max(100),
  settings: TenantOptions.omit({ features: true }),
})

/** The settings of a tenant, beside how people get in. */
export function SettingsTab({ tenant }: { tenant: TenantRecord }) {
  const { t } = useTranslation('administration')
  const form = useAppForm(Form, { defaultValues: valuesOf(tenant) })
  useStoredValues(form, valuesOf(tenant))
  const complain = useServerErrors(form)
  const save = useSend(api.tenants.change, {
    outdates: ['tenants', 'session'],
    onSuccess: (saved) => {
      form.reset(valuesOf(saved))
      showToast({ variant: 'success', text: t('tenant.saved') })
    },
    onError: complain,
  })
  const { isDirty } = form.formState
  useLeaveGuard(isDirty && !save.isPending)
  const at = (name: string) => `settings.${name}`
  const ltr = { htmlInput: { dir: 'ltr' } } as const
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')], [])
  const zone = tenant.settings.timeZone
  return (
    <AppForm
      form={form}
      onSubmit={(values) => save.mutate({ params: { tenantId: tenant.id }, body: changesOf(form, values) })}
    >
      <FormSection title={t('tenant.general')}>
        <FormText name="name" label={t('tenants.name')} required />
        <FormSelect
          name={at('defaultLocale')}
          label={t('tenant.defaultLocale')}
          help={t('tenant.defaultLocaleHelp')}
          options={[
            { value: '', label: t('tenant.localeOfBrowser') },
            ...locales.map((locale) => ({ value: locale, label: t(`tenant.locales.${locale}`) })),
          ]}
        />
        <FormSelect
          name={at('timeZone')}
          label={t('tenant.timeZone')}
          help={t('tenant.timeZoneHelp')}
          options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({ value, label: value }))}
        />
        <FormSwitch name={at('isoDates')} label={t('tenant.isoDates')} help={t('tenant.isoDatesHelp')} />
        <FormText
          name={at('marketplaceLink')}
          label={t('tenant.marketplaceLink')}
          help={t('tenant.marketplaceHelp')}
          slotProps={ltr}
        />
        <FormSelect
          name={at('colleagues')}
          label={t('tenant.colleagues')}
          help={t('tenant.colleaguesHelp')}
          options={colleagueViews.map((value) => ({ value, label: t(`tenant.colleagueViews.${value}`) }))}
        />
        <FormSwitch name={at('rewards')} label={t('tenant.rewards')} help={t('tenant.rewardsHelp')} />
        <FormSwitch name={at('analytics')} label={t('tenant.analytics')} help={t('tenant.analyticsHelp')} />
        <FormSwitch
          name={at('analyticsEmployeeId')}
          label={t('tenant.analyticsEmployeeId')}
          help={t('tenant.analyticsEmployeeIdHelp')}
        />
      </FormSection>
      <FormSection title={t('tenant.chat')} text={t('tenant.chatText')}>
        <FormSwitch name={at('showSupportChatDialog')} label={t('tenant.showSupportChatDialog')} />
        <FormText
          name={at('supportChatScript')}
          kind="url"
          label={t('tenant.supportChatScript')}
          help={t('tenant.supportChatScriptHelp')}
          slotProps={ltr}
        />
      </FormSection>
      <FormSection title={t('tenant.layout')}>
        <FormSelect
          name={at('homepageLayout')}
          label={t('tenant.homepageLayout')}
          help={t('tenant.homepageLayoutHelp')}
          options={(['default', 'munro'] as const).map((value) => ({ value, label: t(`tenant.layouts.${value}`) }))}
        />
        <FormSwitch name={at('hidesToolbarOnHomepage')} label={t('tenant.hidesToolbarOnHomepage')} />
        <FormSwitch name={at('showsBackButton')} label={t('tenant.showsBackButton')} />
        <FormSwitch name={at('allowsOwnBars')} label={t('tenant.allowsOwnBars')} help={t('tenant.allowsOwnBarsHelp')} />
      </FormSection>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={!isDirty}>
          {t('tenant.save')}
        </Button>
      </Box>
    </AppForm>
  )
}

function valuesOf(tenant: TenantRecord): z.input<typeof Form> {
  const { features: _, ...settings } = tenant.settings
  return { name: tenant.name, settings }
}
