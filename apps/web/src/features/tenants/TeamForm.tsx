import { locales } from '@learnt/contract/locales'
import { type FeedField, featureNames, feedFields, readHostName } from '@learnt/contract/team-values'
import { TeamFields, type TeamRecord } from '@learnt/contract/teams'
import type { TenantRecord } from '@learnt/contract/tenants'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormChoices } from '../../ui/form/FormChoices.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { changesOf, useStoredValues } from '../../ui/form/form-changes.ts'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { FeedHeadings } from './FeedHeadings.tsx'
import { hostOf } from './host-of.ts'

// Buttons on the team’s card make it the default or active.
const Form = TeamFields.omit({ isDefault: true, isActive: true })
type Values = z.input<typeof Form>

/** Every field of one team; its look and navigation have pages of their own. */
export function TeamForm({ tenant, team }: { tenant: TenantRecord; team: TeamRecord }) {
  const { t } = useTranslation('administration')
  const Anchor = useAnchor()
  const client = useQueryClient()
  const form = useAppForm(Form, { defaultValues: valuesOf(team) })
  useStoredValues(form, valuesOf(team))
  const complain = useServerErrors(form)
  const back = `${paths.tenant(tenant.id)}?tab=teams`
  const save = useSend(api.teams.update, {
    outdates: ['tenants', 'session'],
    onSuccess: (saved) => {
      form.reset(valuesOf(saved))
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
  const ltr = { htmlInput: { dir: 'ltr' } } as const
  return (
    <AppForm
      form={form}
      onSubmit={(values) =>
        save.mutate({ params: { tenantId: tenant.id, teamId: team.id }, body: changesOf(form, values) })
      }
    >
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('tenant.team', { name: team.displayName })}
      </Typography>
      <FormSection title={t('tenant.general')}>
        <FormText name="displayName" label={t('tenant.teams.displayName')} required />
        <FormText name="supportEmail" kind="email" label={t('tenant.supportEmail')} slotProps={ltr} />
        <FormSelect
          name="language"
          label={t('tenant.defaultLocale')}
          help={t('tenant.teams.languageHelp')}
          options={[
            { value: '', label: t('tenant.teams.languageOfTenant') },
            ...locales.map((locale) => ({ value: locale, label: t(`tenant.locales.${locale}`) })),
          ]}
        />
        <FormText name="termsAndConditionsUrl" kind="url" label={t('tenant.termsAndConditionsUrl')} slotProps={ltr} />
        <FormChoices
          name="registrationTags"
          free
          label={t('tenant.registrationTags')}
          help={t('tenant.registrationTagsHelp')}
        />
        <FormChoices
          name="featuresOff"
          label={t('tenant.teams.featuresOff')}
          help={t('tenant.teams.featuresOffHelp')}
          options={featureNames
            .filter((name) => tenant.settings.features[name])
            .map((name) => ({ value: name, label: t(`tenant.features.${name}`) }))}
        />
      </FormSection>
      <FormSection title={t('tenant.teams.address')} text={t('tenant.teams.addressText')}>
        <FormChoices
          name="domain"
          free
          read={hostOf}
          label={t('tenant.teams.domain')}
          help={t('tenant.teams.domainHelp')}
        />
        <MainDomain />
      </FormSection>
      <FeedHeadings />
      <FormSection title={t('tenant.teams.look')} columns={1}>
        <Look tenant={tenant} team={team} />
      </FormSection>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button component={Anchor} href={back} color="inherit">
          {t('tenant.teams.back')}
        </Button>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={!isDirty}>
          {t('tenant.save')}
        </Button>
      </Box>
    </AppForm>
  )
}

/** One of the host names above; removing it there clears it here. */
function MainDomain() {
  const { t } = useTranslation('administration')
  const { domain, mainDomain } = useWatch() as Pick<Values, 'domain' | 'mainDomain'>
  const { getValues, setValue, formState } = useFormContext<Values>()
  const hadNone = (formState.defaultValues?.domain ?? []).length === 0
  const only = hadNone && domain.length === 1 && readHostName(domain[0] ?? '') ? domain[0] : undefined
  // a team’s first host name probably shall also be the one in links; the administrator can change that
  useEffect(() => {
    if (only && getValues('mainDomain') === '') setValue('mainDomain', only, { shouldDirty: true })
  }, [only, getValues, setValue])
  const isGone = mainDomain !== '' && !domain.includes(mainDomain)
  useEffect(() => {
    if (isGone) setValue('mainDomain', '', { shouldDirty: true, shouldValidate: true })
  }, [isGone, setValue])
  return (
    <FormSelect
      name="mainDomain"
      label={t('tenant.teams.mainDomain')}
      help={t('tenant.teams.mainDomainHelp')}
      options={[
        { value: '', label: t('tenant.teams.noMainDomain') },
        ...[...new Set([...domain, ...(mainDomain ? [mainDomain] : [])])].map((host) => ({ value: host, label: host })),
      ]}
    />
  )
}

function Look({ tenant, team }: { tenant: TenantRecord; team: TeamRecord }) {
  const { t } = useTranslation('administration')
  const navigation = `/apps/superadmin/navigation-settings?tenantId=${encodeURIComponent(tenant.id)}&teamId=${encodeURIComponent(team.id)}`
  return (
    <>
      <Typography variant="body2">
        <AppLink href={paths.tenantTheme(tenant.id, team.id)}>{t('tenant.teams.theme')}</AppLink>
      </Typography>
      <Typography variant="body2">
        <AppLink href={navigation}>{t('tenant.teams.navigation')}</AppLink>
      </Typography>
    </>
  )
}

function valuesOf(team: TeamRecord): Values {
  return {
    displayName: team.displayName,
    supportEmail: team.supportEmail,
    language: team.language,
    domain: team.domain,
    mainDomain: team.mainDomain,
    registrationTags: team.registrationTags,
    featuresOff: team.featuresOff,
    termsAndConditionsUrl: team.termsAndConditionsUrl,
    // stored headings may name a field that no longer exists
    feedHeadings: team.feedHeadings.filter((one): one is { field: FeedField } & typeof one =>
      feedFields.includes(one.field as FeedField),
    ),
  }
}
