import type { SheetOutline } from '@learnt/contract/files'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { partAsk } from './prepared.ts'
import { columnName, directionOfRow, isHeader, partOfRow } from './rows.ts'

const rowHeight = 34
const letterWidth = 8
const padding = 24
const narrowest = 72
const widest = 340
/** Rows that scroll by faster than this are not fetched. */
const restMs = 80

interface SheetTableProps {
  sheet: SheetOutline
  url: string
  label: string
  /** Whether the last row is on screen. */
  onShown: (atLastRow: boolean) => void
  onFailed: () => void
}

interface Cell {
  row: number
  column: number
}

/** Rows and columns of a sheet, of which only those in view are in the page, and fetched. */
export function SheetTable(props: SheetTableProps) {
  const { sheet, url, onFailed } = props
  const first = useQuery({ ...partAsk(url, sheet.firstPart), gcTime: 600_000 })
  useEffect(() => {
    if (first.isError) onFailed()
  }, [first.isError, onFailed])
  if (first.data?.kind !== 'sheets') return <LinesSkeleton lines={12} />
  const beginning = sheet.starts[0] === 0 ? (first.data.rows[0] ?? []) : []
  return <Grid {...props} beginning={beginning} />
}

/** `beginning`: the first row. */
function Grid({ sheet, url, label, onShown, onFailed, beginning }: SheetTableProps & { beginning: readonly string[] }) {
  const { t, i18n } = useTranslation('files')
  const id = useId()
  const frame = useRef<HTMLTableElement>(null)
  const hasHeader = sheet.rows > 1 && isHeader(beginning, sheet.columns)
  /** The header stays at the top and is not among the rows. */
  const skipped = hasHeader ? 1 : 0
  const direction = directionOfRow(beginning)
  const count = sheet.rows - skipped
  const numeric = useMemo(() => new Set(sheet.numeric), [sheet.numeric])
  const numberWidth = Math.max(3, String(sheet.rows).length) * 9 + 20

  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // below the header, which covers the first line of what is scrolled
    scrollPaddingStart: rowHeight,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: sheet.columns,
    getScrollElement: () => frame.current,
    estimateSize: (index) => Math.min(widest, Math.max(narrowest, (sheet.widths[index] ?? 0) * letterWidth + padding)),
    overscan: 3,
    isRtl: direction === 'rtl',
    paddingStart: numberWidth,
    scrollPaddingStart: numberWidth,
  })
  const rowsInView = rows.getVirtualItems()
  const columnsInView = columns.getVirtualItems()
  const from = rowsInView[0]?.index ?? 0
  const to = rowsInView.at(-1)?.index ?? 0
  const read = useRows({ sheet, url, from: from + skipped, to: to + skipped, isMoving: rows.isScrolling, onFailed })

  const atLastRow = isInView(rows, count - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change, whichever listener it has
  useEffect(() => onShown(atLastRow), [atLastRow])

  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })
  const go = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(count - 1, row)),
      column: Math.max(0, Math.min(sheet.columns - 1, column)),
    }
    setActive(next)
    rows.scrollToIndex(next.row)
    columns.scrollToIndex(next.column)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = moveTo(event, active, { page, rows: count, columns: sheet.columns, direction })
    if (!next) return
    event.preventDefault()
    go(next.row, next.column)
  }
  const activeText = read(active.row + skipped)?.[active.column] ?? ''
  const number = new Intl.NumberFormat(i18n.language, { useGrouping: false })
  const isActiveInPage =
    rowsInView.some(({ index }) => index === active.row) && columnsInView.some(({ index }) => index === active.column)

  return (
    <Box>
      <Typography
        variant="body2"
        component="div"
        sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', minHeight: 28, mb: 0.5 }}
      >
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', flexShrink: 0 }}>
          <bdi>{`${columnName(active.column)}${active.row + skipped + 1}`}</bdi>
        </Box>
        {/* the whole text of a cell, of which the table has only as much as fits */}
        <Box component="span" dir="auto" sx={{ overflowWrap: 'anywhere', maxHeight: 88, overflowY: 'auto', flex: 1 }}>
          {activeText}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', flexShrink: 0 }}>
          {t('rows', { count, shown: new Intl.NumberFormat(i18n.language).format(count) })}
        </Box>
      </Typography>
      <GridFrame
        ref={frame}
        role="grid"
        aria-label={label}
        aria-readonly
        aria-rowcount={sheet.rows + (hasHeader ? 0 : 1)}
        aria-colcount={sheet.columns + 1}
        aria-activedescendant={isActiveInPage ? cellId(id, active) : undefined}
        tabIndex={0}
        dir={direction}
        onKeyDown={onKeyDown}
      >
        <thead style={{ width: columns.getTotalSize(), height: rowHeight }}>
          <tr aria-rowindex={1} className="line">
            <th scope="col" aria-colindex={1} className="number" style={{ width: numberWidth }}>
              {hasHeader ? number.format(1) : <span className="hidden">{t('rowNumber')}</span>}
            </th>
            {columnsInView.map(({ index, start, size }) => (
              <th
                key={index}
                scope="col"
                aria-colindex={index + 2}
                className={numeric.has(index) ? 'cell figure' : 'cell'}
                style={{ insetInlineStart: start, width: size }}
              >
                <bdi>{hasHeader ? beginning[index] : columnName(index)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ width: columns.getTotalSize(), height: rows.getTotalSize() }}>
          {rowsInView.map(({ index, start }) => (
            <Line
              key={index}
              id={id}
              index={index}
              top={start}
              number={number.format(index + skipped + 1)}
              numberWidth={numberWidth}
              cells={read(index + skipped)}
              columns={columnsInView}
              numeric={numeric}
              activeColumn={active.row === index ? active.column : null}
              onChoose={setActive}
            />
          ))}
        </tbody>
      </GridFrame>
    </Box>
  )
}

function cellId(id: string, { row, column }: Cell): string {
  return `${id}-${row}-${column}`
}

interface LineProps {
  /** Of the grid. */
  id: string
  index: number
  top: number
  number: string
  numberWidth: number
  /** Undefined: not here yet. */
  cells: readonly string[] | undefined
  columns: readonly VirtualItem[]
  numeric: ReadonlySet<number>
  activeColumn: number | null
  onChoose: (cell: Cell) => void
}

/** Scrolling renders the grid at every frame, so rows that stay in view are memoised. */
const Line = memo(function Line(props: LineProps) {
  const { id, index, top, number, numberWidth, cells, columns, numeric, activeColumn, onChoose } = props
  return (
    <tr aria-rowindex={index + 2} aria-busy={cells === undefined} className="line row" style={{ top }}>
      <th scope="row" aria-colindex={1} className="number" style={{ width: numberWidth }}>
        {number}
      </th>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys of all its cells
        <td
          key={column.index}
          id={cellId(id, { row: index, column: column.index })}
          aria-colindex={column.index + 2}
          data-active={activeColumn === column.index || undefined}
          className={numeric.has(column.index) ? 'cell figure' : 'cell'}
          style={{ insetInlineStart: column.start, width: column.size }}
          onClick={() => onChoose({ row: index, column: column.index })}
        >
          {/* NOTE the direction of the cell itself would decide at which side of the table it lies */}
          <bdi>{cells?.[column.index] ?? ''}</bdi>
        </td>
      ))}
    </tr>
  )
})

interface WantedRows {
  sheet: SheetOutline
  url: string
  from: number
  to: number
  isMoving: boolean
  onFailed: () => void
}

/** The rows near the window; what scrolls by is not asked for. Answers undefined for what has not come yet. */
function useRows({ sheet, url, from, to, isMoving, onFailed }: WantedRows) {
  const [wanted, setWanted] = useState<readonly number[]>([])
  const now: number[] = []
  for (let part = partOfRow(sheet, from) ?? 0; part <= (partOfRow(sheet, to) ?? -1); part++) now.push(part)
  const text = now.join()
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text === '' ? [] : text.split(',').map(Number)), isMoving ? restMs : 0)
    return () => clearTimeout(timer)
  }, [text, isMoving])
  const parts = useQueries({ queries: wanted.map((part) => partAsk(url, sheet.firstPart + part)) })
  const failed = parts.some((part) => part.isError)
  useEffect(() => {
    if (failed) onFailed()
  }, [failed, onFailed])
  return (row: number): readonly string[] | undefined => {
    const part = partOfRow(sheet, row)
    if (part === null) return noCells
    const data = parts[wanted.indexOf(part)]?.data
    return data?.kind === 'sheets' ? (data.rows[row - (sheet.starts[part] as number)] ?? noCells) : undefined
  }
}

const noCells: readonly string[] = []

function isInView(rows: Virtualizer<HTMLTableElement, Element>, row: number): boolean {
  const { scrollElement, scrollOffset } = rows
  const bottom = (scrollOffset ?? 0) + (scrollElement?.clientHeight ?? 0) - rowHeight
  return scrollElement !== null && bottom >= row * rowHeight + rowHeight / 2
}

interface Extent {
  page: number
  rows: number
  columns: number
  direction: 'ltr' | 'rtl'
}

function moveTo(event: KeyboardEvent, { row, column }: Cell, { page, rows, columns, direction }: Extent): Cell | null {
  const ahead = direction === 'rtl' ? -1 : 1
  switch (event.key) {
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowRight':
      return { row, column: column + ahead }
    case 'ArrowLeft':
      return { row, column: column - ahead }
    case 'PageDown':
      return { row: row + page, column }
    case 'PageUp':
      return { row: row - page, column }
    case 'Home':
      return { row: event.ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: event.ctrlKey ? rows - 1 : row, column: columns - 1 }
    default:
      return null
  }
}

/** One style sheet for all cells: a style of its own in each would be slow. */
const GridFrame = styled('table')(({ theme: { palette } }) => ({
  display: 'block',
  position: 'relative',
  overflow: 'auto',
  maxHeight: 'min(70dvh, 900px)',
  border: `1px solid ${palette.divider}`,
  borderRadius: '12px',
  backgroundColor: palette.background.paper,
  fontSize: '0.875rem',
  lineHeight: `${rowHeight - 1}px`,
  '& thead': { display: 'block', position: 'sticky', top: 0, zIndex: 2 },
  '& tbody': { display: 'block', position: 'relative' },
  '& th': { fontWeight: 700, textAlign: 'start' },
  '& .line': {
    position: 'absolute',
    display: 'block',
    insetInline: 0,
    height: rowHeight,
    backgroundColor: palette.background.paper,
  },
  '& .row:hover': { backgroundColor: palette.background.default },
  '& .cell, & .number': {
    display: 'block',
    height: rowHeight,
    padding: 0,
    paddingInline: padding / 2,
    borderBottom: `1px solid ${palette.divider}`,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& .cell': { position: 'absolute', top: 0, borderInlineEnd: `1px solid ${palette.divider}`, cursor: 'default' },
  '& .number': {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    textAlign: 'end',
    paddingInline: 8,
    color: palette.text.secondary,
    backgroundColor: 'inherit',
    borderInlineEnd: `1px solid ${palette.divider}`,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .number, & tbody .number': { fontWeight: 400 },
  '& .hidden': visuallyHidden,
  '& .figure': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& .cell[data-active]': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
  '&:not(:focus-visible) .cell[data-active]': { outlineColor: palette.divider },
}))
