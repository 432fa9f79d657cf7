import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { askEditedCourse } from './asks.ts'
import { CourseWorkspace } from './CourseWorkspace.tsx'

export const loader: Loader = ({ client, params: { courseId = '' } }) => client.prefetchQuery(askEditedCourse(courseId))

/** The editor of a course or bundle. */
export function CoursePage() {
  const { t } = useTranslation('courses')
  const { courseId = '' } = useParams({ strict: false }) as { courseId?: string }
  useLive('courses')
  const course = useQuery(askEditedCourse(courseId))
  if (course.data) return <CourseWorkspace key={courseId} course={course.data} />
  if (!course.error) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('list.title')} back={{ href: paths.courses, label: t('editor.back') }} />
      <ErrorState error={course.error} onRetry={() => void course.refetch()} />
    </>
  )
}
