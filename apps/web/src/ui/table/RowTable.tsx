import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionItem, ActionMenu } from '../ActionMenu.tsx'
import type { Column } from './Column.ts'
import type { RowTableInstance } from './features.ts'

export interface RowsProps<Row extends object> {
  label: string
  table: RowTableInstance<Row>
  columns: readonly Column<Row>[]
  rowName: (row: Row) => string
  rowActions?: (row: Row) => ActionItem[]
  selectable: boolean
}

/** From this many rows on, only those near the window are in the page. */
const virtualFrom = 60
const rowHeight = 57

/** The actions stay in reach while a wide table is scrolled sideways. */
const atEnd = {
  position: 'sticky',
  insetInlineEnd: 0,
  backgroundColor: 'inherit',
  zIndex: 1,
  paddingInline: '8px',
} as const

/** What a row is about stays in sight too, wide enough to read. */
const atStart = {
  position: 'sticky',
  insetInlineStart: 0,
  backgroundColor: 'inherit',
  zIndex: 1,
  minWidth: 168,
} as const

export function RowTable<Row extends object>({
  label,
  table,
  columns,
  rowName,
  rowActions,
  selectable,
}: RowsProps<Row>) {
  const { t } = useTranslation(['common', 'parts'])
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = table.getRowModel().rows
  const virtual = rows.length >= virtualFrom
  const virtualizer = useWindowVirtualizer({
    count: virtual ? rows.length : 0,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: body.current?.offsetTop ?? 0,
  })
  const shown = virtual ? virtualizer.getVirtualItems() : []
  const before = shown.length > 0 ? (shown[0]?.start ?? 0) - virtualizer.options.scrollMargin : 0
  const after =
    shown.length > 0 ? virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin) : 0
  const drawn = virtual
    ? shown.flatMap(({ index }) => {
        const row = rows[index]
        return row ? [{ row, index }] : []
      })
    : rows.map((row, index) => ({ row, index }))
  const columnOf = (id: string) => columns.find((column) => column.id === id)
  const span = table.getVisibleLeafColumns().length + (selectable ? 1 : 0) + (rowActions ? 1 : 0)

  return (
    <TableContainer>
      <Table aria-label={label} aria-rowcount={rows.length}>
        <TableHead>
          {table.getHeaderGroups().map((group) => (
            <TableRow key={group.id}>
              {selectable && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={!table.getIsAllRowsSelected() && table.getIsSomeRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                    slotProps={{ input: { 'aria-label': t('parts:table.selectAll') } }}
                  />
                </TableCell>
              )}
              {group.headers.map((header) => {
                const column = columnOf(header.column.id)
                const sorted = header.column.getIsSorted()
                return (
                  <TableCell
                    key={header.id}
                    align={column?.align === 'end' ? 'right' : 'left'}
                    sortDirection={sorted}
                    sx={[{ width: column?.width }, column?.card === 'title' && atStart]}
                  >
                    {header.column.getCanSort() ? (
                      <TableSortLabel
                        active={sorted !== false}
                        direction={sorted === 'desc' ? 'desc' : 'asc'}
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        {column?.header}
                      </TableSortLabel>
                    ) : (
                      column?.header
                    )}
                  </TableCell>
                )
              })}
              {rowActions && (
                <TableCell align="right" sx={[{ width: 56 }, atEnd]} aria-label={t('parts:table.actions')} />
              )}
            </TableRow>
          ))}
        </TableHead>
        <TableBody ref={body} sx={{ '& tr:last-of-type td': { borderBottom: 0 } }}>
          {before > 0 && (
            <TableRow aria-hidden sx={{ height: before }}>
              <TableCell colSpan={span} sx={{ p: 0, border: 0 }} />
            </TableRow>
          )}
          {drawn.map(({ row, index }) => (
            <TableRow
              key={row.id}
              hover
              selected={row.getIsSelected()}
              sx={{ height: rowHeight }}
              {...(virtual ? { ref: virtualizer.measureElement, 'data-index': index } : {})}
            >
              {selectable && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                    slotProps={{ input: { 'aria-label': t('parts:table.selectRow', { name: rowName(row.original) }) } }}
                  />
                </TableCell>
              )}
              {row.getVisibleCells().map((cell) => {
                const column = columnOf(cell.column.id)
                return (
                  <TableCell
                    key={cell.id}
                    align={column?.align === 'end' ? 'right' : 'left'}
                    sx={column?.card === 'title' ? atStart : undefined}
                  >
                    {column?.cell(row.original)}
                  </TableCell>
                )
              })}
              {rowActions && (
                <TableCell align="right" sx={[{ py: 0.5 }, atEnd]}>
                  <ActionMenu
                    items={rowActions(row.original)}
                    label={`${t('actions.more')}: ${rowName(row.original)}`}
                  />
                </TableCell>
              )}
            </TableRow>
          ))}
          {after > 0 && (
            <TableRow aria-hidden sx={{ height: after }}>
              <TableCell colSpan={span} sx={{ p: 0, border: 0 }} />
            </TableRow>
          )}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
