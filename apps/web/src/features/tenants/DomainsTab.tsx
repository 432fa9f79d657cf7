import { tenants } from '@learnt/contract/administration'
import { HostName } from '@learnt/contract/teams'
import type { TenantDomain, TenantRecord } from '@learnt/contract/tenants'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import { showToast } from '../../ui/toasts.ts'
import { hostOf } from './host-of.ts'

/** Host names that open the tenant's teams, and the domains that it has shown to be its own. */
export function DomainsTab({ tenant }: { tenant: TenantRecord }) {
  const { t } = useTranslation('administration')
  return (
    <>
      <Card component="section" aria-labelledby="hosts" sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
        <Typography id="hosts" variant="h2" sx={{ fontSize: '1.0625rem' }}>
          {t('tenant.hosts')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
          {t('tenant.domains.hostsText')}
        </Typography>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
          {tenant.teams.map((team) => (
            <div key={team.id}>
              <Typography component="dt">
                <AppLink href={`${paths.tenant(tenant.id)}?tab=teams&team=${encodeURIComponent(team.id)}`}>
                  {team.displayName}
                </AppLink>
              </Typography>
              <Typography
                component="dd"
                variant="body2"
                color="textSecondary"
                dir="ltr"
                sx={{ m: 0, overflowWrap: 'anywhere', textAlign: 'start' }}
              >
                {team.domain.length > 0 ? team.domain.join(', ') : '–'}
              </Typography>
            </div>
          ))}
        </Box>
      </Card>
      <Card component="section" aria-labelledby="domains" sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography id="domains" variant="h2" sx={{ fontSize: '1.0625rem' }}>
          {t('tenant.domains.title')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
          {t('tenant.domains.text')}
        </Typography>
        {tenant.domains.length === 0 && (
          <EmptyState title={t('tenant.domains.empty')} text={t('tenant.domains.emptyText')} />
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {tenant.domains.map((domain) => (
            <OneDomain key={domain.domain} tenant={tenant} domain={domain} />
          ))}
        </Box>
        <AddDomain tenantId={tenant.id} />
      </Card>
    </>
  )
}

function OneDomain({ tenant, domain }: { tenant: TenantRecord; domain: TenantDomain }) {
  const { t } = useTranslation('administration')
  const { t: words } = useTranslation('problems')
  const params = { tenantId: tenant.id, domain: domain.domain }
  const fail = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const check = useSend(api.tenants.checkDomain, {
    onSuccess: (found) =>
      showToast(
        found.verifiedAt
          ? { variant: 'success', text: t('tenant.domains.verified', { domain: found.domain }) }
          : { variant: 'warning', text: t('tenant.domains.notFound') },
      ),
    onError: fail,
  })
  const vouch = useSend(api.tenants.vouchForDomain, {
    onSuccess: (found) =>
      showToast({ variant: 'success', text: t('tenant.domains.verified', { domain: found.domain }) }),
    onError: fail,
  })
  const remove = useSend(api.tenants.removeDomain, { onError: fail })
  const sure = async (what: 'vouch' | 'remove') => {
    const question = {
      title: t(`tenant.domains.${what}Title`, { domain: domain.domain }),
      text: t(`tenant.domains.${what}Text`),
      confirmLabel: t(`tenant.domains.${what}`),
      danger: true,
    }
    if (await confirm(question)) (what === 'vouch' ? vouch : remove).mutate({ params })
  }
  return (
    <Box component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography component="h3" variant="subtitle1" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
          {domain.domain}
        </Typography>
        <StateChip kind="domain" state={domain.verifiedAt ? 'verified' : 'open'} />
        <Box sx={{ flex: 1 }} />
        {!domain.verifiedAt && (
          <Button variant="outlined" size="small" loading={check.isPending} onClick={() => check.mutate({ params })}>
            {t('tenant.domains.check')}
          </Button>
        )}
        <ActionMenu
          label={t('tenant.domains.actions', { domain: domain.domain })}
          items={[
            ...(domain.verifiedAt
              ? []
              : [{ id: 'vouch', label: t('tenant.domains.vouch'), run: () => void sure('vouch') }]),
            { id: 'remove', label: t('tenant.domains.remove'), danger: true, run: () => void sure('remove') },
          ]}
        />
      </Box>
      {domain.verifiedAt ? (
        <Typography variant="body2" color="textSecondary">
          {t(domain.verifiedBy === 'superadmin' ? 'tenant.domains.byWord' : 'tenant.domains.byRecord')}{' '}
          <DateText value={domain.verifiedAt} />
        </Typography>
      ) : (
        <Record domain={domain} />
      )}
    </Box>
  )
}

/** What has to be written where. */
function Record({ domain }: { domain: TenantDomain }) {
  const { t } = useTranslation('administration')
  const lines = [
    [t('tenant.domains.recordType'), 'TXT'],
    [t('tenant.domains.recordName'), domain.record.name],
    [t('tenant.domains.recordValue'), domain.record.value],
  ] as const
  return (
    <>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 1.5,
          p: 1.5,
          borderRadius: 2,
          bgcolor: 'action.hover',
          display: 'grid',
          gap: 0.5,
          gridTemplateColumns: { sm: 'max-content 1fr' },
          columnGap: 2,
        }}
      >
        {lines.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              <code dir="ltr">{value}</code>
            </Box>
          </Box>
        ))}
      </Box>
      {domain.checkedAt && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {t('tenant.domains.checked')} <DateText value={domain.checkedAt} />
        </Typography>
      )}
    </>
  )
}

const NewDomain = tenants.addDomain.body.extend({ domain: z.string().transform(hostOf).pipe(HostName) })

function AddDomain({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('administration')
  const form = useAppForm(NewDomain, { defaultValues: { domain: '' } })
  const complain = useServerErrors(form)
  const add = useSend(api.tenants.addDomain, { onSuccess: () => form.reset({ domain: '' }), onError: complain })
  return (
    <AppForm
      form={form}
      summary={false}
      onSubmit={(body) => add.mutate({ params: { tenantId }, body })}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2.5, alignItems: 'flex-start' }}
    >
      <Box sx={{ flex: '1 1 240px' }}>
        <FormText
          name="domain"
          label={t('tenant.domains.domain')}
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } }}
        />
      </Box>
      <Button type="submit" variant="outlined" loading={add.isPending} sx={{ mt: 1 }}>
        {t('tenant.domains.add')}
      </Button>
    </AppForm>
  )
}
