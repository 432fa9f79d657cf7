import { type Course, CourseContent } from '@learnt/contract/courses'
import { useTranslation } from 'react-i18next'
import { DocumentCertificate } from '../certificates/lazy-parts.ts'
import { complaintsOf } from '../documents/field-errors.ts'
import type { KindWorkspace } from '../documents/kind.ts'
import { DocumentAccess } from '../permissions/DocumentAccess.tsx'
import { PointsTab } from '../points/PointsTab.tsx'
import { RatingsList } from '../ratings/RatingsList.tsx'
import { CourseEditor } from './CourseEditor.tsx'
import { CoursePackages } from './CoursePackages.tsx'
import { changesBetween, copyContent } from './content.ts'
import { fieldKey, itemOfField } from './field-errors.ts'
import { courseKind } from './kind.ts'
import { coursePaths } from './paths.ts'
import { UnderWayChoice } from './UnderWayChoice.tsx'

/** What the page of one course adds to that of every document. */
export const courseWorkspace: KindWorkspace<CourseContent, Course> = {
  ...courseKind,
  check: (content) => complaintsOf(CourseContent.safeParse(content)),
  Access: DocumentAccess,
  Certificate: DocumentCertificate,
  Editor: CourseEditor,
  Around: CoursePackages,
  changesBetween: (before, after, course) =>
    changesBetween(before, after, (id) => course.children.find((child) => child.id === id)?.title ?? ''),
  copy: copyContent,
  documentsOf: (course) => course.documents,
  fieldKey,
  itemOf: itemOfField,
  nameOfField: (content, field) => {
    const [kind, id] = field.split('/')
    const section = content.sections.find(
      (one) => one.id === id || one.activities.some((activity) => activity.id === id),
    )
    if (kind === 'section') return section?.title ?? ''
    if (kind === 'activity') return section?.activities.find((activity) => activity.id === id)?.title ?? ''
    return null
  },
  hasItemPages: (course) => !course.isBundle,
  PublishChoice: UnderWayChoice,
  otherEditor: coursePaths.courseClassic,
  tabs: [
    { name: 'points', Content: PointsTab },
    { name: 'ratings', Content: RatingsList },
  ],
  useWords: () => {
    const { t } = useTranslation(['courses', 'ratings', 'points'])
    return {
      tab: (name) => (name === 'points' ? t('points:tab.name') : t('ratings:tab')),
      problem: (code) => t(`problem.${code as 'pageEmpty'}`, { defaultValue: '' }) || null,
      warning: (code, count) => t(`warning.${code as 'picturesWithoutWords'}`, { count }),
      change: ({ change, title }, fields) =>
        change === 'activityChanged'
          ? t('change.activityChanged', { title, fields })
          : t(`change.${change as 'activityAdded'}`, { title, defaultValue: '' } as { title: string }) || null,
      field: (name) => t(`change.field.${name as 'html'}`, { defaultValue: '' }) || null,
    }
  },
}
