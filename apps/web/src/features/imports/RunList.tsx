import { importStates } from '@learnt/contract/import-states'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../lists/useListState.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatBytes, formatNumber } from '../../ui/times.ts'
import { askRuns, isAtWork, runsStandard } from './asks.ts'
import { durationText } from './duration-text.ts'
import type { AnyRun, ImportPages } from './import-pages.ts'
import { RunState } from './RunState.tsx'

type ListedRun = AnyRun & { counts: { rows: number } }

/** The runs of an import, newest first. */
export function RunList<Run extends ListedRun>({
  pages,
  label,
  figures,
  factOf,
  empty,
}: {
  pages: ImportPages
  label: string
  /** Its own figures, between rows and duration. */
  figures: readonly { id: string; header: string; of: (counts: Run['counts']) => number }[]
  /** What is said of the file beside its size. */
  factOf?: (run: Run) => string
  empty: ReactNode
}) {
  const { t, i18n } = useTranslation('imports')
  const [list, changeList] = useListState(runsStandard)
  const runs = useQuery({
    ...askRuns(pages.calls, list),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? 2000 : false),
  })
  const columns = useMemo<Column<Run>[]>(() => {
    const number = (value: number) => formatNumber(value, i18n.language)
    return [
      {
        id: 'fileName',
        sortable: true,
        header: t('runs.file'),
        fixed: true,
        card: 'title',
        cell: (run) => (
          <Box sx={{ minWidth: 160, maxWidth: 320, overflowWrap: 'anywhere' }}>
            <AppLink href={pages.one(run.id)}>{run.fileName}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {[factOf?.(run), formatBytes(run.fileSize, i18n.language)].filter(Boolean).join(', ')}
            </Typography>
          </Box>
        ),
      },
      { id: 'state', sortable: true, header: t('runs.state'), cell: (run) => <RunState state={run.state} /> },
      {
        id: 'createdAt',
        sortable: true,
        header: t('runs.createdAt'),
        cell: (run) => <DateText value={run.createdAt} format="minute" />,
      },
      { id: 'by', sortable: true, header: t('runs.by'), card: 'subtitle', cell: (run) => run.by || '–' },
      { id: 'team', header: t('runs.team'), hidden: true, cell: (run) => run.teamName },
      { id: 'rows', sortable: true, header: t('runs.rows'), align: 'end', cell: (run) => number(run.counts.rows) },
      ...figures.map(
        ({ id, header, of }): Column<Run> => ({ id, header, align: 'end', cell: (run) => number(of(run.counts)) }),
      ),
      {
        id: 'finishedAt',
        sortable: true,
        hidden: true,
        header: t('runs.finishedAt'),
        cell: (run) => (run.finishedAt ? <DateText value={run.finishedAt} format="minute" /> : '–'),
      },
      {
        id: 'duration',
        header: t('runs.duration'),
        align: 'end',
        cell: (run) => durationText(run, i18n.language),
      },
    ]
  }, [t, i18n.language, pages, figures, factOf])
  return (
    <DataTable
      label={label}
      columns={columns as unknown as Column<AnyRun>[]}
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
          options: importStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      empty={empty}
    />
  )
}
