import { reportLists } from '@learnt/contract/report-lists'
import type { CourseFigures } from '@learnt/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { listQuery } from '../../ui/table/list-state.ts'
import { askCourses, loadReport, standardOf } from './asks.ts'
import { DocumentReport } from './DocumentReport.tsx'
import { FigureLink } from './FigureLink.tsx'
import { ReportFiles } from './ReportFiles.tsx'
import { useReportScope } from './report-scope.ts'

export const loader = loadReport('courses')

/** Course aggregate: one row for each course. */
export function CourseReportingPage() {
  const { t } = useTranslation(['reports', 'common'])
  const { as, operations } = useReportScope()
  const [state, change] = useListState(standardOf.courses)
  const query = listQuery(state) as never
  const result = useQuery({ ...askCourses(as, state), placeholderData: keepPreviousData })
  const hrefOf = useCallback((row: CourseFigures) => paths.report(as, reportLists.courses.page, row.courseId), [as])
  const own = useMemo<Column<CourseFigures>[]>(
    () => [
      { id: 'kind', header: t('kind'), hidden: true, cell: (row) => t(row.isBundle ? 'kinds.bundle' : 'kinds.course') },
    ],
    [t],
  )
  const offered = useCallback(
    (row: CourseFigures) =>
      as === 'admin' ? (
        <FigureLink
          value={row.offered}
          label={`${t('offered')}, ${row.title}`}
          href={`${paths.courseEditor(row.courseId)}?tab=people`}
        />
      ) : (
        row.offered
      ),
    [as, t],
  )
  return (
    <DocumentReport
      title={t('courses')}
      text={t(as === 'admin' ? 'coursesText' : 'myCoursesText')}
      noun={t('course')}
      state={state}
      onChange={change}
      result={result}
      idOf={(row) => row.courseId}
      hrefOf={hrefOf}
      own={own}
      offered={offered}
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
      ]}
      views={<SavedViews list={reportLists.courses.views} />}
      toolbar={
        <ReportFiles
          csv={addressOf(operations.coursesCsv, { query })}
          xlsx={addressOf(operations.coursesXlsx, { query })}
          name={reportLists.courses.file}
          total={result.data?.total}
        />
      }
      empty={<EmptyState title={t('noCourses')} />}
    />
  )
}
