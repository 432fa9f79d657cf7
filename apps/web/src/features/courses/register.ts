import { type Feature, page } from '../../routes/feature.ts'

export const courses: Feature = {
  pages: [
    page('/apps/course/:userCourseId/record', 'signed-in', 'courseRecord', () => import('./CourseRecordPage.tsx'), {
      namespaces: ['records', 'courses', 'learning', 'steps', 'parts'],
      foldsNavigation: true,
    }),
    page('/apps/admin/courses', 'admin', 'courses', 'CoursesPage', {
      icon: 'course',
      namespaces: ['courses', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/courses/:courseId', 'admin', 'courseEditor', 'CoursePage', {
      namespaces: ['courses', 'documents', 'documentKinds', 'permissions', 'extensions', 'ratings', 'points'],
    }),
    page('/apps/admin/courses/:courseId/preview', 'admin', 'coursePreview', 'CoursePreviewPage', {
      namespaces: ['courses', 'documents', 'learning', 'steps', 'parts'],
      foldsNavigation: true,
    }),
    page('/apps/admin/old/courses/:courseId', 'admin', 'courseClassic', 'ClassicCoursePage', {
      namespaces: ['courses', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/reporting/:userId/:userCourseId/record', 'admin', 'assignmentRecord', 'CourseRecordPage', {
      namespaces: ['records', 'courses', 'learning', 'steps', 'parts'],
      foldsNavigation: true,
    }),
    page('/apps/manager/reporting/:userId/:userCourseId/record', 'manager', 'assignmentRecord', 'CourseRecordPage', {
      namespaces: ['records', 'courses', 'learning', 'steps', 'parts'],
      foldsNavigation: true,
    }),
  ],
}
