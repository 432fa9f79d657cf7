import type { BulkUpdate } from '@learnt/contract/bulk-updates'
import { feedStates } from '@learnt/contract/feed-states'
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
import { formatBytes, formatNumber } from '../../ui/times.ts'
import { isAtWork } from '../feeds/asks.ts'
import { durationText } from '../feeds/duration-text.ts'
import { RunState } from '../feeds/RunState.tsx'
import { askBulkUpdates, bulkUpdatesStandard } from './asks.ts'

/** The log of bulk updates. */
export function BulkUpdateList() {
  const { t, i18n } = useTranslation(['bulkUpdates', 'feeds'])
  const [list, changeList] = useListState(bulkUpdatesStandard)
  const runs = useQuery({
    ...askBulkUpdates(list),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? 2000 : false),
  })
  const columns = useMemo<Column<BulkUpdate>[]>(() => {
    const number = (value: number) => formatNumber(value, i18n.language)
    return [
      {
        id: 'fileName',
        sortable: true,
        header: t('feeds:runs.file'),
        fixed: true,
        card: 'title',
        cell: (run) => (
          <Box sx={{ minWidth: 160, maxWidth: 320, overflowWrap: 'anywhere' }}>
            <AppLink href={paths.bulkUpdateRun(run.id)}>{run.fileName}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {formatBytes(run.fileSize, i18n.language)}
            </Typography>
          </Box>
        ),
      },
      { id: 'state', sortable: true, header: t('feeds:runs.state'), cell: (run) => <RunState state={run.state} /> },
      {
        id: 'createdAt',
        sortable: true,
        header: t('feeds:runs.createdAt'),
        cell: (run) => <DateText value={run.createdAt} format="minute" />,
      },
      { id: 'by', sortable: true, header: t('feeds:runs.by'), card: 'subtitle', cell: (run) => run.by || '–' },
      { id: 'team', header: t('feeds:runs.team'), hidden: true, cell: (run) => run.teamName },
      {
        id: 'rows',
        sortable: true,
        header: t('feeds:runs.rows'),
        align: 'end',
        cell: (run) => number(run.counts.rows),
      },
      { id: 'done', header: 'update-success', align: 'end', cell: (run) => number(run.counts.done) },
      {
        id: 'failed',
        header: 'update-failed',
        align: 'end',
        cell: (run) => number(run.counts.rejected + run.counts.failed),
      },
      { id: 'skipped', header: 'update-skipped', align: 'end', cell: (run) => number(run.counts.skipped) },
      {
        id: 'finishedAt',
        sortable: true,
        hidden: true,
        header: t('finishedAt'),
        cell: (run) => (run.finishedAt ? <DateText value={run.finishedAt} format="minute" /> : '–'),
      },
      {
        id: 'duration',
        hidden: true,
        header: t('feeds:runs.duration'),
        align: 'end',
        cell: (run) => durationText(run, i18n.language),
      },
    ]
  }, [t, i18n.language])
  return (
    <DataTable
      label={t('log')}
      columns={columns}
      query={runs}
      state={list}
      onChange={changeList}
      rowId={(run) => run.id}
      rowName={(run) => run.fileName}
      searchLabel={t('feeds:runs.search')}
      filters={[
        {
          key: 'state',
          label: t('feeds:runs.state'),
          options: feedStates.map((value) => ({ value, label: t(`feeds:states.${value}`) })),
        },
      ]}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
    />
  )
}
