import type { LearnerFigures } from '@learnt/contract/reports'
import { membershipStatuses } from '@learnt/contract/states'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { askLearners, loadReport, standardOf } from './asks.ts'
import { figureColumns } from './figure-columns.tsx'
import { PersonCell } from './PersonCell.tsx'
import { ReportFiles } from './ReportFiles.tsx'
import { ReportHeader } from './ReportHeader.tsx'
import { useReportScope } from './report-scope.ts'
import { usePersonFields } from './usePersonFields.ts'

export const loader = loadReport('learners')

/** Learner report: one row for each person; each name opens the courses behind the figures. */
export function ReportingPage() {
  const { t } = useTranslation(['reports', 'common'])
  const { as, operations } = useReportScope()
  const [state, change] = useListState(standardOf.learners)
  const query = listQuery(state) as never
  const result = useQuery({ ...askLearners(as, state), placeholderData: keepPreviousData })
  const own = usePersonFields(as)
  useLive('reports')
  const columns = useMemo<Column<LearnerFigures>[]>(() => {
    const figures = figureColumns<LearnerFigures>({
      t,
      state,
      nameOf: (row) => row.name,
      hrefOf: (row) => paths.learnerReport(as, row.userId),
    })
    return [
      {
        id: 'name',
        header: t('name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (row) => (
          <PersonCell name={row.name} status={row.memberStatus} href={paths.learnerReport(as, row.userId)} />
        ),
      },
      { id: 'email', header: t('email'), card: 'subtitle', hidden: true, cell: (row) => row.email },
      { id: 'position', header: t('position'), cell: (row) => row.position.join(', ') },
      {
        id: 'memberStatus',
        header: t('memberStatus'),
        hidden: true,
        cell: (row) => <StateChip kind="membership" state={row.memberStatus} />,
      },
      figures.assigned,
      { ...figures.notStarted, hidden: true },
      ...figures.progress,
      ...figures.rates,
      ...figures.results,
      {
        id: 'lastActivityAt',
        header: t('lastActivity'),
        sortable: true,
        cell: (row) => <DateText value={row.lastActivityAt} />,
      },
      ...own.columns,
    ]
  }, [t, as, state, own])
  return (
    <>
      <ReportHeader
        title={t('learners')}
        text={t(as === 'admin' ? 'learnersText' : 'myLearnersText')}
        state={state}
        onChange={change}
        report={result.data}
      />
      <DataTable
        label={t('learners')}
        columns={columns}
        query={result}
        state={state}
        onChange={change}
        rowId={(row) => row.userId}
        rowName={(row) => row.name}
        searchLabel={t('searchLearners')}
        filters={[
          {
            key: 'memberStatus',
            label: t('memberStatus'),
            options: membershipStatuses.map((value) => ({ value, label: t(`common:states.membership.${value}`) })),
          },
          { key: 'overdue', label: t('overdue'), single: true, options: [{ value: 'true', label: t('onlyOverdue') }] },
          ...own.filters,
        ]}
        views={<SavedViews list="report-learners" />}
        toolbar={
          <ReportFiles
            csv={addressOf(operations.learnersCsv, { query })}
            xlsx={addressOf(operations.learnersXlsx, { query })}
            name="learner_report"
            total={result.data?.total}
          />
        }
        empty={
          <EmptyState
            title={t(as === 'admin' ? 'noLearners' : 'noMyLearners')}
            {...(as === 'manager' ? { text: t('noMyLearnersText') } : {})}
          />
        }
      />
    </>
  )
}
