import type { TenantRow } from '@learnt/contract/administration'
import { tenantStatuses } from '@learnt/contract/tenants'
import { searchForm } from '@learnt/contract/text'
import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { ListState } from '../../ui/table/list-state.ts'
import { formatDay, formatNumber } from '../../ui/times.ts'
import { NewTenant } from './NewTenant.tsx'
import { useClosing } from './useClosing.ts'

/** The organisations of the installation. They are few: the page itself searches and sorts them. */
export function TenantsPage() {
  const { t, i18n } = useTranslation(['administration', 'common'])
  const [state, change] = useListState({ sort: 'name' })
  const tenants = useQuery(queryOf(api.tenants.list))
  const [adding, setAdding] = useState(false)
  const columns = useMemo<Column<TenantRow>[]>(
    () => [
      {
        id: 'name',
        header: t('tenants.columns.name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (row) => (
          <AppLink href={paths.tenant(row.id)} variant="subtitle2">
            {row.name}
          </AppLink>
        ),
      },
      {
        id: 'id',
        header: t('tenants.columns.id'),
        sortable: true,
        card: 'subtitle',
        cell: (row) => <code dir="ltr">{row.id}</code>,
      },
      {
        id: 'status',
        header: t('tenants.columns.status'),
        sortable: true,
        cell: (row) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <StateChip kind="tenant" state={row.status} />
            {row.undoUntil && <Undo tenant={row} until={row.undoUntil} />}
          </Box>
        ),
      },
      {
        id: 'teams',
        header: t('tenants.columns.teams'),
        cell: (row) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {row.teams.map((team) => (
              <Tooltip
                key={team.id}
                title={team.hosts.length > 0 ? t('tenants.hosts', { hosts: team.hosts.join(', ') }) : ''}
              >
                <Chip size="small" variant="outlined" label={team.displayName} />
              </Tooltip>
            ))}
          </Box>
        ),
      },
      {
        id: 'people',
        header: t('tenants.columns.people'),
        sortable: true,
        align: 'end',
        cell: (row) => formatNumber(row.people, i18n.language),
      },
      {
        id: 'createdAt',
        header: t('tenants.columns.createdAt'),
        sortable: true,
        cell: (row) => <DateText value={row.createdAt} />,
      },
    ],
    [t, i18n.language],
  )
  const page = useMemo(() => (tenants.data ? arrange(tenants.data.items, state) : undefined), [tenants.data, state])
  return (
    <>
      <PageHeader
        title={t('tenants.title')}
        text={t('tenants.text')}
        actions={
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
            {t('tenants.add')}
          </Button>
        }
      />
      <DataTable
        label={t('tenants.title')}
        columns={columns}
        query={{ ...tenants, data: page }}
        state={state}
        onChange={change}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        searchLabel={t('tenants.search')}
        filters={[
          {
            key: 'status',
            label: t('tenants.columns.status'),
            options: tenantStatuses.map((value) => ({ value, label: t(`common:states.tenant.${value}`) })),
          },
        ]}
        rowActions={(row) => [
          { id: 'open', label: t('tenants.open'), href: paths.tenant(row.id) },
          { id: 'close', label: t('tenants.closing'), href: `${paths.tenant(row.id)}?tab=closing` },
        ]}
        empty={<EmptyState title={t('tenants.empty')} />}
      />
      <NewTenant open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

/** The way back from deleting, with the day until which there is one. */
function Undo({ tenant, until }: { tenant: TenantRow; until: string }) {
  const { t, i18n } = useTranslation('administration')
  const { restore } = useClosing(tenant)
  return (
    <>
      <Button size="small" loading={restore.isPending} onClick={() => restore.mutate(tenant.id)}>
        {t('tenants.undo')}
      </Button>
      <Typography variant="body2" color="textSecondary">
        {t('tenants.undoUntil', { day: formatDay(new Date(until), i18n.language) })}
      </Typography>
    </>
  )
}

function arrange(rows: TenantRow[], state: ListState) {
  const typed = searchForm(state.search)
  const key = state.sort as 'name' | 'id' | 'status' | 'people' | 'createdAt'
  const items = rows
    .filter((row) => !state.filters.status?.length || state.filters.status.includes(row.status))
    .filter((row) =>
      [row.name, row.id, ...row.teams.flatMap((team) => [team.displayName, ...team.hosts])].some((text) =>
        searchForm(text).includes(typed),
      ),
    )
    .sort((a, b) => {
      const [one, other] = [a[key], b[key]]
      const order =
        typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
      return state.direction === 'desc' ? -order : order
    })
  return { items, next: null, total: items.length }
}
