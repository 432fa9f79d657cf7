import type { Hold } from '@learnt/contract/erasures'
import Box from '@mui/material/Box'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { askHolds } from './asks.ts'

/** People whose data may not be deleted for now. A hold begins and ends on the person's page. */
export function HoldList() {
  const { t } = useTranslation('erasures')
  const [list, changeList] = useListState()
  const holds = useQuery({ ...askHolds(list), placeholderData: keepPreviousData })
  const columns = useMemo<Column<Hold>[]>(
    () => [
      {
        id: 'name',
        header: t('list.person'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 160, maxWidth: 320, overflowWrap: 'anywhere' }}>
            <AppLink href={`${paths.user(one.userId)}?teamId=${one.teamId}`}>{one.name}</AppLink>
          </Box>
        ),
      },
      {
        id: 'reason',
        header: t('holds.reason'),
        cell: (one) => (
          <Box component="bdi" sx={{ display: 'block', maxWidth: 420, overflowWrap: 'anywhere' }}>
            {one.reason}
          </Box>
        ),
      },
      { id: 'heldBy', header: t('holds.by'), cell: (one) => one.heldBy || '–' },
      { id: 'heldAt', header: t('holds.since'), cell: (one) => <DateText value={one.heldAt} /> },
    ],
    [t],
  )
  return (
    <DataTable
      label={t('tabs.holds')}
      columns={columns}
      query={holds}
      state={list}
      onChange={changeList}
      rowId={(one) => one.userId}
      rowName={(one) => one.name}
      searchLabel={t('list.search')}
      empty={<EmptyState title={t('holds.empty')} text={t('holds.emptyText')} />}
    />
  )
}
