import { type FeedRow, type FeedRunPage, feedOutcomes, feedRowStates } from '@learnt/contract/feeds'
import type { MembershipStatus } from '@learnt/contract/states'
import Box from '@mui/material/Box'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatDay, formatNumber } from '../../ui/times.ts'
import { askRows } from './asks.ts'
import { errorText } from './error-text.ts'
import { RowLines } from './RowLines.tsx'
import { useFieldNames } from './useFieldNames.ts'

const tones: Record<FeedRow['outcome'], string> = {
  create: 'success',
  update: 'info',
  leave: 'warning',
  unchanged: 'neutral',
  skipped: 'neutral',
  rejected: 'error',
}

/** Outcomes for which there is something to do. */
const acts: readonly FeedRow['outcome'][] = ['create', 'update', 'leave']

/** What each row of the file does, or did, with errors by column. */
export function RowList({ run }: { run: FeedRunPage }) {
  const { t, i18n } = useTranslation('feeds')
  const nameOf = useFieldNames()
  const [list, changeList] = useListState()
  const rows = useQuery({ ...askRows(run.id, list), placeholderData: keepPreviousData })
  const columns = useMemo<Column<FeedRow>[]>(
    () => [
      {
        id: 'line',
        header: t('rows.line'),
        align: 'end',
        width: 80,
        cell: (row) => (row.line === null ? '–' : formatNumber(row.line, i18n.language)),
      },
      {
        id: 'person',
        header: t('rows.person'),
        fixed: true,
        card: 'title',
        cell: (row) => (
          <Box sx={{ minWidth: 140, maxWidth: 260, overflowWrap: 'anywhere' }}>
            {row.userId === null ? (
              <EmailText email={row.person} />
            ) : (
              <AppLink href={paths.user(row.userId)}>{row.person}</AppLink>
            )}
          </Box>
        ),
      },
      {
        id: 'outcome',
        header: t('rows.outcome'),
        card: 'subtitle',
        cell: (row) => (
          <span className="word-chip" data-tone={tones[row.outcome]} data-size="small">
            {t(`outcomes.${row.outcome}`)}
          </span>
        ),
      },
      {
        id: 'state',
        header: t('rows.state'),
        cell: (row) => (acts.includes(row.outcome) ? t(`rowStates.${row.state}`) : '–'),
      },
      {
        id: 'what',
        header: t('rows.what'),
        cell: (row) => <What row={row} nameOf={nameOf} />,
      },
    ],
    [t, i18n.language, nameOf],
  )
  return (
    <DataTable
      label={t('rows.title')}
      columns={columns}
      query={rows}
      state={list}
      onChange={changeList}
      rowId={(row) => String(row.place)}
      rowName={(row) => row.person || String(row.line)}
      searchLabel={t('rows.search')}
      filters={[
        {
          key: 'outcome',
          label: t('rows.outcome'),
          options: feedOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
        },
        {
          key: 'state',
          label: t('rows.state'),
          options: feedRowStates.map((value) => ({ value, label: t(`rowStates.${value}`) })),
        },
      ]}
      empty={<EmptyState title={t('rows.empty')} text={t('rows.emptyText')} />}
    />
  )
}

function What({ row, nameOf }: { row: FeedRow; nameOf: (field: string) => string }) {
  const { t, i18n } = useTranslation(['feeds', 'common'])
  const wordsOf = (field: string, value: string) => {
    if (value === '') return t('rows.nothing')
    if (field === 'status') return t(`common:states.membership.${value as MembershipStatus}`, { defaultValue: value })
    return isDay(value) ? formatDay(new Date(`${value}T12:00:00Z`), i18n.language, 'UTC') : value
  }
  const lines = [
    ...row.errors.map((error) => errorText(error, i18n.language)),
    ...(row.outcome === 'create'
      ? []
      : row.changes.map(({ field, before, after }) =>
          t('rows.change', {
            field: nameOf(field),
            before: wordsOf(field, before),
            after: wordsOf(field, after),
          }),
        )),
  ]
  return <RowLines lines={lines} />
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
