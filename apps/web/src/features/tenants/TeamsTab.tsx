import type { TeamRecord } from '@learnt/contract/teams'
import type { TenantRecord } from '@learnt/contract/tenants'
import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { NewTeam } from './NewTeam.tsx'
import { TeamForm } from './TeamForm.tsx'

/** The teams of a tenant; one of them is opened by `team` in the address. */
export function TeamsTab({ tenant }: { tenant: TenantRecord }) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const { team: wanted } = useSearch({ strict: false }) as Record<string, string | undefined>
  const [adding, setAdding] = useState(false)
  const open = tenant.teams.find((team) => team.id === wanted)
  if (open) return <TeamForm key={open.id} tenant={tenant} team={open} />
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2, alignItems: 'center' }}>
        <Typography color="textSecondary" sx={{ flex: '1 1 280px' }}>
          {t('tenant.teams.text')}
        </Typography>
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
          {t('tenant.teams.add')}
        </Button>
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {tenant.teams.map((team) => (
          <li key={team.id}>
            <TeamCard tenant={tenant} team={team} />
          </li>
        ))}
      </Box>
      <NewTeam
        tenantId={tenant.id}
        open={adding}
        onClose={() => setAdding(false)}
        onMade={(team) => void navigate({ to: '.', search: { tab: 'teams', team: team.id } as never })}
      />
    </>
  )
}

function TeamCard({ tenant, team }: { tenant: TenantRecord; team: TeamRecord }) {
  const { t, i18n } = useTranslation('administration')
  const { t: words } = useTranslation('problems')
  const fail = (error: Error) => showToast({ variant: 'error', text: problemText(words, error) })
  const params = { tenantId: tenant.id, teamId: team.id }
  const update = useSend(api.teams.update, {
    outdates: ['tenants', 'session'],
    onSuccess: () => showToast({ variant: 'success', text: t('tenant.saved') }),
    onError: fail,
  })
  const remove = useSend(api.teams.remove, {
    outdates: ['tenants', 'session'],
    onSuccess: () => showToast({ variant: 'success', text: t('tenant.teams.deleted', { name: team.displayName }) }),
    onError: fail,
  })
  const name = team.displayName
  const deactivate = async () => {
    const question = {
      title: t('tenant.teams.deactivateTitle', { name }),
      text: t('tenant.teams.deactivateText'),
      confirmLabel: t('tenant.teams.deactivate'),
      danger: true,
    }
    if (await confirm(question)) update.mutate({ params, body: { isActive: false } })
  }
  const erase = async () => {
    const question = {
      title: t('tenant.teams.deleteTitle', { name }),
      text: t('tenant.teams.deleteText', { number: formatNumber(team.people, i18n.language) }),
      confirmLabel: t('tenant.teams.delete'),
      danger: true,
      typed: team.id,
    }
    if (await confirm(question)) remove.mutate({ params })
  }
  return (
    <Card sx={{ p: 2.5, height: '100%', display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <AppLink
            href={`${paths.tenant(tenant.id)}?tab=teams&team=${encodeURIComponent(team.id)}`}
            variant="subtitle1"
          >
            {name}
          </AppLink>
          <Typography variant="body2" color="textSecondary" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
            {team.id}
          </Typography>
        </Box>
        <ActionMenu
          label={t('tenant.teams.actions', { name })}
          items={[
            ...(team.isDefault || !team.isActive
              ? []
              : [
                  {
                    id: 'default',
                    label: t('tenant.teams.makeDefault'),
                    run: () => update.mutate({ params, body: { isDefault: true } }),
                  },
                ]),
            team.isActive
              ? {
                  id: 'deactivate',
                  label: t('tenant.teams.deactivate'),
                  reason: team.can.deactivate,
                  run: () => void deactivate(),
                }
              : {
                  id: 'activate',
                  label: t('tenant.teams.activate'),
                  run: () => update.mutate({ params, body: { isActive: true } }),
                },
            {
              id: 'delete',
              label: t('tenant.teams.delete'),
              reason: team.can.delete,
              danger: true,
              dividerBefore: true,
              run: () => void erase(),
            },
          ]}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <StateChip kind="team" state={team.isActive ? 'active' : 'inactive'} />
        {team.isDefault && <Chip size="small" variant="outlined" label={t('tenant.teams.default')} />}
        {!team.hasNavigation && <Chip size="small" variant="outlined" label={t('tenant.teams.plainNavigation')} />}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {t('tenant.teams.people', { number: formatNumber(team.people, i18n.language) })}
      </Typography>
      {team.domain.length > 0 && (
        <Typography variant="body2" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
          {team.domain.join(', ')}
        </Typography>
      )}
    </Card>
  )
}
