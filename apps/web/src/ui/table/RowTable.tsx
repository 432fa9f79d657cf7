import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { TFunction } from 'i18next'
import { type ReactNode, type RefCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionItem, RowMenu } from '../ActionMenu.tsx'
import { useSecondPass } from '../useSecondPass.ts'
import type { Column } from './Column.ts'
import type { RowTableInstance } from './features.ts'
import { RowTick } from './RowTick.tsx'
import { RowsFrame, rowHeight } from './row-styles.ts'

export interface RowsProps<Row extends object> {
  label: string
  table: RowTableInstance<Row>
  columns: readonly Column<Row>[]
  rowName: (row: Row) => string
  rowActions?: (row: Row) => ActionItem[]
  selectable: boolean
}

type ModelRow<Row extends object> = ReturnType<RowTableInstance<Row>['getRowModel']>['rows'][number]

/** From this many rows on, only those near the window are in the page. */
const virtualFrom = 60

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

export function RowTable<Row extends object>(props: RowsProps<Row>) {
  const { label, table, columns, rowActions, selectable } = props
  const { t } = useTranslation(['common', 'parts'])
  const rows = table.getRowModel().rows
  const columnOf = (id: string) => columns.find((column) => column.id === id)
  const Rows = rows.length >= virtualFrom ? RowsNearWindow : RowsInPieces
  return (
    <RowsFrame>
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
        <Rows {...props} rows={rows} t={t} />
      </Table>
    </RowsFrame>
  )
}

type Words = TFunction<['common', 'parts']>

interface SomeRowsProps<Row extends object> extends RowsProps<Row> {
  t: Words
  rows: readonly ModelRow<Row>[]
}

/** The first screen of rows, and the others in their place right after it. */
function RowsInPieces<Row extends object>({ rows, ...rest }: SomeRowsProps<Row>) {
  const shown = useSecondPass() ? rows : rows.slice(0, Math.ceil(innerHeight / rowHeight))
  return (
    <tbody className="rows">
      {shown.map((row) => (
        <TableLine key={row.id} row={row} {...rest} />
      ))}
      <Space height={(rows.length - shown.length) * rowHeight} {...rest} />
    </tbody>
  )
}

function RowsNearWindow<Row extends object>({ rows, ...rest }: SomeRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: body.current?.offsetTop ?? 0,
  })
  const shown = virtualizer.getVirtualItems()
  const { scrollMargin } = virtualizer.options
  return (
    <tbody className="rows" ref={body}>
      <Space height={(shown[0]?.start ?? scrollMargin) - scrollMargin} {...rest} />
      {shown.map(({ index }) => {
        const row = rows[index]
        return row && <TableLine key={row.id} row={row} index={index} measure={virtualizer.measureElement} {...rest} />
      })}
      <Space height={virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin)} {...rest} />
    </tbody>
  )
}

/** The place of rows that are not drawn. */
function Space<Row extends object>({
  height,
  table,
  selectable,
  rowActions,
}: Pick<RowsProps<Row>, 'table' | 'selectable' | 'rowActions'> & { height: number }): ReactNode {
  if (height <= 0) return null
  const span = table.getVisibleLeafColumns().length + (selectable ? 1 : 0) + (rowActions ? 1 : 0)
  return (
    <tr aria-hidden className="space" style={{ height }}>
      <td colSpan={span} />
    </tr>
  )
}

interface TableLineProps<Row extends object> extends Omit<RowsProps<Row>, 'label'> {
  t: Words
  row: ModelRow<Row>
  index?: number
  measure?: RefCallback<HTMLTableRowElement>
}

function TableLine<Row extends object>(props: TableLineProps<Row>) {
  const { row, columns, rowName, rowActions, selectable, t, index, measure } = props
  const isSelected = row.getIsSelected()
  return (
    <tr data-selected={isSelected || undefined} {...(measure ? { ref: measure, 'data-index': index } : {})}>
      {selectable && (
        <td className="with-tick">
          <RowTick
            label={t('parts:table.selectRow', { name: rowName(row.original) })}
            checked={isSelected}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell) => {
        const column = columns.find((one) => one.id === cell.column.id)
        return (
          <td
            key={cell.id}
            className={column?.card === 'title' ? 'at-start' : column?.align === 'end' ? 'number' : undefined}
          >
            {column?.cell(row.original)}
          </td>
        )
      })}
      {rowActions && (
        <td className="at-end">
          <RowMenu itemsOf={() => rowActions(row.original)} label={`${t('actions.more')}: ${rowName(row.original)}`} />
        </td>
      )}
    </tr>
  )
}
