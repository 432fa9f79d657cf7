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

/** What stands above the first row of every list at least: the bar, the head of the page, what finds rows, the table's head. */
const aboveRows = 200

/** From this many rows on, only those near the window are in the page. */
const virtualFrom = 60

export function RowTable<Row extends object>(props: RowsProps<Row>) {
  const { label, table, columns, rowActions, selectable } = props
  const { t } = useTranslation(['common', 'parts'])
  const rows = table.getRowModel().rows
  const Rows = rows.length >= virtualFrom ? RowsNearWindow : RowsInPieces
  return (
    <RowsFrame>
      <table aria-label={label} aria-rowcount={rows.length}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selectable && (
                <th scope="col" className="with-tick">
                  <RowTick
                    label={t('parts:table.selectAll')}
                    checked={table.getIsAllRowsSelected()}
                    isPartial={!table.getIsAllRowsSelected() && table.getIsSomeRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {group.headers.map((header) => {
                const column = columns.find((one) => one.id === header.column.id)
                const sorted = header.column.getIsSorted()
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={placeOf(column)}
                    aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
                    style={{ width: column?.width }}
                  >
                    {header.column.getCanSort() ? (
                      <SortButton direction={sorted} onClick={header.column.getToggleSortingHandler()}>
                        {column?.header}
                      </SortButton>
                    ) : (
                      column?.header
                    )}
                  </th>
                )
              })}
              {rowActions && <th scope="col" className="at-end" aria-label={t('parts:table.actions')} />}
            </tr>
          ))}
        </thead>
        <Rows {...props} rows={rows} t={t} />
      </table>
    </RowsFrame>
  )
}

interface SortButtonProps {
  direction: 'asc' | 'desc' | false
  onClick: ((event: unknown) => void) | undefined
  children: ReactNode
}

function SortButton({ direction, onClick, children }: SortButtonProps) {
  return (
    <button type="button" className="sort" data-direction={direction || undefined} onClick={onClick}>
      {children}
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M11 4h2v12.2l5.6-5.6L20 12l-8 8-8-8 1.4-1.4 5.6 5.6z" />
      </svg>
    </button>
  )
}

/** The class of a column's cells (row-styles.ts). */
function placeOf<Row extends object>(column: Column<Row> | undefined): string | undefined {
  return column?.card === 'title' ? 'at-start' : column?.align === 'end' ? 'number' : undefined
}

type Words = TFunction<['common', 'parts']>

interface SomeRowsProps<Row extends object> extends RowsProps<Row> {
  t: Words
  rows: readonly ModelRow<Row>[]
}

/** The first screen of rows, and the others in their place right after it. */
function RowsInPieces<Row extends object>({ rows, ...rest }: SomeRowsProps<Row>) {
  const firstScreen = Math.max(1, Math.ceil((innerHeight - aboveRows) / rowHeight))
  const shown = useSecondPass() ? rows : rows.slice(0, firstScreen)
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
          <td key={cell.id} className={placeOf(column)}>
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
