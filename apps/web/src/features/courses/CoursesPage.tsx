import { useTranslation } from 'react-i18next'
import { loadDocuments } from '../documents/asks.ts'
import { DocumentsPage } from '../documents/DocumentsPage.tsx'
import type { KindList } from '../documents/kind.ts'
import { CreateCourseDialog } from './CreateCourseDialog.tsx'
import { courseKind } from './kind.ts'

const kind: KindList = {
  ...courseKind,
  views: 'courses',
  Create: CreateCourseDialog,
  bulkFilter: ({ isBundle, ...filters }) =>
    isBundle?.[0] ? { ...filters, isBundle: isBundle[0] === 'true' } : filters,
  useWords: () => {
    const { t } = useTranslation(['courses', 'documentKinds'])
    return {
      text: t('list.text'),
      emptyText: t('list.emptyText'),
      size: (course) =>
        course.isBundle
          ? t('list.courses', { count: course.activityCount })
          : t('outline.steps', { count: course.activityCount }),
      subtypes: {
        key: 'isBundle',
        sort: 'isBundle',
        label: t('list.isBundle'),
        options: [
          { value: 'false', label: t('documentKinds:course.one') },
          { value: 'true', label: t('documentKinds:bundle.one') },
        ],
        of: (course) => String(course.isBundle),
      },
    }
  },
}

export const loader = loadDocuments(kind)

/** Courses and bundles of the tenant. */
export function CoursesPage() {
  return <DocumentsPage kind={kind} />
}
