import type { CourseFigures } from '@learnt/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList } from '../../lists/address.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { askViews } from '../../lists/views-ask.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { askCourseFigures, courseFiguresStandard } from './asks.ts'
import { FigureLink } from './FigureLink.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import { figureColumns, toneOf } from './figure-columns.tsx'
import { PercentText } from './PercentText.tsx'
import { ReportFiles } from './ReportFiles.tsx'
import { ReportHeader } from './ReportHeader.tsx'
import { scopeOf, useReportScope } from './report-scope.ts'

export const loader: Loader = ({ client, pathname, search }) =>
  Promise.all([
    client.prefetchQuery(askCourseFigures(scopeOf(pathname), readList(search, courseFiguresStandard))),
    client.prefetchQuery(askViews('report-courses')),
  ])

const havings = ['assigned', 'completed', 'inProgress', 'overdue'] as const

/** Course aggregate: one row for each course; each title opens the people behind the figures. */
export function CourseReportingPage() {
  const { t } = useTranslation(['reports', 'common'])
  const { as, operations } = useReportScope()
  const [state, change] = useListState(courseFiguresStandard)
  const query = listQuery(state) as never
  const result = useQuery({ ...askCourseFigures(as, state), placeholderData: keepPreviousData })
  useLive('reports')
  const columns = useMemo<Column<CourseFigures>[]>(() => {
    const figures = figureColumns<CourseFigures>({
      t,
      state,
      nameOf: (row) => row.title,
      hrefOf: (row) => paths.courseReport(as, row.courseId),
    })
    return [
      {
        id: 'title',
        header: t('course'),
        sortable: true,
        fixed: true,
        card: 'title',
        width: '26%',
        cell: (row) => <AppLink href={paths.courseReport(as, row.courseId)}>{row.title}</AppLink>,
      },
      { id: 'kind', header: t('kind'), hidden: true, cell: (row) => t(row.isBundle ? 'kinds.bundle' : 'kinds.course') },
      { id: 'category', header: t('category'), card: 'subtitle', hidden: true, cell: (row) => row.category },
      {
        id: 'status',
        header: t('state'),
        hidden: true,
        cell: (row) => <StateChip kind="publication" state={row.status} />,
      },
      {
        id: 'offered',
        header: t('offered'),
        help: t('help.offered'),
        align: 'end',
        cell: (row) =>
          as === 'admin' ? (
            <FigureLink
              value={row.offered}
              label={`${t('offered')}, ${row.title}`}
              href={`${paths.courseEditor(row.courseId)}?tab=people`}
            />
          ) : (
            row.offered
          ),
      },
      figures.assigned,
      { id: 'required', header: t('required'), hidden: true, align: 'end', cell: (row) => row.required },
      figures.notStarted,
      ...figures.progress,
      { id: 'failed', header: t('failed'), hidden: true, align: 'end', cell: (row) => row.failed },
      ...figures.rates,
      {
        id: 'averageProgress',
        header: t('averageProgress'),
        hidden: true,
        align: 'end',
        cell: (row) => <PercentText value={row.averageProgress} />,
      },
      ...figures.results,
    ]
  }, [t, as, state])
  const totals = result.data?.totals
  return (
    <>
      <ReportHeader
        title={t('courses')}
        text={t(as === 'admin' ? 'coursesText' : 'myCoursesText')}
        state={state}
        onChange={change}
        report={result.data}
      >
        {totals && (
          <FigureTiles
            label={t('totals')}
            state={state}
            onChange={change}
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
      <DataTable
        label={t('courses')}
        columns={columns}
        query={result}
        state={state}
        onChange={change}
        rowId={(row) => row.courseId}
        rowName={(row) => row.title}
        searchLabel={t('searchCourses')}
        filters={[
          {
            key: 'isBundle',
            label: t('kind'),
            single: true,
            options: [
              { value: 'false', label: t('kinds.course') },
              { value: 'true', label: t('kinds.bundle') },
            ],
          },
          {
            key: 'having',
            label: t('figures'),
            single: true,
            options: havings.map((id) => ({ value: id, label: t('having', { figure: t(id) }) })),
          },
        ]}
        views={<SavedViews list="report-courses" />}
        toolbar={
          <ReportFiles
            csv={addressOf(operations.coursesCsv, { query })}
            xlsx={addressOf(operations.coursesXlsx, { query })}
            name="course_report"
            total={result.data?.total}
          />
        }
        empty={<EmptyState title={t('noCourses')} />}
      />
    </>
  )
}
