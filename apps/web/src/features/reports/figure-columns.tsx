import type { TFunction } from 'i18next'
import { stringifySearch } from '../../lists/address.ts'
import { DurationText } from '../../ui/DurationText.tsx'
import type { Column } from '../../ui/table/Column.ts'
import type { ListState } from '../../ui/table/list-state.ts'
import { FigureLink } from './FigureLink.tsx'
import { PercentText } from './PercentText.tsx'

interface Figures {
  assigned: number
  notStarted: number
  inProgress: number
  completed: number
  overdue: number
  completionRate: number | null
  averageScore: number | null
  seconds: number
}

/** Filters of the rows behind each figure that courses and people have. */
export const behind = {
  assigned: {},
  notStarted: { state: ['notstarted'] },
  inProgress: { state: ['inprogress'] },
  completed: { state: ['completed', 'passed'] },
  overdue: { overdue: ['true'] },
} as const satisfies Record<string, Record<string, readonly string[]>>

export const toneOf = (id: string, value: number): 'success' | 'error' | undefined =>
  id === 'completed' ? 'success' : id === 'overdue' && value > 0 ? 'error' : undefined

interface Behind<Row> {
  t: TFunction<['reports', 'common']>
  /** Of the report. */
  state: ListState
  nameOf: (row: Row) => string
  /** The page with the rows behind the figures of one. */
  hrefOf: (row: Row) => string
}

/** The figures that courses and people have in common, in the order in which both reports show them. */
export function figureColumns<Row extends Figures>({ t, state, nameOf, hrefOf }: Behind<Row>) {
  const figure = (id: keyof typeof behind, of: Partial<Column<Row>> = {}): Column<Row> => ({
    id,
    header: t(id),
    help: t(`help.${id}`),
    align: 'end',
    cell: (row) => (
      <FigureLink
        value={row[id]}
        label={`${t(id)}, ${nameOf(row)}`}
        href={`${hrefOf(row)}${stringifySearch({ ...behind[id], asOf: state.filters.asOf })}`}
        isLate={id === 'overdue'}
      />
    ),
    ...of,
  })
  return {
    assigned: figure('assigned', { sortable: true }),
    notStarted: figure('notStarted'),
    progress: [figure('inProgress'), figure('completed', { sortable: true })],
    rates: [
      figure('overdue', { sortable: true }),
      {
        id: 'completionRate',
        header: t('completionRate'),
        help: t('help.completionRate'),
        sortable: true,
        align: 'end',
        cell: (row) => <PercentText value={row.completionRate} />,
      },
    ] satisfies Column<Row>[],
    results: [
      {
        id: 'averageScore',
        header: t('averageScore'),
        sortable: true,
        align: 'end',
        cell: (row) => <PercentText value={row.averageScore} />,
      },
      {
        id: 'seconds',
        header: t('time'),
        sortable: true,
        hidden: true,
        align: 'end',
        cell: (row) => <DurationText seconds={row.seconds} />,
      },
    ] satisfies Column<Row>[],
  }
}
