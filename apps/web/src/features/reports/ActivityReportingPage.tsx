import { activityKinds } from '@learnt/contract/courses'
import { reportLists } from '@learnt/contract/report-lists'
import type { ActivityAggregate } from '@learnt/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { stringifySearch } from '../../lists/address.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DurationText } from '../../ui/DurationText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { askActivities, loadReport, standardOf } from './asks.ts'
import { FigureLink } from './FigureLink.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import { PercentText } from './PercentText.tsx'
import { ReportFiles } from './ReportFiles.tsx'
import { ReportHeader } from './ReportHeader.tsx'
import { useReportScope } from './report-scope.ts'

export const loader = loadReport('activities')

const havings = ['started', 'completed', 'failed'] as const

/** Filters of the people behind each figure. */
const behind = {
  assigned: [],
  notStarted: ['notstarted'],
  started: ['inprogress', 'completed', 'passed', 'failed'],
  inProgress: ['inprogress'],
  completed: ['completed', 'passed'],
  passed: ['passed'],
  failed: ['failed'],
} as const

/** Activity aggregate: one row for each activity of each course; each title opens the people behind the figures. */
export function ActivityReportingPage() {
  const { t } = useTranslation(['reports', 'common'])
  const { as, operations } = useReportScope()
  const [state, change] = useListState(standardOf.activities)
  const query = listQuery(state) as never
  const result = useQuery({ ...askActivities(as, state), placeholderData: keepPreviousData })
  useLive('reports')
  const { page, views, file } = reportLists.activities
  const columns = useMemo<Column<ActivityAggregate>[]>(() => {
    const hrefOf = (row: ActivityAggregate) => paths.report(as, page, row.activityId)
    const figure = (
      id: keyof typeof behind,
      of: Partial<Column<ActivityAggregate>> = {},
    ): Column<ActivityAggregate> => ({
      id,
      header: t(id),
      help: t(`helpOfActivities.${id}`),
      align: 'end',
      cell: (row) => (
        <FigureLink
          value={row[id]}
          label={`${t(id)}, ${row.title}`}
          href={`${hrefOf(row)}${stringifySearch({ state: behind[id], asOf: state.filters.asOf })}`}
          isLate={id === 'failed'}
        />
      ),
      ...of,
    })
    return [
      {
        id: 'title',
        header: t('activity'),
        sortable: true,
        fixed: true,
        card: 'title',
        width: '22%',
        cell: (row) => (
          <>
            <AppLink href={hrefOf(row)}>{row.title}</AppLink> {!row.isCurrent && <Tag>{t('earlierVersion')}</Tag>}
          </>
        ),
      },
      { id: 'courseTitle', header: t('course'), sortable: true, card: 'subtitle', cell: (row) => row.courseTitle },
      { id: 'category', header: t('category'), sortable: true, hidden: true, cell: (row) => row.category },
      { id: 'type', header: t('kind'), sortable: true, hidden: true, cell: (row) => t(`activityKinds.${row.kind}`) },
      figure('assigned', { sortable: true }),
      figure('notStarted', { hidden: true }),
      figure('started', { sortable: true }),
      figure('inProgress', { hidden: true }),
      figure('completed', { sortable: true }),
      figure('passed', { sortable: true }),
      figure('failed', { sortable: true }),
      {
        id: 'completionRate',
        header: t('completionRate'),
        help: t('helpOfActivities.completionRate'),
        sortable: true,
        hidden: true,
        align: 'end',
        cell: (row) => <PercentText value={row.completionRate} />,
      },
      {
        id: 'averageScore',
        header: t('averageScore'),
        sortable: true,
        align: 'end',
        cell: (row) => <PercentText value={row.averageScore} />,
      },
      {
        id: 'averageSeconds',
        header: t('averageTime'),
        help: t('helpOfActivities.averageTime'),
        sortable: true,
        align: 'end',
        cell: (row) => (row.averageSeconds === null ? '–' : <DurationText seconds={row.averageSeconds} />),
      },
    ]
  }, [t, as, state, page])
  const totals = result.data?.totals
  return (
    <>
      <ReportHeader
        title={t('activityReport')}
        text={t(as === 'admin' ? 'activitiesText' : 'my.activitiesText')}
        state={state}
        onChange={change}
        report={result.data}
      >
        {totals && (
          <FigureTiles
            label={t('totalsOfActivities')}
            state={state}
            onChange={change}
            tiles={havings.map((id) => ({
              id,
              label: t(id),
              value: totals[id],
              tone: id === 'completed' ? 'success' : id === 'failed' && totals[id] > 0 ? 'error' : undefined,
              filter: { having: [id] },
            }))}
          />
        )}
      </ReportHeader>
      <DataTable
        label={t('activityReport')}
        columns={columns}
        query={result}
        state={state}
        onChange={change}
        rowId={(row) => row.activityId}
        rowName={(row) => row.title}
        searchLabel={t('searchActivities')}
        filters={[
          {
            key: 'kind',
            label: t('kind'),
            options: activityKinds.map((value) => ({ value, label: t(`activityKinds.${value}`) })),
          },
          {
            key: 'having',
            label: t('figures'),
            single: true,
            options: havings.map((id) => ({ value: id, label: t('havingOfActivities', { figure: t(id) }) })),
          },
        ]}
        views={<SavedViews list={views} />}
        toolbar={
          <ReportFiles
            csv={addressOf(operations.activitiesCsv, { query })}
            xlsx={addressOf(operations.activitiesXlsx, { query })}
            name={file}
            total={result.data?.total}
          />
        }
        empty={<EmptyState title={t(as === 'admin' ? 'no.activities' : 'no.my.activities')} />}
      />
    </>
  )
}
