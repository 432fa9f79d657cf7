import { type Erasure, erasureStates } from '@learnt/contract/erasures'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
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
import { askErasures, whileRunning } from './asks.ts'
import { ErasureState } from './ErasureState.tsx'

/** Requests to delete a person's data, newest first. Each leads to the person's page, where it is decided. */
export function ErasureList() {
  const { t } = useTranslation('erasures')
  const [list, changeList] = useListState()
  const requests = useQuery({
    ...askErasures(list),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => whileRunning(state.data?.items),
  })
  const columns = useMemo<Column<Erasure>[]>(
    () => [
      {
        id: 'name',
        header: t('list.person'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 160, maxWidth: 320, overflowWrap: 'anywhere' }}>
            <AppLink href={`${paths.user(one.userId)}?teamId=${one.teamId}`}>{one.name}</AppLink>
            {one.reason && (
              <Typography variant="caption" component="bdi" color="textSecondary" sx={{ display: 'block' }}>
                {one.reason}
              </Typography>
            )}
          </Box>
        ),
      },
      { id: 'state', header: t('list.state'), cell: (one) => <ErasureState state={one.state} /> },
      {
        id: 'by',
        header: t('list.askedBy'),
        cell: (one) => one.begunBy ?? t('list.thePerson'),
      },
      { id: 'askedAt', header: t('list.askedAt'), cell: (one) => <DateText value={one.askedAt} /> },
      {
        id: 'dueAt',
        header: t('list.dueAt'),
        help: t('list.dueHelp'),
        cell: (one) => <DateText value={one.state === 'open' || one.state === 'held' ? one.dueAt : null} />,
      },
      { id: 'finishedAt', header: t('list.finishedAt'), cell: (one) => <DateText value={one.finishedAt} /> },
      { id: 'keptUntil', header: t('list.keptUntil'), cell: (one) => <DateText value={one.keptUntil} /> },
    ],
    [t],
  )
  return (
    <DataTable
      label={t('tabs.requests')}
      columns={columns}
      query={requests}
      state={list}
      onChange={changeList}
      rowId={(one) => one.userId}
      rowName={(one) => one.name}
      searchLabel={t('list.search')}
      filters={[
        {
          key: 'state',
          label: t('list.state'),
          single: true,
          options: erasureStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      empty={<EmptyState title={t('list.empty')} text={t('list.emptyText')} />}
    />
  )
}
