import { type BulkUpdatePage, type BulkUpdateRow, bulkUpdateOutcomes } from '@learnt/contract/bulk-updates'
import { feedRowStates } from '@learnt/contract/feeds'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { errorText } from '../feeds/error-text.ts'
import { RowLines } from '../feeds/RowLines.tsx'
import { askBulkRows } from './asks.ts'

const tones = { 'update-success': 'success', 'update-failed': 'error', 'update-skipped': 'neutral' } as const

/** What each row of the file records, or did, with errors by column. */
export function BulkRowList({ run }: { run: BulkUpdatePage }) {
  const { t, i18n } = useTranslation(['bulkUpdates', 'feeds'])
  const [list, changeList] = useListState()
  const rows = useQuery({ ...askBulkRows(run.id, list), placeholderData: keepPreviousData })
  const columns = useMemo<Column<BulkUpdateRow>[]>(
    () => [
      {
        id: 'line',
        header: t('feeds:rows.line'),
        align: 'end',
        width: 80,
        cell: (row) => (row.line === null ? '–' : formatNumber(row.line, i18n.language)),
      },
      {
        id: 'person',
        header: t('feeds:rows.person'),
        fixed: true,
        card: 'title',
        cell: (row) => (
          <Box sx={{ minWidth: 120, maxWidth: 240, overflowWrap: 'anywhere' }}>
            {row.userId === null ? (
              <EmailText email={row.person} />
            ) : (
              <AppLink href={paths.user(row.userId)}>{row.person}</AppLink>
            )}
          </Box>
        ),
      },
      {
        id: 'title',
        header: t('rows.title'),
        card: 'subtitle',
        cell: (row) => (
          <Box sx={{ minWidth: 140, maxWidth: 280, overflowWrap: 'anywhere' }}>
            <bdi>{row.title || '–'}</bdi>
            <Typography variant="caption" component="p" color="textSecondary">
              {row.activityTitle ? <bdi>{row.activityTitle}</bdi> : t(`types.${row.documentType}`)}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'completedAt',
        header: t('fields.completedAt'),
        cell: (row) => (row.completedAt ? <DateText value={row.completedAt} format="day" /> : '–'),
      },
      {
        id: 'progress',
        header: t('fields.progress'),
        align: 'end',
        cell: (row) => (row.progress === null ? '–' : `${formatNumber(row.progress, i18n.language)} %`),
      },
      {
        id: 'result',
        header: t('rows.result'),
        cell: (row) => {
          const lines = [
            ...row.errors.map((error) => errorText(error, i18n.language)),
            ...(row.state === 'kept' ? [t('rows.kept')] : []),
          ]
          return (
            <Box sx={{ maxWidth: 260 }}>
              {row.result === null ? (
                t(row.state === 'undone' ? 'rows.undone' : 'rows.planned')
              ) : (
                <span className="word-chip" data-tone={tones[row.result]} data-size="small">
                  {row.result}
                </span>
              )}
              {lines.length > 0 && <RowLines lines={lines} />}
            </Box>
          )
        },
      },
    ],
    [t, i18n.language],
  )
  return (
    <DataTable
      label={t('feeds:rows.title')}
      columns={columns}
      query={rows}
      state={list}
      onChange={changeList}
      rowId={(row) => String(row.place)}
      rowName={(row) => row.person || String(row.line)}
      searchLabel={t('feeds:rows.search')}
      filters={[
        {
          key: 'outcome',
          label: t('rows.result'),
          options: bulkUpdateOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
        },
        {
          key: 'state',
          label: t('feeds:runs.state'),
          options: feedRowStates.map((value) => ({ value, label: t(`feeds:rowStates.${value}`) })),
        },
      ]}
      empty={<EmptyState title={t('feeds:rows.empty')} text={t('feeds:rows.emptyText')} />}
    />
  )
}
