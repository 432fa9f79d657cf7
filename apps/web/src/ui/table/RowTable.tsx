import Tooltip from '@mui/material/Tooltip'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { TFunction } from 'i18next'
import { type ReactNode, type RefCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionItem, RowMenu } from '../ActionMenu.tsx'
import { visuallyHidden } from '../visually-hidden.ts'
import type { Column } from './Column.ts'
import { ask, type ListState } from './list-state.ts'
import { RowTick } from './RowTick.tsx'
import { RowsFrame, rowHeight } from './row-styles.ts'
import type { Ticks } from './useTicks.ts'

export interface RowsProps<Row extends object> {
  label: string
  /** Those that are shown. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  rowActions?: (row: Row) => ActionItem[]
  /** Null: rows cannot be ticked. */
  ticks: Ticks | null
}

interface RowTableProps<Row extends object> extends RowsProps<Row> {
  state: ListState
  onChange: (next: ListState) => void
}

/** From this many rows on, only those near the window are in the page. */
const virtualFrom = 60

export function RowTable<Row extends object>({ state, onChange, ...props }: RowTableProps<Row>) {
  const { label, columns, rows, rowActions, ticks } = props
  const { t } = useTranslation(['common', 'parts'])
  const Rows = rows.length >= virtualFrom ? RowsNearWindow : AllRows
  return (
    <RowsFrame>
      <table aria-label={label} aria-rowcount={rows.length}>
        <thead>
          <tr>
            {ticks && (
              <th scope="col" className="with-tick">
                <RowTick
                  label={t('parts:table.selectAll')}
                  checked={ticks.onPage === 'all'}
                  isPartial={ticks.onPage === 'some'}
                  onChange={ticks.togglePage}
                />
              </th>
            )}
            {columns.map((column) => {
              const sorted = state.sort === column.id ? state.direction : null
              return (
                <th
                  key={column.id}
                  scope="col"
                  className={placeOf(column)}
                  aria-sort={sorted === null ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
                  style={{ width: column.width }}
                >
                  {column.sortable ? (
                    <SortButton
                      direction={sorted}
                      onClick={() =>
                        onChange(ask(state, { sort: column.id, direction: sorted === 'asc' ? 'desc' : 'asc' }))
                      }
                    >
                      {column.header}
                    </SortButton>
                  ) : (
                    column.header
                  )}
                  {column.help && (
                    <Tooltip title={column.help}>
                      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation is there for the keyboard too */}
                      <span className="help" role="img" aria-label={column.help} tabIndex={0}>
                        ?
                      </span>
                    </Tooltip>
                  )}
                </th>
              )
            })}
            {rowActions && (
              <th scope="col" className="at-end">
                <span style={visuallyHidden}>{t('parts:table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <Rows {...props} t={t} />
      </table>
    </RowsFrame>
  )
}

interface SortButtonProps {
  direction: 'asc' | 'desc' | null
  onClick: () => void
  children: ReactNode
}

function SortButton({ direction, onClick, children }: SortButtonProps) {
  return (
    <button type="button" className="sort" data-direction={direction ?? undefined} onClick={onClick}>
      {children}
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M11 4h2v12.2l5.6-5.6L20 12l-8 8-8-8 1.4-1.4 5.6 5.6z" />
      </svg>
    </button>
  )
}

/** The class of a column's cells (row-styles.ts). */
function placeOf<Row extends object>(column: Column<Row>): string | undefined {
  return column.card === 'title' ? 'at-start' : column.align === 'end' ? 'number' : undefined
}

type Words = TFunction<['common', 'parts']>

interface SomeRowsProps<Row extends object> extends RowsProps<Row> {
  t: Words
}

function AllRows<Row extends object>({ rows, ...rest }: SomeRowsProps<Row>) {
  return (
    <tbody className="rows">
      {rows.map((row) => (
        <TableLine key={rest.rowId(row)} row={row} {...rest} />
      ))}
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
        return (
          row && (
            <TableLine key={rest.rowId(row)} row={row} index={index} measure={virtualizer.measureElement} {...rest} />
          )
        )
      })}
      <Space height={virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin)} {...rest} />
    </tbody>
  )
}

/** The place of rows that are not drawn. */
function Space<Row extends object>({
  height,
  columns,
  ticks,
  rowActions,
}: Pick<RowsProps<Row>, 'columns' | 'ticks' | 'rowActions'> & { height: number }): ReactNode {
  if (height <= 0) return null
  const span = columns.length + (ticks ? 1 : 0) + (rowActions ? 1 : 0)
  return (
    <tr aria-hidden className="space" style={{ height }}>
      <td colSpan={span} />
    </tr>
  )
}

interface TableLineProps<Row extends object> extends Omit<RowsProps<Row>, 'label' | 'rows'> {
  t: Words
  row: Row
  index?: number
  measure?: RefCallback<HTMLTableRowElement>
}

function TableLine<Row extends object>(props: TableLineProps<Row>) {
  const { row, columns, rowId, rowName, rowActions, ticks, t, index, measure } = props
  const isTicked = ticks?.has(rowId(row)) ?? false
  return (
    <tr data-selected={isTicked || undefined} {...(measure ? { ref: measure, 'data-index': index } : {})}>
      {ticks && (
        <td className="with-tick">
          <RowTick
            label={t('parts:table.selectRow', { name: rowName(row) })}
            checked={isTicked}
            onChange={() => ticks.toggle(rowId(row))}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={placeOf(column)}>
          {column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td className="at-end">
          <RowMenu itemsOf={() => rowActions(row)} label={`${t('actions.more')}: ${rowName(row)}`} />
        </td>
      )}
    </tr>
  )
}
