import { type BulkUpdatePage, type BulkUpdateRow, bulkUpdateOutcomes } from '@learnt/contract/bulk-updates'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { formatNumber } from '../../ui/times.ts'
import { errorText } from '../imports/error-text.ts'
import { RowLines } from '../imports/RowLines.tsx'
import { RowList } from '../imports/RowList.tsx'
import { bulkUpdatePages } from './bulk-update-pages.ts'

const tones = { 'update-success': 'success', 'update-failed': 'error', 'update-skipped': 'neutral' } as const

/** What each row of the file records, or did, with errors by column. */
export function BulkRows({ run }: { run: BulkUpdatePage }) {
  const { t, i18n } = useTranslation('bulkUpdates')
  const columns = useMemo<Column<BulkUpdateRow>[]>(
    () => [
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
    <RowList
      pages={bulkUpdatePages}
      run={run}
      columns={columns}
      outcomes={{
        label: t('rows.result'),
        options: bulkUpdateOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      }}
    />
  )
}
