import type { TFunction } from 'i18next'
import { DurationText } from '../../ui/DurationText.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { PercentText } from './PercentText.tsx'

interface Figures {
  inProgress: number
  completed: number
  overdue: number
  completionRate: number | null
  averageScore: number | null
  seconds: number
}

/** The figures that courses and people have in common, in the order in which both reports show them. */
export function figureColumns<Row extends Figures>(t: TFunction<['reports', 'common']>) {
  return {
    progress: [
      { id: 'inProgress', header: t('inProgress'), align: 'end', cell: (row) => row.inProgress },
      { id: 'completed', header: t('completed'), sortable: true, align: 'end', cell: (row) => row.completed },
    ] satisfies Column<Row>[],
    rates: [
      {
        id: 'overdue',
        header: t('overdue'),
        sortable: true,
        align: 'end',
        cell: (row) => (row.overdue > 0 ? <strong>{row.overdue}</strong> : row.overdue),
      },
      {
        id: 'completionRate',
        header: t('completionRate'),
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
