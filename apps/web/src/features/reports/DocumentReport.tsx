import type { ContainerFigures } from '@learnt/contract/reports'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { ListState } from '../../ui/table/list-state.ts'
import { FigureTiles } from './FigureTiles.tsx'
import { figureColumns, toneOf } from './figure-columns.tsx'
import { PercentText } from './PercentText.tsx'
import { ReportHeader } from './ReportHeader.tsx'

type Figures = Omit<ContainerFigures, 'documentId' | 'type' | 'steps' | 'createdAt'>

interface Answer<Row> {
  items: Row[]
  next: string | null
  total: number
  freshAt: string
  historyFrom: string
  historyTo: string
  totals: Pick<Figures, (typeof havings)[number] | 'completionRate'>
}

const havings = ['assigned', 'completed', 'inProgress', 'overdue'] as const

type Table<Row extends object> = ComponentProps<typeof DataTable<Row>>

/** A report with a row for each document: courses, bundles, or pathways and packages. Each title opens the people behind its figures. */
export function DocumentReport<Row extends Figures>({
  title,
  text,
  noun,
  state,
  onChange,
  result,
  idOf,
  hrefOf,
  own,
  offered,
  above,
  filters = [],
  ...table
}: {
  title: string
  text: string
  /** Header of the titles. */
  noun: string
  state: ListState
  onChange: (next: ListState) => void
  result: UseQueryResult<Answer<Row>>
  idOf: (row: Row) => string
  /** The page with the people behind the figures of one. */
  hrefOf: (row: Row) => string
  /** Columns of this report alone, beside the title. */
  own: Column<Row>[]
  offered: (row: Row) => ReactNode
  /** Over the table. */
  above?: ReactNode
  filters?: Table<Row>['filters'] & {}
} & Pick<Table<Row>, 'searchLabel' | 'views' | 'toolbar' | 'empty'>) {
  const { t } = useTranslation(['reports', 'common'])
  useLive('reports')
  const columns = useMemo<Column<Row>[]>(() => {
    const figures = figureColumns<Row>({ t, state, nameOf: (row) => row.title, hrefOf })
    return [
      {
        id: 'title',
        header: noun,
        sortable: true,
        fixed: true,
        card: 'title',
        width: '26%',
        cell: (row) => <AppLink href={hrefOf(row)}>{row.title}</AppLink>,
      },
      ...own,
      {
        id: 'category',
        header: t('category'),
        sortable: true,
        card: 'subtitle',
        hidden: true,
        cell: (row) => row.category,
      },
      {
        id: 'status',
        header: t('state'),
        hidden: true,
        cell: (row) => <StateChip kind="publication" state={row.status} />,
      },
      { id: 'offered', header: t('offered'), help: t('help.offered'), align: 'end', cell: offered },
      figures.assigned,
      { id: 'required', header: t('required'), hidden: true, align: 'end', cell: (row) => row.required },
      figures.notStarted,
      ...figures.progress,
      { id: 'failed', header: t('failed'), hidden: true, align: 'end', cell: (row) => row.failed },
      ...figures.rates,
      {
        id: 'averageProgress',
        header: t('averageProgress'),
        sortable: true,
        hidden: true,
        align: 'end',
        cell: (row) => <PercentText value={row.averageProgress} />,
      },
      ...figures.results,
    ]
  }, [t, state, noun, own, offered, hrefOf])
  const totals = result.data?.totals
  return (
    <>
      <ReportHeader title={title} text={text} state={state} onChange={onChange} report={result.data}>
        {totals && (
          <FigureTiles
            label={t('totals')}
            state={state}
            onChange={onChange}
            tiles={[
              ...havings.map((id) => ({
                id,
                label: t(id),
                value: totals[id],
                tone: toneOf(id, totals[id]),
                filter: { having: [id] },
              })),
              { id: 'rate', label: t('completionRate'), value: <PercentText value={totals.completionRate} /> },
            ]}
          />
        )}
      </ReportHeader>
      {above}
      <DataTable
        label={title}
        columns={columns}
        query={result}
        state={state}
        onChange={onChange}
        rowId={idOf}
        rowName={(row) => row.title}
        filters={[
          ...filters,
          {
            key: 'having',
            label: t('figures'),
            single: true,
            options: havings.map((id) => ({ value: id, label: t('having', { figure: t(id) }) })),
          },
        ]}
        {...table}
      />
    </>
  )
}
