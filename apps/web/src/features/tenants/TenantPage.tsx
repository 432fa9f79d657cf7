import type { TenantRecord } from '@learnt/contract/tenants'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatDay } from '../../ui/times.ts'
import { ProvidersPanel } from '../providers/ProvidersPanel.tsx'
import { AccessTab } from './AccessTab.tsx'
import { ClosingTab } from './ClosingTab.tsx'
import { DomainsTab } from './DomainsTab.tsx'
import { FeaturesTab } from './FeaturesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { tenantPaths } from './paths.ts'
import { SettingsTab } from './SettingsTab.tsx'
import { TeamsTab } from './TeamsTab.tsx'
import { useClosing } from './useClosing.ts'

const tabs = ['overview', 'settings', 'access', 'providers', 'teams', 'features', 'domains', 'closing'] as const
type TabName = (typeof tabs)[number]

/** Everything about one tenant, in parts that each have an address. */
export function TenantPage() {
  const { tenantId = '' } = useParams({ strict: false }) as { tenantId?: string }
  const { t } = useTranslation('administration')
  const tenant = useQuery(queryOf(api.tenants.get, { params: { tenantId } }))
  useDocumentTitle(tenant.data?.name)
  if (tenant.data) return <Parts key={tenantId} tenant={tenant.data} />
  return (
    <>
      <PageHeader title={tenantId} back={{ href: tenantPaths.tenants, label: t('tenants.title') }} />
      {tenant.isError ? <ErrorState error={tenant.error} onRetry={() => void tenant.refetch()} /> : <FormSkeleton />}
    </>
  )
}

function Parts({ tenant }: { tenant: TenantRecord }) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'))
  const { tab: wanted } = useSearch({ strict: false }) as Record<string, string | undefined>
  const tab: TabName = tabs.find((one) => one === wanted) ?? 'overview'
  const go = (next: TabName) =>
    void navigate({ to: '.', search: (next === 'overview' ? {} : { tab: next }) as never, resetScroll: false })
  return (
    <>
      <PageHeader
        title={tenant.name}
        text={t('tenant.text')}
        back={{ href: tenantPaths.tenants, label: t('tenants.title') }}
        status={<StateChip kind="tenant" state={tenant.status} />}
      />
      {tenant.status !== 'active' && <Closed tenant={tenant} />}
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}>
        <Tabs
          value={tab}
          onChange={(_, next: TabName) => go(next)}
          aria-label={t('tenant.tabs')}
          variant="scrollable"
          // NOTE there from the start where they will be needed: coming later they push the chosen tab out of sight
          scrollButtons={isNarrow || 'auto'}
          allowScrollButtonsMobile
          sx={{ '& .MuiTabs-scrollButtons': { width: { xs: 28, md: 40 } } }}
        >
          {tabs.map((name) => (
            <Tab
              key={name}
              value={name}
              label={t(`tenant.tab.${name}`)}
              id={`tab-${name}`}
              aria-controls={`panel-${name}`}
            />
          ))}
        </Tabs>
      </Box>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'overview' && <OverviewTab tenant={tenant} />}
        {tab === 'settings' && <SettingsTab tenant={tenant} />}
        {tab === 'access' && <AccessTab tenant={tenant} />}
        {tab === 'providers' && <ProvidersPanel tenantId={tenant.id} />}
        {tab === 'teams' && <TeamsTab tenant={tenant} />}
        {tab === 'features' && <FeaturesTab tenant={tenant} />}
        {tab === 'domains' && <DomainsTab tenant={tenant} />}
        {tab === 'closing' && <ClosingTab tenant={tenant} />}
      </Box>
    </>
  )
}

/** That it is closed, and the way back. */
function Closed({ tenant }: { tenant: TenantRecord }) {
  const { t, i18n } = useTranslation('administration')
  const { resume, restore } = useClosing(tenant)
  const { undoUntil } = tenant
  const isDeleted = tenant.status === 'deleted'
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        isDeleted ? (
          undoUntil && (
            <Button color="inherit" loading={restore.isPending} onClick={() => restore.mutate(tenant.id)}>
              {t('tenants.undo')}
            </Button>
          )
        ) : (
          <Button color="inherit" loading={resume.isPending} onClick={() => resume.mutate(tenant.id)}>
            {t('tenants.resume')}
          </Button>
        )
      }
    >
      {isDeleted
        ? undoUntil
          ? t('tenant.deletedUntil', { day: formatDay(new Date(undoUntil), i18n.language) })
          : t('tenant.beingRemoved')
        : tenant.suspendedReason
          ? t('tenant.suspendedBecause', { reason: tenant.suspendedReason })
          : t('tenant.suspended')}
    </Alert>
  )
}
