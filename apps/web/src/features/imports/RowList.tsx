import { importRowStates } from '@learnt/contract/imports'
import Box from '@mui/material/Box'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { askRows } from './asks.ts'
import type { AnyRow, ImportPages } from './import-pages.ts'

/** What each row of a file does, or did: its line and person, and the columns that the import adds. */
export function RowList<Row extends AnyRow>({
  pages,
  run,
  columns: own,
  outcomes,
}: {
  pages: ImportPages
  run: { id: string }
  columns: readonly Column<Row>[]
  /** What becomes of rows, as a filter. */
  outcomes: Omit<ListFilter, 'key'>
}) {
  const { t, i18n } = useTranslation('imports')
  const [list, changeList] = useListState()
  const known = outcomes.options.map(({ value }) => value)
  const rows = useQuery({ ...askRows(pages.calls, run.id, known, list), placeholderData: keepPreviousData })
  const columns = useMemo<Column<Row>[]>(
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
      ...own,
    ],
    [t, i18n.language, own],
  )
  return (
    <DataTable
      label={t('rows.title')}
      columns={columns as unknown as Column<AnyRow>[]}
      query={rows}
      state={list}
      onChange={changeList}
      rowId={(row) => String(row.place)}
      rowName={(row) => row.person || String(row.line)}
      searchLabel={t('rows.search')}
      filters={[
        { key: 'outcome', ...outcomes },
        {
          key: 'state',
          label: t('rows.state'),
          options: importRowStates.map((value) => ({ value, label: t(`rowStates.${value}`) })),
        },
      ]}
      empty={<EmptyState title={t('rows.empty')} text={t('rows.emptyText')} />}
    />
  )
}
