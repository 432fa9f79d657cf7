import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionItem } from '../ActionMenu.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { NoResults } from '../NoResults.tsx'
import { BulkBar } from './BulkBar.tsx'
import type { Column, ListFilter, Selected } from './Column.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { ask, isNarrowed, type ListState } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { RowCards } from './RowCards.tsx'
import { RowTable } from './RowTable.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { useTicks } from './useTicks.ts'

export interface Page<Row> {
  items: Row[]
  next: string | null
  total: number
  /** False: there are more than `total`. */
  totalIsExact?: boolean | undefined
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** The query's result as TanStack Query gives it (use `placeholderData: keepPreviousData`). */
  query: {
    data: Page<Row> | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData?: boolean
    refetch: () => unknown
  }
  state: ListState
  /** `typing` is true while the person types: replace the address then instead of adding to the history. */
  onChange: (next: ListState, typing?: boolean) => void
  rowId: (row: Row) => string
  /** Name of a row for screen readers. */
  rowName: (row: Row) => string
  rowActions?: (row: Row) => ActionItem[]
  filters?: readonly ListFilter[]
  searchLabel?: string
  /** False when the server cannot search this list. */
  searchable?: boolean
  bulkActions?: (selected: Selected, clear: () => void) => ReactNode
  /** Shown when nothing exists at all. */
  empty?: ReactNode
  /** Slot beside the columns button: saved views. */
  views?: ReactNode
  /** Slot at the end of the toolbar: export and the like. */
  toolbar?: ReactNode
}

/** The one list of the product: search, filters, sort, columns, paging by cursor, selection, and cards on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    query,
    state,
    onChange,
    rowId,
    rowName,
    rowActions,
    filters = [],
    bulkActions,
    empty,
    views,
    toolbar,
  } = props
  const { t } = useTranslation(['common', 'parts'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const page = query.data
  const visible = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column) => [
          column.id,
          column.fixed || (state.columns ? state.columns.includes(column.id) : !column.hidden),
        ]),
      ),
    [columns, state.columns],
  )
  const shown = useMemo(() => columns.filter((column) => visible[column.id]), [columns, visible])
  const items = page?.items ?? []
  const ticks = useTicks(JSON.stringify([state.search, state.filters]), items.map(rowId))
  const selected: Selected | null = !bulkActions
    ? null
    : ticks.isAllMatching
      ? { by: 'filter', count: page?.total ?? 0, ...(page?.totalIsExact === false ? { isMore: true } : {}) }
      : ticks.ids.length > 0
        ? { by: 'ids', ids: ticks.ids, count: ticks.ids.length }
        : null
  const clearQuestion = () => onChange(ask(state, { search: '', filters: {} }))
  const shared = {
    label,
    columns: shown,
    rows: items,
    rowId,
    rowName,
    ...(rowActions ? { rowActions } : {}),
    ticks: bulkActions ? ticks : null,
  }
  const failed = query.error !== null && query.error !== undefined && (!page || query.isPlaceholderData === true)

  return (
    <Box>
      <ListToolbar
        columns={columns}
        filters={filters}
        state={state}
        onChange={onChange}
        visible={visible}
        total={page?.total}
        isMore={page?.totalIsExact === false}
        phone={phone}
        searchable={props.searchable ?? true}
        {...(props.searchLabel ? { searchLabel: props.searchLabel } : {})}
        views={views}
        toolbar={toolbar}
      />
      {selected && bulkActions && (
        <BulkBar
          selected={selected}
          total={page?.total ?? 0}
          isMore={page?.totalIsExact === false}
          onAll={ticks.tickAllMatching}
          onClear={ticks.clear}
        >
          {bulkActions(selected, ticks.clear)}
        </BulkBar>
      )}
      <Card
        sx={{
          position: 'relative',
          ...(phone && items.length > 0 ? { bgcolor: 'transparent', border: 0, overflow: 'visible' } : {}),
        }}
      >
        {query.isFetching && page && (
          <LinearProgress
            aria-label={t('parts:table.updating')}
            sx={{ position: 'absolute', insetInline: 0, top: 0, height: 3, zIndex: 2, borderRadius: 0 }}
          />
        )}
        {failed ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !page ? (
          <TableSkeleton columns={shown.length} phone={phone} />
        ) : items.length === 0 ? (
          isNarrowed(state) ? (
            <NoResults onClear={clearQuestion} />
          ) : (
            (empty ?? <EmptyState />)
          )
        ) : phone ? (
          <RowCards {...shared} />
        ) : (
          <RowTable {...shared} state={state} onChange={onChange} />
        )}
      </Card>
      {page && items.length > 0 && !failed && (
        <Pager state={state} next={page.next} total={page.total} onChange={onChange} />
      )}
    </Box>
  )
}
