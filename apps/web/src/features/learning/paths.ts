import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const learningPaths = {
  myCourses: '/apps/courses/mycourses',
  myBundles: '/apps/courses/mybundles',
  /** What somebody saw of a course: their own, or of somebody whom the reader looks after. */
  courseRecord: (userCourseId: string) => `/apps/course/${part(userCourseId)}/record`,
} as const
