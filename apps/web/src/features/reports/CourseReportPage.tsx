import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Loader } from '../../routes/route-book.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AssignmentTable } from './AssignmentTable.tsx'
import { askFirstAssignment, loadFigures } from './asks.ts'
import { Freshness } from './Freshness.tsx'
import { PreviewLink } from './PreviewLink.tsx'
import { reportPaths } from './paths.ts'
import { useReportScope } from './report-scope.ts'

export const loader: Loader = (page) => loadFigures(page, { courseId: page.params.courseId ?? '' })

/** The people behind a course's figures. */
export function CourseReportPage() {
  const { t } = useTranslation('reports')
  const { as } = useReportScope()
  const { courseId } = useParams({ strict: false }) as { courseId: string }
  const first = useQuery(askFirstAssignment(as, { courseId }))
  return (
    <>
      <PageHeader
        title={first.data?.items[0]?.courseTitle ?? t('course')}
        kicker={t('courses')}
        back={{ href: reportPaths.courseReporting(as), label: t('courses') }}
        actions={
          <>
            <Freshness at={first.data?.freshAt} />
            <PreviewLink type="course" documentId={courseId} />
          </>
        }
      />
      <AssignmentTable of={{ courseId }} />
    </>
  )
}
