import { feedStates } from '@learnt/contract/feed-states'
import type { FeedRun } from '@learnt/contract/feeds'
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
import { askRuns, isAtWork } from './asks.ts'
import { durationText } from './duration-text.ts'
import { RunState } from './RunState.tsx'

/** Runs of the feed, newest first. */
export function RunList() {
  const { t, i18n } = useTranslation('feeds')
  const [list, changeList] = useListState()
  const runs = useQuery({
    ...askRuns(list),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? 2000 : false),
  })
  const columns = useMemo<Column<FeedRun>[]>(() => {
    const number = (value: number) => formatNumber(value, i18n.language)
    return [
      {
        id: 'file',
        header: t('runs.file'),
        fixed: true,
        card: 'title',
        cell: (run) => (
          <Box sx={{ minWidth: 160, maxWidth: 320, overflowWrap: 'anywhere' }}>
            <AppLink href={paths.feedRun(run.id)}>{run.fileName}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {t(`sources.${run.source}`)}, {formatBytes(run.fileSize, i18n.language)}
            </Typography>
          </Box>
        ),
      },
      { id: 'state', header: t('runs.state'), cell: (run) => <RunState state={run.state} /> },
      {
        id: 'createdAt',
        header: t('runs.createdAt'),
        cell: (run) => <DateText value={run.createdAt} format="minute" />,
      },
      { id: 'by', header: t('runs.by'), card: 'subtitle', cell: (run) => run.by || '–' },
      { id: 'team', header: t('runs.team'), hidden: true, cell: (run) => run.teamName },
      { id: 'rows', header: t('runs.rows'), align: 'end', cell: (run) => number(run.counts.rows) },
      { id: 'create', header: t('counts.create'), align: 'end', cell: (run) => number(run.counts.create) },
      { id: 'update', header: t('counts.update'), align: 'end', cell: (run) => number(run.counts.update) },
      { id: 'rejected', header: t('counts.rejected'), align: 'end', cell: (run) => number(run.counts.rejected) },
      {
        id: 'duration',
        header: t('runs.duration'),
        align: 'end',
        cell: (run) => durationText(run, i18n.language),
      },
    ]
  }, [t, i18n.language])
  return (
    <DataTable
      label={t('tabs.runs')}
      columns={columns}
      query={runs}
      state={list}
      onChange={changeList}
      rowId={(run) => run.id}
      rowName={(run) => run.fileName}
      searchLabel={t('runs.search')}
      filters={[
        {
          key: 'state',
          label: t('runs.state'),
          options: feedStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      empty={<EmptyState title={t('runs.empty')} text={t('runs.emptyText')} />}
    />
  )
}
