import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const courses: readonly DeclaredPage[] = [
  page(
    '/apps/course/:userCourseId/record',
    'signed-in',
    'courseRecord',
    () => import('./CourseRecordPage.tsx'),
    ['records', 'courses', 'learning', 'steps', 'parts'],
    { foldsNavigation: true },
  ),
  page('/apps/admin/courses', 'admin', 'courses', 'CoursesPage', ['courses', 'documents', 'documentKinds'], {
    icon: 'course',
  }),
  page('/apps/admin/courses/:courseId', 'admin', 'courseEditor', 'CoursePage', [
    'courses',
    'documents',
    'documentKinds',
    'permissions',
    'extensions',
    'ratings',
    'points',
  ]),
  page(
    '/apps/admin/courses/:courseId/preview',
    'admin',
    'coursePreview',
    'CoursePreviewPage',
    ['courses', 'documents', 'learning', 'steps', 'parts'],
    { foldsNavigation: true },
  ),
  page('/apps/admin/old/courses/:courseId', 'admin', 'courseClassic', 'ClassicCoursePage', [
    'courses',
    'documents',
    'documentKinds',
  ]),
  page(
    '/apps/admin/reporting/:userId/:userCourseId/record',
    'admin',
    'assignmentRecord',
    'CourseRecordPage',
    ['records', 'courses', 'learning', 'steps', 'parts'],
    { foldsNavigation: true },
  ),
  page(
    '/apps/manager/reporting/:userId/:userCourseId/record',
    'manager',
    'assignmentRecord',
    'CourseRecordPage',
    ['records', 'courses', 'learning', 'steps', 'parts'],
    { foldsNavigation: true },
  ),
]
