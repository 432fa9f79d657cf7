import { isKnownNavigation, type NavigationRow, standardRows, type TenantNavigation } from '@learnt/contract/navigation'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { NavIcon } from '../../shell/NavIcon.tsx'
import { SaveBar } from '../../shell/SaveBar.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { childrenOf } from './tree.ts'
import { useEntryWords } from './use-entry-words.ts'

/** What the teams of an organisation may have in their navigation: one team's, or that of all at once. */
export function NavigationSettingsPage() {
  const { t } = useTranslation('settings')
  const { team } = useSession()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { tenantId?: string; teamId?: string }
  const tenantId = search.tenantId ?? team.tenantId
  const tenants = useQuery(queryOf(api.tenants.list))
  const stored = useQuery({
    ...queryOf(api.navigation.available, { params: { tenantId } }),
    refetchOnWindowFocus: false,
  })
  const error = tenants.error ?? stored.error
  const teamId = search.teamId ?? ''
  const chooseTeam = (chosen: string) =>
    void navigate({ to: '.', search: { tenantId, ...(chosen ? { teamId: chosen } : {}) } as never })
  return (
    <>
      <PageHeader title={t('available.title')} text={t('available.text')} />
      {tenants.data && (
        <TextField
          select
          size="small"
          label={t('available.tenant')}
          value={tenantId}
          onChange={(event) => void navigate({ to: '.', search: { tenantId: event.target.value } as never })}
          sx={{ minWidth: 220, mb: 2.5, marginInlineEnd: 2 }}
        >
          {tenants.data.items.map((tenant) => (
            <MenuItem key={tenant.id} value={tenant.id}>
              {tenant.name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {stored.data && tenants.data ? (
        <>
          <TextField
            select
            size="small"
            label={t('available.team')}
            value={teamId}
            onChange={(event) => chooseTeam(event.target.value)}
            sx={{ minWidth: 220, mb: 2.5 }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('available.allTeams', { count: stored.data.teams.length })}</MenuItem>
            {stored.data.teams.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {one.displayName}
              </MenuItem>
            ))}
          </TextField>
          <Entries
            // what was changed for one team is not changed for another
            key={`${tenantId}/${teamId}`}
            of={stored.data}
            tenantName={tenants.data.items.find((tenant) => tenant.id === tenantId)?.name ?? tenantId}
            teamId={teamId}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([tenants.refetch(), stored.refetch()])} />
      ) : (
        <FormSkeleton fields={8} />
      )}
    </>
  )
}

function Entries(props: {
  of: TenantNavigation
  tenantName: string
  /** Empty: all teams. */
  teamId: string
}) {
  const { of, tenantName, teamId } = props
  const { t } = useTranslation(['settings', 'problems'])
  const { t: words } = useTranslation('problems')
  const [changes, setChanges] = useState<Record<string, boolean>>({})
  const teams = teamId ? of.teams.filter((one) => one.id === teamId) : of.teams
  const count = Object.keys(changes).length
  const save = useSend(api.navigation.setAvailable, {
    outdates: ['navigation', 'session'],
    onSuccess: () => {
      setChanges({})
      showToast({ variant: 'success', text: t('saved') })
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  useLeaveGuard(count > 0 && !save.isPending)
  const send = async () => {
    const sure =
      teams.length < 2 ||
      (await confirm({
        title: t('available.confirmTitle', { count: teams.length }),
        text: t('available.confirmText', { name: tenantName }),
        confirmLabel: t('save'),
      }))
    if (!sure) return
    save.mutate({
      params: { tenantId: of.tenantId },
      body: { teamIds: teams.map((one) => one.id), available: changes },
    })
  }
  // all teams together have the product's own entries; what a team added itself is shown with that team
  const rows = teams.length === 1 && teams[0] ? teams[0].rows : standardRows()
  const stateOf = (id: string) => {
    const having = teams.flatMap((one) => one.rows.filter((row) => row.id === id))
    return { total: having.length, available: having.filter((row) => row.available).length }
  }
  return (
    <>
      <Card sx={{ p: { xs: 1.5, sm: 3 }, mb: 2.5 }}>
        <Level
          rows={rows}
          parentId={null}
          stateOf={stateOf}
          changes={changes}
          onChange={(id, available) => {
            const { available: now, total } = stateOf(id)
            const { [id]: _, ...others } = changes
            setChanges(now === (available ? total : 0) ? others : { ...others, [id]: available })
          }}
        />
      </Card>
      <SaveBar isDirty={count > 0} onUndo={() => setChanges({})} loading={save.isPending} onSave={() => void send()}>
        <Typography role="status" variant="body2" color="textSecondary">
          {count > 0 ? t('available.changes', { count }) : ''}
        </Typography>
      </SaveBar>
    </>
  )
}

interface LevelProps {
  rows: readonly NavigationRow[]
  parentId: string | null
  stateOf: (id: string) => { total: number; available: number }
  changes: Record<string, boolean>
  onChange: (id: string, available: boolean) => void
}

function Level(props: LevelProps) {
  const { rows, parentId, stateOf, changes, onChange } = props
  const { t } = useTranslation('settings')
  const { nameOf, iconOf, hasPage } = useEntryWords()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {childrenOf(rows, parentId).map((row) => {
        const { total, available } = stateOf(row.id)
        const mixed = changes[row.id] === undefined && available > 0 && available < total
        const on = changes[row.id] ?? available === total
        const notes = [
          ...(row.url ? [row.url] : []),
          ...(isKnownNavigation(row.id) ? [] : [t('available.ownLink')]),
          ...(mixed ? [t('available.some', { count: available, total })] : []),
          ...(hasPage(row) ? [] : [t('navigation.noPage')]),
        ]
        return (
          <li key={row.id}>
            <Box
              component="label"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1.5,
                py: 0.5,
                minHeight: 44,
                borderTop: 1,
                borderColor: 'divider',
                cursor: 'pointer',
              }}
            >
              <Box aria-hidden sx={{ display: 'grid', color: 'text.secondary' }}>
                <NavIcon name={iconOf(row)} />
              </Box>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="body2" sx={{ fontWeight: row.isGroup ? 800 : 600, overflowWrap: 'anywhere' }}>
                  {nameOf(row)}
                </Typography>
                {notes.length > 0 && (
                  <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                    {notes.join(' · ')}
                  </Typography>
                )}
              </Box>
              <Switch
                size="small"
                checked={on}
                onChange={(event) => onChange(row.id, event.target.checked)}
                slotProps={{ input: { 'aria-label': t('available.entry', { name: nameOf(row) }) } }}
                sx={mixed ? { opacity: 0.7 } : {}}
              />
            </Box>
            {row.isGroup && (
              <Box
                sx={{
                  marginInlineStart: { xs: 1.25, sm: 2.5 },
                  paddingInlineStart: { xs: 1, sm: 2 },
                  borderInlineStart: 2,
                  borderColor: 'divider',
                }}
              >
                <Level {...props} parentId={row.id} />
              </Box>
            )}
          </li>
        )
      })}
    </Box>
  )
}
