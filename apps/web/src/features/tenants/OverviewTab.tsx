import type { TeamRecord } from '@learnt/contract/teams'
import type { ChecklistItem, TenantRecord } from '@learnt/contract/tenants'
import DoneIcon from '@mui/icons-material/CheckCircle'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { formatNumber } from '../../ui/times.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

/** How far the set-up of a tenant is, and its main data. */
export function OverviewTab({ tenant }: { tenant: TenantRecord }) {
  const { t, i18n } = useTranslation('administration')
  const done = tenant.checklist.filter((one) => one.isDone).length
  const all = tenant.checklist.length
  const hosts = tenant.teams.flatMap((team) => team.domain.map((host) => ({ host, address: addressUnder(host, team) })))
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', lg: '2fr 1fr' }, alignItems: 'start' }}>
      <Card component="section" aria-labelledby="checklist" sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography id="checklist" variant="h2" sx={{ fontSize: '1.0625rem' }}>
          {t('tenant.checklist.title')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {done === all ? t('tenant.checklist.allDone') : t('tenant.checklist.text', { done, all })}
        </Typography>
        <LinearProgress
          variant="determinate"
          value={(done / all) * 100}
          aria-label={t('tenant.checklist.title')}
          sx={{ mt: 2, height: 8, borderRadius: 4 }}
        />
        <List disablePadding sx={{ mt: 1.5 }}>
          {tenant.checklist.map(({ item, isDone }) => (
            <ListItem key={item} disableGutters sx={{ alignItems: 'flex-start' }}>
              <ListItemIcon sx={{ minWidth: 36, mt: 0.75 }}>
                {isDone ? <DoneIcon color="success" /> : <OpenIcon sx={{ color: 'text.secondary' }} />}
              </ListItemIcon>
              <ListItemText
                primary={
                  <>
                    {t(`tenant.checklist.${item}`)}
                    <span style={visuallyHidden}>
                      {` (${t(isDone ? 'tenant.checklist.done' : 'tenant.checklist.open')})`}
                    </span>
                  </>
                }
                secondary={<Where item={item} isDone={isDone} tenant={tenant} />}
                slotProps={{ secondary: { component: 'div' } }}
              />
            </ListItem>
          ))}
        </List>
      </Card>
      <Card component="section" aria-label={t('tenant.facts')} sx={{ p: { xs: 2, sm: 3 } }}>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
          <Fact label={t('tenants.id')}>
            <code dir="ltr">{tenant.id}</code>
          </Fact>
          <Fact label={t('tenants.columns.createdAt')}>
            <DateText value={tenant.createdAt} />
          </Fact>
          <Fact label={t('tenants.columns.people')}>{formatNumber(tenant.people, i18n.language)}</Fact>
          <Fact label={t('tenants.columns.teams')}>{tenant.teams.map((team) => team.displayName).join(', ')}</Fact>
          <Fact label={t('tenant.signInAt')}>
            {tenant.teams.map(({ id, displayName, signInAddress, isActive }) =>
              isActive ? (
                <Box key={id} sx={{ mb: 0.5 }}>
                  {tenant.teams.length > 1 && `${displayName}: `}
                  <AppLink href={signInAddress} target="_blank" rel="noreferrer" title={t('tenant.newTab')} dir="ltr">
                    {signInAddress}
                  </AppLink>
                </Box>
              ) : null,
            )}
          </Fact>
          <Fact label={t('tenant.hosts')}>
            {hosts.length === 0
              ? '–'
              : hosts.map(({ host, address }) => (
                  <Box key={host} dir="ltr" sx={{ textAlign: 'start' }}>
                    <AppLink href={signInAt(address)} target="_blank" rel="noreferrer" title={t('tenant.newTab')}>
                      {host}
                    </AppLink>
                  </Box>
                ))}
          </Fact>
        </Box>
      </Card>
    </Box>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </div>
  )
}

/**
 * Where to do it, on this page or as an administrator of the tenant. Once done, only signing in still has something to
 * show.
 */
function Where({ item, isDone, tenant }: { item: ChecklistItem; isDone: boolean; tenant: TenantRecord }) {
  const { t } = useTranslation('administration')
  const { me } = useSession()
  if (isDone && item !== 'signIn') return null
  const open = tenant.teams.filter((team) => team.isActive)
  const main = open.find((team) => team.isDefault) ?? open[0]
  const here = (tab: string) => `${paths.tenant(tenant.id)}?tab=${tab}`
  const inside: Partial<Record<ChecklistItem, string>> = {
    people: paths.users,
    course: paths.courses,
    permission: paths.permissions,
  }
  const fromOutside: Partial<Record<ChecklistItem, string>> = {
    ...(main ? { look: paths.tenantTheme(tenant.id, main.id) } : {}),
    address: here(main ? `teams&team=${encodeURIComponent(main.id)}` : 'teams'),
    signIn: here('providers'),
    people: here('access'),
  }
  const href = (me?.tenantId === tenant.id ? inside[item] : undefined) ?? fromOutside[item]
  if (item === 'administrator' && (!tenant.sendsMail || tenant.administratorIsKnown)) {
    return (
      <>
        {t(`tenant.checklist.how.${tenant.administratorIsKnown ? 'administratorKnown' : 'administratorByHand'}`)}{' '}
        {main && <bdi dir="ltr">{main.signInAddress}</bdi>}
      </>
    )
  }
  return (
    <>
      {t(`tenant.checklist.how.${isDone ? 'provider' : item}`)}{' '}
      {href && <AppLink href={href}>{t('tenant.checklist.go')}</AppLink>}
    </>
  )
}

/** Another of a team's host names leads to the same installation. */
function addressUnder(host: string, { address }: TeamRecord): string {
  const url = new URL(address)
  url.hostname = host
  return url.origin
}

function signInAt(address: string): string {
  return `${address}${paths.login}`
}
